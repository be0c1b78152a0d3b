/// Nights that are priced together: a week, a month, a part of a month, or a single night.
public struct LodgingPeriod: Hashable, Sendable {
  public var kind: RateKind
  /// The indexes of the period's nights within the stay.
  public var nights: Range<Int>
  /// The indexes of the nights of the whole week or month, some of which may have prices of their
  /// own.
  public var unit: Range<Int>
  /// The names of the rates, each once, in the order of the nights.
  public var rates: [String]
  /// The price of each night, in minor units; they add up to the price of the period.
  public var amountsMinor: [Int64]
}
