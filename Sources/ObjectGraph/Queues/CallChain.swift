import Foundation
import Synchronization

/// Nested calls that hold context queues and wait for at most one more.
///
/// A chain belongs to the thread on which it starts. While it holds the main queue, it continues on
/// the main thread, and its own thread waits.
///
/// Invariant: a chain runs on a queue only while no other chain is on top of it there.
final class CallChain: @unchecked Sendable {
  // Sound: mutable state is accessed only under the monitor's lock, except for the held queues,
  // which only the chain itself accesses; it moves to another thread under that lock.

  /// The queues that the chain holds, in order, with what entered each: a block, or the engine.
  private var held: [(queue: ContextQueue, caller: QueueCaller)] = []

  /// The queue that the chain waits for; nil while it runs.
  var awaited: ContextQueue?

  /// The chain's place in the line for the awaited queue.
  private(set) var ticket: QueueTicket?

  /// The chain's queues on which the engine itself (a save, a fetch), rather than a caller's block,
  /// is waiting.
  private(set) var queuesAtWork: [ContextQueue] = []

  /// The chain's queues to which other chains were admitted; it continues there once they have
  /// left.
  private var suspendedQueues: [ContextQueue] = [] {
    didSet { isSuspended.store(!suspendedQueues.isEmpty, ordering: .relaxed) }
  }

  /// Whether others may be on one of the chain's queues. The chain reads this without the lock,
  /// because it can only become true while the chain waits.
  let isSuspended = Atomic(false)

  /// Work that the main thread must do for another chain before this one continues there.
  var mainThreadWork: QueueTicket?

  /// Wakes the chain's current thread.
  private var alarm = DispatchSemaphore(value: 0)

  private init() {}

  /// Marks the chain as waiting.
  ///
  /// - Parameter caller: where the chain enters the queue from.
  func beginWait(_ ticket: QueueTicket?, from caller: QueueCaller) {
    self.ticket = ticket
    var caller = caller
    for (queue, outerCaller) in held.reversed() where caller != .block {
      queuesAtWork.append(queue)
      caller = outerCaller
    }
    if caller != .block { queuesAtWork.append(.main) }
  }

  /// Marks the chain as running.
  func endWait() {
    awaited = nil
    ticket = nil
    queuesAtWork = []
  }

  /// Records that another chain was admitted to one of the chain's queues.
  func suspend(on queue: ContextQueue) { suspendedQueues.append(queue) }

  /// Returns a queue to the chain.
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

  /// Whether the chain cannot continue on the main thread, because another chain is on top of it
  /// there.
  var isBelowOnMain: Bool { isSuspended(on: .main) }

  /// The chains that must continue before this one can.
  private var predecessors: [CallChain] {
    let queues = [awaited, isBelowOnMain ? ContextQueue.main : nil]
    return queues.compactMap { $0?.holder }
  }

  /// The chains that wait for each other, directly or indirectly, including this one, and whether
  /// they wait for no chain outside of their cycle; none if this chain is not in a cycle.
  var waitCycle: (chains: [CallChain], isClosed: Bool) {
    func closure(of start: [CallChain], _ next: (CallChain) -> [CallChain]) -> [CallChain] {
      var found = start
      var place = 0
      while place < found.count {
        found += next(found[place]).filter { chain in !found.contains { $0 === chain } }
        place += 1
      }
      return found
    }
    let reached = closure(of: predecessors) { $0.predecessors }
    guard reached.contains(where: { $0 === self }) else { return ([], false) }
    let chains = closure(of: [self]) { last in
      reached.filter { $0.predecessors.contains { $0 === last } }
    }
    return (chains, chains.count == reached.count)
  }

  /// Makes the chain check again what it waits for.
  func wake() { alarm.signal() }

  /// Releases the monitor's lock and sleeps until the chain is woken, possibly spuriously.
  func sleep() {
    let alarm = alarm
    QueueMonitor.withoutLock { alarm.wait() }
  }

  // MARK: Held queues

  /// The queue that the chain entered last; nil also if it is on the main queue without having
  /// entered it.
  var heldQueue: ContextQueue? { held.last?.queue }

  func holds(_ queue: ContextQueue) -> Bool { held.contains { $0.queue === queue } }

  /// Runs the body with the chain holding a queue.
  func holding<Result>(
    _ queue: ContextQueue, from caller: QueueCaller, _ body: () throws -> Result
  ) rethrows -> Result {
    held.append((queue, caller))
    defer { held.removeLast() }
    return try body()
  }

  // MARK: The current chain

  /// The thread-specific slot; its value is released when the thread ends.
  private static let slot: pthread_key_t = {
    var slot = pthread_key_t()
    let status = pthread_key_create(&slot) { stored in
      if let stored { Unmanaged<CallChain>.fromOpaque(stored).release() }
    }
    precondition(status == 0, "the process has no room for another thread-specific value")
    return slot
  }()

  /// Identifies the chain while it runs; even, and never 0.
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// The chain at an address, which must hold a queue; nil for 0.
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

  /// Continues on the current thread while the body runs; the thread's own chain waits or is idle.
  ///
  /// The monitor's lock must be held; it is released while the body runs.
  func continueHere(_ body: () -> Void) {
    let (own, usual) = (Self.current, alarm)
    alarm = own.alarm
    pthread_setspecific(Self.slot, Unmanaged.passUnretained(self).toOpaque())
    withExtendedLifetime(self) { QueueMonitor.withoutLock(body) }
    pthread_setspecific(Self.slot, Unmanaged.passUnretained(own).toOpaque())
    alarm = usual
  }
}
