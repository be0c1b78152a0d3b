import Foundation

/// What the plans of rules have in common: amounts and percentages as people write them.
enum RuleCheck {
  /// The minor units of an amount, which is not negative.
  ///
  /// - Throws: `CampgroundError.negativeAmount` and `.invalidAmount`.
  static func minorUnits(
    of amount: Decimal, _ noun: String, in currency: Currency
  ) throws(CampgroundError) -> Int64 {
    guard amount >= 0 else {
      throw CampgroundError(
        .negativeAmount, about: [.amount(amount)],
        "the amount of \(CampgroundError.articled(noun)) is at least 0, not \(amount)")
    }
    do {
      return try Money(exactly: amount, currency).minorUnits()
    } catch {
      throw .invalidAmount(error)
    }
  }

  /// Checks a percentage.
  ///
  /// - Throws: `CampgroundError.invalidPercentage`.
  static func percentage(
    _ percent: Decimal, _ noun: String, most: Int = 100
  ) throws(CampgroundError) {
    guard percent >= 0, percent <= Decimal(most), (try? Percentage(percent)) != nil else {
      throw CampgroundError(
        .invalidPercentage, about: [.amount(percent)],
        "the percentage of a \(noun) is from 0 to \(most) with at most \(Percentage.mostPlaces) "
          + "decimal places, not \(percent)")
    }
  }

  /// A number of nights for the store.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  static func nights(_ nights: Int?, _ what: String) throws(CampgroundError) -> Int16? {
    try number(nights, what, 1...Reservation.mostNights)
  }

  /// A number for the store; the range is within 16 bits.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  static func number(
    _ number: Int?, _ what: String, _ allowed: ClosedRange<Int>
  ) throws(CampgroundError) -> Int16? {
    guard let number else { return nil }
    guard allowed.contains(number) else {
      throw .outOfRange(what, value: number, allowed: allowed)
    }
    return Int16(clamping: number)
  }

  /// A group of charges; nights are in `lodging`. Capitals and white space around do not count.
  ///
  /// - Throws: `CampgroundError.notOneLine` and `.textTooLong`.
  static func group(_ group: String?) throws(CampgroundError) -> String? {
    try NameRule.line(group, of: "tax group")?.lowercased()
  }
}
