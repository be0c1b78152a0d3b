import Foundation

/// Checks of amounts, percentages and numbers.
enum RuleCheck {
  /// The minor units of an amount, which must not be negative.
  ///
  /// - Throws: `CampgroundError.invalidValue` for an amount that is negative, too precise or too
  ///   large.
  static func minorUnits(
    of amount: Decimal, _ noun: String, in currency: Currency
  ) throws(CampgroundError) -> Int64 {
    guard amount >= 0 else {
      throw CampgroundError(
        .invalidValue, about: [.amount(amount)],
        "the amount of \(CampgroundError.articled(noun)) is at least 0, not \(amount)")
    }
    return try rethrowing(
      Money(exactly: amount, currency).minorUnits(), as: CampgroundError.invalidAmount)
  }

  /// Checks a percentage.
  ///
  /// - Throws: `CampgroundError.invalidValue` below 0, above `most`, and with too many decimal
  ///   places.
  static func percentage(
    _ percent: Decimal, _ noun: String, most: Int = 100
  ) throws(CampgroundError) {
    guard percent >= 0, percent <= Decimal(most), (try? Percentage(percent)) != nil else {
      throw CampgroundError(
        .invalidValue, about: [.amount(percent)],
        "the percentage of a \(noun) is from 0 to \(most) with at most \(Percentage.mostPlaces) "
          + "decimal places, not \(percent)")
    }
  }

  /// A number of nights as stored.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  static func nights(_ nights: Int?, _ what: String) throws(CampgroundError) -> Int16? {
    try number(nights, what, 1...Reservation.mostNights)
  }

  /// A number as stored; the allowed range must fit into 16 bits.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  static func number(
    _ number: Int?, _ what: String, _ allowed: ClosedRange<Int>
  ) throws(CampgroundError) -> Int16? {
    try range(number, what, allowed)
    return number.map { Int16(clamping: $0) }
  }

  /// Checks a number, if there is one.
  ///
  /// - Throws: `CampgroundError.outOfRange`.
  static func range(
    _ number: Int?, _ what: String, _ allowed: ClosedRange<Int>
  ) throws(CampgroundError) {
    guard let number, !allowed.contains(number) else { return }
    throw .outOfRange(what, value: number, allowed: allowed)
  }

  /// The stored form of a tax group, trimmed and in lower case; nights are in `lodging`.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a text that is too long or not one line.
  static func group(_ group: String?) throws(CampgroundError) -> String? {
    try NameRule.line(group, of: "tax group")?.lowercased()
  }
}
