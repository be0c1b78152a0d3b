import Foundation

/// A finite number written out in decimal digits, without an exponent, to compare it exactly.
package struct DecimalDigits {
  private let isNegative: Bool
  private let whole: [UInt8]
  private let fraction: [UInt8]

  /// - Parameter text: digits with an optional sign and an optional point.
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

  /// The digits of a double; every finite double has at most 1074 behind the point.
  init(exactly number: Double) {
    self.init(String(format: "%.1074f", number))
  }

  /// A text by whose bytes such numbers are in order: the sign, how many digits are before the
  /// point, and the digits; of negative numbers the complements of those. It has room for what a
  /// `Decimal` holds, fewer than 1000 digits before the point.
  package var sortKey: String {
    let zero = UInt8(ascii: "0")
    let count = String(1000 + whole.count).utf8.dropFirst()
    let digits = Array(count) + whole + fraction
    guard isNegative else { return "2" + String(decoding: digits, as: UTF8.self) }
    // What has more digits is further from zero, and so before what ends here.
    return "1" + String(decoding: digits.map { zero + 9 - ($0 - zero) }, as: UTF8.self) + "~"
  }

  func order(to other: DecimalDigits) -> ComparisonResult { sortKey.ordered(to: other.sortKey) }
}
