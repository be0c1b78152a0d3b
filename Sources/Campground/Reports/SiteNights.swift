import ObjectGraph

/// The nights of the campsites of one type in a period.
struct SiteNights: Hashable, Sendable {
  /// All nights of campsites that were not retired by then.
  var all = 0
  /// Those on which campsites are closed.
  var closed = 0
  /// Those of reserved, checked-in and checked-out stays.
  var sold = 0

  /// All nights but those on which campsites are closed.
  var available: Int { all - closed }

  static func + (left: SiteNights, right: SiteNights) -> SiteNights {
    SiteNights(
      all: left.all + right.all, closed: left.closed + right.closed, sold: left.sold + right.sold)
  }
}

extension ReportService {
  /// The types of the campsites.
  func types(of campground: Campground) throws -> [ManagedObjectID: String?] {
    try rows(
      of: "CampSite", reading: ["objectID", "type"], where: "campground == %@", [campground]
    ).reduce(into: [:]) { types, row in
      if let site = row.object("objectID") { types[site] = .some(row.text("type")) }
    }
  }

  /// The nights of a period. A night counts where it is spent, whichever campsite the stay is on
  /// now.
  func siteNights(
    _ period: ReportPeriod, at campground: Campground, _ types: [ManagedObjectID: String?]
  ) throws -> [String?: SiteNights] {
    var nights: [String?: SiteNights] = [:]
    for site in try groups(
      of: "CampSite", by: ["type", "retiredFrom"], where: "campground == %@", [campground])
    {
      let end = min(site.date("retiredFrom") ?? period.end, period.end)
      nights[site.text("type"), default: .init()].all +=
        site.count * period.nightCount(from: period.first, to: end)
    }
    // A night that is taken is sold, held, or closed by a block. Other campgrounds have nights,
    // too.
    let days: [Any?] = [period.first.dayNumber, period.last.dayNumber]
    for group in try groups(
      of: "ReservationNight", by: ["campSite", "heldUntil"],
      where: "night BETWEEN {%@, %@} AND reservation != nil", days)
    where group.instant("heldUntil") == nil {
      guard let type = group.object("campSite").flatMap({ types[$0] }) else { continue }
      nights[type, default: .init()].sold += group.count
    }
    for group in try groups(
      of: "ReservationNight", by: ["campSite"],
      where: "night BETWEEN {%@, %@} AND reservation == nil", days)
    {
      guard let type = group.object("campSite").flatMap({ types[$0] }) else { continue }
      nights[type, default: .init()].closed += group.count
    }
    let sold = try soldOnDeletedSites(period, at: campground)
    if sold > 0 { nights[nil, default: .init()].sold += sold }
    return nights
  }

  /// The nights of stays whose campsite was deleted, by their dates: their rows went with it.
  private func soldOnDeletedSites(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> Int {
    try rows(
      of: "Reservation", reading: ["campground", "status", "dateFrom", "dateTo"],
      where: "campSite == nil", []
    ).reduce(0) { sum, row in
      guard row.object("campground") == campground.objectID, row.isSold("status"),
        let arrival = row.date("dateFrom"), let departure = row.date("dateTo")
      else { return sum }
      return sum + period.nightCount(from: arrival, to: departure)
    }
  }

  /// The nights that were spent on a campsite of another type than the one that the stay is on now.
  func moves(
    _ period: ReportPeriod, _ types: [ManagedObjectID: String?]
  ) throws -> [NightMove] {
    try rows(
      of: "ReservationNight",
      reading: [
        "reservation", "night", "campSite", "reservation.campSite", "reservation.status",
      ],
      where: "night BETWEEN {%@, %@} AND campSite != reservation.campSite",
      [period.first.dayNumber, period.last.dayNumber]
    ).compactMap { row in
      guard row.isSold("reservation.status"), let stay = row.object("reservation"),
        let night = row.night("night"), let to = row.object("campSite").flatMap({ types[$0] }),
        let from = row.object("reservation.campSite").flatMap({ types[$0] }), from != to
      else { return nil }
      return NightMove(stay: stay, night: night, from: from, to: to)
    }
  }
}

/// A night that was spent on a campsite of another type than the one that the stay is on now.
struct NightMove {
  let stay: ManagedObjectID
  let night: CalendarDate
  let from: String?
  let to: String?
}

extension ReservationStatus {
  /// Whether the nights of a stay in this state are sold.
  var isSold: Bool { Self.sold.contains(self) }

  /// The states of stays whose nights are sold.
  static let sold: [ReservationStatus] = [.reserved, .checkedIn, .checkedOut]

  /// The words of all other states. Where rows are sought by their day, it is these that are left
  /// out: asked for those sold, the store would go through all stays of ten years first.
  static let unsold = allCases.filter { !$0.isSold }.map(\.rawValue)
}
