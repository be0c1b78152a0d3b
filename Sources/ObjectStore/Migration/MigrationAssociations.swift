import Foundation
import ObjectModel
import SQLite

/// Which objects of a destination store were created from which objects of a source store, and by
/// which mapping.
///
/// The associations may not fit into memory, so they are kept in a temporary database, which SQLite
/// holds in memory while it is small and in an unnamed file otherwise. It is used by one thread at
/// a time.
package final class MigrationAssociations {
  /// A source object and a destination object created from it.
  package struct Pair: Sendable {
    package let mapping: Int
    package let source: RowKey
    package let destination: RowKey
    /// Whether the mapping itself, rather than a policy, created the object.
    package let isMapped: Bool

    package init(mapping: Int, source: RowKey, destination: RowKey, isMapped: Bool) {
      (self.mapping, self.source, self.destination) = (mapping, source, destination)
      self.isMapped = isMapped
    }
  }

  private let connection: Connection

  /// The mappings with associations made by policies, which may associate an object several times.
  private var policies: Set<Int> = []

  /// Whether pairs are indexed by destination.
  private var isIndexed = false

  /// The greatest key of the source objects of each entity: most lookups are for objects that have
  /// no destination objects yet.
  private var greatestKeys: [Int: Int64] = [:]

  /// The pairs of recently looked-up source objects, such as the owners of many others.
  private var recent: [RowKey: [Pair]] = [:]
  private static let greatestRecentCount = 25_000

  /// - Throws: code 134110 if there is no space for temporary files.
  package init() throws {
    connection = try Self.reporting {
      let connection = try Connection(path: "")
      try connection.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192;
        CREATE TABLE pair (id INTEGER PRIMARY KEY, mapping INTEGER NOT NULL,
          source_entity INTEGER NOT NULL, source INTEGER NOT NULL,
          destination_entity INTEGER NOT NULL, destination INTEGER NOT NULL,
          is_mapped INTEGER NOT NULL);
        -- In an index the pairs of one object come in the order of their ids.
        CREATE INDEX by_source ON pair (source, source_entity);
        """)
      return connection
    }
  }

  /// Appends pairs.
  package func add(_ pairs: some Sequence<Pair>) throws {
    try Self.reporting {
      try connection.execute("BEGIN")
      let insert = try connection.statement("INSERT INTO pair VALUES (NULL, ?, ?, ?, ?, ?, ?)")
      for pair in pairs {
        insert.bind(1, Int64(pair.mapping))
        Self.bind(pair.source, at: 2, of: insert)
        Self.bind(pair.destination, at: 4, of: insert)
        insert.bind(6, Int64(pair.isMapped ? 1 : 0))
        try insert.run()
        if !pair.isMapped { policies.insert(pair.mapping) }
        let entity = pair.source.entityNumber
        greatestKeys[entity] = max(greatestKeys[entity] ?? 0, pair.source.key)
        if !recent.isEmpty { recent[pair.source] = nil }
      }
      try connection.execute("COMMIT")
    }
  }

  /// Created lazily, because most migrations never look up pairs by destination.
  private func index() throws {
    guard !isIndexed else { return }
    try connection.execute(
      "CREATE INDEX by_destination ON pair (destination, destination_entity)")
    isIndexed = true
  }

  /// Removes the pairs of a destination object.
  package func removePairs(of destination: RowKey) throws {
    recent = [:]
    try Self.reporting {
      try index()
      let delete = try connection.statement(
        "DELETE FROM pair WHERE destination_entity = ? AND destination = ?")
      Self.bind(destination, at: 1, of: delete)
      try delete.run()
    }
  }

  /// Removes all pairs.
  package func removeAll() throws {
    (greatestKeys, recent) = ([:], [:])
    try Self.reporting { try connection.execute("DELETE FROM pair") }
  }

  /// The pairs of a source object, of all mappings, in the order of association.
  package func pairs(ofSource source: RowKey) throws -> [Pair] {
    guard source.key <= greatestKeys[source.entityNumber] ?? 0 else { return [] }
    if let pairs = recent[source] { return pairs }
    let pairs = try pairs(
      where: "source_entity = ? AND source = ? ORDER BY id", Int64(source.entityNumber), source.key
    ).pairs
    if recent.count >= Self.greatestRecentCount { recent = [:] }
    recent[source] = pairs
    return pairs
  }

  /// The keys of an entity's objects that have associations.
  package func sourceKeys(of entityNumber: Int) throws -> Set<Int64> {
    try Self.reporting {
      Set(
        try connection.integers(
          "SELECT source FROM pair WHERE source_entity = ?", Int64(entityNumber)))
    }
  }

  /// The pairs of a destination object and a mapping, in the order of association.
  package func pairs(of destination: RowKey, by mapping: Int) throws -> [Pair] {
    try Self.reporting { try index() }
    return try pairs(
      where: "destination_entity = ? AND destination = ? AND mapping = ? ORDER BY id",
      Int64(destination.entityNumber), destination.key, Int64(mapping)
    ).pairs
  }

  /// One page of the first pairs of a mapping's destination objects, in the order in which they
  /// were added.
  ///
  /// - Parameters:
  ///   - isMapped: whether to include objects that the mapping itself created.
  ///   - id: the ID of the last pair on the previous page; 0 for the first page.
  package func firstPairs(
    of mapping: Int, withMapped isMapped: Bool = true, after id: Int64, limit: Int
  ) throws -> (pairs: [Pair], last: Int64) {
    var first = ""
    if policies.contains(mapping) {
      try Self.reporting { try index() }
      first = """
         AND NOT EXISTS (
          SELECT 1 FROM pair AS earlier WHERE earlier.destination = pair.destination
          AND earlier.destination_entity = pair.destination_entity
          AND earlier.mapping = pair.mapping AND earlier.id < pair.id)
        """
    }
    let (pairs, last) = try pairs(
      where: "mapping = ? AND id > ? AND is_mapped <= ?\(first) ORDER BY id LIMIT ?",
      Int64(mapping), id, isMapped ? 1 : 0, Int64(limit))
    return (pairs, last ?? id)
  }

  /// - Returns: the pairs that meet a condition, and the ID of the last one.
  private func pairs(
    where condition: String, _ values: Int64...
  ) throws -> (pairs: [Pair], last: Int64?) {
    try Self.reporting {
      let statement = try connection.statement(
        """
        SELECT source_entity, source, destination_entity, destination, mapping, is_mapped, id
        FROM pair WHERE \(condition)
        """)
      statement.bind(values.map { .integer($0) })
      func row(at column: Int32) -> RowKey {
        RowKey(statement.int64(column + 1), entityNumber: Int(statement.int64(column)))
      }
      var (pairs, last): ([Pair], Int64?) = ([], nil)
      while try statement.step() {
        pairs.append(
          Pair(
            mapping: Int(statement.int64(4)), source: row(at: 0), destination: row(at: 2),
            isMapped: statement.int64(5) != 0))
        last = statement.int64(6)
      }
      return (pairs, last)
    }
  }

  private static func bind(_ row: RowKey, at index: Int32, of statement: Statement) {
    statement.bind(index, Int64(row.entityNumber))
    statement.bind(index + 1, row.key)
  }

  private static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw ObjectGraphError(
        .migration,
        "the migration cannot write its temporary file: \(error.message)",
        repair: "free disk space in the folder for temporary files")
    }
  }
}
