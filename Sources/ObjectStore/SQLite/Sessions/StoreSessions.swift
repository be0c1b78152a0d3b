import Foundation
import ObjectModel
import SQLite
import Synchronization

/// What the requests to an open store are run on: one session that writes, behind a lock, and
/// where the file has a write-ahead log a few that read meanwhile.
///
/// In memory, and without such a log, there is one session, and requests take turns. Observers are
/// told of the statements when a request has given its session back.
final class StoreSessions: @unchecked Sendable {
  // Sound: `writer` is reached while `lock` is held, and only so; readers by whom they were given
  // to.

  private let lock = Lock(())
  private var writer: SQLiteSession?
  private let readers: ReaderPool?

  /// Where `writer` comes from when it only reads, in a transaction that pins what it sees.
  private let origin: ReaderPool?

  /// Whether `writer` is in a transaction of another store's sessions, and goes with it.
  private let isOfTransaction: Bool
  /// The thread that runs a transaction, and would wait for itself; 0 for none.
  private let transactionThread = Atomic<UInt>(0)

  let store: OpenStore
  let work: WorkObservers

  /// - Parameters:
  ///   - readers: those that read beside the session that writes; nil where there is one session.
  ///   - origin: where a session comes from that only reads, in a transaction of its own.
  ///   - isOfTransaction: whether the session is in a transaction of others, and goes with it.
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

  /// What goes on reading what is in the store now, in a transaction of a reader; nil where there are
  /// no readers.
  ///
  /// - Throws: code 134080 when the file is gone.
  func pinned() throws -> StoreSessions? {
    guard let readers else { return nil }
    return try takingErrors {
      guard let session = try readers.detachSession() else {
        throw store.fileGoneError(.persistentStoreOpen)
      }
      // The first read is what pins.
      try session.connection.execute("BEGIN; SELECT count(*) FROM Z_METADATA")
      return StoreSessions(session, origin: readers, of: store, work: work)
    }
  }

  deinit { close() }

  /// Closes the connections, when the requests that are under way are through.
  func close() {
    // The one that can write the log's content into the file is the last one.
    readers?.close()
    lock.withLock { _ in
      if let origin, let session = writer, (try? session.connection.execute("COMMIT")) != nil {
        origin.attach(session)
      }
      writer = nil
    }
  }

  /// Runs a request on the session that writes, when those before are through.
  ///
  /// - Throws: code 134070 for a thread that runs a transaction, which it would wait for.
  func writing<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    guard transactionThread.load(ordering: .relaxed) != UInt(pthread_self()) else {
      throw failure(
        "is held by a write transaction of this thread",
        repair: "read and save inside the transaction, or after it ends")
    }
    // The outcome leaves the lock, but none of the session's own state is ever part of one.
    nonisolated(unsafe) var outcome: Outcome<Result>?
    lock.withLock { _ in outcome = writer.map { run(body, on: $0) } }
    return try finish(outcome)
  }

  /// Runs a transaction of many requests on the session that writes, when those before are through.
  func writingAsOne<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    try writing { session in
      transactionThread.store(UInt(pthread_self()), ordering: .relaxed)
      defer { transactionThread.store(0, ordering: .relaxed) }
      return try body(session)
    }
  }

  /// Runs a request on the session that writes if nobody uses it; nil when somebody does.
  func writingIfFree<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result? {
    nonisolated(unsafe) var outcome: Outcome<Result>?
    let isFree: Void? = lock.withLockIfAvailable { _ in outcome = writer.map { run(body, on: $0) } }
    return isFree == nil ? nil : try finish(outcome)
  }

  /// Runs a request that only reads; it waits for no other, where there are readers.
  ///
  /// It sees what was written through the store before it began. What takes more than one statement
  /// is to be one transaction.
  @inline(__always)
  func reading<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    guard let readers else { return try writing { try Self.verifying($0, body) } }
    // From a file that is gone the session that writes goes on reading.
    guard let session = try takingErrors({ try readers.takeSession() }) else {
      return try writing { try Self.verifying($0, body) }
    }
    let outcome = run({ try Self.verifying($0, body) }, on: session)
    readers.giveBack(session)
    return try finish(outcome)
  }

  // MARK: Running

  private struct Outcome<Result> {
    let result: Swift.Result<Result, any Error>
    let statements: [SQLStatement]
  }

  @inline(__always)
  private func run<Result>(
    _ body: (SQLiteSession) throws -> Result, on session: SQLiteSession
  ) -> Outcome<Result> {
    let interests = work.interests
    if !interests.isEmpty || session.connection.trace != nil { session.trace(interests) }
    let result = Swift.Result {
      try store.interruption.check()
      try checkTransaction(session)
      return try body(session)
    }
    return Outcome(
      result: result,
      statements: interests.isEmpty
        ? [] : session.takeStatements(of: store.settings.url, interests))
  }

  /// Reads, and makes sure that what was read is of the version that it is taken for.
  @inline(__always)
  private static func verifying<Result>(
    _ session: SQLiteSession, _ body: (SQLiteSession) throws -> Result
  ) throws -> Result {
    do {
      let result = try body(session)
      try session.checkVersion()
      return result
    } catch {
      // What a statement of the old version fails with says nothing.
      if error is SQLiteError { try session.checkVersion() }
      throw error
    }
  }

  @inline(__always)
  private func finish<Result>(_ outcome: Outcome<Result>?) throws -> Result {
    guard let outcome else {
      throw isOfTransaction
        ? failure("belongs to a write transaction that has ended", repair: "begin another")
        : failure("is closed", repair: "open it again")
    }
    for statement in outcome.statements { work.send(.statement(statement)) }
    return try takingErrors(outcome.result.get)
  }

  /// - Throws: code 134070 when the transaction that the session is in was rolled back, as SQLite
  ///   does by itself when the disk is full or a write is interrupted.
  func checkTransaction(_ session: SQLiteSession) throws {
    guard isOfTransaction, !session.connection.isInTransaction else { return }
    throw failure(
      "has rolled the write transaction back after a failure", repair: "begin another one")
  }

  private func failure(_ what: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(.persistentStoreOperation, "the store \(store.name) \(what)", repair: repair)
  }

  /// Runs the body; what SQLite reports is thrown as a user of a store reads it.
  private func takingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      if error.kind == .interrupted { try store.interruption.check() }
      throw error.graphError(path: store.path)
    }
  }
}
