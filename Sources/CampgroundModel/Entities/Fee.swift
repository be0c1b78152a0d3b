import Foundation
import ObjectGraph

/// A charge on top of lodging: for booking, for pets, for a second car.
public final class Fee: ScopedRule {
  public override class var noun: String { "fee" }

  /// The amount in minor units.
  @Managed("amountMinor") public var amountMinor: Int64

  /// What the amount is multiplied by.
  @Managed("basis") public var basis: ChargeBasis

  /// How many people, vehicles or pets are free of charge; nil for none.
  @Managed("includedCount") public var includedCount: Int16?

  /// The tax group that it belongs to; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Whether it is refunded when the stay is canceled.
  @Managed("isRefundable") public var isRefundable: Bool

  /// The amount.
  public var amount: Money { Money(minorUnits: amountMinor, campground?.currency ?? .usd) }
}
