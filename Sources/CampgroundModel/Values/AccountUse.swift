import ObjectGraph

/// What an account of the accountant's chart is used for.
///
/// The cases are in the order in which a journal lists the accounts of a day: money, guests,
/// revenue, taxes.
public enum AccountUse: String, Sendable, Hashable, CaseIterable, ManagedRawValue {
  /// Payments in cash.
  case cash
  /// Payments by card.
  case card
  /// Payments by check.
  case check
  /// Payments by bank transfer.
  case transfer
  /// Vouchers that guests hold, a liability.
  case vouchers
  /// Money paid to the program that stays were imported from.
  case broughtOver = "brought-over"
  /// What guests owe, less what they have paid in advance.
  case guests
  /// Nights.
  case lodging
  /// Discounts from lodging and fees.
  case discounts
  /// Amounts that the desk takes off a bill.
  case allowances
  /// Fees, and charges by hand.
  case fees
  /// Money kept for unused nights.
  case kept
  /// The usage counted by meters.
  case meters
  /// Items sold.
  case sales
  /// Taxes collected, a liability.
  case taxes

  public static let emptyValue = AccountUse.lodging

  /// The account of money paid by a method.
  public init(_ method: PaymentMethod) {
    self =
      switch method {
      case .cash: .cash
      case .card: .card
      case .check: .check
      case .transfer: .transfer
      case .voucher: .vouchers
      case .broughtOver: .broughtOver
      }
  }

  /// The name of the account until the campground sets its own.
  public var defaultAccount: String {
    switch self {
    case .cash: "Cash"
    case .card: "Cards"
    case .check: "Checks"
    case .transfer: "Bank transfers"
    case .vouchers: "Vouchers outstanding"
    case .broughtOver: "Brought over"
    case .guests: "Guest ledger"
    case .lodging: "Lodging"
    case .discounts: "Discounts"
    case .allowances: "Allowances"
    case .fees: "Fees"
    case .kept: "Cancellations"
    case .meters: "Utilities"
    case .sales: "Store sales"
    case .taxes: "Taxes payable"
    }
  }

  /// The noun of what may have an account of its own: a tax, a fee, a discount or an item; nil where
  /// there is one account for everything.
  public var subjectNoun: String? {
    switch self {
    case .discounts: "discount"
    case .fees: "fee"
    case .sales: "item"
    case .taxes: "tax"
    case .cash, .card, .check, .transfer, .vouchers, .broughtOver, .guests, .lodging, .allowances,
      .kept, .meters:
      nil
    }
  }
}
