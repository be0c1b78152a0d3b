import Foundation
import ObjectModel
import SQLite
import Synchronization

/// A store in a SQLite file, in the schema that Core Data itself uses.
public final class SQLiteStore: PersistentStore, @unchecked Sendable {
  // Sound: `session` and `storedMetadata` are read and written while `lock` is held, and only so.

  private let lock = Mutex(())
  private var session: SQLiteSession?
  private var storedMetadata: [String: any Sendable]
  private let path: String
  private let folder: ExternalFolder

  /// Data of attributes that allow it is kept in a file of its own when it is longer than this many
  /// bytes: 100 KB.
  public static let externalDataThreshold = 102_400

  /// Opens a store, and creates it when the file is missing or empty.
  ///
  /// - Throws: code 134080 when the file cannot be opened or is damaged, 134090 when another process
  ///   holds it for longer than the timeout, 134020 when it is a database of something else, 134100
  ///   when it was made with another version of the model, 134061 for a pragma that is none.
  package init(description: PersistentStoreDescription, model: ModelLayout) throws {
    let opened = try StoreOpener(description: description, model: model).open()
    let identity = StoreIdentity(identifier: opened.metadata.identifier)
    session = SQLiteSession(
      connection: opened.connection, mapping: opened.mapping, identity: identity)
    storedMetadata = opened.metadata.values
    path = opened.path
    folder = ExternalFolder(storePath: opened.path)
    super.init(
      type: .sqlite, url: description.url, isReadOnly: description.isReadOnly, model: model,
      identity: identity)
  }

  public override var metadata: [String: any Sendable] { lock.withLock { _ in storedMetadata } }

  package override func close() {
    lock.withLock { _ in session = nil }
  }

  // MARK: Reading

  package override func fetch(_ plan: FetchPlan) throws -> [Row] {
    try withSession { try $0.fetch(plan) }
  }

  package override func count(_ plan: FetchPlan) throws -> Int {
    try withSession { try $0.count(plan) }
  }

  package override func row(key: Int64, root: EntityLayout) throws -> Row? {
    try withSession { try $0.row(key: key, root: root) }
  }

  package override func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try withSession { try $0.rows(keys: keys, root: root) }
  }

  package override func destinations(
    of relationship: PropertyLayout, source: Int64
  ) throws -> [Row] {
    try withSession { try $0.destinations(of: relationship, source: source) }
  }

  package override func externalData(named name: String) throws -> Data? {
    try folder.data(named: name)
  }

  package override func foreignVersion() throws -> Int64 {
    try withSession { session in
      let statement = try session.connection.statement("PRAGMA data_version")
      defer { statement.reset() }
      return try statement.step() ? statement.int64(0) : 0
    }
  }

  // MARK: Writing

  package override func save(_ changes: ChangeSet) throws -> SaveOutcome {
    guard !changes.isEmpty else { return SaveOutcome() }
    return try withSession { session in
      try checkWritable()
      let operation = SaveOperation(changes, in: session, folder: folder)
      do {
        let outcome = try session.connection.writeTransaction { try operation.run() }
        operation.externals?.finish()
        return outcome
      } catch let conflicted as SaveOperation.Conflicted {
        throw try conflictError(conflicted, in: session)
      }
    }
  }

  package override func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    guard count > 0 else { return [] }
    return try withSession { session in
      try checkWritable()
      return try session.connection.writeTransaction {
        Array(try session.takeKeys(count: count, of: root))
      }
    }
  }

  /// Sets facts of the application's; keys that are not given stay, and so do the store's own.
  ///
  /// - Throws: code 134061 for a value that a property list cannot hold.
  package func setMetadata(_ values: [String: any Sendable]) throws {
    guard PropertyListSerialization.propertyList(values, isValidFor: .binary) else {
      throw ObjectGraphError(
        .invalidArgument, "the metadata holds what a property list cannot",
        repair: "use strings, numbers, dates, data, and arrays and dictionaries of them")
    }
    try withSession { session in
      try checkWritable()
      storedMetadata = try session.connection.writeTransaction {
        var metadata = try StoreMetadata(from: session.connection, path: path)
        for (key, value) in values where !Self.isOwn(key) { metadata.plist[key] = value }
        try metadata.write(to: session.connection)
        return metadata.values
      }
    }
  }

  private static func isOwn(_ key: String) -> Bool {
    key.hasPrefix("NS") || key.hasPrefix("_NS") || key == StoreMetadata.ownHashesKey
  }

  // MARK: The lock

  private func withSession<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    // The result leaves the lock, but none of the session's own state is ever part of one.
    nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
    lock.withLock { _ in
      result = Swift.Result { try body(openSession()) }
    }
    guard let result else { throw closedError }
    do {
      return try result.get()
    } catch let error as SQLiteError {
      throw error.graphError(path: path)
    }
  }

  private func openSession() throws -> SQLiteSession {
    guard let session else { throw closedError }
    return session
  }

  private var closedError: ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation, "the store \(path) is closed", repair: "open it again")
  }

  private func checkWritable() throws {
    guard !isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreSave, "the store \(path) was opened read-only",
        repair: "open it without the read-only option")
    }
  }

  /// Read after the transaction was rolled back, when the rows are as they were.
  private func conflictError(
    _ conflicted: SaveOperation.Conflicted, in session: SQLiteSession
  ) throws -> ObjectGraphError {
    let list = try conflicted.conflicts.map { conflict in
      StoreConflict(
        layout: conflict.layout, key: conflict.key, expectedVersion: conflict.expectedVersion,
        persisted: try session.row(key: conflict.key, root: conflict.layout))
    }
    guard let referrer = conflicted.referrer else { return .conflict(list, in: identity) }
    return .conflict(list, in: identity, referrer: referrer)
  }
}
