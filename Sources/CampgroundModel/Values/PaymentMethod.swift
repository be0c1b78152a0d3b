import ObjectGraph

/// How a payment is made.
public enum PaymentMethod: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Coins and bills.
  case cash
  /// A card.
  case card
  /// A check.
  case check
  /// A bank transfer.
  case transfer
  /// A voucher of the campground.
  case voucher

  public static let emptyValue = PaymentMethod.cash
}
