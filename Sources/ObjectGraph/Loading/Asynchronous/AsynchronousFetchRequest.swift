/// A fetch that returns at once and delivers its objects later.
///
///     let request = AsynchronousFetchRequest(fetchRequest: Camper.fetchRequest()) { result in
///       show(result.finalResult ?? [])
///     }
///     let result = try context.execute(request)
///     // … and when the user cancels:
///     result.cancel()
///
/// In an `async` function, `fetchAsynchronously(_:)` is shorter.
public final class AsynchronousFetchRequest<ResultType: ManagedObject> {
  /// The request that is executed; later changes to it have no effect.
  public let fetchRequest: FetchRequest<ResultType>

  /// The expected number of objects, for the progress; 0 if unknown.
  public var estimatedResultCount = 0

  /// Called once, on the context's queue, when the fetch has completed, failed or been canceled.
  public let completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)?

  /// Creates a request to be executed in the background.
  public init(
    fetchRequest: FetchRequest<ResultType>,
    completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.completionBlock = completionBlock
  }
}

/// It holds a request, and a block that belongs to the queue it was created on.
@available(*, unavailable)
extension AsynchronousFetchRequest: Sendable {}
