/// Splits whole numbers in proportion to weights so that the shares add up exactly.
public enum LargestRemainder {
  /// The shares of an amount of minor units.
  ///
  /// Every share is first rounded down to a whole number; the units left over go one each to the
  /// shares that lost the largest fraction, the earlier share first in a tie.
  ///
  /// - Parameter weights: zero or more each, and at least one above zero.
  /// - Returns: nil for other weights.
  @inlinable
  public static func shares<Weight: FixedWidthInteger & SignedInteger>(
    of units: Int64, by weights: [Weight]
  ) -> [Int64]? {
    let total = weights.reduce(into: Int128(0)) { $0 += Int128($1) }
    guard total > 0, weights.allSatisfy({ $0 >= 0 }) else { return nil }
    let magnitude = Int128(units.magnitude)
    // 64 bits times 63 bits stay within 127, so the products are exact.
    var shares = weights.map { magnitude * Int128($0) / total }
    let remainders = weights.map { magnitude * Int128($0) % total }
    let leftOver = Int(magnitude - shares.reduce(0, +))
    if leftOver > 0 {
      let order = remainders.indices.sorted {
        remainders[$0] != remainders[$1] ? remainders[$0] > remainders[$1] : $0 < $1
      }
      for index in order.prefix(leftOver) { shares[index] += 1 }
    }
    return shares.map { Int64(truncatingIfNeeded: units < 0 ? -$0 : $0) }
  }

  /// The shares by weights of up to 128 bits, which are scaled down where the products would not
  /// fit.
  ///
  /// - Returns: nil as `shares(of:by:)`.
  /// - Throws: `MinorUnits.Overflow` where they do not fit even so.
  package static func shares(
    of units: Int64, byParts weights: [Int128]
  ) throws(MinorUnits.Overflow) -> [Int64]? {
    guard let most = weights.max(), most > 0 else { return nil }
    func isFitting(_ weight: Int128) -> Bool {
      let (_, isTooLarge) = Int128(units.magnitude).multipliedReportingOverflow(by: weight)
      return !isTooLarge && weight <= Int128.max / Int128(weights.count)
    }
    if isFitting(most) { return shares(of: units, by: weights) }
    let divisor = weights.reduce(0, greatestDivisor)
    guard isFitting(most / divisor) else { throw MinorUnits.Overflow() }
    return shares(of: units, by: weights.map { $0 / divisor })
  }

  private static func greatestDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (greater, lesser) = (first, second)
    while lesser != 0 { (greater, lesser) = (lesser, greater % lesser) }
    return greater
  }
}
