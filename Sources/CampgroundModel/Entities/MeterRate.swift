import Foundation
import ObjectGraph

/// What a unit that a meter counts costs.
public final class MeterRate: ManagedObject {
  /// What the meter counts; a campground has one rate for each.
  @Managed("kind") public var kind: MeterKind

  /// The name of the unit: `kWh`.
  @Managed("unit") public var unit: String

  /// The price of a unit, in whole units of the currency, exact.
  @Managed("price") public var price: Decimal

  /// The group of charges that it is taxed with; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Whether it is charged.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The price of a unit, which may have more decimal places than can be paid.
  public var money: Money { Money(price, campground?.currency ?? .usd) }
}
