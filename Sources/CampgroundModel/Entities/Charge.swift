import ObjectGraph

/// Something charged to a stay by hand, sold and charged to it, or counted by a meter.
public final class Charge: FactOfStay {
  /// The position among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// What it is for.
  @Managed("kind") public var kind: ChargeKind

  /// The business day.
  @Managed("day") public var day: CalendarDate

  /// The text of the line as the bill prints it.
  @Managed("text") public var text: String

  /// The amount in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The tax group; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Whether the amount includes its percentage taxes.
  @Managed("includesTax") public var includesTax: Bool

  /// Whether it was reversed.
  @Managed("isWaived") public var isWaived: Bool

  /// The ledger lines that charge it.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// As a value.
  package var value: StayFacts.Charge {
    var value = StayFacts.Charge(
      on: day, amountMinor, text, kind.inBill ?? .sale, taxGroup: taxGroup,
      includesTax: includesTax)
    value.isWaived = isWaived
    return value
  }

  /// Copies a value into the object.
  package func take(_ charge: StayFacts.Charge) {
    day = charge.day
    kind = ChargeKind(charge.kind)
    text = charge.text
    amountMinor = charge.amountMinor
    taxGroup = charge.group
    includesTax = charge.includesTax
  }
}
