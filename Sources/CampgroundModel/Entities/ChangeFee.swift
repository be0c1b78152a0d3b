import ObjectGraph

/// A fee for changing a stay to dates that share no night with the former ones.
public final class ChangeFee: FactOfStay {
  /// The position among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// The business day of the change.
  @Managed("day") public var day: CalendarDate

  /// The fee, in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// Whether it is waived.
  @Managed("isWaived") public var isWaived: Bool

  /// The ledger lines that charge it.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// As a value.
  package var value: StayFacts.ChangeFee {
    var value = StayFacts.ChangeFee(on: day, amountMinor)
    value.isWaived = isWaived
    return value
  }
}
