import Foundation
import ObjectGraph

/// A night of a stay.
struct StayNight: Hashable {
  let stay: ManagedObjectID
  let night: CalendarDate
}

/// The lodging posted on the business days of a period, on campsites of one label.
struct PostedLodging {
  /// The nights posted: those whose lodging was posted for the first time.
  var nights = 0
  /// Their lodging less discounts, as posted along with them, in minor units.
  var units: Int64 = 0
  /// Everything posted later or otherwise: allowances, reversals and differences.
  var corrections: Int64 = 0
}

/// The lodging of the nights of a period, on campsites of one label, as the bills have it.
struct BookedLodging {
  /// The nights with a price.
  var nights = 0
  /// Their lodging less discounts and allowances, in minor units.
  var units: Int64 = 0
}

/// A part of the lodging of a night, as the bill has it.
struct BookedLine {
  let spent: StayNight
  /// The amount in minor units.
  let units: Int64
  /// Whether it is the price of the night, rather than a reduction.
  let isNight: Bool
  /// The label of the campsite.
  let label: String?
}

extension ReportService {
  /// The condition for lines of lodging, for reductions of it, and for reversals of either.
  private static let isLodging =
    "(kind IN {'lodging', 'longer-stay', 'discount', 'allowance'} OR (kind == 'reversal' "
    + "AND reverses.kind IN {'lodging', 'longer-stay', 'discount', 'allowance'})) "
    + "AND (taxGroup == nil OR taxGroup == 'lodging')"

  private static let read = [
    "number", "kind", "reverses.kind", "reservation", "reservation.campSite", "day", "night",
    "posting", "amountMinor",
  ]

  // MARK: Posted

  /// The lodging posted on the business days of a period by label, and the last night posted.
  ///
  /// A night is posted by the posting that wrote its first line of lodging; that line and its
  /// discounts are the lodging of the night itself, everything else is a correction. So the figures
  /// depend on lines alone, and those of a closed day never change.
  func posted(
    _ period: ReportPeriod, at campground: Campground, _ places: ReportPlaces
  ) throws -> (byType: [String?: PostedLodging], lastNight: CalendarDate?) {
    let rows = try rows(
      of: "FolioEntry", reading: Self.read,
      where: here(
        Self.isLodging + " AND day BETWEEN {%@, %@}",
        [period.first.midnightUTC, period.last.midnightUTC], at: campground)
    ).sorted { ($0.integer("number") ?? 0) < ($1.integer("number") ?? 0) }
    var first = try postedBefore(period, rows)
    let place = try place(of: rows, places)
    var sums: [String?: PostedLodging] = [:]
    var last: CalendarDate?
    for row in rows {
      let day = row.date("day") ?? period.first
      let (place, units) = (place(row, day), row.integer("amountMinor") ?? 0)
      guard let spent = row.stayNight, let posting = row.object("posting") else {
        try Self.add(units, to: &sums[place, default: .init()].corrections, campground)
        continue
      }
      let kind = row.text("kind").flatMap(ChargeKind.init(rawValue:))
      if kind == .lodging, units != 0, first[spent] == nil {
        first[spent] = posting
        sums[place, default: .init()].nights += 1
        last = max(last ?? spent.night, spent.night)
      }
      if first[spent] == posting, [.lodging, .longerStay, .discount].contains(kind) {
        try Self.add(units, to: &sums[place, default: .init()].units, campground)
      } else {
        try Self.add(units, to: &sums[place, default: .init()].corrections, campground)
      }
    }
    return (sums, last)
  }

  /// The postings that had posted nights before a period. A night is never posted before its day.
  private func postedBefore(
    _ period: ReportPeriod, _ rows: [StoredRow]
  ) throws -> [StayNight: ManagedObjectID] {
    let stays = Set(
      rows.compactMap(\.stayNight).filter { $0.night < period.first }.map(\.stay))
    guard !stays.isEmpty else { return [:] }
    return try self.rows(
      of: "FolioEntry", reading: Self.read,
      where: "kind == 'lodging' AND reservation IN %@ AND day < %@ AND amountMinor != 0",
      [Array(stays), period.first.midnightUTC]
    ).reduce(into: [:]) { first, row in
      if let spent = row.stayNight { first[spent] = row.object("posting") }
    }
  }

  // MARK: On the books

  /// The lodging of the nights of a period by label.
  ///
  /// Costs as `bookedLines`.
  func booked(
    _ period: ReportPeriod, at campground: Campground, _ places: ReportPlaces
  ) throws -> [String?: BookedLodging] {
    var sums: [String?: BookedLodging] = [:]
    var priced: [StayNight: (label: String?, units: Int64)] = [:]
    for line in try bookedLines(period, at: campground, places) {
      try Self.add(line.units, to: &sums[line.label, default: .init()].units, campground)
      if line.isNight {
        try Self.add(
          line.units, to: &priced[line.spent, default: (line.label, 0)].units, campground)
      }
    }
    for (label, units) in priced.values where units != 0 {
      sums[label, default: .init()].nights += 1
    }
    return sums
  }

