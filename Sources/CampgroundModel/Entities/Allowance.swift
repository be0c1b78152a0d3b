import ObjectGraph

/// An amount taken off the bill of a stay without any payment, along with its taxes.
public final class Allowance: FactOfStay {
  /// The position among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// The business day on which it was agreed.
  @Managed("day") public var day: CalendarDate

  /// The text of the line as the bill prints it.
  @Managed("text") public var text: String

  /// The amount in minor units, without its taxes.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The tax group that it reduces; nil for the whole bill, without any effect on taxes.
  @Managed("taxGroup") public var taxGroup: String?

  /// The day of the charge that it reverses; nil for an allowance against no particular charge.
  @Managed("chargedOn") public var chargedOn: CalendarDate?

  /// Why it was given.
  @Managed("reason") public var reason: String?

  /// Whether it was reversed.
  @Managed("isWaived") public var isWaived: Bool

  /// The ledger lines that take it off.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// As a value.
  package var value: StayFacts.Allowance {
    var value = StayFacts.Allowance(
      on: day, amountMinor, off: taxGroup, text: text, takingBackChargeOf: chargedOn)
    value.isWaived = isWaived
    return value
  }
}
