/// The part of a chain that runs on the main thread, for which the chain's own thread waits.
final class MainThreadWork: @unchecked Sendable {
  // Sound: the flag is reached under the monitor's lock only, and the body by the thread that does the
  // work, once.

  /// Nil once it was done: it belongs to a call that returns then.
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

  /// Lets the chain's own thread go on; the monitor's lock is held.
  func finish() {
    isDone = true
    condition.signal()
  }

  /// Waits for the end of the work; the monitor's lock is held, and given back meanwhile.
  func wait() {
    while !isDone { QueueMonitor.wait(condition) }
  }
}
