import Foundation
import ObjectGraph

extension FolioService {
  /// Closes a business day, so that nothing more can be posted to it.
  ///
  /// Days are closed in order, not before they have begun, and from the first day on which anything
  /// happened at the campground. A day closed early is over for the books: later lines are dated
  /// the next day. The sums of the first closed day include everything before it, so that the sums
  /// of all days add up to all lines. The nights of all guests in house
  /// must have been posted, which `runNightly` does.
  ///
  /// - Parameter day: by default the one given by `dayToClose()`.
  /// - Throws: `CampgroundError.dayClosedAlready`; `.refused` for a day that is out of turn, before
  ///   the first one or still to come, and while a night is not posted.
  public func closeDay(_ day: CalendarDate? = nil) throws -> ClosedDay {
    try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      let today = scope.today(at: campground)
      let day = try day ?? Self.dayToClose(at: campground, today: today, in: scratch)
      try Self.requireTurn(of: day, at: campground, today: today, in: scratch)
      try requireNightsPosted(through: day, at: campground, in: scratch)
      campground.lastClosedDay = day
      return try Self.sums(of: day, at: campground, by: StayBook(scope, in: scratch))
    }
  }

  /// Checks that `closeDay` would close a day at present, without closing it.
  ///
  /// - Throws: as `closeDay`.
  public func checkClosing(of day: CalendarDate) throws {
    try scope.change(
      { scratch in
        // The current state of the store, because other processes close days too.
        let campground = try scope.campground(in: scratch).map { try scratch.current($0) }
        try Self.requireTurn(
          of: day, at: campground, today: scope.today(at: campground), in: scratch)
        guard let campground else { return }
        try requireNightsPosted(through: day, at: campground, in: scratch)
      }, if: { _ in false })
  }

  private func requireNightsPosted(
    through day: CalendarDate, at campground: Campground, in context: ManagedObjectContext
  ) throws {
    let book = StayBook(scope, in: context)
    let codes = try book.unposted(through: day, at: campground).map(\.stay.code).sorted()
    try refuse(
      unless: codes.isEmpty, about: [.date(day)] + .users(codes),
      "the night of \(day) is not posted for \(codes.joined(separator: ", "))",
      fix: .postNights(day))
  }

  /// Checks that a day is the next one to close, and has begun.
  ///
  /// - Throws: `CampgroundError.dayClosedAlready`; `.refused` for a day that is out of turn, before
  ///   the first one or still to come.
  static func requireTurn(
    of day: CalendarDate, at campground: Campground?, today: CalendarDate,
    in context: ManagedObjectContext
  ) throws {
    if let closed = campground?.lastClosedDay {
      try refuse(
        unless: day > closed, .dayClosedAlready, about: [.date(day)], "\(day) is already closed",
        fix: .closeNextDay)
      let next = closed.advanced(by: 1)
      try refuse(
        unless: day == next, about: [.date(day), .date(next)],
        "days close in order: close \(next) before \(day)")
    } else {
      let first = try firstDay(at: campground, in: context).map { min($0, today) } ?? today
      try refuse(
        unless: day >= first, about: [.date(day), .date(first)],
        "nothing happened before \(first), so \(day) cannot be closed", fix: .closeDay(first))
    }
    try refuse(unless: day <= today, with: .dayToCome(day, today: today))
  }

  /// The first day that something happened on at a campground: an event, or a line of the ledger;
  /// nil where nothing did.
  private static func firstDay(
    at campground: Campground?, in context: ManagedObjectContext
  ) throws -> CalendarDate? {
    guard let campground, !campground.isInserted else { return nil }
    let event = try context.fetch(
      Event.self, where: "campground == %@", campground, by: ["day"], limit: 1)
    let line = try context.fetch(
      FolioEntry.self, where: "folio.campground == %@", campground, by: ["day"], limit: 1)
    return [event.first?.date, line.first?.date].compactMap { $0 }.min()
  }

  /// The next day to close: the one after the last closed day; where none is closed yet, yesterday,
  /// or today if the campground has no lines before today.
  public func dayToClose() throws -> CalendarDate {
    let campground = try scope.campground(in: managedObjectContext)
    return try Self.dayToClose(
      at: campground, today: scope.today(at: campground), in: managedObjectContext)
  }

  private static func dayToClose(
    at campground: Campground?, today: CalendarDate, in context: ManagedObjectContext
  ) throws -> CalendarDate {
    try campground?.firstOpenDay ?? dayToAudit(at: campground, today: today, in: context)
  }

  /// The day of the next night audit: yesterday, or today if nothing was recorded before today.
  public func dayToAudit() throws -> CalendarDate {
    let campground = try scope.campground(in: managedObjectContext)
    return try Self.dayToAudit(
      at: campground, today: scope.today(at: campground), in: managedObjectContext)
  }

  private static func dayToAudit(
    at campground: Campground?, today: CalendarDate, in context: ManagedObjectContext
  ) throws -> CalendarDate {
    guard let campground else { return today }
    let earlier = try context.fetch(
      Event.self, where: "campground == %@ AND day < %@", campground, today.midnightUTC, limit: 1)
    return earlier.isEmpty ? today : today.advanced(by: -1)
  }

  /// The closed days of the campground, the latest first.
  ///
  /// - Parameters:
  ///   - limit: the most days to return, or 0 for all.
  ///   - offset: the number of days to skip.
  public func closedDays(limit: Int = 0, offset: Int = 0) throws -> Page<ClosedDay> {
    let campground = try scope.campground(in: managedObjectContext)
    return try managedObjectContext.page(
      of: FetchRequest<ClosedDay>(where: "campground == %@", campground, by: ["-day"]),
      limit: limit, offset: offset)
  }

  // MARK: Helpers

  private static func sums(
    of date: CalendarDate, at campground: Campground, by book: StayBook
  ) throws -> ClosedDay {
    let context = book.context
    let isFirst = try context.count(ClosedDay.self, where: "campground == %@", campground) == 0
    let lines = try lines(of: date, isFirst: isFirst, at: campground, in: context)
    let currency = campground.currency
    // The only remaining nights of a canceled stay are those that were held for a late guest.
    let came: [ReservationStatus] = [.checkedIn, .checkedOut, .noShow, .canceled]
    let nightCount = try context.count(
      ReservationNight.self,
      where: "night == %@ AND campSite.campground == %@ AND reservation.status IN %@",
      date.dayNumber, campground, came.map(\.rawValue))
    let late = try book.lateGuests(after: date, at: campground).count {
      $0.dates?.contains(night: date) == true
    }
    let closed = ClosedDay(context: context)
    closed.date = date
    closed.closedAt = book.now
    closed.chargedMinor = try Balance.sum(
      lines.lazy.filter { !$0.isPayment }.map(\.amountMinor), currency)
    closed.paidMinor = try Balance.negated(
      try Balance.sum(lines.lazy.filter(\.isPayment).map(\.amountMinor), currency), currency)
    closed.nightsSold = Int32(clamping: nightCount + late)
    closed.campground = campground
    return closed
  }
}

