import Foundation
import ObjectModel
import SQLite

/// Which objects of a destination store were made of which of a source store, by which mapping.
///
/// There may be more of them than fit into memory: they are in a temporary database, which SQLite keeps
/// in memory while it is small and in an unnamed file otherwise. It is used by one thread at a time.
package final class MigrationAssociations {
  /// A saved object: the number of its own entity and its key.
  package struct Instance: Hashable, Sendable {
    package let entityNumber: Int
    package let key: Int64

    package init(entityNumber: Int, key: Int64) {
      (self.entityNumber, self.key) = (entityNumber, key)
    }
  }

  /// What came of a source object.
  package struct Pair: Sendable {
    package let mapping: Int
    package let source: Instance
    package let destination: Instance

    package init(mapping: Int, source: Instance, destination: Instance) {
      (self.mapping, self.source, self.destination) = (mapping, source, destination)
    }
  }

  private let connection: Connection

  /// - Throws: code 134110 when there is no room for temporary files.
  package init() throws {
    connection = try Self.reporting {
      let connection = try Connection(path: "")
      try connection.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192;
        CREATE TABLE pair (id INTEGER PRIMARY KEY, mapping INTEGER NOT NULL,
          source_entity INTEGER NOT NULL, source INTEGER NOT NULL,
          destination_entity INTEGER NOT NULL, destination INTEGER NOT NULL);
        CREATE INDEX by_source ON pair (source, source_entity, mapping);
        CREATE INDEX by_destination ON pair (destination, destination_entity, mapping);
        """)
      return connection
    }
  }

  /// Adds pairs behind those that are there.
  package func add(_ pairs: some Sequence<Pair>) throws {
    try Self.reporting {
      try connection.execute("BEGIN")
      let insert = try connection.statement("INSERT INTO pair VALUES (NULL, ?, ?, ?, ?, ?)")
      for pair in pairs {
        insert.bind(1, Int64(pair.mapping))
        Self.bind(pair.source, at: 2, of: insert)
        Self.bind(pair.destination, at: 4, of: insert)
        try insert.run()
      }
      try connection.execute("COMMIT")
    }
  }

  /// Forgets all pairs.
  package func removeAll() throws {
    try Self.reporting { try connection.execute("DELETE FROM pair") }
  }

  /// Visits what was made of a source object, in the order in which it was associated.
  ///
  /// - Parameter mapping: nil for whatever mapping.
  package func visitDestinations(
    of source: Instance, by mapping: Int?, _ body: (Instance) -> Void
  ) throws {
    try visit(
      mapping == nil
        ? """
        SELECT destination_entity, destination FROM pair
        WHERE source_entity = ? AND source = ? ORDER BY id
        """
        : """
        SELECT destination_entity, destination FROM pair
        WHERE source_entity = ? AND source = ? AND mapping = ? ORDER BY id
        """, source, mapping, body)
  }

  /// What a destination object was made of, as `visitDestinations(of:by:_:)`.
  package func sources(of destination: Instance, by mapping: Int?) throws -> [Instance] {
    var found: [Instance] = []
    try visit(
      mapping == nil
        ? """
        SELECT source_entity, source FROM pair
        WHERE destination_entity = ? AND destination = ? ORDER BY id
        """
        : """
        SELECT source_entity, source FROM pair
        WHERE destination_entity = ? AND destination = ? AND mapping = ? ORDER BY id
        """, destination, mapping
    ) { found.append($0) }
    return found
  }

  private func visit(
    _ sql: String, _ instance: Instance, _ mapping: Int?, _ body: (Instance) -> Void
  ) throws {
    try Self.reporting {
      let statement = try connection.statement(sql)
      Self.bind(instance, at: 1, of: statement)
      if let mapping { statement.bind(3, Int64(mapping)) }
      while try statement.step() { body(Self.instance(of: statement, at: 0)) }
    }
  }

  /// The first pairs of the destination objects of a mapping, in the order in which they were added,
  /// a page at a time.
  ///
  /// - Parameter id: that of the last pair of the page before; 0 for the first page.
  package func firstPairs(
    of mapping: Int, after id: Int64, limit: Int
  ) throws -> (pairs: [Pair], last: Int64) {
    try Self.reporting {
      let statement = try connection.statement(
        """
        SELECT id, source_entity, source, destination_entity, destination FROM pair
        WHERE mapping = ? AND id > ? AND NOT EXISTS (
          SELECT 1 FROM pair AS earlier WHERE earlier.destination = pair.destination
          AND earlier.destination_entity = pair.destination_entity
          AND earlier.mapping = pair.mapping AND earlier.id < pair.id)
        ORDER BY id LIMIT ?
        """)
      statement.bind(1, Int64(mapping))
      statement.bind(2, id)
      statement.bind(3, Int64(limit))
      var (pairs, last): ([Pair], Int64) = ([], id)
      while try statement.step() {
        last = statement.int64(0)
        pairs.append(
          Pair(
            mapping: mapping, source: Self.instance(of: statement, at: 1),
            destination: Self.instance(of: statement, at: 3)))
      }
      return (pairs, last)
    }
  }

  private static func bind(_ instance: Instance, at index: Int32, of statement: Statement) {
    statement.bind(index, Int64(instance.entityNumber))
    statement.bind(index + 1, instance.key)
  }

  private static func instance(of statement: Statement, at column: Int32) -> Instance {
    Instance(entityNumber: Int(statement.int64(column)), key: statement.int64(column + 1))
  }

  private static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw ObjectGraphError(
        .migration,
        "the migration cannot keep its temporary file: \(error.message)",
        repair: "free disk space in the folder for temporary files")
    }
  }
}
