import Foundation

/// Guards the process-wide record of which call chain waits for which context queue.
///
/// There is one lock for all queues, held only briefly, so that a cycle of waiting chains is
/// detected as soon as it closes. A chain that enters a free queue does not need it.
enum QueueMonitor {
  private static let lock = NSLock()

  static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }

  /// Releases the lock while the body runs.
  static func withoutLock(_ body: () -> Void) {
    lock.unlock()
    defer { lock.lock() }
    body()
  }
}
