/// The part of a chain that runs on the main thread while the chain's own thread waits.
final class MainThreadWork: @unchecked Sendable {
  // Sound: the flag is accessed only under the monitor's lock, and the body only by the thread that
  // runs it, once.

  /// Nil once it has run, because it must not outlive the call that waits for it.
  private var body: (() -> Void)?

  private var isDone = false
  private let condition = ThreadCondition()

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
    body?()
    body = nil
  }

  /// Wakes the chain's own thread; the monitor's lock must be held.
  func finish() {
    isDone = true
    condition.signal()
  }

  /// Waits for the work to finish; the monitor's lock must be held, and is released in the
  /// meantime.
  func wait() {
    while !isDone { QueueMonitor.wait(condition) }
  }
}
