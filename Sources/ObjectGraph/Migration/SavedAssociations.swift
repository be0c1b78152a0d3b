import ObjectStore

/// An in-memory cache for the most frequent lookups of saved associations.
///
/// Most lookups are for objects that have no destination objects yet, and for the owners of many
/// others.
struct SavedAssociations {
  /// The greatest key of the source objects of each entity that have associations.
  private var greatestKeys: [Int: Int64] = [:]

  /// The pairs of recently looked-up source objects.
  private var recent: [RowKey: [MigrationAssociations.Pair]] = [:]

  private static let greatestCount = 25_000

  /// Records a saved pair.
  mutating func add(_ pair: MigrationAssociations.Pair) {
    let entity = pair.source.entityNumber
    greatestKeys[entity] = max(greatestKeys[entity] ?? 0, pair.source.key)
    if !recent.isEmpty { recent[pair.source] = nil }
  }

  /// Clears the cache, when pairs have been removed.
  mutating func forget() { recent = [:] }

  /// The pairs of a source object, in the order of association.
  mutating func pairs(
    of source: RowKey, in saved: MigrationAssociations
  ) throws -> [MigrationAssociations.Pair] {
    guard source.key <= greatestKeys[source.entityNumber] ?? 0 else { return [] }
    if let pairs = recent[source] { return pairs }
    let pairs = try saved.pairs(ofSource: source)
    if recent.count >= Self.greatestCount { recent = [:] }
    recent[source] = pairs
    return pairs
  }
}
