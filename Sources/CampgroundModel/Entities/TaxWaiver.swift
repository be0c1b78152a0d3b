import ObjectGraph

/// A tax that is waived on one day of a stay, for instance for a guest who is exempt.
public final class TaxWaiver: FactOfStay {
  /// The day.
  @Managed("day") public var day: CalendarDate

  /// The name of the tax.
  @Managed("name") public var name: String

  /// The group of charges that it is on.
  @Managed("taxGroup") public var taxGroup: String

  /// Why it is waived.
  @Managed("reason") public var reason: String?

  /// As a value.
  package var value: StayFacts.WaivedTax {
    StayFacts.WaivedTax(name, on: taxGroup, of: day)
  }
}
