import Foundation
import ObjectGraph

/// Amounts of lodging in minor units, each with the type of campsite that it is for.
typealias LodgingByType = [(type: String?, units: Int64)]

extension ReportService {
  /// What was posted for the nights of a period, less discounts and allowances, with the shares of
  /// imported stays: the sum by type of campsite.
  ///
  /// - Parameter types: the types of the campsites.
  func lodging(
    _ period: ReportPeriod, at campground: Campground, _ types: [ManagedObjectID: String?]
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
    parts += try moved(try moves(period, types))
    return try parts.reduce(into: [:]) { sums, part in
      sums[part.type] = try Balance.sum([sums[part.type] ?? 0, part.units], campground.currency)
    }
  }

  /// What was agreed for nights and is posted, what was taken back included: the agreement says
  /// which night a line is for. Nights from the departure on were given up, and are kept money.
  private func posted(_ period: ReportPeriod, at campground: Campground) throws -> [ReportRow] {
    try groups(
      of: "StayCharge", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "\(Self.isLodging("")) AND day BETWEEN {%@, %@} AND entry != nil "
        + "AND day < reservation.dateTo AND reservation.campground == %@ "
        + "AND NOT reservation.status IN %@",
      [
        period.first.midnightUTC, period.last.midnightUTC, campground, ReservationStatus.unsold,
      ])
  }

  /// What of it was taken back, with the other sign.
  private func takenBack(_ period: ReportPeriod, at campground: Campground) throws -> [ReportRow] {
    try groups(
      of: "FolioEntry", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "kind == 'reversal' AND folio.campground == %@ AND \(Self.isLodging("reverses.")) "
        + "AND reverses.charge.day BETWEEN {%@, %@} "
        + "AND reverses.charge.day < reservation.dateTo AND NOT reservation.status IN %@",
      [
        campground, period.first.midnightUTC, period.last.midnightUTC, ReservationStatus.unsold,
      ])
  }

  /// What was taken off by hand on a day.
  private func allowances(_ period: ReportPeriod, at campground: Campground) throws -> [ReportRow] {
    try groups(
      of: "FolioEntry", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "kind == 'discount' AND (taxGroup == nil OR taxGroup == 'lodging') "
        + "AND day BETWEEN {%@, %@} AND folio.campground == %@ AND charge == nil "
        + "AND reversedBy == nil AND NOT reservation.status IN %@",
      [
        period.first.midnightUTC, period.last.midnightUTC, campground, ReservationStatus.unsold,
      ])
  }

  /// Whether what a path leads to is lodging, or a discount on it.
  private static func isLodging(_ path: String) -> String {
    "\(path)kind IN {'lodging', 'discount'} AND (\(path)kind == 'lodging' "
      + "OR \(path)taxGroup == nil OR \(path)taxGroup == 'lodging')"
  }

  // MARK: Guests who moved

  /// What goes from the type of the campsite that a stay is on now to that of the one on which the
  /// night was spent.
  private func moved(_ moves: [NightMove]) throws -> LodgingByType {
    guard !moves.isEmpty else { return [] }
    let byStay = Dictionary(grouping: moves, by: \.stay)
    return try rows(
      of: "StayCharge", reading: ["reservation", "day", "amountMinor"],
      where: "reservation IN %@ AND entry != nil AND entry.reversedBy == nil "
        + "AND \(Self.isLodging(""))", [Array(byStay.keys)]
    ).flatMap { row -> LodgingByType in
      guard let stay = row.object("reservation"), let day = row.date("day"),
        let move = byStay[stay]?.first(where: { $0.night == day })
      else { return [] }
      let units = row.integer("amountMinor") ?? 0
      return [(move.from, -units), (move.to, units)]
    }
  }

  // MARK: Imported stays

  /// The totals of stays that came and have no lines, by the nights in the period.
  private func importedStays(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    let came = [ReservationStatus.checkedIn, .checkedOut].map(\.rawValue)
    let (first, end) = (period.first.midnightUTC, period.end.midnightUTC)
    // Those that lie within the period count whole.
    let whole = try groups(
      of: "Reservation", by: ["campSite.type"], adding: ["totalMinor"],
      where: Self.isImported("") + " AND dateFrom >= %@ AND dateFrom < %@ AND dateTo <= %@",
      [campground, came, first, end, end]
    ).map { (type: $0.text("campSite.type"), units: $0.sum("totalMinor")) }
    // Of the others the night at an end of the period tells.
    var seen: Set<ManagedObjectID> = []
    let parts: LodgingByType = try rows(
      of: "ReservationNight", reading: ["reservation"] + Self.importedKeys,
      where: Self.isImported("reservation.") + " AND night IN {%@, %@} "
        + "AND (reservation.dateFrom < %@ OR reservation.dateTo > %@)",
      [campground, came, period.first.dayNumber, period.last.dayNumber, first, end]
    ).compactMap { row in
      let keys = Self.importedKeys
      guard let stay = row.object("reservation"), seen.insert(stay).inserted,
        let arrival = row.date(keys[1]), let departure = row.date(keys[2]),
        let total = row.integer(keys[3])
      else { return nil }
      return (row.text(keys[0]), Self.share(of: total, from: arrival, to: departure, in: period))
    }
    return whole + parts
  }

  private static let importedKeys = ["campSite.type", "dateFrom", "dateTo", "totalMinor"].map {
    "reservation.\($0)"
  }

  /// Whether the reservation that a path leads to was imported and came. What is agreed at the desk
  /// says when it was made, so that its lines need not be looked for.
  private static func isImported(_ path: String) -> String {
    "\(path)campground == %@ AND \(path)status IN %@ AND \(path)totalMinor != nil "
      + "AND \(path)madeAt == nil AND \(path)charges.@count == 0"
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
