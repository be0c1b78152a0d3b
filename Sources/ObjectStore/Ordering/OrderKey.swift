import Synchronization

/// Where an object stands among the members of an ordered relationship: a number that means nothing
/// but in comparison with those of the other members.
///
/// Members without a key come first, as SQLite sorts NULL; equal keys are
/// told apart by primary key.
package enum OrderKey {
  /// The key of the first member of a relationship, as Core Data gives it.
  package static let first: Int64 = 2048

  /// How far apart the keys of members are that were added one after the other.
  package static let step: Int64 = 1024

  /// From here on keys say that an object came to the end of a relationship
  /// and was not saved since.
  ///
  /// Where the end is, is known to the store alone: others may add members too. So a save replaces
  /// these keys by ones after those that the store has; until then they put the objects into the
  /// order in which they came.
  package static let firstUnsettled: Int64 = 1 << 61

  private static let arrivals = Atomic<Int64>(0)

  /// A key after all others that there are.
  package static func atEnd() -> Int64 {
    firstUnsettled + arrivals.add(1, ordering: .relaxed).newValue * step
  }

  /// A key between those of two neighbours, or nil when there is no room.
  ///
  /// - Parameters:
  ///   - lower: nil for no neighbour, or one without a key.
  ///   - upper: nil for the end.
  package static func between(_ lower: Int64?, _ upper: Int64?) -> Int64? {
    guard let upper else { return atEnd() }
    return spread(1, between: lower, upper)?.first
  }

  /// Keys for objects in a wanted order, most of which have keys already:
  /// as few as possible change.
  ///
  /// - Parameters:
  ///   - keys: in the wanted order; nil for an object without a key.
  ///   - atEnd: makes a key after the one that is given, for objects that come last.
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

  /// Evenly spread keys between two, or nil when there is no room.
  private static func spread(_ count: Int, between lower: Int64?, _ upper: Int64) -> [Int64]? {
    // What is to be settled yet comes after what is settled, however far that is.
    let least = upper >= firstUnsettled ? firstUnsettled : upper > 0 ? 0 : upper - 1 - Int64(count)
    let floor = upper >= firstUnsettled ? max(lower ?? least, least) : lower ?? least
    let distance = (upper - floor) / Int64(count + 1)
    guard distance > 0 else { return nil }
    return (1...Int64(count)).map { floor + $0 * distance }
  }
}
