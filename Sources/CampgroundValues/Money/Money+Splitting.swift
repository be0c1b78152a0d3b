import Foundation

extension Money {
  /// Splits the rounded amount into equal shares that add up to it exactly.
  ///
  /// Minor units left over go to the first shares: 100.00 over three is 33.34, 33.33, 33.33.
  ///
  /// - Throws: `MoneyError.impossibleSplit` for no shares, `MoneyError.overflow`.
  public func split(into shares: Int) throws(MoneyError) -> [Money] {
    guard shares > 0 else { throw .impossibleSplit }
    return try split(by: Array(repeating: 1, count: shares))
  }

  /// Splits the rounded amount in proportion to weights, by largest remainder.
  ///
  /// Every share is first rounded down to whole minor units; the units left over go one each to the
  /// shares that lost the largest fraction, the earlier share first in a tie.
  ///
  /// - Throws: `MoneyError.impossibleSplit` when there are no weights, one is negative, or all are
  ///   zero; `MoneyError.overflow` when the amount does not fit into 64 bits of minor units.
  public func split(by weights: [Int]) throws(MoneyError) -> [Money] {
    let units = try minorUnits()
    guard let shares = LargestRemainder.shares(of: units, by: weights) else {
      throw .impossibleSplit
    }
    return shares.map { Money(minorUnits: $0, currency) }
  }
}
