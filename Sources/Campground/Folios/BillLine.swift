import Foundation
import ObjectGraph

/// Folio lines that people read as one: each tax, each discount spread over nights, and the nights
/// of each week or month that they were priced by.
///
/// The ledger itself keeps them by day, so that each day's books are exact.
///
///     for line in try folios.bill(of: folio) { print(line.day, line.text, line.amount) }
public struct BillLine {
  /// The lines of the folio as written, at least one.
  public let entries: [FolioEntry]

  /// Their sum.
  public let amount: Money

  private let last: FolioEntry

  private init(_ entries: [FolioEntry], last: FolioEntry) throws {
    self.entries = entries
    self.last = last
    let sum = try Balance.sum(entries.lazy.map(\.amountMinor), last.amount.currency)
    amount = Money(minorUnits: sum, last.amount.currency)
  }

  /// The latest business day among them.
  public var day: CalendarDate { entries.map(\.date).max() ?? last.date }

  /// The text of the bill with the number of the slip, check or voucher, and with the day of the
  /// first line if it differs.
  public var text: String {
    let first = entries.map(\.date).min() ?? day
    return words + (last.periodStart == nil && first < day ? " from \(first)" : "")
  }

  /// The text without the day of the first line.
  var words: String {
    let nights = entries.compactMap(\.night)
    if last.periodStart != nil, let from = nights.min(), let through = nights.max() {
      return LodgingPeriod.words(entries.map { $0.subject.text }, from: from, through: through)
    }
    return last.text + (last.reference.map { " (\($0))" } ?? "")
  }

  /// The kind of the lines.
  public var kind: ChargeKind { last.kind }

  /// The payment method; nil where no money changed hands.
  public var method: PaymentMethod? { last.method }

  /// The number of a card slip, a check or a voucher.
  public var reference: String? { last.reference }

  /// Why the lines were written, where a reason is required.
  public var reason: String? { last.reason }

  /// The reason, or the stay that a payment was moved from: for clerks.
  public var remark: String? { last.remark }

  /// Who wrote the lines: one person, or several with commas; nil where it is unknown.
  public var who: String? {
    let names = Set(entries.compactMap(\.who)).sorted()
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The reservation that they concern; nil for the whole folio.
  public var reservation: Reservation? { last.reservation }

  /// The campsite of the nights, with the dates of the changes where a guest moved; for lines
  /// without nights, the campsite on the day of the line.
  public var siteName: String? {
    guard let reservation else { return nil }
    guard reservation.siteSpans.count > 1 else { return reservation.siteWords }
    let names = Set(
      entries.map { entry in
        reservation.site(on: entry.night ?? entry.date).name
      })
    return names.count == 1 ? names.first ?? nil : reservation.siteWords
  }

  /// Combines lines; a combined line takes the position of its last part.
  static func lines(of entries: [FolioEntry]) throws -> [BillLine] {
    try combined(entries, by: Key.init)
  }

  /// Combines the parts of one payment for several stays of a group that were written together;
  /// any other line, such as a refund or a reversal, stands alone.
  static func payments(of entries: [FolioEntry]) throws -> [BillLine] {
    try combined(entries) { entry in
      entry.kind == .payment && entry.voucher == nil ? entry.posting?.objectID : nil
    }
  }

  private static func combined<Key: Hashable>(
    _ entries: [FolioEntry], by key: (FolioEntry) -> Key?
  ) throws -> [BillLine] {
    try BillGrouping.groups(of: entries, by: key).compactMap { group in
      try group.last.map { try BillLine(group, last: $0) }
    }
  }

  /// Each line alone.
  static func singleLines(of entries: [FolioEntry]) throws -> [BillLine] {
    try entries.map { try BillLine([$0], last: $0) }
  }

  private struct Key: Hashable {
    let kind: ChargeKind
    let text: String
    let taxGroup: String?
    let reason: String?
    let reservation: ManagedObjectID?
    let periodStart: CalendarDate?

    /// Nil for a line that stands alone.
    init?(_ entry: FolioEntry) {
      // Unlike a discount on nights, an allowance is an act of its own.
      let source = entry.subject
      periodStart = entry.periodStart
      guard periodStart != nil || source.kind == .tax || source.kind == .discount else {
        return nil
      }
      kind = entry.kind
      // The nights of a month may have several rates.
      text = periodStart == nil ? entry.text : ""
      taxGroup = entry.taxGroup
      reason = entry.reason
      reservation = entry.reservation?.objectID
    }
  }
}

/// Combines the lines of a bill for people to read.
enum BillGrouping {
  /// Groups lines by a key, each group at the position of its last line; a line without a key
  /// stands alone.
  static func groups<Line, Key: Hashable>(
    of lines: [Line], by key: (Line) -> Key?
  ) -> [[Line]] {
    var places: [Key: Int] = [:]
    var groups: [[Line]] = []
    for line in lines {
      guard let key = key(line) else {
        groups.append([line])
        continue
      }
      var group: [Line] = []
      if let place = places[key] { swap(&group, &groups[place]) }
      group.append(line)
      places[key] = groups.count
      groups.append(group)
    }
    return groups.filter { !$0.isEmpty }
  }
}

extension FolioService {
  /// The lines of a folio as bills show them, in the order in which they were written.
  ///
  /// - Parameter isItemized: whether each line stands alone, as in the ledger.
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func bill(of folio: Folio, itemized isItemized: Bool = false) throws -> [BillLine] {
    let entries = try lines(of: folio)
    return try isItemized
      ? BillLine.singleLines(of: entries) : BillLine.lines(of: entries)
  }
}
