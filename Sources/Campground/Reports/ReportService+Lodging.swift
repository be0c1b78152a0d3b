import Foundation
import ObjectGraph

/// Amounts of lodging in minor units, each with the type of campsite that it is for.
typealias LodgingByType = [(type: String?, units: Int64)]

extension ReportService {
  /// What was posted for the nights of a period, less discounts and allowances, with the shares of
  /// imported stays: the sum by type of campsite.
  ///
  /// - Parameters:
  ///   - types: the types of the campsites.
  ///   - hasMoves: whether nights were spent on campsites of other types than the stays' own.
  func lodging(
    _ period: ReportPeriod, at campground: Campground, _ types: [ManagedObjectID: String?],
    hasMoves: Bool
  ) throws -> [String?: Int64] {
    let groups =
      try posted(period, at: campground) + takenBack(period, at: campground)
      + allowances(period, at: campground)
    // Summed up by campsite, of which there are few: that spares looking each row's type up.
    var parts: LodgingByType = groups.map { group in
      let type = group.object("reservation.campSite").flatMap { types[$0] }
      return (type ?? nil, group.sum("amountMinor"))
    }
    parts += try importedStays(period, at: campground)
    if hasMoves { parts += try movesBetweenTypes(period, at: campground) }
    return try parts.reduce(into: [:]) { sums, part in
      sums[part.type] = try Balance.sum([sums[part.type] ?? 0, part.units], campground.currency)
    }
  }

  /// What was agreed for nights and is posted, what was taken back included: the agreement says
  /// which night a line is for.
  private func posted(_ period: ReportPeriod, at campground: Campground) throws -> [ReportRow] {
    try groups(
      of: "StayCharge", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "\(Self.isLodging("")) AND day BETWEEN {%@, %@} AND entry != nil "
        + "AND reservation.campground == %@",
      [period.first.midnightUTC, period.last.midnightUTC, campground])
  }

  /// What of it was taken back, with the other sign.
  private func takenBack(_ period: ReportPeriod, at campground: Campground) throws -> [ReportRow] {
    try groups(
      of: "FolioEntry", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "kind == 'reversal' AND folio.campground == %@ AND \(Self.isLodging("reverses.")) "
        + "AND reverses.charge.day BETWEEN {%@, %@}",
      [campground, period.first.midnightUTC, period.last.midnightUTC])
  }

  /// What was taken off by hand on a day.
  private func allowances(_ period: ReportPeriod, at campground: Campground) throws -> [ReportRow] {
    try groups(
      of: "FolioEntry", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "kind == 'discount' AND (taxGroup == nil OR taxGroup == 'lodging') "
        + "AND day BETWEEN {%@, %@} AND folio.campground == %@ AND charge == nil "
        + "AND reversedBy == nil",
      [period.first.midnightUTC, period.last.midnightUTC, campground])
  }

  /// Whether what a path leads to is lodging, or a discount on it.
  private static func isLodging(_ path: String) -> String {
    "\(path)kind IN {'lodging', 'discount'} AND (\(path)kind == 'lodging' "
      + "OR \(path)taxGroup == nil OR \(path)taxGroup == 'lodging')"
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
    guard !moved.isEmpty else { return [] }
    var changes: LodgingByType = []
    for row in try rows(
      of: "StayCharge", reading: ["reservation", "day", "amountMinor"],
      where: "reservation IN %@ AND entry != nil AND entry.reversedBy == nil "
        + "AND \(Self.isLodging(""))", [Array(Set(moved.keys.map(\.stay)))])
    {
      guard let stay = row.object("reservation"), let day = row.date("day"),
        let move = moved[Night(stay: stay, day: day)]
      else { continue }
      let units = row.integer("amountMinor") ?? 0
      changes += [(move.from, -units), (move.to, units)]
    }
    return changes
  }

  // MARK: Imported stays

  private func importedStays(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    let came = [ReservationStatus.checkedIn, .checkedOut].map(\.rawValue)
    let (first, end) = (period.first.midnightUTC, period.end.midnightUTC)
    // What is agreed at the desk says when, so that its lines need not be looked for.
    let isImported =
      "campground == %@ AND status IN %@ AND totalMinor != nil AND madeAt == nil "
      + "AND charges.@count == 0"
    var shares: LodgingByType = []
    // Those that lie within the period count whole.
    for group in try groups(
      of: "Reservation", by: ["campSite.type"], adding: ["totalMinor"],
      where: "\(isImported) AND dateFrom >= %@ AND dateTo <= %@", [campground, came, first, end])
    {
      shares.append((group.text("campSite.type"), group.sum("totalMinor")))
    }
    for row in try rows(
      of: "Reservation", reading: ["campSite.type", "dateFrom", "dateTo", "totalMinor"],
      where: "\(isImported) AND dateFrom < %@ AND dateTo > %@ AND (dateFrom < %@ OR dateTo > %@)",
      [campground, came, end, first, first, end])
    {
      guard let arrival = row.date("dateFrom"), let departure = row.date("dateTo"),
        let total = row.integer("totalMinor")
      else { continue }
      let units = Self.share(of: total, from: arrival, to: departure, in: period)
      shares.append((row.text("campSite.type"), units))
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
