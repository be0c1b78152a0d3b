import Foundation
import ObjectGraph

/// Writes lines to folios within the caller's save, for the services of money and of stays.
///
/// It works in the context of a call and saves nothing.
enum Ledger {
  // MARK: Folios

  /// The folio of a reservation, created if it has none.
  static func folio(
    of reservation: Reservation, in context: ManagedObjectContext, now: Date
  ) -> Folio {
    if let folio = reservation.folio { return folio }
    let folio = Folio(context: context)
    folio.openedAt = now
    folio.campground = reservation.campground
    folio.payer = reservation.camper
    reservation.folio = folio
    return folio
  }

  // MARK: Days

  /// A campground with its days closed in the store at present.
  static func current(
    _ campground: Campground, in context: ManagedObjectContext
  ) throws -> Campground {
    campground.managedObjectContext === context ? campground : try context.current(campground)
  }

  /// The day to date a line: the requested day, or the business day.
  ///
  /// An earlier day is accepted while it is open, a later one never.
  ///
  /// - Throws: `CampgroundError.refused` for a day that is closed or still to come.
  static func openDay(
    _ wanted: CalendarDate? = nil, at campground: Campground, now: Date
  ) throws(CampgroundError) -> CalendarDate {
    let businessDay = campground.businessDay(at: now)
    guard let day = wanted else { return businessDay }
    let today = CalendarDate(now, in: campground.timeZone)
    if let closed = campground.lastClosedDay, day <= closed {
      throw dayClosed(day, through: closed, today: today)
    }
    try refuse(unless: day <= businessDay, with: .dayToCome(day, today: today))
    return day
  }

  private static func dayClosed(
    _ day: CalendarDate, through: CalendarDate, today: CalendarDate
  ) -> CampgroundError {
    let next = through.advanced(by: 1)
    return CampgroundError(
      about: [.date(day), .date(through)],
      "\(day) is closed" + (through > day ? ", and so is every day through \(through)" : "")
        + (day < today
          ? ""
          : through > today
            ? "; the clock says \(today): correct it, or post to \(next)"
            : "; post to \(next)"),
      fix: .leaveDayOut)
  }

  // MARK: Balances

  /// The balance of a reservation: its lines, and the part of its bill that is not yet posted.
  ///
  /// For a canceled, declined or expired stay, and for an expired hold, only posted lines count.
  /// The price of a draft, a hold or a request is kept separate, because nobody has agreed to it
  /// yet.
  static func balance(
    of reservation: Reservation, in context: ManagedObjectContext, at now: Date
  ) throws -> Balance {
    let currency = reservation.campground?.currency ?? .usd
    return try balance(
      of: try lines(about: reservation, in: context), and: [reservation], at: now, currency)
  }

  /// The lines that concern a reservation.
  static func lines(
    about reservation: Reservation, in context: ManagedObjectContext
  ) throws -> [FolioEntry] {
    // The store has none for a folio opened just now, or for a new stay.
    if let folio = reservation.folio, folio.objectID.isTemporaryID {
      return folio.entries.filter { !$0.isDeleted && $0.reservation === reservation }
    }
    if reservation.isInserted, reservation.folio == nil { return [] }
    return try context.fetch(FolioEntry.self, where: "reservation == %@", reservation)
  }

  /// The balance of a whole folio: its lines, and the parts of its reservations' bills that are not
  /// yet posted.
  static func balance(
    of folio: Folio, in context: ManagedObjectContext, at now: Date
  ) throws -> Balance {
    let currency = folio.campground?.currency ?? .usd
    return try balance(
      of: try lines(of: folio, in: context), and: folio.reservations, at: now, currency)
  }

  /// The lines of a folio in the order in which they were written.
  static func lines(of folio: Folio, in context: ManagedObjectContext) throws -> [FolioEntry] {
    return try context.fetch(FolioEntry.self, where: "folio == %@", folio).sorted {
      $0.comesBefore($1)
    }
  }

  private static func balance(
    of lines: [FolioEntry], and stays: some Sequence<Reservation>, at now: Date,
    _ currency: Currency
  ) throws -> Balance {
    var agreed: [Int64] = []
    var notBooked: [Int64] = []
    let ofBills = Dictionary(grouping: lines.lazy.filter { $0.night != nil }) {
      $0.reservation?.objectID
    }
    for stay in stays where !stay.isLapsed(at: now) {
      let amount = try amountToCome(of: stay, charged: ofBills[stay.objectID] ?? [])
      if stay.state?.isToBeBooked == true {
        notBooked.append(amount)
      } else {
        agreed.append(amount)
      }
    }
    let charged = try Balance.sum(
      lines.lazy.filter { !$0.isPayment }.map(\.amountMinor), currency)
    let moved = try Balance.sum(lines.lazy.filter(\.isPayment).map(\.amountMinor), currency)
    return try Balance(
      charged: charged, toCome: try Balance.sum(agreed, currency),
      paid: try Balance.negated(moved, currency),
      notBooked: try Balance.sum(notBooked, currency), currency)
  }

  /// The part of an open stay's bill that is not yet charged.
  ///
  /// - Parameter lines: the posted lines of its bill.
  private static func amountToCome(
    of reservation: Reservation, charged lines: [FolioEntry]
  ) throws -> Int64 {
    guard reservation.state?.isFinal == false else { return 0 }
    let currency = reservation.campground?.currency ?? .usd
    let posted = try Balance.sum(lines.lazy.map(\.amountMinor), currency)
    return try Balance.sum(
      [reservation.totalMinor, try Balance.negated(posted, currency)], currency)
  }
}
