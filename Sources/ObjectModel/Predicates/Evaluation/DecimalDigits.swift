import Foundation

/// A finite number written out in decimal digits, without an exponent, to compare it exactly.
struct DecimalDigits {
  private let isNegative: Bool
  private let whole: [UInt8]
  private let fraction: [UInt8]

  /// - Parameter text: digits with an optional sign and an optional point.
  init(_ text: String) {
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

  func order(to other: DecimalDigits) -> ComparisonResult {
    if isNegative != other.isNegative {
      return isNegative ? .orderedAscending : .orderedDescending
    }
    let magnitude = orderOfMagnitudes(other)
    return isNegative ? magnitude.reversed : magnitude
  }

  private func orderOfMagnitudes(_ other: DecimalDigits) -> ComparisonResult {
    if whole.count != other.whole.count {
      return whole.count < other.whole.count ? .orderedAscending : .orderedDescending
    }
    if whole != other.whole {
      return whole.lexicographicallyPrecedes(other.whole) ? .orderedAscending : .orderedDescending
    }
    if fraction == other.fraction { return .orderedSame }
    return fraction.lexicographicallyPrecedes(other.fraction)
      ? .orderedAscending : .orderedDescending
  }
}
