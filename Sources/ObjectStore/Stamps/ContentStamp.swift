import Foundation
import SQLite

/// An identifier for the current state of a store's objects, stored in its file until one of them
/// changes.
///
/// SQLite has no such identifier: `data_version` is specific to a connection, and the counter in
/// the file's header does not change while there is a write-ahead log. Triggers remove the stamp,
/// whoever writes; they are created when a stamp is first requested, so that there is no cost
/// otherwise. The first change after that deletes a row; later ones find none.
///
/// A stamp belongs to the content: it is included in copies and backups of the file, and restored
/// by a rollback.
struct ContentStampTable {
  let connection: Connection
  let mapping: StoreMapping

  private static let table = "OG_CONTENTSTAMP"

  init(of session: SQLiteSession) {
    connection = session.connection
    mapping = session.mapping
  }

  /// The stamp; nil if there is none, or if a change might not have removed it.
  ///
  /// It includes the version of the schema, because a table that was recreated was without triggers
  /// for a time.
  func current() throws -> String? {
    try connection.readTransaction {
      guard try found() == statements() else { return nil }
      let schema = try connection.integer("PRAGMA main.schema_version") ?? 0
      return try connection.text("SELECT STAMP FROM \(Self.table)").map { "\($0)/\(schema)" }
    }
  }

  /// Creates a stamp and its triggers, if there are none; call this in a write transaction.
  func make() throws {
    let (found, wanted) = (try found(), try statements())
    if found != wanted {
      let drops = try connection.texts(
        "SELECT 'DROP ' || type || ' \"' || name || '\"' FROM main.sqlite_master "
          + "WHERE name LIKE '\(Self.table)%' AND type IN ('table', 'trigger')")
      // Triggers first, because the table's triggers are dropped with it.
      for drop in drops.sorted().reversed() { try connection.execute(drop) }
      for statement in wanted.sorted() { try connection.execute(statement) }
    }
    try connection.run(
      "INSERT INTO \(Self.table) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM \(Self.table))",
      .text(UUID().uuidString))
  }

  /// The definitions of the stamp's table and triggers in the file.
  private func found() throws -> Set<String> {
    try connection.texts("SELECT sql FROM main.sqlite_master WHERE name LIKE '\(Self.table)%'")
  }

  /// The statements that create the table, and the triggers for all tables with objects or pairs.
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

/// An identifier for the content of a store at a moment.
package struct ContentStamp: Sendable {
  package let text: String
  /// The offset of the store's keys from its primary keys while it is open.
  package let base: Int64
}

extension PersistentStore {
  /// The stamp of the store's content, which is created if there is none.
  ///
  /// Data read later matches the stamp only if the stamp still exists then.
  ///
  /// - Returns: nil if there can be none: in memory, if the store cannot be written to, and while
  ///   another connection is writing.
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
      // Without a stamp, nothing is cached; this is not an error, for example if the disk is full.
      (try? session.connection.waiting(atMost: 200) {
        try session.connection.writeTransaction { try ContentStampTable(of: session).make() }
      }) != nil
    }
    return isMade == true ? try current() : nil
  }
}

extension PersistentStoreCoordinator {
  /// The stamp of the only store for a plan; nil if there are several stores, or the store has
  /// none.
  package func contentStamp(of plan: FetchPlan) throws -> ContentStamp? {
    let stores = try stores(for: plan)
    return stores.count == 1 ? try stores[0].contentStamp() : nil
  }
}
