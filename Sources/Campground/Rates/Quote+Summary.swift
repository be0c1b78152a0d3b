extension Quote {
  /// Lines of one kind and text, put together as a bill shows them.
  public struct SummaryLine: Hashable, Sendable {
    /// What they are for.
    public let kind: ChargeKind
    /// The words of the bill.
    public let text: String
    /// The number of days that have one.
    public var dayCount: Int
    /// What each costs; nil where they differ.
    public var each: Money?
    /// The sum.
    public var amount: Money
  }

  /// The lines put together by kind and text: nights, discounts, fees, taxes; within a kind in the
  /// order of their first days.
  public var summary: [SummaryLine] {
    var order: [Key] = []
    var groups: [Key: (count: Int, sum: Int64, amounts: Set<Int64>)] = [:]
    for line in lines {
      let key = Key(kind: line.kind, text: line.text)
      if groups[key] == nil { order.append(key) }
      var group = groups[key] ?? (0, 0, [])
      group.count += 1
      // The sum of all lines fits, and those of one text have one sign.
      group.sum &+= line.amountMinor
      group.amounts.insert(line.amountMinor)
      groups[key] = group
    }
    let places: [ChargeKind] = [.lodging, .discount, .fee, .tax]
    func place(_ key: Key) -> Int { places.firstIndex(of: key.kind) ?? places.count }
    return order.enumerated()
      .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
      .compactMap { _, key in
        guard let group = groups[key] else { return nil }
        let each = group.amounts.count == 1 ? group.amounts.first : nil
        return SummaryLine(
          kind: key.kind, text: key.text, dayCount: group.count,
          each: each.map { Money(minorUnits: $0, currency) },
          amount: Money(minorUnits: group.sum, currency))
      }
  }

  private struct Key: Hashable {
    var kind: ChargeKind
    var text: String
  }
}
