/// A fetch that returns at once and delivers its objects later.
///
///     let request = AsynchronousFetchRequest(fetchRequest: Camper.fetchRequest()) { result in
///       show(result.finalResult ?? [])
///     }
///     let result = try context.execute(request)
///     // … and when the user loses patience:
///     result.cancel()
///
/// In an `async` function `fetchAsynchronously(_:)` says it more shortly.
public final class AsynchronousFetchRequest<ResultType: ManagedObject> {
  /// What is fetched; changing it after the execution changes nothing.
  public let fetchRequest: FetchRequest<ResultType>

  /// How many objects are expected, for the progress; 0 when that is not known.
  public var estimatedResultCount = 0

  /// Called once, on the context's queue, when the fetch is through, has failed, or was cancelled.
  public let completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)?

  public init(
    fetchRequest: FetchRequest<ResultType>,
    completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.completionBlock = completionBlock
  }
}

/// It holds a request, and a block that belongs to the queue that it was made on.
@available(*, unavailable)
extension AsynchronousFetchRequest: Sendable {}
