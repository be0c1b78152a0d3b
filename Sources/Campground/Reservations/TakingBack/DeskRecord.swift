import Foundation

/// What a check-in or a check-out found, as far as it changes it, so that it can be taken back.
///
/// The store keeps it as text with each reservation that was changed.
struct DeskRecord: Codable, Hashable, Sendable {
  /// A line of what was agreed.
  struct Line: Codable, Hashable, Sendable {
    var day: Int32
    var kind: String
    var text: String
    var amount: Int64
    var group: String?
    var isKept: Bool?
    var period: String?
    var periodStart: Int32?
    var rule: String?
    var manner: String?
  }

  /// The business day of doing it, in days since 2001-01-01.
  let businessDay: Int32

  /// How many lines of the ledger were about the reservation.
  let lineCount: Int

  /// The former arrival; nil where the check-in did not move it.
  private(set) var arrival: Int32?

  /// The former day from which notice counted; nil where the check-in did not move the arrival.
  private(set) var noticeDay: Int32?

  /// The rules about stays that were set aside for nights which the check-in added.
  private(set) var rulesSetAside: String?

  /// The former departure; nil where the check-out did not give nights back.
  var departure: Int32?

  /// What was agreed and not posted when the guest was checked out, by its place.
  var open: [Line]?

  init(businessDay: CalendarDate, lineCount: Int) {
    self.businessDay = businessDay.dayNumber
    self.lineCount = lineCount
  }

  /// Notes the arrival that is about to be moved.
  mutating func noteArrival(of reservation: Reservation) {
    arrival = reservation.arrival.dayNumber
    noticeDay = reservation.noticeDate.map { CalendarDate(midnightUTC: $0).dayNumber }
  }

  /// Notes which rules were set aside beside those of before.
  mutating func noteRulesSetAside(by reservation: Reservation, since former: String?) {
    guard let rules = reservation.overriddenRules, rules != former else { return }
    guard let former else {
      rulesSetAside = rules
      return
    }
    let start = former + "\n"
    if rules.hasPrefix(start) { rulesSetAside = String(rules.dropFirst(start.count)) }
  }

  /// The rules that are set aside without those that the check-in added; nil for none.
  func withoutAdded(_ rules: String?) -> String? {
    guard let rulesSetAside, let rules else { return rules }
    var lines = rules.components(separatedBy: "\n")
    for line in rulesSetAside.components(separatedBy: "\n") {
      if let index = lines.lastIndex(of: line) { lines.remove(at: index) }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

extension DeskRecord {
  /// The text that the store keeps.
  ///
  /// - Throws: what the encoder throws, which values of this type give no reason for.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads what the store keeps; nil for nothing, and for the text of a damaged store.
  init?(text: String?) {
    guard let text,
      let record = try? JSONDecoder().decode(DeskRecord.self, from: Data(text.utf8))
    else { return nil }
    self = record
  }
}

extension DeskRecord.Line {
  init(_ line: QuoteLine) {
    self.init(
      day: line.day.dayNumber, kind: line.kind.rawValue, text: line.text, amount: line.amountMinor,
      group: line.taxGroup, isKept: line.isRefundable ? nil : true,
      period: line.period?.kind.rawValue, periodStart: line.period?.start.dayNumber,
      rule: line.source?.name, manner: line.source?.manner.rawValue)
  }

  /// The line as it was agreed.
  func quoteLine(in currency: Currency) -> QuoteLine {
    let rate = period.flatMap(RateKind.init(rawValue:))
    return QuoteLine(
      day: CalendarDate(dayNumber: day), kind: ChargeKind(rawValue: kind) ?? .lodging, text: text,
      amountMinor: amount, currency: currency, taxGroup: group, isRefundable: isKept != true,
      period: rate.flatMap { kind in
        periodStart.map { RatePeriod(kind: kind, start: CalendarDate(dayNumber: $0)) }
      },
      source: rule.flatMap { rule in
        manner.flatMap(ChargeSource.Manner.init(rawValue:))
          .map { ChargeSource(name: rule, manner: $0) }
      })
  }
}
