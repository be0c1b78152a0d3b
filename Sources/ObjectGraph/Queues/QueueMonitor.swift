import Foundation

/// Guards which thread waits for which context's queue, in the whole process.
///
/// One lock for all, held for a few steps at a time, so that a circle of threads that wait for each
/// other is seen in the moment in which it would close. A thread that comes onto a queue that is free does
/// not need it.
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

  /// Gives the lock back and waits until the thread is woken, with or without a reason.
  static func wait(_ thread: QueueThread) {
    pthread_cond_wait(thread.condition, mutex)
  }
}

/// A thread that holds queues of contexts or waits for one.
final class QueueThread: @unchecked Sendable {
  // Sound: what changes is reached under the monitor's lock only.

  /// The queue that the thread waits for; nil while it runs.
  var awaited: ContextQueue?

  /// How many came onto queues before their turn because this thread waits for them; until they have
  /// left it goes on waiting.
  var earlyEntryCount = 0

  /// What the thread waits for the main thread to run.
  var mainThreadWork: MainThreadWork?

  fileprivate let condition: UnsafeMutablePointer<pthread_cond_t>

  private init() {
    condition = .allocate(capacity: 1)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Lets the thread look again at what it waits for.
  func wake() { pthread_cond_signal(condition) }

  /// The threads' slot; a thread's end lets go of what is in it.
  private static let slot: pthread_key_t = {
    var slot = pthread_key_t()
    let status = pthread_key_create(&slot) { stored in
      if let stored { Unmanaged<QueueThread>.fromOpaque(stored).release() }
    }
    precondition(status == 0, "the process has no room for another thread-specific value")
    return slot
  }()

  /// What tells the thread from others for as long as it runs; even, and not 0.
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The thread of an address, which runs; nil for 0.
  static func at(_ address: UInt) -> QueueThread? {
    UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<QueueThread>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The current thread.
  static var current: QueueThread {
    if let known = pthread_getspecific(slot) {
      return Unmanaged<QueueThread>.fromOpaque(known).takeUnretainedValue()
    }
    let made = QueueThread()
    pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
    return made
  }
}

/// Something that another thread wants to be run on the main thread, and waits for.
final class MainThreadWork: @unchecked Sendable {
  // Sound: the two flags are reached under the monitor's lock only, and the body by the thread that
  // began it.

  private var body: (() -> Void)?
  private(set) var isBegun = false
  private(set) var isDone = false

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Runs the body, and lets go of it: it belongs to a call that returns when the work is done.
  func run() {
    body?()
    body = nil
  }

  /// - Returns: false when it was begun before.
  func begin() -> Bool {
    guard !isBegun else { return false }
    isBegun = true
    return true
  }

  func finish() { isDone = true }
}
