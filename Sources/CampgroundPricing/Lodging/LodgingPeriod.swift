/// Nights that have one price together: a week, a month, a part of a month, or a single night.
public struct LodgingPeriod: Hashable, Sendable {
  public var kind: RateKind
  /// Which of the stay's nights they are, by their places.
  public var nights: Range<Int>
  /// The names of the rates, each once, in the order of the nights.
  public var rates: [String]
  /// In minor units, for each night; they add up to the price of the period.
  public var amountsMinor: [Int64]
}
