import ObjectGraph

/// What a line of a bill is for.
public enum ChargeKind: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// A night, or several at one price.
  case lodging
  /// Something beside the nights.
  case fee
  /// What the stay costs less because a longer one, once agreed, cost less; negative.
  case longerStay = "longer-stay"
  /// A reduction, negative.
  case discount
  /// What is taken off the bill at the desk, negative.
  case allowance
  /// A tax.
  case tax
  /// What a meter counted.
  case meter
  /// Something that was sold.
  case sale
  /// What is kept of unused nights, or charged for giving them up; and a credit that is
  /// kept.
  case kept
  /// A fee for a change to other dates.
  case changeFee = "change-fee"
  /// Money that came in, negative.
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
    case .lodging, .longerStay, .discount, .allowance, .fee, .tax, .meter, .sale, .kept,
      .changeFee, .reversal:
      false
    }
  }

  /// Whether it is owed from the day on which a change of the stay brought it about.
  package var isOfItsDay: Bool { self == .kept || self == .changeFee }

  /// The place among the lines of a day of a bill: taxes follow what they are on.
  package var rank: Int { self == .tax ? 1 : 0 }

  /// What it is in the bill of a stay; nil for what is in none.
  package var inBill: Bill.Line.Kind? { Bill.Line.Kind.allCases.first { ChargeKind($0) == self } }

  /// What a line of a bill is.
  public init(_ kind: Bill.Line.Kind) {
    self =
      switch kind {
      case .lodging: .lodging
      case .longerStay: .longerStay
      case .discount: .discount
      case .fee: .fee
      case .kept: .kept
      case .changeFee: .changeFee
      case .allowance: .allowance
      case .tax: .tax
      }
  }
}
