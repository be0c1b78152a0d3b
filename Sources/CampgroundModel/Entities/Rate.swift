import ObjectGraph

/// A price rule. Of all rates that apply to a night, the most specific one is used, and of several,
/// the one listed first.
public final class Rate: ScopedRule {
  public override class var noun: String { "rate" }

  /// The length of time that the price covers.
  @Managed("kind") public var kind: RateKind

  /// The price in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// The position in the list; among equally specific rates, the first one is used.
  @Managed("rank") public var rank: Int32

  /// Whether it is a former version of a campsite's own price, `CampSite.rateMinor`, rather than a
  /// rate.
  @Managed("isOwnPrice") public var isOwnPrice: Bool

  /// The price.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
