import Foundation

/// An amount due for a stay, its due date, and how much of it has been paid.
public struct DuePayment: Hashable, Sendable {
  /// The due date.
  public let day: CalendarDate
  public let reason: Bill.Due.Reason
  public let amount: Money
  /// The part that has been paid, at most the amount.
  public let paid: Money

  /// The part that is still due.
  public var open: Money { Money(amount.amount - paid.amount, amount.currency) }
}
