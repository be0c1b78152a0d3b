import Dispatch
import ObjectModel
import SQLite

/// The sessions that read a store's file beside the one that writes: what a write-ahead log allows.
///
/// Each is used by one thread for one request, and keeps no transaction between two: the write-ahead
/// log could not shrink. Nobody waits for another reader: where all are in use one more is opened,
/// and of those that come back a few are kept.
final class ReaderPool: @unchecked Sendable {
  // Sound: what changes is reached while `lock` is held, and a session that was taken is its taker's
  // alone.

  private let store: OpenStore
  private let path: String
  /// The file that the writing connection has open.
  private let file: FileIdentity
  private let lock = Lock(())
  private var idle: [SQLiteSession] = []
  private var takenCount = 0
  private var isClosed = false

  /// Signalled when the last one comes back to a pool that is closed.
  private let allBack = DispatchSemaphore(value: 0)

  private static let greatestIdleCount = 4

  /// - Returns: nil for a store that has one connection only: one in memory or without a write-ahead
  ///   log, or whose file the writing connection keeps to itself.
  init?(beside writer: Connection, of store: OpenStore) throws {
    guard let path = store.path, try writer.text("PRAGMA journal_mode") == "wal",
      try writer.text("PRAGMA locking_mode") == "normal", !writer.isFileGone,
      let file = FileIdentity(path: path)
    else { return nil }
    self.store = store
    self.path = path
    self.file = file
  }

  /// Whether the file was deleted, moved or replaced since the store was opened.
  private var isFileGone: Bool { FileIdentity(path: path) != file }

  /// - Returns: nil when the file is gone.
  private func open() throws -> SQLiteSession? {
    guard !isFileGone else { return nil }
    let connection = try store.settings.connect(to: path, isReadOnly: true)
    guard !isFileGone else { return nil }
    try store.settings.applyPragmas(to: connection, isReader: true)
    try SQLiteSchema.addPlaceholders(for: store.mapping, store.configuration, to: connection)
    return SQLiteSession(connection: connection, store: store)
  }

  /// A session for one request, to be given back; nil when there is none to be had: the pool is
  /// closed, or the file is gone.
  func takeSession() throws -> SQLiteSession? {
    nonisolated(unsafe) var known: SQLiteSession?
    let isOpen = lock.withLock { _ in
      guard !isClosed else { return false }
      takenCount += 1
      known = idle.popLast()
      return true
    }
    guard isOpen else { return nil }
    if let known { return known }
    var new: SQLiteSession?
    defer { if new == nil { giveBack(nil) } }
    new = try open()
    return new
  }

  /// - Parameter session: nil for one that could not be opened.
  func giveBack(_ session: SQLiteSession?) {
    assert(session?.connection.isReading != true, "a request left a statement open")
    nonisolated(unsafe) let session = session
    lock.withLock { _ in
      takenCount -= 1
      if isClosed {
        if takenCount == 0 { allBack.signal() }
      } else if let session, idle.count < Self.greatestIdleCount {
        idle.append(session)
      }
    }
  }

  // MARK: For longer than a request

  /// A session for somebody who may keep it for as long as they like, with a transaction open; nil
  /// when the pool is closed, or the file is gone.
  func detachSession() throws -> SQLiteSession? {
    guard !isFileGone, let session = try takeSession() else { return nil }
    // Whoever closes the pool does not wait for it.
    giveBack(nil)
    return session
  }

  /// Takes a detached session, which is in no transaction any more.
  func attach(_ session: SQLiteSession) {
    nonisolated(unsafe) let session = session
    lock.withLock { _ in
      if !isClosed, idle.count < Self.greatestIdleCount { idle.append(session) }
    }
  }

  /// Closes all of them, when the requests that are under way are through.
  func close() {
    let mustWait = lock.withLock { _ in
      isClosed = true
      idle = []
      return takenCount > 0
    }
    guard mustWait else { return }
    allBack.wait()
    // For others who close it.
    allBack.signal()
  }
}
