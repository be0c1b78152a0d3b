import ObjectGraph

/// The kind of a folio line.
public enum ChargeKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// A night, or several at one price.
  case lodging
  /// A charge on top of lodging.
  case fee
  /// The amount by which a longer stay, once agreed, was cheaper than the present one; negative.
  case longerStay = "longer-stay"
  /// A discount, negative.
  case discount
  /// An amount that the desk takes off the bill, negative.
  case allowance
  /// A tax.
  case tax
  /// The usage counted by a meter.
  case meter
  /// An item that was sold.
  case sale
  /// The price kept for unused nights, the fee for giving them up, or a guest's credit that is
  /// kept.
  case kept
  /// A fee for a change to other dates.
  case changeFee = "change-fee"
  /// Money received, negative.
  case payment
  /// Money paid out.
  case refund
  /// Credit set aside for the guest's next stay, booked like money paid out.
  case credit
  /// The amount of a reversed line, with the opposite sign.
  case reversal

  public static let emptyValue = ChargeKind.lodging

  /// Whether the line moves money rather than being owed.
  public var isPayment: Bool {
    switch self {
    case .payment, .refund, .credit: true
    case .lodging, .longerStay, .discount, .allowance, .fee, .tax, .meter, .sale, .kept,
      .changeFee, .reversal:
      false
    }
  }

  /// Whether it is owed from the day of the change that caused it.
  package var isOfItsDay: Bool {
    switch self {
    case .kept, .changeFee, .sale, .meter: true
    case .lodging, .fee, .longerStay, .discount, .allowance, .tax, .payment, .refund, .credit,
      .reversal:
      false
    }
  }

  /// The order of the lines within a day of a bill: taxes come after what they tax.
  package var rank: Int { self == .tax ? 1 : 0 }

  /// The kind in the bill of a stay; nil for a kind that no bill contains.
  package var inBill: Bill.Line.Kind? { Bill.Line.Kind(rawValue: rawValue) }

  /// The folio kind of a bill line.
  public init(_ kind: Bill.Line.Kind) {
    // Both use the same words.
    self = ChargeKind(rawValue: kind.rawValue) ?? .lodging
  }
}
