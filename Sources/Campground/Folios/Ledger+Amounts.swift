import Foundation

extension Ledger {
  /// An amount, which must be above zero.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an amount that is zero or less, too precise or
  ///   too large.
  static func money(_ amount: Decimal, _ currency: Currency) throws(CampgroundError) -> Money {
    let money = try rethrowing(
      Money(exactly: amount, currency), as: CampgroundError.invalidAmount)
    try refuse(
      unless: money.amount > 0, .invalidValue, about: [.amount(money.amount)],
      "enter an amount above \(Money(0, money.currency)), not \(money)")
    return money
  }

  /// An amount in minor units.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an amount that is too precise or too large.
  static func minorUnits(_ money: Money) throws(CampgroundError) -> Int64 {
    try rethrowing(money.minorUnits(), as: CampgroundError.invalidAmount)
  }
}
