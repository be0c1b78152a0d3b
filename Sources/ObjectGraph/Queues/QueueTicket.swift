import Dispatch

/// A chain's place in the line for a queue.
final class QueueTicket: @unchecked Sendable {
  // Sound: mutable state is accessed only under the monitor's lock, and the work only by the thread
  // that does it, once.

  let chain: CallChain

  /// Whether the chain only reads, and so may enter a queue that is lent.
  let isReader: Bool

  /// The block to run on the main thread; nil for other queues, and once it has run, because it
  /// must not outlive the call that waits for it.
  private var work: (() -> Void)?

  /// Signalled when the work is done.
  private let done: DispatchSemaphore?

  /// Whether the chain has entered the queue, or the main thread has started its work.
  var isCalled = false

  /// The chain on top of which this one was admitted; nil if it entered in turn.
  var below: CallChain?

  /// Whether the chain may enter the queue before its turn, and continue there.
  var mayGoOn: Bool { !isCalled && !chain.isBelowOnMain }

  init(_ chain: CallChain, isReader: Bool = false, work: (() -> Void)? = nil) {
    self.chain = chain
    self.isReader = isReader
    self.work = work
    done = work.map { _ in DispatchSemaphore(value: 0) }
  }

  /// Does the work on the main thread; the monitor's lock must be held, and is released in the
  /// meantime.
  func doWork() {
    chain.endWait()
    chain.continueHere {
      work?()
      work = nil
    }
    done?.signal()
  }

  /// Waits until the work is done; the monitor's lock must be held, and is released in the meantime.
  func waitForWork() { QueueMonitor.withoutLock { done?.wait() } }
}
