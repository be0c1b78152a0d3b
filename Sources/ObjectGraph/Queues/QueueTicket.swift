/// A chain's place in the line for a queue.
final class QueueTicket: @unchecked Sendable {
  // Sound: mutable state is accessed only under the monitor's lock.

  let chain: CallChain

  /// Whether the chain only reads, and so may enter a queue that is lent.
  let isReader: Bool

  /// The work for the main thread; only on the main queue.
  let work: MainThreadWork?

  /// Whether the chain has entered the queue, or the main thread has started its work.
  var isCalled = false

  /// The chain on top of which this one was admitted; nil if it entered in turn.
  var below: CallChain?

  /// Whether the chain may enter the queue before its turn, and continue there.
  var mayGoOn: Bool { !isCalled && !chain.isBelowOnMain }

  init(_ chain: CallChain, isReader: Bool = false, work: MainThreadWork? = nil) {
    self.chain = chain
    self.isReader = isReader
    self.work = work
  }
}
