import Foundation
import ObjectGraph

/// Lodging of a period in minor units, by the type of campsite.
typealias LodgingByType = [String?: Int64]

extension ReportService {
  /// What was posted for the nights of a period, less discounts and allowances, with the shares of
  /// imported stays.
  func lodging(_ period: ReportPeriod, at campground: Campground) throws -> LodgingByType {
    let parts = [
      try postedNights(period, at: campground), try allowances(period, at: campground),
      try movesBetweenTypes(period, at: campground), try importedStays(period, at: campground),
    ]
    var sum: LodgingByType = [:]
    for part in parts {
      for (type, units) in part {
        sum[type] = try Balance.sum([sum[type] ?? 0, units], campground.currency)
      }
    }
    return sum
  }

  private static let isLodging =
    "(kind == 'lodging' OR (kind == 'discount' AND (taxGroup == nil OR taxGroup == 'lodging')))"

  /// What was agreed for a night and is posted: the agreement says which night it is for.
  private static let isPosted = "entry != nil AND entry.reversedBy == nil AND \(isLodging)"

  private func postedNights(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    try byType(
      groups(
        of: "StayCharge", by: ["reservation.campSite.type"], adding: ["amountMinor"],
        where: "day BETWEEN {%@, %@} AND reservation.campground == %@ AND \(Self.isPosted)",
        [period.first.midnightUTC, period.last.midnightUTC, campground]))
  }

  /// What was written by hand for a day.
  private func allowances(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    try byType(
      groups(
        of: "FolioEntry", by: ["reservation.campSite.type"], adding: ["amountMinor"],
        where: "day BETWEEN {%@, %@} AND folio.campground == %@ AND charge == nil "
          + "AND reversedBy == nil AND \(Self.isLodging)",
        [period.first.midnightUTC, period.last.midnightUTC, campground]))
  }

  private func byType(_ groups: [ReportRow]) -> LodgingByType {
    Dictionary(
      groups.map { ($0.text("reservation.campSite.type"), $0.sum("amountMinor")) },
      uniquingKeysWith: &+)
  }

  // MARK: Guests who moved

  /// What goes from the type of the campsite that a stay is on now to that of the one on which the
  /// night was spent, where these differ.
  private func movesBetweenTypes(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    struct Night: Hashable {
      var stay: ManagedObjectID
      var day: CalendarDate
    }
    var moved: [Night: (from: String?, to: String?)] = [:]
    for row in try rows(
      of: "ReservationNight",
      reading: ["reservation", "night", "campSite.type", "reservation.campSite.type"],
      where: "night BETWEEN {%@, %@} AND reservation.campground == %@ AND reservation.status IN %@ "
        + "AND reservation.campSite != nil AND campSite.type != reservation.campSite.type",
      [
        period.first.dayNumber, period.last.dayNumber, campground,
        ReservationStatus.sold.map(\.rawValue),
      ])
    {
      guard let stay = row.object("reservation"), let day = row.night("night") else { continue }
      moved[Night(stay: stay, day: day)] = (
        row.text("reservation.campSite.type"), row.text("campSite.type")
      )
    }
    guard !moved.isEmpty else { return [:] }
    var changes: LodgingByType = [:]
    for row in try rows(
      of: "StayCharge", reading: ["reservation", "day", "amountMinor"],
      where: "reservation IN %@ AND \(Self.isPosted)", [Array(Set(moved.keys.map(\.stay)))])
    {
      guard let stay = row.object("reservation"), let day = row.date("day"),
        let move = moved[Night(stay: stay, day: day)]
      else { continue }
      let units = row.integer("amountMinor") ?? 0
      changes[move.from, default: 0] -= units
      changes[move.to, default: 0] += units
    }
    return changes
  }

  // MARK: Imported stays

  private func importedStays(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    let came = [ReservationStatus.checkedIn, .checkedOut].map(\.rawValue)
    let (first, end) = (period.first.midnightUTC, period.end.midnightUTC)
    let isImported =
      "campground == %@ AND status IN %@ AND totalMinor != nil AND charges.@count == 0"
    var shares: LodgingByType = [:]
    // Those that lie within the period count whole.
    for group in try groups(
      of: "Reservation", by: ["campSite.type"], adding: ["totalMinor"],
      where: "\(isImported) AND dateFrom >= %@ AND dateTo <= %@", [campground, came, first, end])
    {
      shares[group.text("campSite.type"), default: 0] += group.sum("totalMinor")
    }
    for row in try rows(
      of: "Reservation", reading: ["campSite.type", "dateFrom", "dateTo", "totalMinor"],
      where: "\(isImported) AND dateFrom < %@ AND dateTo > %@ AND (dateFrom < %@ OR dateTo > %@)",
      [campground, came, end, first, first, end])
    {
      guard let arrival = row.date("dateFrom"), let departure = row.date("dateTo"),
        let total = row.integer("totalMinor")
      else { continue }
      shares[row.text("campSite.type"), default: 0] += Self.share(
        of: total, from: arrival, to: departure, in: period)
    }
    return shares
  }

  /// What the nights of a stay in a period have of its total: all nights the same, the first ones a
  /// minor unit more where it does not come out even.
  static func share(
    of total: Int64, from arrival: CalendarDate, to departure: CalendarDate,
    in period: ReportPeriod
  ) -> Int64 {
    let nights = Int64(arrival.distance(to: departure))
    guard nights > 0 else { return 0 }
    let (each, rest) = total.quotientAndRemainder(dividingBy: nights)
    let skipped = Int64(max(0, arrival.distance(to: period.first)))
    let count = Int64(period.nightCount(from: arrival, to: departure))
    return each * count + max(0, min(rest, skipped + count) - skipped)
  }
}
