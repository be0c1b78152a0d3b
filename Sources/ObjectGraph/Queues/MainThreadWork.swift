import Dispatch

/// The part of a chain that runs on the main thread while the chain's own thread waits.
final class MainThreadWork: @unchecked Sendable {
  // Sound: the body is accessed only by the thread that runs it, once.

  /// Nil once it has run, because it must not outlive the call that waits for it.
  private var body: (() -> Void)?

  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
    body?()
    body = nil
  }

  /// Wakes the chain's own thread.
  func finish() { done.signal() }

  /// Waits for the work to finish; the monitor's lock must be held, and is released in the
  /// meantime.
  func wait() { QueueMonitor.withoutLock { done.wait() } }
}
