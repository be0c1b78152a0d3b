import Foundation

/// The sessions that read a store's file beside the one that writes.
///
/// Each is used by one thread for one request, and keeps no transaction between two: the write-ahead
/// log could not shrink. Nobody waits for another reader: where all are in use one more is opened,
/// and of those that come back a few are kept.
final class ReaderPool: @unchecked Sendable {
  // Sound: what changes is reached while `condition` is locked, and a session that was taken is its
  // taker's alone.

  private let opener: ReaderOpener
  private let condition = NSCondition()
  private var idle: [SQLiteSession] = []
  private var takenCount = 0
  private var isClosed = false

  private static let greatestIdleCount = 4

  init(_ opener: ReaderOpener) {
    self.opener = opener
  }

  /// A session for one request, to be given back; nil when there is none to be had: the pool is
  /// closed, or the file is gone.
  func take() throws -> SQLiteSession? {
    condition.lock()
    guard !isClosed else {
      condition.unlock()
      return nil
    }
    takenCount += 1
    let known = idle.popLast()
    condition.unlock()
    if let known { return known }
    do {
      if let new = try opener.open() { return new }
    } catch {
      giveBack(nil)
      throw error
    }
    giveBack(nil)
    return nil
  }

  /// - Parameter session: nil for one that could not be opened.
  func giveBack(_ session: SQLiteSession?) {
    assert(session?.connection.isReading != true, "a request left a statement open")
    condition.lock()
    defer { condition.unlock() }
    takenCount -= 1
    if let session, !isClosed, idle.count < Self.greatestIdleCount { idle.append(session) }
    if isClosed, takenCount == 0 { condition.broadcast() }
  }

  /// Closes all of them, when the requests that are under way are through.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    idle = []
    while takenCount > 0 { condition.wait() }
  }
}
