/// A chain's place among those that wait for a queue.
final class QueueTicket: @unchecked Sendable {
  // Sound: what changes is reached under the monitor's lock only.

  let chain: CallChain

  /// Whether it only reads, and may do so on a queue that is lent.
  let isReader: Bool

  /// What the main thread is to do, where the queue is the main one.
  let work: MainThreadWork?

  /// Whether the chain has come onto the queue, or the main thread has begun its work.
  var isCalled = false

  /// The chain on top of which this one was let in; nil where it came in its turn.
  var below: CallChain?

  /// Whether the chain may come onto the queue before its turn, and go on there.
  var mayGoOn: Bool { !isCalled && !chain.isBelowOnMain }

  init(_ chain: CallChain, isReader: Bool = false, work: MainThreadWork? = nil) {
    self.chain = chain
    self.isReader = isReader
    self.work = work
  }
}

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

/// From where a chain comes to a queue.
enum QueueCaller {
  /// From a statement of a block, or a hook.
  case block
  /// From the own work of a context, for its parent.
  case context
  /// From a context that only reads from its parent, also in the midst of the parent's save.
  case reader
}
