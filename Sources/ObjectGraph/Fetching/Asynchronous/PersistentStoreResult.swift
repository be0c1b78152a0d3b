import Foundation

/// What executing a request gives that is more than an array.
open class PersistentStoreResult {
  init() {}
}

/// What executing a request gives that goes on meanwhile.
///
/// It stays on the queue of its context. What crosses is its `progress`, through which anybody may
/// cancel.
open class PersistentStoreAsynchronousResult: PersistentStoreResult {
  /// The context that executes the request.
  public let managedObjectContext: ManagedObjectContext

  /// What went wrong; nil while the request goes on and when all went well.
  public internal(set) var operationError: (any Error)?

  /// How far it has come: rows that were read, of the `estimatedResultCount`.
  ///
  /// It changes on the context's queue. Where a progress is current when the request is
  /// executed, it is that one's child.
  public let progress: Progress

  init(context: ManagedObjectContext, estimatedCount: Int) {
    managedObjectContext = context
    progress = Progress(totalUnitCount: Int64(max(0, estimatedCount)))
    super.init()
  }

  /// Ends the request as soon as possible: its result is nil then, and the error has code 3072.
  public func cancel() { progress.cancel() }
}

/// It stays on its context's queue.
@available(*, unavailable)
extension PersistentStoreResult: Sendable {}
