import Dispatch
import Foundation

/// The queue that a context and its objects belong to: the main thread, or a serial queue of its own.
///
/// Waiting is re-entrant: a chain of calls that holds a queue already, directly or through other
/// queues (A waits on B, which waits on A), runs inline instead of waiting for itself.
final class ContextQueue: Sendable {
  /// The one queue of all contexts on the main thread.
  static let main = ContextQueue(queue: .main, isMain: true)

  private let queue: DispatchQueue
  let isMain: Bool

  private init(queue: DispatchQueue, isMain: Bool) {
    self.queue = queue
    self.isMain = isMain
  }

  /// Makes a private serial queue.
  convenience init(label: String) {
    self.init(queue: DispatchQueue(label: label), isMain: false)
  }

  /// Marks the main queue, whose work an asynchronous program does on threads other than the main one
  /// once its `main` has waited for the first time.
  private static let mainMark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  /// Whether the current thread does the main queue's work, or is the main thread.
  private static var isOnMain: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mainMark) == true
  }

  /// Whether the current chain of calls holds this queue.
  var isHeld: Bool {
    (isMain && Self.isOnMain) || HeldQueues.contains(self)
  }

  /// Runs the body on the queue and waits for it; inline when the chain of calls holds the queue.
  func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isHeld { return try body() }
    // What the chain holds goes along: a body that is sent to the main thread still belongs to it.
    // The main queue is no longer recognised where another one's work is done.
    let outer = HeldQueues.chain(on: Self.isOnMain ? .main : nil)
    return try queue.sync {
      try HeldQueues.holding(self, outer: outer, body)
    }
  }

  /// Runs the body on the queue later, after what was enqueued before.
  func enqueue(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      HeldQueues.holding(self, outer: nil, body)
    }
  }
}
