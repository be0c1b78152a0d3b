import Foundation
import ObjectGraph

/// The price of a unit that a meter counts.
public final class MeterRate: ManagedObject {
  /// What the meter counts; a campground has one rate for each.
  @Managed("kind") public var kind: MeterKind

  /// The name of the unit: `kWh`.
  @Managed("unit") public var unit: String

  /// The price of a unit, in whole units of the currency, exact.
  @Managed("price") public var price: Decimal

  /// The tax group that it belongs to; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Whether the rate is in use.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The price of a unit, which may have more decimal places than can be paid.
  public var money: Money { Money(price, campground?.currency ?? .usd) }
}
