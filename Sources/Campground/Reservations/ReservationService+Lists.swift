import Foundation
import ObjectGraph

/// Who comes, who goes, who is here.
///
/// Each list is by campsite and code, and costs what the day has, however
/// many years the store keeps.
extension ReservationService {
  /// The guests who are to arrive on a day, those who did already included; for today also those
  /// who should have come before and whose nights are not over.
  ///
  /// A stay on several campsites is there once, by the first of them; `siteChanges(on:)` has the
  /// days on which its guest goes on to the others.
  public func arrivals(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let coming = try coming(on: day, at: campground)
    guard day == scope.today(at: campground) else {
      return Self.sorted(coming) { $0.site(on: $0.arrival) }
    }
    return Self.sorted(coming + (try missing(on: day, at: campground))) { $0.site(on: $0.arrival) }
  }

  /// The guests who are to leave on a day, those who did already included; for today also those who
  /// should have left before. A stay on several campsites is there once, by the last of them.
  public func departures(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    // Who has a campsite for a day leaves before the date that ends the stay.
    let going = try [day, day.advanced(by: 1)].flatMap { departure in
      try stays(
        try FetchPredicate(
          format: "campground == %@ AND dateTo == %@ AND status IN {%@, %@, %@}", campground,
          departure.midnightUTC, ReservationStatus.reserved.rawValue,
          ReservationStatus.checkedIn.rawValue, ReservationStatus.checkedOut.rawValue))
    }.filter { $0.leavingDay == day }
    let isToday = day == scope.today(at: campground)
    let overdue = isToday ? try leftOver(on: day, at: campground) : []
    return Self.sorted(going + overdue) {
      $0.site(on: $0.departure.advanced(by: -1))
    }
  }

  /// The guests who are here; for another day than today, those whose stays have its night.
  public func inHouse(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    if day == scope.today(at: campground) {
      return Self.sorted(
        try stays(
          try FetchPredicate(
            format: "campground == %@ AND status == %@", campground,
            ReservationStatus.checkedIn.rawValue)), by: { $0.site(on: day) })
    }
    return Self.sorted(
      try holders(ofNight: day, at: campground).filter {
        [.reserved, .checkedIn, .checkedOut].contains($0.state)
      }, by: { $0.site(on: day) })
  }

  // MARK: Parts

  /// The reservations that begin on a day, those of guests who are here already included.
  func coming(on day: CalendarDate, at campground: Campground) throws -> [Reservation] {
    try stays(
      try FetchPredicate(
        format: "campground == %@ AND dateFrom == %@ AND status IN {%@, %@, %@}", campground,
        day.midnightUTC, ReservationStatus.reserved.rawValue,
        ReservationStatus.checkedIn.rawValue, ReservationStatus.checkedOut.rawValue))
  }

  /// The reservations of guests who are here and should have left the campsite before a day.
  func leftOver(on day: CalendarDate, at campground: Campground) throws -> [Reservation] {
    try stays(
      try FetchPredicate(
        format: "campground == %@ AND status == %@ AND dateTo <= %@", campground,
        ReservationStatus.checkedIn.rawValue, day.midnightUTC)
    ).filter { $0.leavingDay < day }
  }

  /// Those who were to arrive before a day, did not, and still have nights or leave on that day.
  private func missing(on day: CalendarDate, at campground: Campground) throws -> [Reservation] {
    try holders(ofNight: day.advanced(by: -1), at: campground).filter { stay in
      stay.state == .reserved && stay.arrival < day && stay.leavingDay >= day
    }
  }

  private func holders(
    ofNight day: CalendarDate, at campground: Campground
  ) throws -> [Reservation] {
    let request = ReservationNight.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "night == %@ AND campSite.campground == %@", day.dayNumber, campground)
    request.relationshipKeyPathsForPrefetching = ["reservation"]
    return try managedObjectContext.fetch(request).compactMap(\.reservation)
  }

  private func stays(_ predicate: FetchPredicate) throws -> [Reservation] {
    let request = Reservation.fetchRequest()
    request.predicate = predicate
    request.relationshipKeyPathsForPrefetching = ["segments.campSite", "camper"]
    return try managedObjectContext.fetch(request)
  }

  /// Stays by campsite and code.
  ///
  /// - Parameter place: the campsite that counts, of a guest who was moved on the way.
  static func sorted(
    _ stays: [Reservation],
    by place: (Reservation) -> (site: CampSite?, name: String?) = { ($0.campSite, $0.siteName) }
  ) -> [Reservation] {
    stays.map { stay in (place(stay), stay) }
      .map { (number: $0.site?.siteNumber ?? .max, name: $0.name ?? "", $1) }
      .sorted { ($0.number, $0.name, $0.2.number) < ($1.number, $1.name, $1.2.number) }
      .map(\.2)
  }
}

extension Reservation {
  /// Whether the guest should have come before that day, and did not.
  public func isArrivalOverdue(on today: CalendarDate) -> Bool {
    state == .reserved && arrival < today
  }

  /// Whether the campsite is booked by the day, so that the guest leaves on the last day of the
  /// stay.
  public var isByDay: Bool { campSite?.siteType == .dayUse }

  /// The date on which the guest leaves.
  public var leavingDay: CalendarDate { isByDay ? departure.advanced(by: -1) : departure }

  /// Whether the guest should have left by then, and did not: on the departure date from the
  /// campground's `checkOutMinute` on, and on a campsite that is booked by the day after that day.
  public func isDepartureOverdue(at now: WallTime) -> Bool {
    guard state == .checkedIn else { return false }
    return leavingDay < now.date
      || (!isByDay && departure == now.date && now.minute >= Int(campground?.checkOutMinute ?? 660))
  }
}
