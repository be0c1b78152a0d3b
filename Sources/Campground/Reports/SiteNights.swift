import ObjectGraph

/// The nights of campsites in a period.
struct SiteNights: Hashable, Sendable {
  /// All site-nights, except those of retired campsites.
  var all = 0
  /// The nights on which campsites were closed.
  var closed = 0
  /// The nights of reserved, checked-in and checked-out stays.
  var sold = 0

  /// All site-nights less the closed ones.
  var available: Int { all - closed }

  static func + (left: SiteNights, right: SiteNights) -> SiteNights {
    SiteNights(
      all: left.all + right.all, closed: left.closed + right.closed, sold: left.sold + right.sold)
  }
}

extension ReportService {
  /// The nights of a period by the label of the campsite. A night counts for the campsite on which it was spent, even if
  /// the stay has moved since.
  func siteNights(
    _ period: ReportPeriod, at campground: Campground, _ labels: SiteLabels
  ) throws -> [String?: SiteNights] {
    var nights: [String?: SiteNights] = [:]
    for site in try rows(
      of: "CampSite", reading: ["objectID", "retiredFrom"], where: "campground == %@", [campground])
    {
      let end = min(site.date("retiredFrom") ?? period.end, period.end)
      let label = site.object("objectID").flatMap { labels[$0] } ?? nil
      nights[label, default: .init()].all += period.nightCount(from: period.first, to: end)
    }
    // A taken night is sold, held, or closed by a block. The store may also have nights of other
    // campgrounds.
    let days: [Any?] = [period.first.dayNumber, period.last.dayNumber]
    for group in try groups(
      of: "ReservationNight", by: ["campSite", "heldUntil"],
      where: "night BETWEEN {%@, %@} AND reservation != nil", days)
    where group.instant("heldUntil") == nil {
      guard let label = group.object("campSite").flatMap({ labels[$0] }) else { continue }
      nights[label, default: .init()].sold += group.count
    }
    for group in try groups(
      of: "ReservationNight", by: ["campSite"],
      where: "night BETWEEN {%@, %@} AND reservation == nil", days)
    {
      guard let label = group.object("campSite").flatMap({ labels[$0] }) else { continue }
      nights[label, default: .init()].closed += group.count
    }
    let sold = try soldOnDeletedSites(period, at: campground)
    if sold > 0 { nights[nil, default: .init()].sold += sold }
    return nights
  }

  /// The nights of stays whose campsite was deleted, counted by their dates because the night rows
  /// were deleted too.
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

  /// The nights spent on a campsite with another label than the stay's present one.
  func moves(
    _ period: ReportPeriod, _ labels: SiteLabels
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
        let night = row.night("night"), let to = row.object("campSite").flatMap({ labels[$0] }),
        let from = row.object("reservation.campSite").flatMap({ labels[$0] }), from != to
      else { return nil }
      return NightMove(stay: stay, night: night, from: from, to: to)
    }
  }
}

/// A night spent on a campsite with another label than the stay's present one.
struct NightMove {
  let stay: ManagedObjectID
  let night: CalendarDate
  let from: String?
  let to: String?
}

extension ReservationStatus {
  /// Whether the nights of a stay in this status are sold.
  var isSold: Bool { Self.sold.contains(self) }

  /// The statuses in which nights are sold.
  static let sold: [ReservationStatus] = [.reserved, .checkedIn, .checkedOut]

  /// All other statuses, as stored. Queries by day exclude these: if they asked for the sold ones
  /// instead, the store would scan the stays of all years first.
  static let unsold = allCases.filter { !$0.isSold }.map(\.rawValue)
}
