import Synchronization

/// The position of an object among the members of an ordered relationship: a number that is
/// meaningful only in comparison with those of other members.
///
/// Members without a key come first, as SQLite sorts NULL; equal keys are ordered by primary key.
package enum OrderKey {
  /// The key of the first member of a relationship, as in Core Data.
  package static let first: Int64 = 2048

  /// The distance between the keys of members added one after the other.
  package static let step: Int64 = 1024

  /// Keys from here on mark an object that was added at the end of a relationship and has not been
  /// saved since.
  ///
  /// Only the store knows where the end is, because others may also add members. A save replaces
  /// these keys by ones after the store's; until then, they keep the objects in the order in which
  /// they were added.
  package static let firstUnsettled: Int64 = 1 << 61

  /// The key of a member as it is read from a file, where those farther from zero come only from
  /// damage.
  package static func settled(_ stored: Int64) -> Int64 {
    min(max(stored, -firstUnsettled), firstUnsettled - 1)
  }

  private static let arrivals = Atomic<Int64>(0)

  /// A key after all existing ones.
  package static func atEnd() -> Int64 {
    firstUnsettled + arrivals.add(1, ordering: .relaxed).newValue * step
  }

  /// A key between those of two neighbors, or nil if there is no room.
  ///
  /// - Parameters:
  ///   - lower: nil if there is no neighbor, or it has no key.
  ///   - upper: nil for the end.
  package static func between(_ lower: Int64?, _ upper: Int64?) -> Int64? {
    guard let upper else { return atEnd() }
    return spread(1, between: lower, upper)?.first
  }

  /// Keys for objects in a desired order, most of which already have keys: as few as possible are
  /// changed.
  ///
  /// - Parameters:
  ///   - keys: in the desired order; nil for an object without a key.
  ///   - atEnd: returns a key after the given one, for objects at the end.
  package static func arranged(
    _ keys: [Int64?], atEnd: (_ last: Int64?) -> Int64 = { _ in atEnd() }
  ) -> [Int64] {
    let kept = longestIncreasingSubsequence(of: keys)
    var result: [Int64] = []
    result.reserveCapacity(keys.count)
    for index in kept {
      guard let upper = keys[index] else { continue }
      let count = index - result.count
      if count > 0 {
        guard let filling = spread(count, between: result.last, upper) else {
          return keys.indices.map { first + Int64($0) * step }
        }
        result += filling
      }
      result.append(upper)
    }
    while result.count < keys.count { result.append(atEnd(result.last)) }
    return result
  }

  /// Evenly spaced keys between two others, or nil if there is no room.
  private static func spread(_ count: Int, between lower: Int64?, _ upper: Int64) -> [Int64]? {
    // Unsettled keys come after settled ones, however great those are.
    let least = upper >= firstUnsettled ? firstUnsettled : upper > 0 ? 0 : upper - 1 - Int64(count)
    let floor = upper >= firstUnsettled ? max(lower ?? least, least) : lower ?? least
    let distance = (upper - floor) / Int64(count + 1)
    guard distance > 0 else { return nil }
    return (1...Int64(count)).map { floor + $0 * distance }
  }
}

/// The indexes of a longest subsequence in which each value is greater than the one before; nils
/// are never included.
@inlinable
package func longestIncreasingSubsequence<Value: Comparable>(of values: [Value?]) -> [Int] {
  /// For each length, the index of the smallest value with which such a subsequence can end.
  var ends: [(index: Int, value: Value)] = []
  var former = Array(repeating: -1, count: values.count)
  for (index, value) in values.enumerated() {
    guard let value else { continue }
    let length = (0..<ends.count).partitioningIndex { ends[$0].value >= value }
    if length > 0 { former[index] = ends[length - 1].index }
    if length == ends.count { ends.append((index, value)) } else { ends[length] = (index, value) }
  }
  var found: [Int] = []
  var next = ends.last?.index ?? -1
  while next >= 0 {
    found.append(next)
    next = former[next]
  }
  return found.reversed()
}

extension Range<Int> {
  /// The first index from which a condition is true, or the upper bound; found by binary search.
  @inlinable
  package func partitioningIndex(where holds: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
