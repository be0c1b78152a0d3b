import Foundation
import Synchronization

/// Calls, one within the other, that hold queues of contexts and wait for at most one.
///
/// A chain belongs to the thread on which it begins. For as long as it is on the main queue it goes on
/// on the main thread, and its own thread waits.
///
/// Invariant: a chain runs on a queue only while nobody else is on top of it there.
final class CallChain: @unchecked Sendable {
  // Sound: what changes is reached under the monitor's lock only, and the queues that it holds by the
  // chain itself, which goes on on another thread under that lock.

  /// The queues that the chain holds, and from where it came to each, in that order.
  private var held: [(queue: ContextQueue, caller: QueueCaller)] = []

  /// The queue that the chain waits for; nil while it runs.
  var awaited: ContextQueue?

  /// The chain's place among those that wait for the queue.
  private(set) var ticket: QueueTicket?

  /// The queues whose contexts' own work it is that waits, and not a statement of a block.
  private(set) var queuesAtWork: [ContextQueue] = []

  /// The queues of the chain onto which others were let; it goes on there when these have left.
  private var suspendedQueues: [ContextQueue] = [] {
    didSet { isSuspended.store(!suspendedQueues.isEmpty, ordering: .relaxed) }
  }

  /// Whether others may be on a queue of the chain, which asks this of itself without the lock: it began
  /// while the chain waited.
  let isSuspended = Atomic(false)

  /// What the main thread is to do for another chain before this one goes on there.
  var mainThreadWork: QueueTicket?

  /// What the chain's current thread sleeps on.
  private var condition = ThreadCondition()

  private init() {}

  /// Marks the chain as one that waits.
  ///
  /// - Parameter caller: from where it comes to the queue.
  func beginWait(_ ticket: QueueTicket?, from caller: QueueCaller) {
    self.ticket = ticket
    var caller = caller
    for (queue, outerCaller) in held.reversed() where caller != .block {
      queuesAtWork.append(queue)
      caller = outerCaller
    }
    if caller != .block { queuesAtWork.append(.main) }
  }

  /// Marks the chain as one that runs.
  func endWait() {
    awaited = nil
    ticket = nil
    queuesAtWork = []
  }

  /// Marks a queue of the chain as one onto which another chain was let.
  func suspend(on queue: ContextQueue) { suspendedQueues.append(queue) }

  /// Lets the chain have a queue back.
  func resume(on queue: ContextQueue) {
    if let index = suspendedQueues.lastIndex(where: { $0 === queue }) {
      suspendedQueues.remove(at: index)
    }
    if awaited === queue { awaited = nil }
    wake()
  }

  /// Whether another chain is on top of this one on a queue.
  func isSuspended(on queue: ContextQueue) -> Bool {
    queue.holder !== self && suspendedQueues.contains { $0 === queue }
  }

  /// Whether the main thread cannot go on with the chain, because it is in another one meanwhile.
  var isBelowOnMain: Bool { isSuspended(on: .main) }

  /// The chains that have to go on before this one can.
  private var predecessors: [CallChain] {
    let queues = [awaited, isBelowOnMain ? ContextQueue.main : nil]
    return queues.compactMap { $0?.holder }
  }

  /// What the chain waits for.
  struct WaitCycle {
    /// The chains, the asked one included, that wait for it and that it waits for, directly or through
    /// others; empty where it is in no cycle.
    var chains: [CallChain] = []

    /// Whether they wait for none but each other.
    var isClosed = false
  }

  /// The cycle of waiting chains that the chain is in.
  var waitCycle: WaitCycle {
    var reached = predecessors
    var place = 0
    while place < reached.count {
      reached += reached[place].predecessors.filter { next in !reached.contains { $0 === next } }
      place += 1
    }
    guard reached.contains(where: { $0 === self }) else { return WaitCycle() }
    var chains = [self]
    place = 0
    while place < chains.count {
      let last = chains[place]
      chains += reached.filter { chain in
        !chains.contains { $0 === chain } && chain.predecessors.contains { $0 === last }
      }
      place += 1
    }
    return WaitCycle(chains: chains, isClosed: chains.count == reached.count)
  }

  /// Lets the chain look again at what it waits for.
  func wake() { condition.signal() }

  /// Gives the monitor's lock back and waits until the chain is woken, with or without a reason.
  func sleep() { QueueMonitor.wait(condition) }

  // MARK: Held queues

  /// The queue that the chain came to last; nil also for the main one of a thread's first calls.
  var heldQueue: ContextQueue? { held.last?.queue }

  func holds(_ queue: ContextQueue) -> Bool { held.contains { $0.queue === queue } }

  /// Runs the body while the chain holds a queue.
  func holding<Result>(
    _ queue: ContextQueue, from caller: QueueCaller, _ body: () throws -> Result
  ) rethrows -> Result {
    held.append((queue, caller))
    defer { held.removeLast() }
    return try body()
  }

  // MARK: The current chain

  /// The threads' slot; a thread's end lets go of what is in it.
  private static let slot: pthread_key_t = {
    var slot = pthread_key_t()
    let status = pthread_key_create(&slot) { stored in
      if let stored { Unmanaged<CallChain>.fromOpaque(stored).release() }
    }
    precondition(status == 0, "the process has no room for another thread-specific value")
    return slot
  }()

  /// What tells the chain from others for as long as it runs; even, and not 0.
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The chain of an address, which holds a queue; nil for 0.
  static func at(_ address: UInt) -> CallChain? {
    UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<CallChain>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The current thread's chain.
  static var current: CallChain {
    if let known = pthread_getspecific(slot) {
      return Unmanaged<CallChain>.fromOpaque(known).takeUnretainedValue()
    }
    let made = CallChain()
    pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
    return made
  }

  /// Goes on on the current thread for as long as the body runs; the thread's own chain waits, or has
  /// nothing to do.
  ///
  /// The monitor's lock is held, and given back while the body runs.
  func continueHere(_ body: () -> Void) {
    let (own, usual) = (Self.current, condition)
    condition = own.condition
    pthread_setspecific(Self.slot, Unmanaged.passUnretained(self).toOpaque())
    withExtendedLifetime(self) { QueueMonitor.withoutLock(body) }
    pthread_setspecific(Self.slot, Unmanaged.passUnretained(own).toOpaque())
    condition = usual
  }
}
