import Foundation

/// An amount of money as people write it, and as it is printed: `45`, `12.50`, `-3.1`, `1,000.00`,
/// `$12.50`, `€8`, `10,610 JPY`.
///
/// Commas only separate thousands: each is followed by three digits, and the first group has one to
/// three. So `12,50` is never taken for twelve hundred and fifty.
package struct AmountText: Sendable, Hashable {
  /// The number.
  package let value: Decimal

  /// The currency sign before the amount; nil for none.
  package let sign: String?

  /// The currency code after the amount; nil for none.
  package let code: String?

  /// Whether the text consists of digits alone, so that it may also be a quantity.
  package let isPlainNumber: Bool

  /// Reads a text.
  ///
  /// - Throws: `MoneyError.strayComma` for misplaced commas, `.notAnAmount` for any other text.
  package init(_ text: String) throws(MoneyError) {
    var rest = text[...]
    isPlainNumber = !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) }
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    sign = Currency.signs.first { rest.hasPrefix($0) }
    rest = rest.dropFirst(sign?.count ?? 0)
    code = rest.last?.isLetter == true ? Currency.knownCodes.first { rest.hasSuffix($0) } : nil
    if code != nil {
      rest = rest.dropLast(3)
      if rest.last == " " { rest = rest.dropLast() }
    }
    guard rest.first?.isNumber == true else { throw .notAnAmount(text) }
    if rest.contains(",") {
      guard Decimal(exactly: rest.filter { $0 != "," }) != nil else { throw .notAnAmount(text) }
      guard Self.isGrouped(rest) else { throw .strayComma(text) }
    }
    guard let value = Decimal(exactly: (isNegative ? "-" : "") + rest.filter { $0 != "," }) else {
      throw .notAnAmount(text)
    }
    self.value = value
  }

  private static func isGrouped(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    return (1...3).contains(groups[0].count) && groups[0].first != "0"
      && groups.dropFirst().allSatisfy { $0.count == 3 }
      && parts.dropFirst().allSatisfy { !$0.contains(",") }
  }

  /// Checks that the sign and the code, if any, belong to a currency.
  ///
  /// - Throws: `MoneyError.otherSign`.
  package func check(in currency: Currency) throws(MoneyError) {
    if let sign, !currency.isWritten(with: sign) { throw .otherSign(sign, currency) }
    if let code, code != currency.code { throw .otherSign(code, currency) }
  }
}
