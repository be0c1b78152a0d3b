import Foundation

/// An amount that is to be paid for a stay, the day by which it is, and what of it was paid.
public struct DuePayment: Hashable, Sendable {
  /// What is to be paid.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case deposit
    /// A month of a stay by the month.
    case month
    /// What is left of the bill.
    case balance
    /// What was charged by hand or sold.
    case charges

    init(_ reason: Bill.Due.Reason) {
      switch reason {
      case .deposit: self = .deposit
      case .month: self = .month
      case .balance: self = .balance
      }
    }
  }

  /// The day by which it is to be paid.
  public let day: CalendarDate
  public let reason: Reason
  public let amount: Money
  /// What of it was paid, at most all.
  public let paid: Money

  /// What of it is still due.
  public var open: Money { Money(amount.amount - paid.amount, amount.currency) }
}
