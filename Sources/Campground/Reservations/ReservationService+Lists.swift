import Foundation
import ObjectGraph

/// Arrivals, departures and guests in house.
///
/// Each list is ordered by campsite and code, and its cost depends on the day alone, not on the
/// length of the history.
extension ReservationService {
  /// The arrivals of a day, including guests already checked in; for today also overdue arrivals
  /// with nights left.
  ///
  /// A stay on several campsites is listed once, under the first of them; `siteChanges(on:)` lists
  /// the days on which its guest moves on.
  public func arrivals(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let coming = try coming(on: day, at: campground)
    guard day == scope.today(at: campground) else {
      return Self.sorted(coming) { $0.site(on: $0.arrival) }
    }
    return Self.sorted(coming + (try missing(on: day, at: campground))) { $0.site(on: $0.arrival) }
  }

  /// The departures of a day, including guests already checked out; for today also overdue
  /// departures. A stay on several campsites is listed once, under the last of them.
  public func departures(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    // A day-use guest leaves on the day before the stored departure date.
    let going = try [day, day.advanced(by: 1)].flatMap { departure in
      try sold("dateTo", departure, at: campground)
    }.filter { $0.leavingDay == day }
    let isToday = day == scope.today(at: campground)
    let overdue = isToday ? try leftOver(on: day, at: campground) : []
    return Self.sorted(going + overdue) {
      $0.site(on: $0.departure.advanced(by: -1))
    }
  }

  /// The guests in house; for a day other than today, the stays that include its night.
  public func inHouse(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    if day == scope.today(at: campground) {
      let guests = try managedObjectContext.fetch(
        Reservation.self, where: "campground == %@ AND status == %@", campground,
        ReservationStatus.checkedIn.rawValue, prefetching: Self.shown)
      return Self.sorted(guests) { $0.site(on: day) }
    }
    let sold = try holders(ofNight: day, at: campground).filter { stay in
      stay.state.map(ReservationStatus.sold.contains) ?? false
    }
    return Self.sorted(sold) { $0.site(on: day) }
  }

  /// How many guests are still to arrive, with a night left, and how many should have left: on a
  /// site booked by the day, from the time of check-out on.
  ///
  /// It costs one count on an index, whatever the length of the history.
  public func waitingAtTheDesk() throws -> (toArrive: Int, overdue: Int) {
    guard let campground = try scope.campground(in: managedObjectContext) else { return (0, 0) }
    let now = WallTime(scope.clock.now, in: campground.timeZone)
    let isPastCheckOut = now.minute >= Int(campground.checkOutMinute)
    let lastDay = isPastCheckOut ? now.date : now.date.advanced(by: -1)
    let (coming, here) = (
      ReservationStatus.reserved.rawValue, ReservationStatus.checkedIn.rawValue
    )
    let groups = try groups(
      of: "Reservation", by: ["status"],
      // Worded so that the index on the status and the date is used, and not that on campgrounds.
      where: "NOT (campground != %@) AND status IN {%@, %@} AND dateFrom <= %@ AND "
        + "((status == %@ AND dateTo > %@) OR (status == %@ AND dateTo <= %@))",
      [
        campground, coming, here, now.date.midnightUTC, coming, now.date.midnightUTC, here,
        lastDay.midnightUTC,
      ])
    func count(_ status: String) -> Int {
      groups.first { $0.text("status") == status }?.count ?? 0
    }
    return (count(coming), count(here))
  }

  // MARK: Helpers

  /// The reservations that begin on a day, including guests already checked in.
  func coming(on day: CalendarDate, at campground: Campground) throws -> [Reservation] {
    try sold("dateFrom", day, at: campground)
  }

  /// The reservations of guests in house whose departure from the campsite was due before a day.
  func leftOver(on day: CalendarDate, at campground: Campground) throws -> [Reservation] {
    try managedObjectContext.fetch(
      Reservation.self, where: "campground == %@ AND status == %@ AND dateTo <= %@", campground,
      ReservationStatus.checkedIn.rawValue, day.midnightUTC, prefetching: Self.shown
    ).filter { $0.leavingDay < day }
  }

  /// The overdue arrivals before a day that still have nights left or leave on that day.
  private func missing(on day: CalendarDate, at campground: Campground) throws -> [Reservation] {
    try holders(ofNight: day.advanced(by: -1), at: campground).filter { stay in
      stay.state == .reserved && stay.arrival < day && stay.leavingDay >= day
    }
  }

  private func holders(
    ofNight day: CalendarDate, at campground: Campground
  ) throws -> [Reservation] {
    try managedObjectContext.fetch(
      ReservationNight.self, where: "night == %@ AND campSite.campground == %@", day.dayNumber,
      campground, prefetching: ["reservation"]
    ).compactMap(\.reservation)
  }

  /// What lists show of a stay.
  private static let shown = ["segments.campSite", "camper"]

  /// The sold stays that have a date.
  private func sold(
    _ key: String, _ date: CalendarDate, at campground: Campground
  ) throws -> [Reservation] {
    try managedObjectContext.fetch(
      Reservation.self, where: "campground == %@ AND \(key) == %@ AND status IN {%@, %@, %@}",
      campground, date.midnightUTC, ReservationStatus.reserved.rawValue,
      ReservationStatus.checkedIn.rawValue, ReservationStatus.checkedOut.rawValue,
      prefetching: Self.shown)
  }

  /// Stays by campsite and code.
  ///
  /// - Parameter place: the campsite to sort by, for a guest who moves during the stay.
  static func sorted(
    _ stays: [Reservation],
    by place: (Reservation) -> (site: CampSite?, name: String?)
  ) -> [Reservation] {
    stays.map { (site: NaturalName(place($0).name), stay: $0) }
      .sorted { ($0.site, $0.stay.number) < ($1.site, $1.stay.number) }
      .map(\.stay)
  }
}

extension Reservation {
  /// Whether the guest has not arrived although the arrival was due before a day.
  public func isArrivalOverdue(on today: CalendarDate) -> Bool {
    state == .reserved && arrival < today
  }

  /// The date on which the guest leaves.
  public var leavingDay: CalendarDate { isByDay ? departure.advanced(by: -1) : departure }

  /// Whether the guest has not left although the departure was due: on the departure date from the
  /// campground's `checkOutMinute` on; on a campsite booked by the day, after that day.
  public func isDepartureOverdue(at now: WallTime) -> Bool {
    guard state == .checkedIn else { return false }
    return leavingDay < now.date
      || (!isByDay && departure == now.date && now.minute >= Int(campground?.checkOutMinute ?? 660))
  }
}
