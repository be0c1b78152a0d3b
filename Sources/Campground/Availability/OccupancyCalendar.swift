/// What campsites are like on the days of a range: the calendar on the wall of the office.
public struct OccupancyCalendar {
  /// What a campsite is for a night.
  public enum State: Sendable, Hashable, CaseIterable {
    case free
    /// A guest is to come.
    case reserved
    /// A guest is there.
    case inHouse
    /// A guest was there and has left for good.
    case left
    /// Someone has it for a short time only.
    case held
    /// It is closed for maintenance or by the office.
    case closed
    /// It is retired.
    case retired
  }

  /// A campsite on one day.
  public struct Cell: Sendable, Hashable {
    /// What it is for the night that begins on the day.
    public let state: State
    /// The code of the reservation that has the night, or why the campsite is closed.
    public let occupant: String?
    /// The guest who has the night.
    public let guest: String?
    /// Whether a stay begins on the day.
    public let begins: Bool
    /// Whether another stay ends on the day; both together are a turnover. On a campsite that is
    /// booked by the day it is the stay of this day that ends; both together are a stay of one day.
    public let ends: Bool
  }

  /// The days.
  public let days: Range<CalendarDate>

  /// The campsites by number and name, each with a cell for each day.
  public let rows: [(site: CampSite, cells: [Cell])]
}

extension OccupancyCalendar {
  /// Fills the cells from the nights that are taken on the days, on the one before
  /// and the one behind them.
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

/// How full a campground is on one day.
public struct DaySummary: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The campsites that nobody has for the night.
  public let free: Int
  /// The campsites that guests have, or that are held for them.
  public let taken: Int
  /// The campsites that are closed.
  public let closed: Int
  /// The stays that begin, holds included.
  public let arrivals: Int
  /// The stays that end.
  public let departures: Int
}
