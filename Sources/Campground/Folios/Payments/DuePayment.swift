import Foundation

/// An amount due for a stay, its due date, and how much of it has been paid.
public struct DuePayment: Hashable, Sendable {
  /// What the payment is for.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case deposit
    /// One month of a monthly stay.
    case month
    /// The rest of the bill.
    case balance
    /// Charges posted by hand, and sales.
    case charges

    init(_ reason: Bill.Due.Reason) {
      switch reason {
      case .deposit: self = .deposit
      case .month: self = .month
      case .balance: self = .balance
      }
    }
  }

  /// The due date.
  public let day: CalendarDate
  public let reason: Reason
  public let amount: Money
  /// The part that has been paid, at most the amount.
  public let paid: Money

  /// The part that is still due.
  public var open: Money { Money(amount.amount - paid.amount, amount.currency) }
}
