import Foundation
import SQLite

/// A name for what a store's objects are now, kept in its file until anybody changes one of them.
///
/// SQLite has no such name of its own: `data_version` belongs to a connection, and the counter in the
/// file's header stands still while there is a write-ahead log. Triggers remove the stamp, whoever
/// writes; they are made when somebody first asks for a stamp, so that nobody else pays for them. The
/// first change after that deletes a row, the next ones find none.
///
/// A stamp goes with its content: it is in a copy of the file and in a backup, and comes back with a
/// transaction that is rolled back.
struct ContentStampTable {
  let connection: Connection
  let mapping: StoreMapping

  private static let table = "OG_CONTENTSTAMP"

  init(of session: SQLiteSession) {
    connection = session.connection
    mapping = session.mapping
  }

  /// The stamp; nil where there is none, or where a change might not have removed it.
  ///
  /// The version of the schema is part of it: a table that was made anew lost its triggers for a time.
  func current() throws -> String? {
    try connection.readTransaction {
      guard try found() == statements() else { return nil }
      let schema = try connection.integer("PRAGMA main.schema_version") ?? 0
      return try connection.text("SELECT STAMP FROM \(Self.table)").map { "\($0)/\(schema)" }
    }
  }

  /// Makes a stamp, and what removes it, where there is none; in a write transaction.
  func make() throws {
    let (found, wanted) = (try found(), try statements())
    if found != wanted {
      let drops = try connection.texts(
        "SELECT 'DROP ' || type || ' \"' || name || '\"' FROM main.sqlite_master "
          + "WHERE name LIKE '\(Self.table)%' AND type IN ('table', 'trigger')")
      // Triggers first: those on the table go with it.
      for drop in drops.sorted().reversed() { try connection.execute(drop) }
      for statement in wanted.sorted() { try connection.execute(statement) }
    }
    let insertion = try Statement(
      connection: connection,
      sql: "INSERT INTO \(Self.table) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM \(Self.table))")
    insertion.bind(1, UUID().uuidString)
    try insertion.run()
  }

  /// What the file has of the stamp's table and triggers.
  private func found() throws -> Set<String> {
    try connection.texts("SELECT sql FROM main.sqlite_master WHERE name LIKE '\(Self.table)%'")
  }

  /// The statements that make the table and the triggers of all tables with objects or pairs.
  private func statements() throws -> Set<String> {
    let held = try connection.tableNames()
    let tables = (mapping.tables.map(\.name) + mapping.joins.map(\.table)).filter(held.contains)
    var statements: Set = ["CREATE TABLE \(Self.table) (STAMP VARCHAR)"]
    for table in tables {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        statements.insert(
          "CREATE TRIGGER \(Self.table)_\(table)_\(event) AFTER \(event) ON \(table) "
            + "WHEN EXISTS (SELECT 1 FROM \(Self.table)) BEGIN DELETE FROM \(Self.table); END")
      }
    }
    return statements
  }
}

/// The name of what a store holds at a moment.
package struct ContentStamp: Sendable {
  package let text: String
  /// What the store's keys are more than their primary keys, for as long as it is open.
  package let base: Int64
}

extension PersistentStore {
  /// The stamp of what the store holds; it is made where there is none.
  ///
  /// What is read later has the stamp only if the stamp is still there then.
  ///
  /// - Returns: nil where there can be none: in memory, where nobody may or can write, and while
  ///   somebody else writes.
  package func contentStamp() throws -> ContentStamp? {
    guard !isInMemory else { return nil }
    func current() throws -> ContentStamp? {
      try sessions.reading { session in
        try ContentStampTable(of: session).current().map {
          ContentStamp(text: $0, base: session.base)
        }
      }
    }
    if let stamp = try current() { return stamp }
    guard !isReadOnly else { return nil }
    let isMade = try sessions.writingIfFree { session in
      // Without a stamp nothing is kept, which is no reason to fail: the disk may be full.
      (try? session.connection.waiting(atMost: 200) {
        try session.connection.writeTransaction { try ContentStampTable(of: session).make() }
      }) != nil
    }
    return isMade == true ? try current() : nil
  }
}

extension PersistentStoreCoordinator {
  /// The stamp of what the one store has that a plan asks; nil for several, and where the store has
  /// none.
  package func contentStamp(of plan: FetchPlan) throws -> ContentStamp? {
    let stores = try stores(for: plan)
    return stores.count == 1 ? try stores[0].contentStamp() : nil
  }
}
