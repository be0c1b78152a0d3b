import Foundation

/// Guards which chain of calls waits for which context's queue, in the whole process.
///
/// One lock for all, held for a few steps at a time, so that a cycle of chains that wait for each
/// other is seen in the moment in which it closes. A chain that comes onto a queue that is free does not
/// need it.
enum QueueMonitor {
  /// A mutex that conditions can be waited for with; it lives as long as the process.
  // Sound: the address is set once, and what is there is meant to be used from any thread.
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

  /// Gives the lock back while the body runs.
  static func withoutLock(_ body: () -> Void) {
    pthread_mutex_unlock(mutex)
    defer { pthread_mutex_lock(mutex) }
    body()
  }

  /// Gives the lock back and waits until the condition is signalled, with or without a reason.
  static func wait(_ condition: ThreadCondition) { condition.wait(mutex) }
}
