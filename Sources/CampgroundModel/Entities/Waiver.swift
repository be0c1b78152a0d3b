import ObjectGraph

/// A night, a fee or a tax that the bill of a stay leaves out, whatever happens to the stay later.
public final class Waiver: FactOfStay {
  /// The kind of the line: a night, a fee or a tax.
  @Managed("kind") public var kind: ChargeKind

  /// The day of the line.
  @Managed("day") public var day: CalendarDate

  /// The name of the fee or the tax; nil for a night.
  @Managed("name") public var name: String?

  /// The tax group of the line; for a tax, the group that it taxes; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Why it is waived.
  @Managed("reason") public var reason: String?

  /// As a value; nil for a kind that no bill contains.
  package var value: StayFacts.Waiver? {
    kind.inBill.map { StayFacts.Waiver($0, name ?? "", on: taxGroup, of: day) }
  }
}
