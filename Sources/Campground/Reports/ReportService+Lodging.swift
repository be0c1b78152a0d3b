import Foundation
import ObjectGraph

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

/// The lodging of a night of a stay, or a part of it, as the bill has it.
struct BookedNight {
  let spent: StayNight
  /// The campsite of the night; for one from the ledger, the present campsite of the stay.
  let site: ManagedObjectID?
  /// Whether it is from a bill that is not in the ledger yet.
  let isBilled: Bool
  /// The lodging less discounts and allowances, in minor units.
  var units: Int64 = 0
  /// The part of it that is the price of the night, rather than a reduction.
  var price: Int64 = 0
}

extension ReportService {
  // MARK: Posted

  /// The lodging posted on the business days of a period by label, and the last night posted.
  ///
  /// A night is posted by the posting that wrote its first line of lodging; that line and its
  /// discounts are the lodging of the night itself, everything else is a correction. So the figures
  /// depend on lines alone, and those of a closed day never change.
  ///
  /// A night of the period with a single line posted in it is read from indexes alone; only where
  /// the order of several lines matters are they read from the ledger.
  func posted(
    _ period: ReportPeriod, _ ledger: [StayNight: LedgerNight], at campground: Campground,
    _ places: ReportPlaces, _ moved: [StayNight: String?]
  ) throws -> (byLabel: [String?: PostedLodging], lastNight: CalendarDate?) {
    let currency = campground.currency
    var rest = try postingDays(period, at: campground)
    var sums: [String?: PostedLodging] = [:]
    var last: CalendarDate?
    for (spent, night) in ledger {
      let lines = night.lines.filter { !$0.isReversal && rest[$0.id] != nil }
      for line in lines where line.kind == .allowance || lines.count == 1 {
        guard let day = rest.removeValue(forKey: line.id) else { continue }
        let label = places.label(of: spent, night.site, on: day, moved)
        if line.kind == .lodging, line.units != 0 {
          sums[label, default: .init()].nights += 1
          try Self.add(line.units, to: &sums[label, default: .init()].units, currency)
          last = max(last ?? spent.night, spent.night)
        } else {
          try Self.add(line.units, to: &sums[label, default: .init()].corrections, currency)
        }
      }
    }
    let lastOfRest = try add(
      try lines(Array(rest.keys), reversedIn: period, at: campground), of: period, to: &sums,
      at: campground, places, moved)
    return (sums, [last, lastOfRest].compactMap { $0 }.max())
  }

