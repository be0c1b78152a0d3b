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
    var order: [Key] = []
    var groups: [Key: Group] = [:]
    for line in lines {
      let key = Key(line)
      if groups[key] == nil { order.append(key) }
      var group = groups[key] ?? Group(first: line.day)
      group.count += 1
      group.last = line.day
      // The sum of all lines fits into 64 bits, and lines with the same text have the same sign.
      group.sum &+= line.amountMinor
      group.amounts.insert(line.amountMinor)
      if !group.texts.contains(line.text) { group.texts.append(line.text) }
      groups[key] = group
    }
    func place(_ key: Key) -> Int { Line.Kind.allCases.firstIndex(of: key.kind) ?? 0 }
    return order.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .compactMap { _, key in
        guard let group = groups[key] else { return nil }
        let each = group.amounts.count == 1 ? group.amounts.first : nil
        return SummaryLine(
          kind: key.kind,
          text: key.period == nil
            ? key.text
            : LodgingPeriod.words(group.texts, from: group.first, through: group.last),
          period: key.period, dayCount: group.count,
          each: each.map { Money(minorUnits: $0, currency) },
          amount: Money(minorUnits: group.sum, currency))
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

  private struct Group {
    var count = 0
    var sum: Int64 = 0
    var amounts: Set<Int64> = []
    var texts: [String] = []
    let first: CalendarDate
    var last: CalendarDate

    init(first: CalendarDate) { (self.first, last) = (first, first) }
  }
}
