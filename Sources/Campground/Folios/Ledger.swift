import Foundation
import ObjectGraph

/// Writes lines into folios, within the save of the caller: the services of money and of stays.
///
/// All of it works in the context of a call and saves nothing.
enum Ledger {
  // MARK: Folios

  /// The folio of a reservation, made where it has none.
  static func folio(
    of reservation: Reservation, in context: ManagedObjectContext, now: Date
  ) throws -> Folio {
    if let folio = reservation.folio { return folio }
    let folio = Folio(context: context)
    folio.openedAt = now
    folio.campground = reservation.campground
    folio.payer = reservation.camper
    reservation.folio = folio
    return folio
  }

  // MARK: Days

  /// A campground with the days that are closed in the store at the moment.
  static func current(
    _ campground: Campground, in context: ManagedObjectContext
  ) throws -> Campground {
    campground.managedObjectContext === context ? campground : try context.current(campground)
  }

  /// The day for which a line is written: the business day where no other is asked for.
  ///
  /// A day before it is taken while it is not closed, a later one never.
  ///
  /// - Throws: `CampgroundError.dayClosed` and `.dayToCome`.
  static func openDay(
    _ wanted: CalendarDate? = nil, at campground: Campground, now: Date
  ) throws(CampgroundError) -> CalendarDate {
    let businessDay = campground.businessDay(at: now)
    guard let day = wanted else { return businessDay }
    let today = CalendarDate(now, in: campground.timeZone)
    if let closed = campground.lastClosedDay, day <= closed {
      throw dayClosed(day, through: closed, today: today)
    }
    guard day <= businessDay else { throw .dayToCome(day, today: today) }
    return day
  }

  private static func dayClosed(
    _ day: CalendarDate, through: CalendarDate, today: CalendarDate
  ) -> CampgroundError {
    let next = through.advanced(by: 1)
    return CampgroundError(
      .dayClosed, about: [.date(day), .date(through)],
      "\(day) is closed" + (through > day ? ", and so is every day through \(through)" : "")
        + (day < today
          ? ""
          : through > today
            ? "; the clock says \(today): correct it, or post to \(next)"
            : "; post to \(next)"),
      fix: .leaveDayOut)
  }

  // MARK: Balances

  /// The balance of a reservation: of the lines about it, and of what its bill has beside them.
  ///
  /// Of a stay that came to nothing, only what was posted counts, and so it does of a hold that is
  /// over; what a draft, a hold or a request comes to is kept separate, since nobody has agreed to
  /// it.
  static func balance(
    of reservation: Reservation, in context: ManagedObjectContext, at now: Date
  ) throws -> Balance {
    let currency = reservation.campground?.currency ?? .usd
    return try balance(
      of: try lines(about: reservation, in: context), and: [reservation], at: now, currency)
  }

  /// The lines about a reservation.
  static func lines(
    about reservation: Reservation, in context: ManagedObjectContext
  ) throws -> [FolioEntry] {
    // Of a bill that is opened just now, the store has none, nor of a stay that is new.
    if let folio = reservation.folio, folio.objectID.isTemporaryID {
      return folio.entries.filter { !$0.isDeleted && $0.reservation === reservation }
    }
    if reservation.isInserted, reservation.folio == nil { return [] }
    let request = FolioEntry.fetchRequest()
    request.predicate = try FetchPredicate(format: "reservation == %@", reservation)
    return try context.fetch(request)
  }

  /// The balance of a whole folio: of all its lines, and of what the bills of its reservations have
  /// beside them.
  static func balance(
    of folio: Folio, in context: ManagedObjectContext, at now: Date
  ) throws -> Balance {
    let currency = folio.campground?.currency ?? .usd
    return try balance(
      of: try lines(of: folio, in: context), and: folio.reservations, at: now, currency)
  }

  /// The lines of a folio as they were written.
  static func lines(of folio: Folio, in context: ManagedObjectContext) throws -> [FolioEntry] {
    let request = FolioEntry.fetchRequest()
    request.predicate = try FetchPredicate(format: "folio == %@", folio)
    return try context.fetch(request).sorted { $0.comesBefore($1) }
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

  /// What of the bill of an open stay is not charged.
  ///
  /// - Parameter lines: those of its bill.
  private static func amountToCome(
    of reservation: Reservation, charged lines: [FolioEntry]
  ) throws -> Int64 {
    guard let total = reservation.totalMinor, reservation.state?.isFinal == false else { return 0 }
    let currency = reservation.campground?.currency ?? .usd
    let posted = try Balance.sum(lines.lazy.map(\.amountMinor), currency)
    return try Balance.sum([total, try Balance.negated(posted, currency)], currency)
  }
}