  /// The business days of the lines of lodging posted in a period, which an index has.
  private func postingDays(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> [ManagedObjectID: CalendarDate] {
    let rows = try rows(
      of: "FolioEntry", reading: ["objectID", "day"],
      where: here(
        "kind IN %@ AND day BETWEEN {%@, %@}",
        [LodgingLine.kinds.map(\.rawValue), period.first.midnightUTC, period.last.midnightUTC],
        at: campground))
    var days: [ManagedObjectID: CalendarDate] = [:]
    days.reserveCapacity(rows.count)
    for row in rows {
      if let id = row.object("objectID"), let day = row.date("day") { days[id] = day }
    }
    return days
  }

  /// The given lines of lodging, and the reversals of any posted in a period, in order.
  private func lines(
    _ ids: [ManagedObjectID], reversedIn period: ReportPeriod, at campground: Campground
  ) throws -> [StoredRow] {
    let read = [
      "number", "kind", "reservation", "reservation.campSite", "day", "night", "posting",
      "amountMinor",
    ]
    let reversals = try rows(
      of: "FolioEntry", reading: read,
      where: here(
        "kind == 'reversal' AND reverses.kind IN %@ AND day BETWEEN {%@, %@} AND "
          + LodgingLine.isOfGroup,
        [LodgingLine.kinds.map(\.rawValue), period.first.midnightUTC, period.last.midnightUTC],
        at: campground))
    let lines =
      ids.isEmpty
      ? []
      : try rows(
        of: "FolioEntry", reading: read,
        where: here("SELF IN %@ AND " + LodgingLine.isOfGroup, [ids], at: campground))
    return (reversals + lines).sorted { ($0.integer("number") ?? 0) < ($1.integer("number") ?? 0) }
  }

  /// Adds lines in their order.
  ///
  /// - Returns: the last night posted by them.
  private func add(
    _ rows: [StoredRow], of period: ReportPeriod, to sums: inout [String?: PostedLodging],
    at campground: Campground, _ places: ReportPlaces, _ moved: [StayNight: String?]
  ) throws -> CalendarDate? {
    let currency = campground.currency
    var first = try postedBefore(period, rows)
    let moved = try movedBeside(period, rows, places).merging(moved) { _, new in new }
    var last: CalendarDate?
    for row in rows {
      let (day, units) = (row.date("day") ?? period.first, row.integer("amountMinor") ?? 0)
      let site = row.object("reservation.campSite")
      guard let spent = row.stayNight, let posting = row.object("posting") else {
        let label = places.label(of: site, on: day)
        try Self.add(units, to: &sums[label, default: .init()].corrections, currency)
        continue
      }
      let label = places.label(of: spent, site, on: day, moved)
      let kind = row.text("kind").flatMap(ChargeKind.init(rawValue:))
      if kind == .lodging, units != 0, first[spent] == nil {
        first[spent] = posting
        sums[label, default: .init()].nights += 1
        last = max(last ?? spent.night, spent.night)
      }
      if first[spent] == posting, [.lodging, .longerStay, .discount].contains(kind) {
        try Self.add(units, to: &sums[label, default: .init()].units, currency)
      } else {
        try Self.add(units, to: &sums[label, default: .init()].corrections, currency)
      }
    }
    return last
  }

  /// The postings that had posted nights before a period. A night is never posted before its day.
  private func postedBefore(
    _ period: ReportPeriod, _ rows: [StoredRow]
  ) throws -> [StayNight: ManagedObjectID] {
    let stays = Set(
      rows.compactMap(\.stayNight).filter { $0.night < period.first }.map(\.stay))
    guard !stays.isEmpty else { return [:] }
    return try self.rows(
      of: "FolioEntry", reading: ["reservation", "night", "posting"],
      where: "kind == 'lodging' AND reservation IN %@ AND day < %@ AND amountMinor != 0",
      [Array(stays), period.first.midnightUTC]
    ).reduce(into: [:]) { first, row in
      if let spent = row.stayNight { first[spent] = row.object("posting") }
    }
  }

  /// The labels of moved nights beside a period that lines posted in it are about.
  private func movedBeside(
    _ period: ReportPeriod, _ rows: [StoredRow], _ places: ReportPlaces
  ) throws -> [StayNight: String?] {
    let nights = rows.compactMap { $0.date("night") }.filter { !period.days.contains($0) }
    guard let first = nights.min(), let last = nights.max() else { return [:] }
    return try moved(ReportPeriod(from: first, through: last), places)
  }

  // MARK: On the books

  /// The lodging of the nights of a period by label.
  func booked(
    _ period: ReportPeriod, _ ledger: [StayNight: LedgerNight], at campground: Campground,
    _ places: ReportPlaces, _ moved: [StayNight: String?]
  ) throws -> [String?: BookedLodging] {
    let currency = campground.currency
    var sums: [String?: BookedLodging] = [:]
    for night in try bookedNights(period, ledger, at: campground) {
      let label =
        night.isBilled
        ? places.label(of: night.site, on: night.spent.night)
        : places.label(of: night.spent, night.site, on: night.spent.night, moved)
      try Self.add(night.units, to: &sums[label, default: .init()].units, currency)
      if night.price != 0 { sums[label, default: .init()].nights += 1 }
    }
    return sums
  }

  /// The lodging of the nights of a period, from the bills of all stays that are sold, and of those
  /// called off after nights were held for them.
  ///
  /// Costs the bill of every stay of the period that is not yet settled; that of a settled one is in
  /// the ledger.
  func bookedNights(
    _ period: ReportPeriod, _ ledger: [StayNight: LedgerNight], at campground: Campground
  ) throws -> [BookedNight] {
    let currency = campground.currency
    var nights = try ledger.compactMap { spent, night -> BookedNight? in
      guard night.isFinal else { return nil }
      var booked = BookedNight(spent: spent, site: night.site, isBilled: false)
      for line in night.lines { try booked.add(line.units, line.kind == .lodging, currency) }
      return booked
    }
    let book = StayBook(scope, in: managedObjectContext)
    for stay in try unsettled(in: period, at: campground) {
      var billed: [CalendarDate: BookedNight] = [:]
      for line in try book.bill(of: stay).lines
      where line.isOfLodging && period.days.contains(line.day) {
        let night = BookedNight(
          spent: StayNight(stay: stay.objectID, night: line.day),
          site: stay.site(on: line.day).site?.objectID, isBilled: true)
        try billed[line.day, default: night].add(
          line.amountMinor, line.kind == .lodging, currency)
      }
      nights += billed.values
    }
    return nights
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

  static func add(
    _ units: Int64, to sum: inout Int64, _ currency: Currency
  ) throws(CampgroundError) {
    let (whole, isTooLarge) = sum.addingReportingOverflow(units)
    sum = isTooLarge ? try Balance.sum([sum, units], currency) : whole
  }
}

extension BookedNight {
  fileprivate mutating func add(
    _ amount: Int64, _ isPrice: Bool, _ currency: Currency
  ) throws(CampgroundError) {
    try ReportService.add(amount, to: &units, currency)
    if isPrice { try ReportService.add(amount, to: &price, currency) }
  }
}

extension StoredRow {
  /// The night that a ledger line is for; nil for a line of no stay.
  var stayNight: StayNight? {
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
