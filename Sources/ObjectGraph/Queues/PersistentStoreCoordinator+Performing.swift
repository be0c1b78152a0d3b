import ObjectStore

/// Blocks of work that take turns with each other, such as those that add and remove stores.
///
/// A coordinator may be used from any thread without them. Contexts do not wait for these blocks,
/// nor the blocks for contexts that are reading or saving.
extension PersistentStoreCoordinator {
  /// Runs the body when it is its turn, and waits for it.
  ///
  /// A chain of calls that is in such a body already runs it inline, and so does one that a body
  /// waits for: it never ends in a deadlock.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.performAndWait(from: .block, body)
  }

  /// Runs the body on the coordinator's queue when it is its turn, and returns its result.
  public func perform<Result>(
    _ body: @escaping @Sendable () throws -> sending Result
  ) async throws -> sending Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.enqueue {
        do {
          continuation.resume(returning: try body())
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Runs the body on the coordinator's queue later, when it is its turn. Nobody waits for it.
  ///
  /// In an `async` function `await` chooses the other form.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    queue.enqueue(body)
  }

  private var queue: ContextQueue { queues.blocks }

  /// The write lock of the coordinator's stores within this process, by which a chain that waits for it
  /// is seen to wait.
  var writeLock: ContextQueue { (transactionOf ?? self).queues.writeLock }

  private var queues: CoordinatorQueues { queueAttachment.value { CoordinatorQueues() } }
}

private final class CoordinatorQueues: Sendable {
  let blocks = ContextQueue(label: "ObjectGraph.PersistentStoreCoordinator")
  let writeLock = ContextQueue(label: "ObjectGraph.WriteLock", title: "the write lock of the store")
}
