import Foundation
import ObjectGraph

/// Lines of a folio that people read as one: each tax, each discount that is spread over nights,
/// and the nights of each week or month that they were priced by.
///
/// The ledger itself keeps them by day, so that each day's books are exact.
///
///     for line in try folios.bill(of: folio) { print(line.day, line.text, line.amount) }
public struct BillLine {
  /// The lines of the folio as they were written, at least one.
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

  /// The words of the bill with the number of the slip, check or voucher, and the day from which
  /// they are where that is another one.
  public var text: String {
    let nights = entries.compactMap(\.nightDate)
    if last.periodStart != nil, let from = nights.min(), let through = nights.max() {
      return LodgingPeriod.words(entries.map { $0.subject.text }, from: from, through: through)
    }
    let first = entries.map(\.date).min() ?? day
    return last.text + (last.reference.map { " (\($0))" } ?? "")
      + (first < day ? " from \(first)" : "")
  }

  /// What they are for.
  public var kind: ChargeKind { last.kind }

  /// How money changed hands; nil where none did.
  public var method: PaymentMethod? { last.method }

  /// The number of a card slip, a check or a voucher.
  public var reference: String? { last.reference }

  /// Why they were written, where that has to be said.
  public var reason: String? { last.reason }

  /// The reservation that they are about; nil for the whole folio.
  public var reservation: Reservation? { last.reservation }

  /// The campsite of the nights that they are for, with the days of changing where there are
  /// several of a guest who was moved; of what is for no night the one of its day.
  public var siteName: String? {
    guard let reservation else { return nil }
    guard reservation.siteSpans.count > 1 else { return reservation.siteWords }
    let names = Set(
      entries.map { entry in
        reservation.site(on: entry.nightDate ?? entry.date).name
      })
    return names.count == 1 ? names.first ?? nil : reservation.siteWords
  }

  /// Puts lines together; what is one line stands where its last one does.
  static func lines(of entries: [FolioEntry]) throws -> [BillLine] {
    try BillGrouping.groups(of: entries, by: Key.init).compactMap { group in
      try group.last.map { try BillLine(group, last: $0) }
    }
  }

  /// Puts together what one payment came to for several stays of a group,
  /// where it was written at once.
  static func payments(of entries: [FolioEntry]) throws -> [BillLine] {
    try BillGrouping.groups(of: entries, by: Payment.init).compactMap { group in
      try group.last.map { try BillLine(group, last: $0) }
    }
  }

  /// What the lines of one payment have in common.
  private struct Payment: Hashable {
    let posting: ManagedObjectID?

    /// Nil for a line that stands alone: what was refunded, or reversed.
    init?(_ entry: FolioEntry) {
      guard entry.kind == .payment, entry.voucher == nil else { return nil }
      posting = entry.posting?.objectID
    }
  }

  /// Each line as one of its own.
  static func singleLines(of entries: [FolioEntry]) throws -> [BillLine] {
    try entries.map { try BillLine([$0], last: $0) }
  }

  private struct Key: Hashable {
    let kind: ChargeKind
    let text: String
    let taxGroup: String?
    let reason: String?
    let reservation: ManagedObjectID?
    let periodStart: Date?

    /// Nil for a line that stands alone.
    init?(_ entry: FolioEntry) {
      // What a clerk took off the bill is an act of its own, unlike a discount on nights.
      let source = entry.subject
      periodStart = entry.periodStart
      guard periodStart != nil || source.kind == .tax || source.kind == .discount else {
        return nil
      }
      kind = entry.kind
      // The nights of a month may be of several rates.
      text = periodStart == nil ? entry.text : ""
      taxGroup = entry.taxGroup
      reason = entry.reason
      reservation = entry.reservation?.objectID
    }
  }
}

/// What of a bill is put together for people.
enum BillGrouping {
  /// Groups lines by a key, each group at the place of its last line; a line
  /// without a key stands alone.
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
  /// - Parameter isItemized: whether each line stands alone, as the ledger has it.
  /// - Throws: `CampgroundError.invalidAmount` for sums that cannot be shown.
  public func bill(of folio: Folio, itemized isItemized: Bool = false) throws -> [BillLine] {
    let entries = try lines(of: folio)
    return try isItemized
      ? BillLine.singleLines(of: entries) : BillLine.lines(of: entries)
  }
}
