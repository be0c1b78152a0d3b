import Foundation

extension Ledger {
  /// The greatest amount of one line, in minor units: ten thousand million dollars. Millions of
  /// lines of it can be added up.
  static let mostMinorUnits: Int64 = 1_000_000_000_000

  /// An amount above zero.
  ///
  /// - Throws: `LedgerRule.amountNotPositive`, `.amountTooLarge`, `CampgroundError.invalidAmount`.
  static func money(_ amount: Decimal, _ currency: Currency) throws(CampgroundError) -> Money {
    let money: Money
    do {
      money = try Money(exactly: amount, currency)
    } catch {
      throw .invalidAmount(error)
    }
    guard money.amount > 0 else { throw .ledger(.amountNotPositive(money)) }
    let most = Money(minorUnits: mostMinorUnits, currency)
    guard money.amount <= most.amount else { throw .ledger(.amountTooLarge(money, most: most)) }
    return money
  }

  /// An amount in minor units.
  ///
  /// - Throws: `CampgroundError.invalidAmount`.
  static func minorUnits(_ money: Money) throws(CampgroundError) -> Int64 {
    do {
      return try money.minorUnits()
    } catch {
      throw .invalidAmount(error)
    }
  }
}
