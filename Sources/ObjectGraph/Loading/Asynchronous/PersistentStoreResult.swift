import Foundation

/// The result of executing a request that returns more than an array.
open class PersistentStoreResult {
  init() {}
}

/// The result of a request that executes asynchronously.
///
/// It must stay on its context's queue. Pass its `progress` to other queues, to cancel the request
/// from there.
open class PersistentStoreAsynchronousResult: PersistentStoreResult {
  /// The context that executes the request.
  public let managedObjectContext: ManagedObjectContext

  /// The error of the request; nil while it is running, and if it succeeded.
  public internal(set) var operationError: (any Error)?

  /// The number of rows read so far, out of the `estimatedResultCount`.
  ///
  /// It is updated on the context's queue. If a progress is current when the request is executed,
  /// this becomes its child.
  public let progress: Progress

  init(context: ManagedObjectContext, estimatedCount: Int) {
    managedObjectContext = context
    progress = Progress(totalUnitCount: Int64(max(0, estimatedCount)))
  }

  /// Ends the request as soon as possible: its result is then nil, and its error has code 3072.
  public func cancel() { progress.cancel() }
}

/// It must stay on its context's queue.
@available(*, unavailable)
extension PersistentStoreResult: Sendable {}
