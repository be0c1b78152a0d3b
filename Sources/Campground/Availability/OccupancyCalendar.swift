/// The state of campsites on a range of days, like the calendar on an office wall.
public struct OccupancyCalendar {
  /// The state of a campsite on one night.
  public enum State: Sendable, Hashable, CaseIterable {
    case free
    /// Reserved, and the guest has not arrived yet.
    case reserved
    /// The guest is in house.
    case inHouse
    /// The guest has checked out.
    case left
    /// On hold for a limited time.
    case held
    /// Closed for maintenance or by the office.
    case closed
    /// Retired.
    case retired
  }

  /// A campsite on one day.
  public struct Cell: Sendable, Hashable {
    /// The state on the night that begins on the day.
    public let state: State
    /// The code of the reservation on that night, or the reason for the closure.
    public let occupant: String?
    /// The guest on that night.
    public let guest: String?
    /// Whether a stay begins on the day.
    public let begins: Bool
    /// Whether another stay ends on the day; together with `begins`, that is a turnover. On a
    /// campsite booked by the day, it is the stay of this day that ends, and both together are a
    /// stay of one day.
    public let ends: Bool
  }

  /// The days.
  public let days: Range<CalendarDate>

  /// The campsites by name, with one cell for each day.
  public let rows: [(site: CampSite, cells: [Cell])]
}

extension OccupancyCalendar {
  /// Fills the cells from the taken nights of the range, and of the day before and after it.
  init(_ days: Range<CalendarDate>, _ sites: [CampSite], _ taken: TakenNights) {
    self.days = days
    rows = sites.map { site in (site, Self.cells(of: site, days, taken)) }
  }

  private static func cells(
    of site: CampSite, _ days: Range<CalendarDate>, _ taken: TakenNights
  ) -> [Cell] {
    let isByDay = site.siteType == .dayUse
    var before = taken[site, days.lowerBound.advanced(by: -1)]
    return days.map { day in
      let night = taken[site, day]
      let isSame = night != nil && before.map { sameOccupant($0, night) } ?? false
      defer { before = night }
      let ends =
        isByDay
        ? night.map { !sameOccupant($0, taken[site, day.advanced(by: 1)]) } ?? false
        : before != nil && !isSame
      return Cell(
        state: night.map(state) ?? (site.retirement.map { day >= $0 } ?? false ? .retired : .free),
        occupant: night?.reservation?.code ?? night?.block?.reason,
        guest: night?.reservation?.camper?.fullName,
        begins: night != nil && !isSame, ends: ends)
    }
  }

  private static func sameOccupant(_ left: ReservationNight, _ right: ReservationNight?) -> Bool {
    left.reservation === right?.reservation && left.block === right?.block
  }

  private static func state(of night: ReservationNight) -> State {
    guard night.block == nil else { return .closed }
    if night.heldUntil != nil { return .held }
    switch night.reservation?.state {
    case .hold: return .held
    case .checkedIn: return .inHouse
    case .checkedOut: return .left
    default: return .reserved
    }
  }
}

/// The occupancy of a campground on one day.
public struct DaySummary: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The number of campsites free on the night.
  public let free: Int
  /// The number of campsites occupied, reserved or on hold.
  public let taken: Int
  /// The number of closed campsites.
  public let closed: Int
  /// The number of stays that begin, holds included.
  public let arrivals: Int
  /// The number of stays that end.
  public let departures: Int
}
