import Foundation
import ObjectGraph

/// A reduction of the price of the nights.
public final class Discount: ScopedRule {
  public override class var noun: String { "discount" }

  /// The percentage; nil for a discount by amount.
  @Managed("percent") public var percent: Decimal?

  /// The amount off the whole stay, in minor units; nil for a percentage.
  @Managed("amountMinor") public var amountMinor: Int64?

  /// The minimum length of the stay in nights; nil for any.
  @Managed("minimumNights") public var minimumNights: Int16?

  /// Whether it applies without being asked for.
  @Managed("isAutomatic") public var isAutomatic: Bool
}
