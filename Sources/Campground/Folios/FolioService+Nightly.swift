import Foundation
import ObjectGraph

extension FolioService {
  /// Runs the night audit: ends expired holds, marks no-shows, posts the nights of everybody in the
  /// house, and closes the day if asked to. Nights that become free are offered to those who wait
  /// for them.
  ///
  /// A reservation is a no-show after its first night, and a guaranteed one after its last, unless
  /// the campground has it otherwise: `CampgroundSettings.noShowAfter`. Until then it is expected,
  /// and charged night by night.
  ///
  /// Each step is one save. It may run any number of times: what was done is not done again, and
  /// where it was cut off the next run goes on. Whether the day may be closed is asked before
  /// anything is done.
  ///
  /// - Parameters:
  ///   - day: the business day; by default yesterday, the last one that is over.
  ///   - closing: whether the day is closed in the end.
  /// - Throws: `CampgroundError.dayToCome`; with `closing` also `.dayOutOfOrder` when earlier
  ///   days are to be closed first.
  @discardableResult
  public func runNightly(
    _ day: CalendarDate? = nil, closing: Bool = false
  ) throws -> NightlyReport {
    let campground = try scope.campground(in: managedObjectContext)
    let today = scope.today(at: campground)
    let day = day ?? today.advanced(by: -1)
    guard day <= today else { throw CampgroundError.dayToCome(day, today: today) }
    if closing { try requireClosable(day, today: today) }
    let none = Money(0, campground?.currency ?? .usd)
    var report = NightlyReport(day: day, posted: none, noShowCharges: none)
    guard campground != nil else { return report }
    (report.expiredHolds, report.offers) = try expireHolds()
    let posted = try postNights(through: day)
    report.linesPosted = posted.count
    report.posted = Money(minorUnits: posted.units, report.posted.currency)
    // Behind the nights that were held for them.
    let ended = try markNoShows(after: min(day, NoShowRule.lastNightOver(on: today)))
    report.noShows = ended.codes
    report.noShowCharges = Money(minorUnits: ended.charged, report.posted.currency)
    report.offers += ended.offers
    report.late = ended.late
    if closing {
      try closeOnce(day)
      report.isDayClosed = true
    }
    report.waiting = try waiting(through: today)
    return report
  }

  /// The codes of stays in the house of which a night through a day is not posted.
  private func waiting(through day: CalendarDate) throws -> [String] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return try StayBook(scope, in: managedObjectContext).unposted(through: day, at: campground)
      .filter { $0.stay.state == .checkedIn }.map(\.stay.code)
  }

  /// Ends in one save the holds whose time is up, and gives their codes, and what was offered of
  /// their nights.
  private func expireHolds() throws -> (codes: [String], offers: [WaitlistOffer]) {
    try scope.change(
      { scratch in
        guard let campground = try scope.campground(in: scratch) else { return ([], []) }
        let book = StayBook(scope, in: scratch, for: "nightly")
        let ended = try stays(
          FetchPredicate(
            format: "campground == %@ AND status == %@ AND holdExpiresAt <= %@", campground,
            ReservationStatus.hold.rawValue, book.now), with: ["nights", "events"], in: scratch)
        let offers = try book.end(ended, at: campground) { try book.bring($0, to: .expired) }
        return (ended.map(\.code), offers)
      }, if: { !$0.codes.isEmpty })
  }

  /// Notes in one save who is a no-show after a night, and gives their codes, what they are charged
  /// in minor units, what was offered of
  /// their nights, and the codes of those who are late and whose sites are held.
  private func markNoShows(
    after night: CalendarDate
  ) throws -> (codes: [String], charged: Int64, offers: [WaitlistOffer], late: [String]) {
    try scope.change(
      { scratch in
        guard let campground = try scope.campground(in: scratch) else { return ([], 0, [], []) }
        let book = StayBook(scope, in: scratch, for: "nightly")
        let missing = try stays(
          FetchPredicate(
            format: "campground == %@ AND status == %@ AND dateFrom <= %@", campground,
            ReservationStatus.reserved.rawValue, night.midnightUTC),
          with: Reservation.keyPathsOfFacts + ["nights", "folio"], in: scratch)
        let ended = try missing.filter { try book.isNoShow($0, after: night) }
        let late = missing.filter { !ended.contains($0) }.map(\.code)
        let offers = try book.end(ended, at: campground) { try book.noShow($0, reason: nil) }
        let charges = scratch.insertedObjects.lazy.compactMap { $0 as? FolioEntry }
          .filter { line in !line.isPayment && ended.contains { $0 === line.reservation } }
        let charged = try Balance.sum(charges.map(\.amountMinor), campground.currency)
        return (ended.map(\.code), charged, offers, late)
      }, if: { !$0.codes.isEmpty })
  }

  /// Reservations with what their end is made of, read along so that none is asked for by itself.
  private func stays(
    _ predicate: FetchPredicate, with keyPaths: [String], in scratch: ManagedObjectContext
  ) throws -> [Reservation] {
    let request = Reservation.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    request.relationshipKeyPathsForPrefetching = keyPaths
    return try scratch.fetch(request)
  }

  /// Checks that a day is closed or is the one that can be closed next.
  private func requireClosable(_ day: CalendarDate, today: CalendarDate) throws {
    try scope.change(
      { scratch in
        // As the store has it now: others close days, too.
        let campground = try scope.campground(in: scratch).map { try scratch.current($0) }
        do {
          try Self.requireTurn(of: day, at: campground, today: today)
        } catch let error as CampgroundError where error.code == .dayClosedAlready {
          // A run that was cut off goes on.
        }
      }, if: { _ in false })
  }

  /// Closes a day that is not closed.
  private func closeOnce(_ day: CalendarDate) throws {
    do {
      _ = try closeDay(day)
    } catch let error as CampgroundError where error.code == .dayClosedAlready {
      // An earlier run was cut off behind the closing, or another one was faster.
    }
  }

  /// Posts in one save what everybody in the house owes for their nights through a day, and for
  /// nights that were held for them who is late.
  ///
  /// - Returns: the number of lines and their sum in minor units; zeros for a closed day.
  private func postNights(
    through day: CalendarDate
  ) throws -> (count: Int, units: Int64) {
    try scope.change(
      { scratch in
        guard let known = try scope.campground(in: scratch) else { return (0, 0) }
        let campground = try scratch.current(known)
        if let closed = campground.lastClosedDay, day <= closed { return (0, 0) }
        let book = StayBook(scope, in: scratch, for: "nightly")
        let lines = try book.unposted(through: day, at: campground).flatMap { stay, items in
          if stay.state == .reserved { book.noteHeldNights(of: stay, through: day) }
          return try book.write(items, of: stay, day: day)
        }
        let sum = try Balance.sum(lines.lazy.map(\.amountMinor), campground.currency)
        return (lines.count, sum)
      }, if: { $0.count > 0 })
  }
}
