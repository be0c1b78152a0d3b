import Foundation
import ObjectGraph

extension AvailabilityService {
  /// The most days of a calendar.
  public static let mostDays = 366

  /// What campsites are like from a day on.
  ///
  ///     let calendar = try service.calendar(from: today, days: 14, needs: SiteNeeds(loop: "Oak"))
  ///
  /// Campsites that are retired before the first day, and have no night there, are left out. Four
  /// fetches: the campsites, and the nights with their reservations and blocks.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number of days below 1 or above `mostDays`, and
  ///   for a need that is not above zero.
  public func calendar(
    from first: CalendarDate, days count: Int, needs: SiteNeeds = SiteNeeds()
  ) throws -> OccupancyCalendar {
    guard (1...Self.mostDays).contains(count) else {
      throw CampgroundError.outOfRange("days", value: count, allowed: 1...Self.mostDays)
    }
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

  /// How full the campground is on each day of a month.
  ///
  /// Four fetches, whose cost is that of the month's own nights.
  public func summaries(of month: CalendarMonth) throws -> [DaySummary] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let days = month.days
    let now = scope.clock.now
    let request = ReservationNight.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "night BETWEEN {%@, %@} AND campSite.campground == %@ AND "
        + "(heldUntil == nil OR heldUntil > %@)",
      days.lowerBound.dayNumber, days.upperBound.dayNumber - 1, campground, now)
    var taken: [Int32: Int] = [:]
    var closed: [Int32: Int] = [:]
    for night in try managedObjectContext.fetch(request) {
      if night.block == nil {
        taken[night.night, default: 0] += 1
      } else {
        closed[night.night, default: 0] += 1
      }
    }
    let sites = try sites(matching: [FetchPredicate(format: "campground == %@", campground)])
    let arrivals = try stays("dateFrom", in: days, at: campground).countedByDay(\.arrival)
    // Who has a campsite for a day leaves before the date that ends the stay.
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

  /// The stays that keep nights and whose date lies in the range; expired holds do not count.
  private func stays(
    _ key: String, in days: Range<CalendarDate>, at campground: Campground
  ) throws -> [Reservation] {
    // By the dates alone: an index of states or campgrounds would lead through the whole history.
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "\(key) >= %@ AND \(key) < %@", days.lowerBound.midnightUTC,
      days.upperBound.midnightUTC)
    let now = scope.clock.now
    return try managedObjectContext.fetch(request).filter { stay in
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
