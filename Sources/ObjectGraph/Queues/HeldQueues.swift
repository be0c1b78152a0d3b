import Foundation

/// The queues that the chain of calls on the current thread holds.
///
/// It lies with the thread and not with the task: a task that a body starts outlives the body, and
/// would take queues for held that long belong to others.
final class HeldQueues {
  let queue: ContextQueue
  private let caller: QueueCaller
  private let outer: HeldQueues?

  private init(_ queue: ContextQueue, from caller: QueueCaller, outer: HeldQueues?) {
    self.queue = queue
    self.caller = caller
    self.outer = outer
  }

  /// The thread's slot; its content is not retained, but belongs to a call that has not returned.
  private static let slot: pthread_key_t = {
    var slot = pthread_key_t()
    let status = pthread_key_create(&slot, nil)
    precondition(status == 0, "the process has no room for another thread-specific value")
    return slot
  }()

  /// What the current thread's chain of calls holds.
  static var current: HeldQueues? {
    pthread_getspecific(slot).map {
      Unmanaged<HeldQueues>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The name of the queue that the current thread's chain of calls came to last.
  static var label: String? { current?.queue.label }

  /// Whether the current thread's chain of calls holds a queue.
  static func contains(_ queue: ContextQueue) -> Bool {
    var place = current
    while let held = place {
      if held.queue === queue { return true }
      place = held.outer
    }
    return false
  }

  /// The queues of the contexts whose own work it is that comes to another queue now.
  static func queuesAtWork(as caller: QueueCaller) -> [ContextQueue] {
    var (queues, caller, place) = ([ContextQueue](), caller, current)
    while caller != .block {
      guard let held = place else { return queues + [ContextQueue.main] }
      queues.append(held.queue)
      (caller, place) = (held.caller, held.outer)
    }
    return queues
  }

  /// Runs the body on this thread as a part of a chain that holds a queue and what it held before.
  static func holding<Result>(
    _ queue: ContextQueue, from caller: QueueCaller, outer: HeldQueues?,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let before = pthread_getspecific(slot)
    let held = HeldQueues(queue, from: caller, outer: outer)
    return try withExtendedLifetime(held) {
      pthread_setspecific(slot, Unmanaged.passUnretained(held).toOpaque())
      defer { pthread_setspecific(slot, before) }
      return try body()
    }
  }
}
