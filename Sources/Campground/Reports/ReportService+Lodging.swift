import Foundation
import ObjectGraph

/// Lodging amounts in minor units, each with the type of campsite.
typealias LodgingByType = [(type: String?, units: Int64)]

extension ReportService {
  /// The lodging revenue of a period by type of campsite: amounts posted for its nights, less
  /// discounts and allowances, plus the shares of imported stays.
  ///
  /// - Parameter types: the types of the campsites.
  func lodging(
    _ period: ReportPeriod, at campground: Campground, _ types: [ManagedObjectID: String?]
  ) throws -> [String?: Int64] {
    let groups = try posted(period, at: campground)
    // Summed by campsite, of which there are few; that saves looking up the type of each row.
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

  /// The amounts posted for nights of the period, less what was taken off them.
  private func posted(_ period: ReportPeriod, at campground: Campground) throws -> [StoredRow] {
    try groups(
      of: "FolioEntry", by: ["reservation.campSite"], adding: ["amountMinor"],
      where: "night BETWEEN {%@, %@} AND \(Self.isLodging) AND folio.campground == %@ "
        + "AND (NOT reservation.status IN %@ OR reservation.heldNights > 0)",
      [
        period.first.midnightUTC, period.last.midnightUTC, campground, ReservationStatus.unsold,
      ])
  }

  /// The condition for lines of lodging, for reductions of it, and for reversals of either.
  private static let isLodging =
    "(kind IN {'lodging', 'longer-stay', 'discount', 'allowance'} OR (kind == 'reversal' "
    + "AND reverses.kind IN {'lodging', 'longer-stay', 'discount', 'allowance'})) "
    + "AND (taxGroup == nil OR taxGroup == 'lodging')"

  // MARK: Guests who moved

  /// The corrections that move revenue from the type of a stay's present campsite to that of the
  /// campsite on which the night was spent.
  private func moved(_ moves: [NightMove]) throws -> LodgingByType {
    guard !moves.isEmpty else { return [] }
    let byStay = Dictionary(grouping: moves, by: \.stay)
    return try rows(
      of: "FolioEntry", reading: ["reservation", "night", "amountMinor"],
      where: "reservation IN %@ AND night != nil AND \(Self.isLodging)", [Array(byStay.keys)]
    ).flatMap { row -> LodgingByType in
      guard let stay = row.object("reservation"), let day = row.date("night"),
        let move = byStay[stay]?.first(where: { $0.night == day })
      else { return [] }
      let units = row.integer("amountMinor") ?? 0
      return [(move.from, -units), (move.to, units)]
    }
  }

  // MARK: Imported stays

  /// The revenue of stays that had already ended when they were imported, which have no lines:
  /// their totals, by the nights in the period.
  private func importedStays(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> LodgingByType {
    // Fetched first, so that stays are not queried at all where none was imported.
    let imported = try rows(
      of: "Event", reading: ["reservation"], where: "kind == 'imported' AND reservation != nil", []
    ).compactMap { $0.object("reservation") }
    guard !imported.isEmpty else { return [] }
    let (first, end) = (period.first.midnightUTC, period.end.midnightUTC)
    // Stays that lie within the period count in full.
    let whole = try groups(
      of: "Reservation", by: ["campSite.type"], adding: ["totalMinor"],
      where: "SELF IN %@ AND " + Self.wasOver("")
        + " AND dateFrom >= %@ AND dateFrom < %@ AND dateTo <= %@",
      [imported, campground, first, end, end]
    ).map { (type: $0.text("campSite.type"), units: $0.sum("totalMinor")) }
    // The others are found by their night at either end of the period.
    var seen: Set<ManagedObjectID> = []
    let parts: LodgingByType = try rows(
      of: "ReservationNight", reading: ["reservation"] + Self.importedKeys,
      where: "reservation IN %@ AND " + Self.wasOver("reservation.")
        + " AND night IN {%@, %@} AND (reservation.dateFrom < %@ OR reservation.dateTo > %@)",
      [imported, campground, period.first.dayNumber, period.last.dayNumber, first, end]
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

  /// The condition that the imported reservation at a path had already ended: nobody checked its
  /// guest out.
  private static func wasOver(_ path: String) -> String {
    "\(path)campground == %@ AND \(path)status == 'CheckedOut' "
      + "AND NOT (ANY \(path)events.kind == 'checkedOut')"
  }

  /// The share of a stay's total for its nights in a period: every night has an equal share, and
  /// the first ones a minor unit more where it does not divide evenly.
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