  /// The lodging of the nights of a period, from the bills of all stays that are sold, and of those
  /// called off after nights were held for them.
  ///
  /// Costs the bill of every stay of the period that is not yet settled; that of a settled one is in
  /// the ledger.
  func bookedLines(
    _ period: ReportPeriod, at campground: Campground, _ places: ReportPlaces
  ) throws -> [BookedLine] {
    let posted = try rows(
      of: "FolioEntry", reading: Self.read,
      where: here(
        Self.isLodging + " AND night BETWEEN {%@, %@} AND (reservation.status == 'CheckedOut' "
          + "OR (reservation.status IN {'Canceled', 'NoShow'} AND reservation.heldNights > 0))",
        [period.first.midnightUTC, period.last.midnightUTC], at: campground))
    let place = try place(of: posted, places)
    var lines = posted.compactMap { row -> BookedLine? in
      guard let spent = row.stayNight else { return nil }
      let isReversal = row.text("kind") == ChargeKind.reversal.rawValue
      let kind = isReversal ? row.text("reverses.kind") : row.text("kind")
      return BookedLine(
        spent: spent, units: row.integer("amountMinor") ?? 0,
        isNight: kind == ChargeKind.lodging.rawValue, label: place(row, spent.night))
    }
    let book = StayBook(scope, in: managedObjectContext)
    for stay in try unsettled(in: period, at: campground) {
      for line in try book.bill(of: stay).lines
      where line.isOfLodging && period.days.contains(line.day) {
        let site = stay.site(on: line.day).site?.objectID
        lines.append(
          BookedLine(
            spent: StayNight(stay: stay.objectID, night: line.day), units: line.amountMinor,
            isNight: line.kind == .lodging, label: places.label(of: site, on: line.day)))
      }
    }
    return lines
  }

  /// The stays that are sold and not settled, and whose bills may have lodging in a period.
  private func unsettled(
    in period: ReportPeriod, at campground: Campground
  ) throws -> [Reservation] {
    let (first, end) = (period.first.midnightUTC, period.end.midnightUTC)
    let facts = Reservation.keyPathsOfFacts + ["folio"]
    let open = try managedObjectContext.fetch(
      Reservation.self,
      where: "status IN {'Reserved', 'CheckedIn'} AND dateFrom < %@ AND dateTo > %@", end, first,
      by: ["number"], prefetching: facts)
    // An allowance may be given on another day than those of the stay, and a stay that was over when
    // it was imported was never in the ledger.
    let others =
      try groups(
        of: "Allowance", by: ["reservation"], where: "day BETWEEN {%@, %@}",
        [first, period.last.midnightUTC])
      + groups(
        of: "Event", by: ["reservation"],
        where: "kind == 'imported' AND reservation.status == 'CheckedOut' "
          + "AND reservation.dateFrom < %@ AND reservation.dateTo > %@", [end, first])
    let known = Set(open.map(\.objectID))
    let ids = Set(others.compactMap { $0.object("reservation") }).subtracting(known)
    let further =
      ids.isEmpty
      ? []
      : try managedObjectContext.fetch(
        Reservation.self, where: "SELF IN %@", Array(ids), by: ["number"], prefetching: facts)
    return (open + further).filter {
      $0.campground == campground && !$0.isSettled
        && ($0.state?.isSold == true || $0.heldNights > 0)
    }
  }

  // MARK: Helpers

  /// The label of each line, by the campsite on which its night was spent, on a day.
  private func place(
    of rows: [StoredRow], _ places: ReportPlaces
  ) throws -> (StoredRow, CalendarDate) -> String? {
    let nights = rows.compactMap { $0.date("night") }
    var moved: [StayNight: String?] = [:]
    if let first = nights.min(), let last = nights.max() {
      for move in try moves(ReportPeriod(from: first, through: last), places) {
        moved[StayNight(stay: move.stay, night: move.night)] = .some(move.to)
      }
    }
    return { row, day in
      if let spent = row.stayNight, let place = moved[spent] { return place }
      return places.label(of: row.object("reservation.campSite"), on: day)
    }
  }

  private static func add(
    _ units: Int64, to sum: inout Int64, _ campground: Campground
  ) throws(CampgroundError) {
    sum = try Balance.sum([sum, units], campground.currency)
  }
}

extension StoredRow {
  /// The night that a ledger line is for; nil for a line of no stay.
  fileprivate var stayNight: StayNight? {
    guard let stay = object("reservation"), let night = date("night") else { return nil }
    return StayNight(stay: stay, night: night)
  }
}

extension Bill.Line {
  /// Whether the line is lodging or a reduction of it.
  fileprivate var isOfLodging: Bool {
    [.lodging, .longerStay, .discount, .allowance].contains(kind)
      && [nil, RateCard.lodgingGroup].contains(taxGroup)
  }
}
