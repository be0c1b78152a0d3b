import ObjectGraph

/// A fee for changing a stay to dates that share no night with the former ones.
public final class ChangeFee: FactOfStay {
  /// The position among those of the stay, the latest last.
  @Managed("position") public var position: Int32

  /// The business day of the change.
  @Managed("day") public var day: CalendarDate

  /// The fee, in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// As a value.
  package var value: StayFacts.ChangeFee { StayFacts.ChangeFee(on: day, amountMinor) }
}