extension StayBook {
  /// Reservations in one status with an arrival through a day.
  func guests(
    _ state: ReservationStatus, arrivingThrough day: CalendarDate, at campground: Campground
  ) throws -> [Reservation] {
    try context.fetch(
      Reservation.self, where: "status == %@ AND dateFrom <= %@ AND campground == %@",
      state.rawValue, day.midnightUTC, campground, by: ["number"],
      prefetching: Reservation.keyPathsOfFacts + ["folio"])
  }

  /// The late arrivals after a night that has passed, whose sites are still held.
  func lateGuests(after night: CalendarDate, at campground: Campground) throws -> [Reservation] {
    let last = min(
      night, NoShowRule.lastNightOver(on: CalendarDate(now, in: campground.timeZone)))
    return try guests(.reserved, arrivingThrough: last, at: campground)
      .filter { try isHeldForLateGuest($0) }
  }

  /// The stays whose bill through a day is not fully posted, with what is missing: guests in house,
  /// then late arrivals, whose held nights are owed once they have passed.
  func unposted(
    through day: CalendarDate, at campground: Campground
  ) throws -> [(stay: Reservation, items: [BillPosting.Owed])] {
    let guests =
      try guests(.checkedIn, arrivingThrough: day, at: campground)
      + lateGuests(after: day, at: campground)
    return try postings(of: guests).compactMap { stay, posting in
      let items = posting.missing(
        of: stay, through: day, on: CalendarDate(now, in: campground.timeZone))
      return items.isEmpty ? nil : (stay, items)
    }
  }

  /// What the ledger lacks of the bills of stays.
  ///
  /// It starts from these few stays, so that years of posted lines are not read.
  func postings(
    of guests: [Reservation]
  ) throws -> [(stay: Reservation, posting: BillPosting)] {
    guard !guests.isEmpty else { return [] }
    let entries = try context.fetch(
      FolioEntry.self, where: "reservation IN %@ AND night != nil", guests.map(\.objectID))
    let lines = Dictionary(grouping: entries) { $0.reservation?.objectID }
    return try guests.compactMap { stay in
      let posted = (lines[stay.objectID] ?? []).filter { $0.folio === stay.folio }
      return (stay, try posting(of: stay, beyond: posted))
    }
  }
}

extension BillPosting {
  /// The amounts of a stay to write through a business day: those of a late arrival only once the
  /// night has passed.
  func missing(
    of stay: Reservation, through day: CalendarDate, on today: CalendarDate
  ) -> [Owed] {
    missing(
      through: stay.state == .checkedIn ? day : min(day, NoShowRule.lastNightOver(on: today)))
  }
}
