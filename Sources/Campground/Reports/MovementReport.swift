import ObjectGraph

/// The number of arrivals, departures or stays on one day.
public struct DayCount: Hashable, Sendable {
  /// The day.
  public let day: CalendarDate
  /// The number of stays.
  public internal(set) var stays = 0
  /// The number of people in them.
  public internal(set) var people = 0
}

/// A no-show.
public struct NoShow: Hashable, Sendable {
  /// The expected day of arrival.
  public let arrival: CalendarDate
  /// The reservation's code.
  public let code: String
  /// The camper's name; nil where none was given.
  public let camper: String?
  /// The amount kept on the bill, including tax.
  public let kept: Money
}

extension ReportService {
  /// The arrivals, one row for each day of the period; a stay on several campsites arrives once.
  public func arrivals(_ period: ReportPeriod) throws -> [DayCount] {
    guard let campground = try campground() else { return [] }
    return try counts(
      period, of: "Reservation", by: ["dateFrom"], people: Self.people,
      where: "campground == %@ AND status IN %@ AND dateFrom BETWEEN {%@, %@}",
      [campground, Self.sold, period.first.midnightUTC, period.last.midnightUTC]
    ) { $0.date("dateFrom") }
  }

  /// The departures, one row for each day of the period; a stay on several campsites departs once.
  /// On a campsite booked by the day, the guest leaves on the last day.
  public func departures(_ period: ReportPeriod) throws -> [DayCount] {
    guard let campground = try campground() else { return [] }
    return try counts(
      period, of: "Reservation", by: ["dateTo", "campSite.type"], people: Self.people,
      where: "campground == %@ AND status IN %@ AND dateTo BETWEEN {%@, %@}",
      [campground, Self.sold, period.first.midnightUTC, period.end.midnightUTC]
    ) { row in
      let isByDay = row.text("campSite.type") == CampSiteType.dayUse.rawValue
      return row.date("dateTo").map { isByDay ? $0.advanced(by: -1) : $0 }
    }
  }

  private static let people = ["party.adults", "party.children"]

  private static let sold = ReservationStatus.sold.map(\.rawValue)

  /// The stays that include the night, one row for each day of the period; for today, the guests
  /// who are checked in.
  public func inHouse(_ period: ReportPeriod) throws -> [DayCount] {
    guard let campground = try campground() else { return [] }
    // Filtering by campground or status in the store would scan all stays first.
    var counts = try counts(
      period, of: "ReservationNight", by: ["night", "reservation.campground"],
      people: Self.people.map { "reservation.\($0)" },
      where: "night BETWEEN {%@, %@} AND NOT reservation.status IN %@",
      [period.first.dayNumber, period.last.dayNumber, ReservationStatus.unsold]
    ) { $0.object("reservation.campground") == campground.objectID ? $0.night("night") : nil }
    let today = scope.today(at: campground)
    guard period.days.contains(today) else { return counts }
    // Today, guests past their departure are still here, and guests who have not arrived are not.
    let here = try groups(
      of: "Reservation", by: ["status"], adding: Self.people,
      where: "campground == %@ AND status == %@",
      [campground, ReservationStatus.checkedIn.rawValue]
    ).first
    counts[period.first.distance(to: today)] = DayCount(
      day: today, stays: here?.count ?? 0, people: here?.count(of: Self.people) ?? 0)
    return counts
  }

  private func counts(
    _ period: ReportPeriod, of entity: String, by keys: [String], people: [String],
    where format: String, _ arguments: [Any?], _ day: (StoredRow) -> CalendarDate?
  ) throws -> [DayCount] {
    var counts = (period.first.dayNumber...period.last.dayNumber).map {
      DayCount(day: CalendarDate(dayNumber: $0))
    }
    for row in try groups(
      of: entity, by: keys, adding: people, where: format, arguments)
    {
      guard let day = day(row), period.days.contains(day) else { continue }
      let place = period.first.distance(to: day)
      counts[place].stays += row.count
      counts[place].people += row.count(of: people)
    }
    return counts
  }

  // MARK: No-shows

  /// The no-shows, by day of arrival and code.
  public func noShows(_ period: ReportPeriod) throws -> [NoShow] {
    guard let campground = try campground() else { return [] }
    let missing = ReservationStatus.noShow.rawValue
    let first = period.first.midnightUTC
    let kept = try groups(
      of: "FolioEntry", by: ["reservation"], adding: ["amountMinor"],
      where: "method == nil AND reservation.campground == %@ AND reservation.status == %@ "
        + "AND reservation.dateFrom >= %@", [campground, missing, first]
    ).reduce(into: [ManagedObjectID: Int64]()) { kept, row in
      if let stay = row.object("reservation") { kept[stay] = row.sum("amountMinor") }
    }
    return try managedObjectContext.fetch(
      Reservation.self,
      where: "campground == %@ AND status == %@ AND dateFrom BETWEEN {%@, %@}", campground,
      missing, first, period.last.midnightUTC, by: ["dateFrom", "number"], prefetching: ["camper"]
    ).map { stay in
      NoShow(
        arrival: stay.arrival, code: stay.code, camper: stay.camper?.fullName,
        kept: Money(minorUnits: kept[stay.objectID] ?? 0, campground.currency))
    }
  }
}
