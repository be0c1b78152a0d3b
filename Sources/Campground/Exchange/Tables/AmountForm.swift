import Foundation

/// How the amounts of a file are written.
enum AmountForm {
  /// `1,234.50`
  case decimalPoint
  /// `1.234,50`
  case decimalComma

  /// The form in which all texts are amounts: with a decimal point, unless only a comma fits.
  static func form(of texts: [String], _ currency: Currency) -> AmountForm {
    func fits(_ form: AmountForm) -> Bool {
      texts.allSatisfy { (try? form.amount($0, currency)) != nil }
    }
    return !fits(.decimalPoint) && fits(.decimalComma) ? .decimalComma : .decimalPoint
  }

  /// The amount that a text means, with or without the currency: `$1,234.50`, `1'234.50 CHF`, and
  /// `(12.50)` for a negative one.
  ///
  /// - Throws: `MoneyError`, also for an amount of another currency or with more decimal places than
  ///   the currency has.
  func amount(_ text: String, _ currency: Currency) throws(MoneyError) -> Decimal {
    var written = text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
    let isNegative = written.hasPrefix("(") && written.hasSuffix(")")
    if isNegative { written = "-" + written.dropFirst().dropLast() }
    if self == .decimalComma {
      written = String(written.map { $0 == "," ? "." : $0 == "." ? "," : $0 })
    }
    let amount = try AmountText(Self.signFirst(written))
    try amount.check(in: currency)
    _ = try Money(exactly: amount.value, currency).minorUnits()
    return amount.value
  }

  /// The text with a currency sign in front of the number, or a currency code behind it.
  private static func signFirst(_ text: String) -> String {
    let (minus, rest) = text.hasPrefix("-") ? ("-", text.dropFirst()) : ("", text[...])
    if let sign = Currency.signs.first(where: rest.hasSuffix) {
      return minus + sign + rest.dropLast(sign.count)
    }
    let code = rest.prefix(3).uppercased()
    guard Currency.knownCodes.contains(code), rest.count > 3 else { return text }
    let number = rest.dropFirst(3)
    return (number.hasPrefix("-") ? "" : minus) + number + code
  }
}
