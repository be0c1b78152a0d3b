import Foundation

/// Guards the process-wide record of which call chain waits for which context queue.
///
/// There is one lock for all queues, held only briefly, so that a cycle of waiting chains is
/// detected as soon as it closes. A chain that enters a free queue does not need it.
enum QueueMonitor {
  /// A mutex for use with condition variables; it lives as long as the process.
  // Sound: the address is set once, and its target is safe to use from any thread.
  private nonisolated(unsafe) static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    return mutex
  }()

  static func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock while the body runs.
  static func withoutLock(_ body: () -> Void) {
    pthread_mutex_unlock(mutex)
    defer { pthread_mutex_lock(mutex) }
    body()
  }

  /// Releases the lock and waits until the condition is signalled, possibly spuriously.
  static func wait(_ condition: ThreadCondition) { condition.wait(mutex) }
}
