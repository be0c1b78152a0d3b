import Foundation
import ObjectModel
import SQLite
import Synchronization

/// The sessions of an open store: one that writes, behind a lock, and, if the file has a
/// write-ahead log, a few that read alongside it.
///
/// In memory, and without a write-ahead log, there is one session, and requests take turns.
/// Observers are notified of statements after a request has returned its session.
final class StoreSessions: @unchecked Sendable {
  // Sound: `writer` is accessed only under `lock`; readers only by the thread that took them.

  private let lock = Lock(())
  private var writer: SQLiteSession?
  private let readers: ReaderPool?

  /// The origin of `writer` if it only reads, in a transaction that pins a snapshot.
  private let origin: ReaderPool?

  /// Whether `writer` is in a transaction of another store's sessions, and ends with it.
  private let isOfTransaction: Bool
  /// The thread that runs a transaction, and so would wait for itself; 0 for none.
  private let transactionThread = Atomic<UInt>(0)

  let store: OpenStore
  let work: WorkObservers

  /// - Parameters:
  ///   - readers: the sessions that read alongside the writing one; nil if there is only one
  ///     session.
  ///   - origin: the origin of a session that only reads, in its own transaction.
  ///   - isOfTransaction: whether the session is in a transaction of other sessions, and ends with
  ///     it.
  init(
    _ writer: SQLiteSession, readers: ReaderPool? = nil, origin: ReaderPool? = nil,
    isOfTransaction: Bool = false, of store: OpenStore, work: WorkObservers
  ) {
    self.writer = writer
    self.readers = readers
    self.origin = origin
    self.isOfTransaction = isOfTransaction
    self.store = store
    self.work = work
  }

  /// Sessions that keep reading the current content, in a reader's transaction; nil if there are no
  /// readers.
  ///
  /// - Throws: code 134080 if the file is gone.
  func pinned() throws -> StoreSessions? {
    guard let readers else { return nil }
    return try takingErrors {
      guard let session = try readers.detachSession() else {
        throw store.fileGoneError(.persistentStoreOpen)
      }
      // The first read pins the snapshot.
      try session.connection.execute("BEGIN; SELECT count(*) FROM Z_METADATA")
      return StoreSessions(session, origin: readers, of: store, work: work)
    }
  }

  deinit { close() }

  /// Closes the connections, after running requests have finished.
  func close() {
    // The writing connection comes last, because it can checkpoint the log into the file.
    readers?.close()
    lock.withLock { _ in
      if let origin, let session = writer, (try? session.connection.execute("COMMIT")) != nil {
        origin.attach(session)
      }
      writer = nil
    }
  }

  /// Runs a request on the writing session, after earlier ones have finished.
  ///
  /// - Throws: code 134070 for a thread that runs a transaction, because it would wait for itself.
  func writing<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    guard transactionThread.load(ordering: .relaxed) != UInt(pthread_self()) else {
      throw failure(
        "is held by a write transaction of this thread",
        repair: "read and save inside the transaction, or after it ends")
    }
    // Sound: the result leaves the lock, but never contains the session's own state.
    nonisolated(unsafe) var result: Result?
    var statements: [SQLStatement] = []
    defer { send(statements) }
    try takingErrors {
      try lock.withLock { _ in
        result = try writer.map { try run(body, on: $0, &statements) }
      }
    }
    guard let result else { throw isEnded }
    return result
  }

  /// Runs a transaction of several requests on the writing session, after earlier ones have
  /// finished.
  func writingAsOne<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    try writing { session in
      transactionThread.store(UInt(pthread_self()), ordering: .relaxed)
      defer { transactionThread.store(0, ordering: .relaxed) }
      return try body(session)
    }
  }

  /// Runs a request on the writing session if it is free; otherwise nil.
  func writingIfFree<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result? {
    // Sound: as in `writing`.
    nonisolated(unsafe) var result: Result?
    var statements: [SQLStatement] = []
    defer { send(statements) }
    let isFree: Void? = try takingErrors {
      try lock.withLockIfAvailable { _ in
        result = try writer.map { try run(body, on: $0, &statements) }
      }
    }
    guard isFree != nil else { return nil }
    guard let result else { throw isEnded }
    return result
  }

  /// Runs a request that only reads; if there are readers, it does not wait for others.
  ///
  /// It sees everything written through the store before it began. Several statements should be run
  /// in one transaction.
  @inline(__always)
  func reading<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    guard let readers else { return try writing { try Self.verifying($0, body) } }
    // If the file is gone, reads continue on the writing session.
    guard let session = try takingErrors({ try readers.takeSession() }) else {
      return try writing { try Self.verifying($0, body) }
    }
    var statements: [SQLStatement] = []
    defer {
      readers.giveBack(session)
      send(statements)
    }
    return try takingErrors {
      try run({ try Self.verifying($0, body) }, on: session, &statements)
    }
  }

  // MARK: Running

  /// Runs a request, and takes the statements of which observers are to be notified.
  @inline(__always)
  private func run<Result>(
    _ body: (SQLiteSession) throws -> Result, on session: SQLiteSession,
    _ statements: inout [SQLStatement]
  ) throws -> Result {
    let interests = work.interests
    if !interests.isEmpty || session.connection.trace != nil { session.trace(interests) }
    defer {
      if !interests.isEmpty {
        statements = session.takeStatements(of: store.settings.url, interests)
      }
    }
    try store.interruption.check()
    try checkTransaction(session)
    return try body(session)
  }

  @inline(__always)
  private func send(_ statements: [SQLStatement]) {
    for statement in statements { work.send(.statement(statement)) }
  }

  /// Reads, and checks that the result belongs to the expected version of the model.
  @inline(__always)
  private static func verifying<Result>(
    _ session: SQLiteSession, _ body: (SQLiteSession) throws -> Result
  ) throws -> Result {
    do {
      let result = try body(session)
      try session.checkVersion()
      return result
    } catch {
      // If the version has changed, the error of a statement is meaningless.
      if error is SQLiteError { try session.checkVersion() }
      throw error
    }
  }

  /// The error of a request without a session.
  private var isEnded: ObjectGraphError {
    isOfTransaction
      ? failure("belongs to a write transaction that has ended", repair: "begin another")
      : failure("is closed", repair: "open it again")
  }

  /// - Throws: code 134070 if the session's transaction was rolled back, as SQLite does
  ///   automatically if the disk is full or a write is interrupted.
  func checkTransaction(_ session: SQLiteSession) throws {
    guard isOfTransaction, !session.connection.isInTransaction else { return }
    throw failure(
      "rolled back the write transaction after a failure", repair: "begin another one")
  }

  private func failure(_ what: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(.persistentStoreOperation, "the store \(store.name) \(what)", repair: repair)
  }

  /// Runs the body, converting SQLite errors to those reported to users.
  @inline(__always)
  private func takingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      if error.kind == .interrupted { try store.interruption.check() }
      throw error.graphError(path: store.path)
    }
  }
}
