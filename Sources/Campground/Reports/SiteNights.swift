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

/// The nights of a period by the type of campsite; nil stands for campsites without one, and for
/// those that were deleted.
struct NightsByType {
  var nights: [String?: SiteNights] = [:]

  /// Whether some were spent on a campsite of another type than the one that the stay is on now.
  var hasMoves = false
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
  ) throws -> NightsByType {
    var found = NightsByType()
    for site in try groups(
      of: "CampSite", by: ["type", "retiredFrom"], where: "campground == %@", [campground])
    {
      let end = min(site.date("retiredFrom") ?? period.end, period.end)
      found.nights[site.text("type"), default: .init()].all +=
        site.count * period.nightCount(from: period.first, to: end)
    }
    for group in try groups(
      of: "ReservationNight", by: ["campSite", "reservation.campSite", "reservation.status"],
      where: "night BETWEEN {%@, %@}", [period.first.dayNumber, period.last.dayNumber])
    {
      // Other campgrounds have nights, too.
      guard let site = group.object("campSite"), let type = types[site] else { continue }
      guard let status = group.text("reservation.status") else {
        found.nights[type, default: .init()].closed += group.count
        continue
      }
      guard ReservationStatus(rawValue: status)?.isSold == true else { continue }
      found.nights[type, default: .init()].sold += group.count
      if let home = group.object("reservation.campSite"), home != site, types[home] != type {
        found.hasMoves = true
      }
    }
    let sold = try soldOnDeletedSites(period, at: campground)
    if sold > 0 { found.nights[nil, default: .init()].sold += sold }
    return found
  }

  /// The nights of stays whose campsite was deleted, by their dates: their rows went with it.
  private func soldOnDeletedSites(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> Int {
    try rows(
      of: "Reservation", reading: ["dateFrom", "dateTo"],
      where:
        "campSite == nil AND campground == %@ AND status IN %@ AND dateFrom < %@ AND dateTo > %@",
      [
        campground, ReservationStatus.sold.map(\.rawValue), period.end.midnightUTC,
        period.first.midnightUTC,
      ]
    ).reduce(0) { sum, row in
      guard let arrival = row.date("dateFrom"), let departure = row.date("dateTo") else {
        return sum
      }
      return sum + period.nightCount(from: arrival, to: departure)
    }
  }
}

extension ReservationStatus {
  /// Whether the nights of a stay in this state are sold.
  var isSold: Bool { Self.sold.contains(self) }

  /// The states of stays whose nights are sold.
  static let sold: [ReservationStatus] = [.reserved, .checkedIn, .checkedOut]
}
