import ObjectGraph

/// How money changes hands.
public enum PaymentMethod: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Coins and notes.
  case cash
  /// A card.
  case card
  /// A check.
  case check
  /// A transfer between banks.
  case transfer
  /// A voucher of the campground.
  case voucher

  public static let emptyValue = PaymentMethod.cash
}
