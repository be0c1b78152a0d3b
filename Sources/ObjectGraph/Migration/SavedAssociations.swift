import ObjectStore

/// Answers from memory what a migration mostly asks of the saved associations.
///
/// It mostly asks about objects that nothing has been made of yet, and about owners of many others.
struct SavedAssociations {
  typealias Instance = MigrationAssociations.Instance

  /// The greatest key of the source objects of each entity that something was made of.
  private var greatestKeys: [Int: Int64] = [:]

  /// The pairs of source objects that were asked for lately.
  private var recent: [Instance: [MigrationAssociations.Pair]] = [:]

  private static let greatestCount = 25_000

  /// Notes a pair that was saved.
  mutating func add(_ pair: MigrationAssociations.Pair) {
    let entity = pair.source.entityNumber
    greatestKeys[entity] = max(greatestKeys[entity] ?? 0, pair.source.key)
    if !recent.isEmpty { recent[pair.source] = nil }
  }

  /// Forgets what was asked for, when pairs are gone.
  mutating func forget() { recent = [:] }

  /// The pairs of a source object, in the order in which they were associated.
  mutating func pairs(
    of source: Instance, in saved: MigrationAssociations
  ) throws -> [MigrationAssociations.Pair] {
    guard source.key <= greatestKeys[source.entityNumber] ?? 0 else { return [] }
    if let pairs = recent[source] { return pairs }
    let pairs = try saved.pairs(ofSource: source)
    if recent.count >= Self.greatestCount { recent = [:] }
    recent[source] = pairs
    return pairs
  }
}
