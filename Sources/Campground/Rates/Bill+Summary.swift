extension Bill {
  /// Lines with the same kind and text, combined as a bill shows them.
  public struct SummaryLine: Hashable, Sendable {
    /// The kind of the lines.
    public let kind: Line.Kind
    /// The text of the bill.
    public let text: String
    /// The week or month of the lines; nil where each night is priced alone.
    public let period: LodgingPeriod?
    /// The number of days with such a line.
    public var dayCount: Int
    /// The amount per line; nil where they differ.
    public var each: Money?
    /// The sum.
    public var amount: Money
  }

  /// The lines combined by kind and text: nights, discounts, fees, taxes; within a kind, in the
  /// order of their first days. Each week or month is a line of its own.
  public var summary: [SummaryLine] {
    func place(_ key: Key) -> Int { Line.Kind.allCases.firstIndex(of: key.kind) ?? 0 }
    let groups = Dictionary(grouping: lines.enumerated()) { Key($0.element) }
    return groups.sorted { one, other in
      (place(one.key), one.value[0].offset) < (place(other.key), other.value[0].offset)
    }.map { key, numbered in
      let lines = numbered.map(\.element)
      let amounts = Set(lines.map(\.amountMinor))
      return SummaryLine(
        kind: key.kind,
        text: key.period == nil
          ? key.text
          : LodgingPeriod.words(
            lines.map(\.text), from: lines[0].day, through: lines[lines.count - 1].day),
        period: key.period, dayCount: lines.count,
        each: amounts.count == 1 ? Money(minorUnits: lines[0].amountMinor, currency) : nil,
        // The sum of all lines fits into 64 bits, and lines with the same text have the same sign.
        amount: Money(minorUnits: lines.reduce(0) { $0 &+ $1.amountMinor }, currency))
    }
  }

  private struct Key: Hashable {
    var kind: Line.Kind
    /// The text, except for a week or month, which may have several rates and is still one line.
    var text: String
    var period: LodgingPeriod?

    init(_ line: Line) {
      kind = line.kind
      period = line.period
      text = line.period == nil ? line.text : ""
    }
  }
}
