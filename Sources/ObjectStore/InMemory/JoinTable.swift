/// The pairs of a many-to-many relationship in memory, found from either end.
struct JoinTable {
  private var destinations: [Int64: Set<Int64>] = [:]
  private var sources: [Int64: Set<Int64>] = [:]

  mutating func insert(_ pair: ChangeSet.Join.Pair) {
    destinations[pair.source, default: []].insert(pair.destination)
    sources[pair.destination, default: []].insert(pair.source)
  }

  mutating func remove(_ pair: ChangeSet.Join.Pair) {
    destinations[pair.source]?.remove(pair.destination)
    sources[pair.destination]?.remove(pair.source)
    dropEmpty(pair)
  }

  /// Removes every pair that has the key at its source end.
  mutating func removeAll(source: Int64) {
    for destination in destinations[source] ?? [] {
      remove(.init(source: source, destination: destination))
    }
  }

  /// Removes every pair that has the key at its destination end.
  mutating func removeAll(destination: Int64) {
    for source in sources[destination] ?? [] {
      remove(.init(source: source, destination: destination))
    }
  }

  /// The keys at the other end of a key's pairs.
  ///
  /// - Parameter isReversed: whether the key is a destination.
  func partners(of key: Int64, isReversed: Bool) -> Set<Int64> {
    (isReversed ? sources[key] : destinations[key]) ?? []
  }

  private mutating func dropEmpty(_ pair: ChangeSet.Join.Pair) {
    if destinations[pair.source]?.isEmpty == true { destinations[pair.source] = nil }
    if sources[pair.destination]?.isEmpty == true { sources[pair.destination] = nil }
  }
}
