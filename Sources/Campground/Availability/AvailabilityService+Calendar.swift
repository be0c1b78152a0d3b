import Foundation
import ObjectGraph

extension AvailabilityService {
  /// The most days that a calendar may cover.
  public static let mostDays = 366

  /// The state of the campsites from a day on.
  ///
  ///     let calendar = try service.calendar(from: today, days: 14, needs: SiteNeeds(.init(loop: "Oak")))
  ///
  /// Campsites retired before the first day that have no nights in the range are left out. Makes
  /// four fetches: the campsites, and the nights with their reservations and blocks.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number of days below 1 or above `mostDays`, and
  ///   for a need that is not above zero.
  public func calendar(
    from first: CalendarDate, days count: Int, needs: SiteNeeds = SiteNeeds()
  ) throws -> OccupancyCalendar {
    try RuleCheck.range(count, "days", 1...Self.mostDays)
    let days = first..<first.advanced(by: count)
    guard let campground = try scope.campground(in: managedObjectContext) else {
      return OccupancyCalendar(days: days, rows: [])
    }
    let taken = try TakenNights(
      first.advanced(by: -1)..<days.upperBound.advanced(by: 1), at: campground,
      now: scope.clock.now,
      withReservations: true, in: managedObjectContext)
    let sites = try sites(
      matching: [FetchPredicate(format: "campground == %@", campground)] + needs.predicates()
    ).filter { site in
      (site.retirement.map { $0 > first } ?? true) || days.contains { taken[site, $0] != nil }
    }
    return OccupancyCalendar(days, sites, taken)
  }

  /// The occupancy of the campground on each day of a month.
  ///
  /// Makes four fetches, whose cost depends on the nights of that month alone.
  public func summaries(of month: CalendarMonth) throws -> [DaySummary] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let days = month.days
    var taken: [Int32: Int] = [:]
    var closed: [Int32: Int] = [:]
    for night in try TakenNights.rows(
      days, at: campground, now: scope.clock.now, in: managedObjectContext)
    {
      if night.block == nil {
        taken[night.night, default: 0] += 1
      } else {
        closed[night.night, default: 0] += 1
      }
    }
    let sites = try sites(matching: [FetchPredicate(format: "campground == %@", campground)])
    let arrivals = try stays("dateFrom", in: days, at: campground).countedByDay(\.arrival)
    // A day-use guest leaves on the day before the stored departure date.
    let ends = days.lowerBound..<days.upperBound.advanced(by: 1)
    let departures = try stays("dateTo", in: ends, at: campground).countedByDay(\.leavingDay)
    let retirements = sites.map(\.retirement)
    return days.map { day in
      let open = retirements.count { $0.map { day < $0 } ?? true }
      let (taken, closed) = (taken[day.dayNumber] ?? 0, closed[day.dayNumber] ?? 0)
      return DaySummary(
        date: day, free: max(0, open - taken - closed), taken: taken, closed: closed,
        arrivals: arrivals[day] ?? 0, departures: departures[day] ?? 0)
    }
  }

  /// The stays that occupy nights and have the date in a range; expired holds do not count.
  private func stays(
    _ key: String, in days: Range<CalendarDate>, at campground: Campground
  ) throws -> [Reservation] {
    // The predicate uses dates alone: an index on status or campground would scan the whole
    // history.
    let now = scope.clock.now
    return try managedObjectContext.fetch(
      Reservation.self, where: "\(key) >= %@ AND \(key) < %@", days.lowerBound.midnightUTC,
      days.upperBound.midnightUTC
    ).filter { stay in
      stay.campground == campground && stay.state?.occupiesNights == true
        && stay.holdExpiresAt.map { $0 > now } ?? true
    }
  }
}

extension [Reservation] {
  fileprivate func countedByDay(_ day: (Reservation) -> CalendarDate) -> [CalendarDate: Int] {
    reduce(into: [:]) { counts, reservation in counts[day(reservation), default: 0] += 1 }
  }
}
