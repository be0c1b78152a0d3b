/// The pairs of a many-to-many relationship in memory, found from either end.
struct JoinTable {
  private var destinations: [Int64: Set<Int64>] = [:]
  private var sources: [Int64: Set<Int64>] = [:]

  /// The place of each destination among those of its source, where the relationship is ordered.
  private var destinationPlaces: [ChangeSet.Join.Pair: Int64] = [:]
  /// The place of each source among those of its destination, where the inverse is ordered.
  private var sourcePlaces: [ChangeSet.Join.Pair: Int64] = [:]
  private var lastPlace: Int64 = 0

  /// Which ends of a join table keep an order.
  struct Ordering {
    var ofDestinations = false
    var ofSources = false
  }

  /// Puts a pair in, at the end of each order.
  mutating func insert(_ pair: ChangeSet.Join.Pair, _ ordering: Ordering) {
    guard destinations[pair.source, default: []].insert(pair.destination).inserted else { return }
    sources[pair.destination, default: []].insert(pair.source)
    guard ordering.ofDestinations || ordering.ofSources else { return }
    lastPlace += 1
    if ordering.ofDestinations { destinationPlaces[pair] = lastPlace }
    if ordering.ofSources { sourcePlaces[pair] = lastPlace }
  }

  mutating func remove(_ pair: ChangeSet.Join.Pair) {
    destinations[pair.source]?.remove(pair.destination)
    sources[pair.destination]?.remove(pair.source)
    destinationPlaces[pair] = nil
    sourcePlaces[pair] = nil
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

  /// The keys at the other end of a key's pairs, in their order where they have one, and by key.
  ///
  /// - Parameter isReversed: whether the key is a destination.
  func partners(of key: Int64, isReversed: Bool) -> [Int64] {
    let partners = ((isReversed ? sources[key] : destinations[key]) ?? []).sorted()
    let places = isReversed ? sourcePlaces : destinationPlaces
    guard !places.isEmpty else { return partners }
    let placed = partners.map { partner in
      (place: places[Self.pair(key, partner, isReversed)] ?? .min, partner: partner)
    }
    return placed.sorted { $0 < $1 }.map(\.partner)
  }

  /// Puts the partners of a key into an order.
  mutating func arrange(_ partners: [Int64], of key: Int64, isReversed: Bool) {
    for partner in partners {
      lastPlace += 1
      let pair = Self.pair(key, partner, isReversed)
      if isReversed { sourcePlaces[pair] = lastPlace } else { destinationPlaces[pair] = lastPlace }
    }
  }

  private static func pair(
    _ key: Int64, _ partner: Int64, _ isReversed: Bool
  ) -> ChangeSet.Join.Pair {
    isReversed
      ? .init(source: partner, destination: key) : .init(source: key, destination: partner)
  }

  private mutating func dropEmpty(_ pair: ChangeSet.Join.Pair) {
    if destinations[pair.source]?.isEmpty == true { destinations[pair.source] = nil }
    if sources[pair.destination]?.isEmpty == true { sources[pair.destination] = nil }
  }
}
