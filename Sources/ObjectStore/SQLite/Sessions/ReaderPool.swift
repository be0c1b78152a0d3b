import Dispatch
import Foundation
import ObjectModel
import SQLite

/// The sessions that read a store's file alongside the writing one, which a write-ahead log allows.
///
/// Each is used by one thread for one request, and does not keep a transaction open between
/// requests, because the log could not shrink. No reader waits for another: if all are in use, a
/// new one is opened, and a few are kept when they are returned.
final class ReaderPool: @unchecked Sendable {
  // Sound: mutable state is accessed only under `lock`, and a session only by the thread that took
  // it.

  private let store: OpenStore
  private let path: String
  /// The file that the writing connection has open.
  private let file: FileIdentity
  private let lock = Lock(())
  // Exclusivity need not be checked at run time, since the lock is held.
  @exclusivity(unchecked) private var idle: [SQLiteSession] = []
  @exclusivity(unchecked) private var takenCount = 0
  @exclusivity(unchecked) private var isClosed = false

  /// Signalled when the last session is returned to a closed pool.
  private let allBack = DispatchSemaphore(value: 0)

  private static let greatestIdleCount = 4

  /// - Returns: nil for a store with a single connection: in memory, without a write-ahead log, or
  ///   with a file that the writing connection locks exclusively.
  init?(beside writer: Connection, of store: OpenStore) throws {
    guard let path = store.path, try writer.text("PRAGMA journal_mode") == "wal",
      try writer.text("PRAGMA locking_mode") == "normal", !writer.isFileGone,
      let file = FileIdentity(path: path)
    else { return nil }
    self.store = store
    self.path = path
    self.file = file
  }

  /// Whether the file has been deleted, moved or replaced since the store was opened.
  private var isFileGone: Bool { FileIdentity(path: path) != file }

  /// - Returns: nil if the file is gone.
  private func open() throws -> SQLiteSession? {
    guard !isFileGone else { return nil }
    let connection = try store.settings.connect(to: path, isReadOnly: true)
    guard !isFileGone else { return nil }
    try store.settings.applyPragmas(to: connection, isReader: true)
    try SQLiteSchema.addPlaceholders(for: store.mapping, store.configuration, to: connection)
    return SQLiteSession(connection: connection, store: store)
  }

  /// Takes a session for one request, which must be given back; nil if the pool is closed or the
  /// file is gone.
  func takeSession() throws -> SQLiteSession? {
    // Sound: a session that leaves the idle list belongs to its taker alone.
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
    // Sound: the caller gives up the session and does not use it again.
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

  /// Takes a session for an unlimited time, in which it can keep a transaction open; nil if the
  /// pool is closed or the file is gone.
  func detachSession() throws -> SQLiteSession? {
    guard !isFileGone, let session = try takeSession() else { return nil }
    // Closing the pool does not wait for it.
    giveBack(nil)
    return session
  }

  /// Returns a detached session, which must no longer have a transaction open.
  func attach(_ session: SQLiteSession) {
    // Sound: as for giving back.
    nonisolated(unsafe) let session = session
    lock.withLock { _ in
      if !isClosed, idle.count < Self.greatestIdleCount { idle.append(session) }
    }
  }

  /// Closes all sessions, after running requests have finished.
  func close() {
    let mustWait = lock.withLock { _ in
      isClosed = true
      idle = []
      return takenCount > 0
    }
    guard mustWait else { return }
    allBack.wait()
    // For other threads that are closing the pool.
    allBack.signal()
  }
}

/// Identifies the file at a path.
struct FileIdentity: Sendable, Equatable {
  private let device: dev_t
  private let number: ino_t

  /// - Returns: nil if there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
