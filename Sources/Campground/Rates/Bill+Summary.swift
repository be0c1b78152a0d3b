extension Bill {
  /// Lines of one kind and text, put together as a bill shows them.
  public struct SummaryLine: Hashable, Sendable {
    /// What they are for.
    public let kind: Line.Kind
    /// The words of the bill.
    public let text: String
    /// The week or the month that they are of; nil where each night has its own price.
    public let period: LodgingPeriod?
    /// The number of days that have one.
    public var dayCount: Int
    /// What each costs; nil where they differ.
    public var each: Money?
    /// The sum.
    public var amount: Money
  }

  /// The lines put together by kind and text: nights, discounts, fees, taxes; within a kind in the
  /// order of their first days. Each week or month that nights are priced by is a line of its own.
  public var summary: [SummaryLine] {
    var order: [Key] = []
    var groups: [Key: Group] = [:]
    for line in lines {
      let key = Key(line)
      if groups[key] == nil { order.append(key) }
      var group = groups[key] ?? Group(first: line.day)
      group.count += 1
      group.last = line.day
      // The sum of all lines fits, and those of one text have one sign.
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
    /// The words; those of a week or a month, which may be of several rates, do not part it.
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
