import ObjectGraph

/// What a line of a bill is for.
public enum ChargeKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// A night, or several at one price.
  case lodging
  /// Something beside the nights.
  case fee
  /// A reduction, below zero.
  case discount
  /// A tax.
  case tax
  /// What a meter counted.
  case meter
  /// Something that was sold.
  case sale
  /// What is kept of a stay that was called off.
  case penalty
  /// Money that came in, below zero.
  case payment
  /// Money that went out.
  case refund
  /// What stays to the credit of the guest for another time, as money that went out.
  case credit
  /// What stood in the line that it takes back, with the other sign.
  case reversal

  public static let emptyValue = ChargeKind.lodging

  /// Whether money moves, rather than being owed.
  public var isPayment: Bool {
    switch self {
    case .payment, .refund, .credit: true
    case .lodging, .fee, .discount, .tax, .meter, .sale, .penalty, .reversal: false
    }
  }
}
