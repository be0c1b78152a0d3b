import ObjectStore

/// Blocks that run one at a time, such as those that add and remove stores.
///
/// A coordinator can also be used from any thread without them. Contexts do not wait for these
/// blocks, nor do the blocks wait for contexts that are reading or saving.
extension PersistentStoreCoordinator {
  /// Runs the body on the coordinator's queue, and waits for it.
  ///
  /// Reentrant: a nested call runs inline, also across threads that wait for each other.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.performAndWait(from: .block, body)
  }

  /// Runs the body on the coordinator's queue, and returns its result.
  public func perform<Result>(
    _ body: @escaping @Sendable () throws -> sending Result
  ) async throws -> sending Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.enqueue { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Runs the body on the coordinator's queue later, without waiting for it.
  ///
  /// In an `async` function, `await` selects the other overload.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    queue.enqueue(body)
  }

  private var queue: ContextQueue { queues.blocks }

  /// The write lock of the coordinator's stores within this process; as a queue, it takes part in
  /// deadlock detection.
  var writeLock: ContextQueue { (transactionOf ?? self).queues.writeLock }

  private var queues: CoordinatorQueues { queueAttachment.value { CoordinatorQueues() } }
}

private final class CoordinatorQueues: Sendable {
  let blocks = ContextQueue(label: "ObjectGraph.PersistentStoreCoordinator")
  let writeLock = ContextQueue(label: "ObjectGraph.WriteLock", title: "the write lock of the store")
}
