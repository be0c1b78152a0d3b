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
