import Foundation
import ObjectGraph

extension FolioService {
  /// Runs the night audit: ends expired holds, marks no-shows, posts the nights of all guests in
  /// house, and closes the day if asked to. Freed nights are offered to the waitlist.
  ///
  /// A reservation becomes a no-show after its first night, a guaranteed one after its last, unless
  /// the campground sets it differently: `CampgroundSettings.noShowAfter`. Until then it is
  /// expected, and charged night by night.
  ///
  /// Each step is saved separately. The audit may be run any number of times: finished work is not
  /// repeated, and an interrupted run is continued by the next. Whether the day may be closed is
  /// checked before anything is done.
  ///
  /// - Parameters:
  ///   - day: the business day; by default the one given by `dayToAudit()`.
  ///   - closing: whether to close the day at the end.
  /// - Throws: `CampgroundError.refused` for a day still to come; with `closing` also when earlier
  ///   days have to be closed first, and for a day before the first one.
  @discardableResult
  public func runNightly(
    _ day: CalendarDate? = nil, closing: Bool = false
  ) throws -> NightlyReport {
    let campground = try scope.campground(in: managedObjectContext)
    let today = scope.today(at: campground)
    let day = try day ?? dayToAudit()
    try refuse(unless: day <= today, with: .dayToCome(day, today: today))
    if closing { try requireClosable(day, today: today) }
    let none = Money(0, campground?.currency ?? .usd)
    var report = NightlyReport(day: day, posted: none, noShowCharges: none)
    guard campground != nil else { return report }
    try expireHolds(&report)
    try postNights(on: today, &report)
    // After the nights that were held for them.
    try markNoShows(after: min(day, NoShowRule.lastNightOver(on: today)), &report)
    if closing {
      try closeOnce(day)
      report.isDayClosed = true
    }
    return report
  }

  /// Ends all expired holds in one save.
  private func expireHolds(_ report: inout NightlyReport) throws {
    try scope.change(
      { scratch in
        guard let campground = try scope.campground(in: scratch) else { return false }
        let book = StayBook(scope, in: scratch, for: "nightly")
        let ended = try book.lapsedHolds(at: campground)
        report.offers = try book.end(ended, at: campground) { try book.bring($0, to: .expired) }
        report.expiredHolds = ended.map(\.code)
        return !ended.isEmpty
      }, if: { $0 })
  }

  /// Marks the no-shows after a night in one save.
  private func markNoShows(after night: CalendarDate, _ report: inout NightlyReport) throws {
    try scope.change(
      { scratch in
        guard let campground = try scope.campground(in: scratch) else { return false }
        let book = StayBook(scope, in: scratch, for: "nightly")
        let missing = try scratch.fetch(
          Reservation.self, where: "campground == %@ AND status == %@ AND dateFrom <= %@",
          campground, ReservationStatus.reserved.rawValue, night.midnightUTC, by: ["number"],
          prefetching: Reservation.keyPathsOfFacts + ["nights", "folio"])
        let ended = try missing.filter { try book.isNoShow($0, after: night) }
        report.late = missing.filter { !ended.contains($0) }.map(\.code)
        report.offers += try book.end(ended, at: campground) { try book.noShow($0, reason: nil) }
        let charges = scratch.insertedObjects.lazy.compactMap { $0 as? FolioEntry }
          .filter { line in !line.isPayment && ended.contains { $0 === line.reservation } }
        let charged = try Balance.sum(charges.map(\.amountMinor), campground.currency)
        report.noShowCharges = Money(minorUnits: charged, campground.currency)
        report.noShows = ended.map(\.code)
        return !ended.isEmpty
      }, if: { $0 })
  }

  /// Checks that a day is closed, or is the next one to close.
  private func requireClosable(_ day: CalendarDate, today: CalendarDate) throws {
    try scope.change(
      { scratch in
        // The current state of the store, because other processes close days too.
        let campground = try scope.campground(in: scratch).map { try scratch.current($0) }
        do {
          try Self.requireTurn(of: day, at: campground, today: today, in: scratch)
        } catch let error as CampgroundError where error.code == .dayClosedAlready {
          // An interrupted run is being continued.
        }
      }, if: { _ in false })
  }

  /// Closes a day unless it is closed already.
  private func closeOnce(_ day: CalendarDate) throws {
    do {
      _ = try closeDay(day)
    } catch let error as CampgroundError where error.code == .dayClosedAlready {
      // An earlier run was interrupted after closing the day, or another one was faster.
    }
  }

  /// Posts in one save the nights of all guests in house through the day, unless it is closed, and
  /// the nights held for late arrivals; guests with nights left to post through today are waiting.
  private func postNights(on today: CalendarDate, _ report: inout NightlyReport) throws {
    let day = report.day
    try scope.change(
      { scratch in
        guard let known = try scope.campground(in: scratch) else { return false }
        let campground = try scratch.current(known)
        let isOpen = campground.lastClosedDay.map { day > $0 } ?? true
        let book = StayBook(scope, in: scratch, for: "nightly")
        let guests =
          try book.guests(.checkedIn, arrivingThrough: today, at: campground)
          + book.lateGuests(after: day, at: campground)
        var lines: [FolioEntry] = []
        report.waiting = []
        report.unpriced = try guests.filter { stay in
          try stay.unpricedNights > 0
            && book.billByFacts(of: stay).unpricedNights.contains { $0 <= day }
        }.map(\.code)
        for (stay, posting) in try book.postings(of: guests) {
          let isDue = isOpen && stay.arrival <= day
          let items = isDue ? posting.missing(of: stay, through: day, on: today) : []
          if stay.state == .reserved, !items.isEmpty { book.noteHeldNights(of: stay, through: day) }
          lines += try book.write(items, of: stay, day: day)
          if stay.state == .checkedIn, posting.missing(through: today).count > items.count {
            report.waiting.append(stay.code)
          }
        }
        let sum = try Balance.sum(lines.lazy.map(\.amountMinor), campground.currency)
        report.posted = Money(minorUnits: sum, campground.currency)
        report.linesPosted = lines.count
        return !lines.isEmpty
      }, if: { $0 })
  }
}
