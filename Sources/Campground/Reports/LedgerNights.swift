import ObjectGraph

/// A night of a stay.
struct StayNight: Hashable {
  let stay: ManagedObjectID
  let night: CalendarDate
}

/// A line of lodging in the ledger, a reduction of it, or the reversal of either.
struct LodgingLine {
  let id: ManagedObjectID
  /// The kind of the line; of a reversal, that of the line that it reverses.
  let kind: ChargeKind
  let isReversal: Bool
  /// The amount in minor units.
  let units: Int64

  static let kinds: [ChargeKind] = [.lodging, .longerStay, .discount, .allowance]

  /// All other kinds, as stored. Queries by night exclude these: if they asked for the kinds of
  /// lodging instead, the store would scan the lodging of all years first.
  static let otherKinds = ChargeKind.allCases.filter { !kinds.contains($0) }.map(\.rawValue)

  /// The condition for lines of these kinds to be about lodging.
  static let isOfGroup = "(taxGroup == nil OR taxGroup == 'lodging')"
}

/// A night of a stay that has lines of lodging in the ledger.
struct LedgerNight {
  /// The present campsite of the stay.
  let site: ManagedObjectID?
  /// Whether these lines are what the bill has for the night: the stay is over, or was called off
  /// after nights were held for it.
  let isFinal: Bool
  /// The lines in any order, whenever they were posted.
  var lines: [LodgingLine] = []
}

extension ReportService {
  /// The lodging in the ledger for the nights of a period.
  ///
  /// Costs an entry of the index of nights for each line, and the row of its stay.
  func ledgerNights(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> [StayNight: LedgerNight] {
    let days: [Any?] = [period.first.midnightUTC, period.last.midnightUTC]
    let read = [
      "objectID", "kind", "reservation", "night", "amountMinor", "reservation.campSite",
      "reservation.status", "reservation.heldNights",
    ]
    let lines = try rows(
      of: "FolioEntry", reading: read,
      where: here(
        "night BETWEEN {%@, %@} AND NOT kind IN %@ AND " + LodgingLine.isOfGroup,
        days + [LodgingLine.otherKinds], at: campground))
    var nights: [StayNight: LedgerNight] = [:]
    nights.reserveCapacity(lines.count)
    for row in lines { Self.add(row, kind: "kind", to: &nights) }
    for row in try rows(
      of: "FolioEntry", reading: read + ["reverses.kind"],
      where: here(
        "kind == 'reversal' AND night BETWEEN {%@, %@} AND reverses.kind IN %@ AND "
          + LodgingLine.isOfGroup, days + [LodgingLine.kinds.map(\.rawValue)], at: campground))
    { Self.add(row, kind: "reverses.kind", to: &nights) }
    return nights
  }

  private static func add(
    _ row: StoredRow, kind: String, to nights: inout [StayNight: LedgerNight]
  ) {
    guard let spent = row.stayNight, let id = row.object("objectID"),
      let what = row.text(kind).flatMap(ChargeKind.init(rawValue:))
    else { return }
    let line = LodgingLine(
      id: id, kind: what, isReversal: kind != "kind", units: row.integer("amountMinor") ?? 0)
    nights[spent, default: LedgerNight(row)].lines.append(line)
  }
}

extension LedgerNight {
  fileprivate init(_ row: StoredRow) {
    site = row.object("reservation.campSite")
    isFinal =
      switch row.text("reservation.status").flatMap(ReservationStatus.init(rawValue:)) {
      case .checkedOut: true
      case .canceled, .noShow: (row.integer("reservation.heldNights") ?? 0) > 0
      default: false
      }
  }
}
