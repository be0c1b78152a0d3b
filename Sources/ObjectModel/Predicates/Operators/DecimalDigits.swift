import Foundation

/// A finite number written in decimal digits, without an exponent, for exact comparison.
package struct DecimalDigits {
  private let isNegative: Bool
  private let whole: [UInt8]
  private let fraction: [UInt8]

  /// - Parameter text: digits with an optional sign and decimal point.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    let digits = bytes.drop { $0 == UInt8(ascii: "-") }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let zero = UInt8(ascii: "0")
    whole = Array((parts.first ?? []).drop { $0 == zero })
    let decimals = parts.count > 1 ? parts[1] : []
    fraction = Array(decimals.reversed().drop { $0 == zero }.reversed())
    isNegative = bytes.first == UInt8(ascii: "-") && !(whole.isEmpty && fraction.isEmpty)
  }

  /// The digits of a double; every finite double has at most 1074 after the point.
  init(exactly number: Double) {
    self.init(String(format: "%.1074f", number))
  }

  /// A string whose byte order is the numeric order: the sign, the number of digits before the
  /// decimal point, and the digits; for negative numbers, their complements. It covers the range of
  /// `Decimal`, with fewer than 1000 digits before the decimal point.
  package var sortKey: String {
    let zero = UInt8(ascii: "0")
    let count = String(1000 + whole.count).utf8.dropFirst()
    let digits = Array(count) + whole + fraction
    guard isNegative else { return "2" + String(decoding: digits, as: UTF8.self) }
    // The negative number with more digits is further from zero, and so sorts before one that ends
    // here.
    return "1" + String(decoding: digits.map { zero + 9 - ($0 - zero) }, as: UTF8.self) + "~"
  }

  func order(to other: DecimalDigits) -> ComparisonResult { sortKey.ordered(to: other.sortKey) }
}
