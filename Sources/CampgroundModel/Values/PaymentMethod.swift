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
  /// A payment made to the program that a stay was imported from: money that is in no drawer here.
  case broughtOver = "brought over"

  /// The methods by which guests pay and get money back at the desk.
  public static let atDesk: [PaymentMethod] = [.cash, .card, .check, .transfer, .voucher]

  public static let emptyValue = PaymentMethod.cash
}
