import Foundation

/// Errors about invalid texts, numbers, amounts and dates.
extension CampgroundError {
  static func emptyName(of noun: String) -> Self {
    Self(.invalidValue, about: [.property("name")], "\(articled(noun)) needs a name")
  }

  static func textTooLong(of noun: String, characters: Int, most: Int) -> Self {
    Self(
      .invalidValue, about: [.property("name")],
      "the text of \(articled(noun)) can have at most \(most) characters, not \(characters)")
  }

  static func outOfRange(_ what: String, value: Int, allowed: ClosedRange<Int>) -> Self {
    Self(
      .outOfRange, about: [.number(value)],
      "\(what) must be from \(allowed.lowerBound) to \(allowed.upperBound), not \(value)")
  }

  static func invalidAmount(_ error: MoneyError) -> Self {
    let subject: Subject? =
      switch error {
      case .tooPrecise(let amount, _), .tooLarge(let amount, _): .amount(amount)
      case .overflow: .amount(nil)
      default: nil
      }
    return Self(
      .invalidValue, about: [subject].compactMap { $0 }, "\(error)",
      fix: error.repair.map(Fix.advice))
  }

  static func negativeRate(_ rate: Decimal) -> Self {
    Self(.invalidValue, about: [.amount(rate)], "the price of a night is at least 0, not \(rate)")
  }

  /// Exactly one of several alternative amounts must be given.
  static func notOneAmount(of noun: String, choices: [String]) -> Self {
    Self(
      .invalidValue, about: [.property("amount")],
      "a \(noun) needs exactly one of these: " + choices.joined(separator: ", "))
  }

  package static func datesInReverse(from: CalendarDate, through: CalendarDate) -> Self {
    Self(
      .invalidValue, about: [.date(through)],
      "the last date \(through) is before the first date \(from)",
      fix: .advice("enter the earlier date first"))
  }

  static func invalidDates(_ error: StayDatesError) -> Self {
    Self(.invalidValue, about: [.dates], "\(error)")
  }

  static func stayTooLong(nights: Int, most: Int) -> Self {
    Self(
      .invalidValue, about: [.number(nights), .property("months")],
      "a stay can have at most \(most) nights, not \(nights)")
  }
}

extension MinorUnits.Overflow {
  /// The same error as a business error.
  func reported(in currency: Currency) -> CampgroundError { .invalidAmount(.overflow(currency)) }
}
