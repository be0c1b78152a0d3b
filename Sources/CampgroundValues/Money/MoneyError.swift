import Foundation

/// The reason why an amount of money cannot be read, calculated or stored.
public enum MoneyError: Error, Hashable, Sendable {
  /// The text is not a three-letter currency code.
  case notACurrency(String)
  /// The text is not an amount written as digits with an optional decimal point.
  case notAnAmount(String)
  /// A comma does not separate thousands.
  case strayComma(String)
  /// The amount has the sign or the code of a currency other than the one that follows.
  case otherSign(String, Currency)
  /// The amount has more decimal places than the currency's minor unit.
  case tooPrecise(Decimal, Currency)
  /// The amount does not fit into 64 bits of minor units.
  case overflow(Currency)
  /// The amount exceeds `Money.most`, the largest that may be entered by hand.
  case tooLarge(Decimal, Currency)
  /// The two amounts are of different currencies.
  case differentCurrencies(Currency, Currency)
  /// An amount can only be split into at least one share, by weights that are not negative and
  /// not all zero.
  case impossibleSplit
}

extension MoneyError: CustomStringConvertible {
  /// The reason as one sentence without a period.
  public var description: String {
    switch self {
    case .notACurrency(let text):
      return "\"\(text)\" is not a currency code; use three letters, like USD"
    case .notAnAmount(let text):
      return "\"\(text)\" is not an amount; use digits and a decimal point, like 12.50"
    case .strayComma(let text):
      return "\"\(text)\" is ambiguous; use a comma only for thousands, like 1,000.00"
    case .otherSign(let sign, let currency):
      return "amounts are in \(currency) here, not in \(sign)"
    case .tooPrecise(let amount, let currency):
      let places = currency.minorUnitDigits
      return "\(amount) has more decimal places than \(currency), which has "
        + (places == 0 ? "none" : "\(places)")
    case .overflow(let currency):
      return "the amount of \(currency) is too large"
    case .tooLarge(let amount, let currency):
      return "an amount is at most \(Money(Money.most, currency)), not \(Money(amount, currency))"
    case .differentCurrencies(let left, let right):
      return "\(left) and \(right) cannot be combined"
    case .impossibleSplit:
      return "an amount needs at least one share, with weights of zero or more"
    }
  }
}

extension MoneyError {
  /// How to fix it, as a phrase without a period; nil where the reason says it all.
  public var repair: String? {
    switch self {
    case .notACurrency, .notAnAmount, .strayComma, .impossibleSplit: nil
    case .otherSign: "enter the number alone"
    case .tooPrecise(_, let currency):
      currency.minorUnitDigits == 0
        ? "enter it without a decimal point"
        : "enter at most \(currency.minorUnitDigits) decimal places"
    case .overflow: "enter a smaller amount"
    case .tooLarge:
      "an amount this large looks like a typing mistake; if it is right, enter it in parts"
    case .differentCurrencies(let left, _): "use amounts of \(left)"
    }
  }
}
