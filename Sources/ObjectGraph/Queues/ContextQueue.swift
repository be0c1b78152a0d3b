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

  /// Whether the current chain of calls holds this queue.
  var isHeld: Bool {
    (isMain && Thread.isMainThread) || HeldQueues.contains(self)
  }

  /// Runs the body on the queue and waits for it; inline when the chain of calls holds the queue.
  func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isHeld { return try body() }
    // What the chain holds goes along: a body that is sent to the main thread still belongs to it.
    let outer = HeldQueues.current
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
