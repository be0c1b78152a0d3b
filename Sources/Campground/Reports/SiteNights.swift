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
  /// The nights of a period by label. A night counts for the campsite on which it was spent, even if
  /// the stay has moved since.
  func siteNights(
    _ period: ReportPeriod, at campground: Campground, _ places: ReportPlaces
  ) throws -> [String?: SiteNights] {
    var nights: [String?: SiteNights] = [:]
    let parts = places.isByMonth ? period.months.map(\.period) : [period]
    for site in try rows(
      of: "CampSite", reading: ["objectID", "retiredFrom"], where: "campground == %@", [campground])
    {
      let end = min(site.date("retiredFrom") ?? period.end, period.end)
      for part in parts {
        let label = places.label(of: site.object("objectID"), on: part.first)
        nights[label, default: .init()].all += part.nightCount(from: part.first, to: end)
      }
    }
    // A taken night is sold, held, or closed by a block.
    for (condition, count) in [
      ("reservation != nil", \SiteNights.sold), ("reservation == nil", \SiteNights.closed),
    ] {
      for group in try groups(
        of: "ReservationNight", by: [places.isByMonth ? "night" : "campSite", "heldUntil"],
        where: here(
          "night BETWEEN {%@, %@} AND \(condition)",
          [period.first.dayNumber, period.last.dayNumber], "campSite.campground", at: campground))
      where group.instant("heldUntil") == nil {
        let label = places.label(
          of: group.object("campSite"), on: group.night("night") ?? period.first)
        nights[label, default: .init()][keyPath: count] += group.count
      }
    }
    for stay in try soldOnDeletedSites(at: campground) {
      for part in parts {
        let count = part.nightCount(from: stay.lowerBound, to: stay.upperBound)
        guard count > 0 else { continue }
        nights[places.label(of: nil, on: part.first), default: .init()].sold += count
      }
    }
    return nights
  }

  /// The nights of stays whose campsite was deleted, by their dates because the night rows were
  /// deleted too.
  private func soldOnDeletedSites(at campground: Campground) throws -> [Range<CalendarDate>] {
    try rows(
      of: "Reservation", reading: ["campground", "status", "dateFrom", "dateTo"],
      where: "campSite == nil", []
    ).compactMap { row in
      guard row.object("campground") == campground.objectID, row.isSold("status"),
        let arrival = row.date("dateFrom"), let departure = row.date("dateTo"), arrival < departure
      else { return nil }
      return arrival..<departure
    }
  }

  /// The labels of the nights spent on a campsite with another label than the stay's present one.
  func moved(_ period: ReportPeriod, _ places: ReportPlaces) throws -> [StayNight: String?] {
    guard !places.isByMonth else { return [:] }
    let labels = places.labels
    return try rows(
      of: "ReservationNight",
      reading: [
        "reservation", "night", "campSite", "reservation.campSite", "reservation.status",
      ],
      where: "night BETWEEN {%@, %@} AND reservation != nil AND campSite != reservation.campSite",
      [period.first.dayNumber, period.last.dayNumber]
    ).reduce(into: [:]) { moved, row in
      guard row.isSold("reservation.status"), let stay = row.object("reservation"),
        let night = row.night("night"), let to = row.object("campSite").flatMap({ labels[$0] }),
        let from = row.object("reservation.campSite").flatMap({ labels[$0] }), from != to
      else { return }
      moved[StayNight(stay: stay, night: night)] = .some(to)
    }
  }
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
