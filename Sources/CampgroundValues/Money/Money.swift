import Foundation

/// An exact amount of one currency.
///
/// Calculations keep every decimal place; `rounded()` rounds an amount to what can be paid, and
/// `minorUnits()` gives the whole minor units that the store keeps.
public struct Money: Sendable, Hashable {
  /// The amount in whole units of the currency: 12.5 for twelve dollars and a half.
  public let amount: Decimal

  /// The currency.
  public let currency: Currency

  /// The largest amount that may be entered by hand, in whole units of any currency: one billion.
  /// No guest pays as much, a typing mistake often exceeds it, and millions of such lines still add
  /// up exactly.
  public static let most: Decimal = 1_000_000_000

  /// Makes an amount, keeping all its decimal places.
  public init(_ amount: Decimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// Makes an amount from the store's whole minor units: 13500 for $135.00.
  public init(minorUnits: Int64, _ currency: Currency) {
    self.amount = Decimal(
      sign: minorUnits < 0 ? .minus : .plus, exponent: -currency.minorUnitDigits,
      significand: Decimal(minorUnits.magnitude))
    self.currency = currency
  }

  /// Reads an amount written with ASCII digits and an optional point: `45`, `12.50`, `-3.1`. Commas
  /// between thousands and the sign or code of the currency are accepted, as in `$1,000.00` and
  /// `1,000 JPY`, so that anything `description` prints reads back.
  ///
  /// - Throws: `MoneyError.notAnAmount` for any other text, `.strayComma` for misplaced commas,
  ///   `.otherSign` for the sign or code of another currency, `.tooPrecise` for a fraction of the
  ///   minor unit, `.tooLarge` for an amount beyond `most`.
  public init(parsing text: String, _ currency: Currency) throws(MoneyError) {
    let written = try AmountText(text)
    try written.check(in: currency)
    try self.init(exactly: written.value, currency)
  }

  /// Makes an amount, entered by hand, that can be paid and stored as it is.
  ///
  /// - Throws: `MoneyError.tooPrecise` for a fraction of the minor unit, `.tooLarge` when the
  ///   magnitude exceeds `most`, `.overflow` when the amount is not a number.
  public init(exactly amount: Decimal, _ currency: Currency) throws(MoneyError) {
    self.init(amount, currency)
    guard try rounded().amount == amount else { throw .tooPrecise(amount, currency) }
    guard amount.magnitude <= Self.most else { throw .tooLarge(amount, currency) }
  }

  /// The amount in whole minor units, after rounding half-up.
  ///
  /// - Throws: `MoneyError.overflow` when the amount does not fit into 64 bits or is not a number.
  public func minorUnits() throws(MoneyError) -> Int64 {
    var scaled = try rounded().amount
    scaled *= Decimal(sign: .plus, exponent: currency.minorUnitDigits, significand: 1)
    guard !scaled.isNaN, let units = Int64(NSDecimalNumber(decimal: scaled).stringValue) else {
      throw .overflow(currency)
    }
    return units
  }

  /// The amount rounded to the currency's minor unit, half away from zero.
  ///
  /// A charge and its reversal therefore round to the same figure.
  ///
  /// - Throws: `MoneyError.overflow` when the amount is not a number, as after an earlier overflow.
  public func rounded() throws(MoneyError) -> Money {
    guard !amount.isNaN else { throw .overflow(currency) }
    var exact = amount
    var result = Decimal()
    NSDecimalRound(&result, &exact, currency.minorUnitDigits, .plain)
    return Money(result, currency)
  }

  /// The sum.
  ///
  /// - Throws: `MoneyError.differentCurrencies` and `MoneyError.overflow`.
  public static func + (left: Money, right: Money) throws(MoneyError) -> Money {
    try combine(left, right) { $0 + $1 }
  }

  /// The difference.
  ///
  /// - Throws: `MoneyError.differentCurrencies` and `MoneyError.overflow`.
  public static func - (left: Money, right: Money) throws(MoneyError) -> Money {
    try combine(left, right) { $0 - $1 }
  }

  /// The amount with the opposite sign.
  public static prefix func - (money: Money) -> Money {
    Money(-money.amount, money.currency)
  }

  /// The amount times a factor, unrounded.
  ///
  /// - Throws: `MoneyError.overflow`.
  public static func * (money: Money, factor: Decimal) throws(MoneyError) -> Money {
    let product = money.amount * factor
    guard !product.isNaN else { throw .overflow(money.currency) }
    return Money(product, money.currency)
  }

  private static func combine(
    _ left: Money, _ right: Money, by operation: (Decimal, Decimal) -> Decimal
  ) throws(MoneyError) -> Money {
    guard left.currency == right.currency else {
      throw .differentCurrencies(left.currency, right.currency)
    }
    let result = operation(left.amount, right.amount)
    guard !result.isNaN else { throw .overflow(left.currency) }
    return Money(result, left.currency)
  }
}

extension Money: CustomStringConvertible {
  /// The amount as people read it: `$1,350.00` for US dollars, `1,350.00 EUR` for any other
  /// currency.
  ///
  /// It does not depend on the locale: commas separate thousands, as they may be typed, and a
  /// negative amount begins with the minus sign (`-$5.00`). Decimal places beyond the minor unit
  /// are rounded half-up.
  public var description: String { text { try $0.rounded() } }

  /// The amount in the form of `description`, but with all its decimal places: `$0.1525`, for
  /// instance for a unit price.
  public var exactDescription: String { text { $0 } }

  private func text(_ form: (Money) throws -> Money) -> String {
    guard let shown = try? form(self).amount, !shown.isNaN else {
      return "not a number \(currency)"
    }
    let number = Self.digits(of: shown.magnitude, places: currency.minorUnitDigits)
    let sign = shown < 0 ? "-" : ""
    return currency == .usd ? "\(sign)$\(number)" : "\(sign)\(number) \(currency)"
  }

  private static func digits(of amount: Decimal, places: Int) -> String {
    let parts = NSDecimalNumber(decimal: amount).stringValue.split(separator: ".", maxSplits: 1)
    let whole = grouped(parts.first ?? "0")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    guard places > 0 || !fraction.isEmpty else { return whole }
    let zeros = String(repeating: "0", count: max(0, places - fraction.utf8.count))
    return "\(whole).\(fraction)\(zeros)"
  }

  /// Digits with a comma before every three from the end.
  private static func grouped(_ digits: Substring) -> String {
    digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text.append(",") }
      text.append(digit.element)
    }
  }
}
