import Foundation

/// A percentage as an exact fraction.
public struct Percentage: Hashable, Sendable, Codable {
  private let numerator: Int64
  private let divisor: Int64

  /// The most decimal places: with more, the fraction would not fit 64 bits.
  public static let mostPlaces = 8

  /// Makes a percentage.
  ///
  /// - Throws: `MinorUnits.Overflow` for a number of too many digits.
  public init(_ percent: Decimal) throws(MinorUnits.Overflow) {
    let digits = NSDecimalNumber(decimal: percent).stringValue
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let places = parts.count > 1 ? parts[1].utf8.count : 0
    guard parts.count <= 2, places <= Self.mostPlaces, let numerator = Int64(parts.joined()) else {
      throw MinorUnits.Overflow()
    }
    self.numerator = numerator
    divisor = (0..<places).reduce(100) { product, _ in product * 10 }
  }

  /// This percentage of an amount, rounded half-up.
  public func of(_ units: Int64) throws(MinorUnits.Overflow) -> Int64 {
    try MinorUnits.rounded(Int128(units) * Int128(numerator), by: Int128(divisor))
  }

  /// The divisor of the exact fractions.
  package static let parts: Int128 = 10_000_000_000

  /// This percentage of an amount, exactly, in units of 1 / `Percentage.parts` of a minor unit.
  public func parts(of units: Int64) throws(MinorUnits.Overflow) -> Int128 {
    let (product, isTooLarge) = (Int128(units) * Int128(numerator))
      .multipliedReportingOverflow(by: Self.parts / Int128(divisor))
    guard !isTooLarge else { throw MinorUnits.Overflow() }
    return product
  }

  /// The rest of an amount, 100% less this percentage, rounded half-up.
  public func remainder(of units: Int64) throws(MinorUnits.Overflow) -> Int64 {
    try MinorUnits.rounded(
      Int128(units) * (Int128(divisor) - Int128(numerator)), by: Int128(divisor))
  }
}
