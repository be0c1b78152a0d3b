import ObjectModel
import ObjectStore

/// The state and result of an asynchronous fetch.
public final class AsynchronousFetchResult<ResultType: ManagedObject>:
  PersistentStoreAsynchronousResult
{
  /// The request that was executed.
  public let fetchRequest: AsynchronousFetchRequest<ResultType>

  /// The objects in the request's order; nil while the fetch is running, and if it failed or was
  /// canceled.
  public private(set) var finalResult: [ResultType]?

  let monitor: FetchMonitor
  private var waiter: (() -> Void)?
  /// Keeps the context reachable until the fetch has completed.
  private var handle: ContextHandle?
  private var isFinished = false

  init(
    _ request: AsynchronousFetchRequest<ResultType>, context: ManagedObjectContext,
    monitor: FetchMonitor
  ) {
    fetchRequest = request
    self.monitor = monitor
    handle = context.makeHandle()
    super.init(context: context, estimatedCount: request.estimatedResultCount)
    progress.cancellationHandler = { monitor.cancel() }
  }

  public override func cancel() {
    // Cancel directly, since a progress calls its handler asynchronously.
    monitor.cancel()
    super.cancel()
  }

  /// Calls the block when the fetch has completed, on the context's queue.
  func whenFinished(_ block: @escaping () -> Void) {
    if isFinished { block() } else { waiter = block }
  }

  func reportRows(_ count: Int) { progress.completedUnitCount = Int64(count) }

  func deliver(_ rows: Result<[ManagedObject], any Error>) {
    isFinished = true
    switch rows {
    case .success where monitor.isCancelled || progress.isCancelled:
      operationError = ObjectGraphError.cancelledFetch
    case .success(let objects):
      if !fetchRequest.fetchRequest.returnsObjectsAsFaults {
        for object in objects { object.fulfillFault() }
      }
      // Sound: all objects have their bindings' classes, which were checked when the request was
      // executed, and arrays of classes share one layout.
      finalResult = unsafeBitCast(objects, to: [ResultType].self)
      progress.totalUnitCount = Int64(objects.count)
      progress.completedUnitCount = Int64(objects.count)
    case .failure(let error): operationError = error
    }
    fetchRequest.completionBlock?(self)
    waiter?()
    waiter = nil
    handle = nil
  }
}
