import ObjectModel
import ObjectStore

/// Fetches that leave the context's queue free while the store works.
extension ManagedObjectContext {
  /// Starts a fetch and returns at once; its completion block runs on the context's queue.
  ///
  /// The rows are read on another thread, through a separate connection if the store is a SQLite
  /// file with a write-ahead log; their objects are created on the context's queue, and merged with
  /// the unsaved changes of that moment. A child context's fetch goes through its parents in the
  /// same way. Saves in the meantime are taken into account, unless others save faster than the
  /// rows can be read. Relationships to prefetch are read when the objects are created, and the
  /// batch size is ignored, since all rows have been read.
  ///
  /// Canceling the result, or its progress, interrupts the statement in the store.
  ///
  /// - Throws: code 134061 for errors that can be detected at once, like `fetch(_:)`; later errors
  ///   are reported in the result's `operationError`.
  @discardableResult
  public func execute<Object>(
    _ request: AsynchronousFetchRequest<Object>
  ) throws -> AsynchronousFetchResult<Object> {
    let fetch = request.fetchRequest
    try fetch.checkResultType()
    let context = WeakContextReference(self)
    let number = reader.makeFetchNumber()
    let monitor = FetchMonitor { count in
      context.enqueue { $0.reader.reportRows(count, ofFetch: number) }
    }
    var plan = try objectPlan(for: fetch)
    plan.monitor = monitor
    let detached = DetachedFetch(
      plan: plan, withPendingChanges: fetch.includesPendingChanges,
      prefetching: try prefetchSteps(of: fetch, plan),
      isRefreshing: fetch.shouldRefreshRefetchedObjects)
    let result = AsynchronousFetchResult(request, context: self, monitor: monitor)
    reader.begin(
      PendingFetch(reportRows: result.reportRows, deliver: result.deliver), number: number)
    read(detached, number: number, attempt: 1)
    return result
  }

  /// The objects of a request; the caller's actor is free while the store works.
  ///
  ///     let campers = try await context.fetchAsynchronously(Camper.fetchRequest())
  ///
  /// Equivalent to `execute(_:)` with an asynchronous request. Canceling the task cancels the
  /// fetch. For a background context, whose `perform` is awaited anyway, use `fetch(_:)`.
  ///
  /// - Throws: errors of `fetch(_:)`, and code 3072 if the task was cancelled.
  public nonisolated(nonsending) func fetchAsynchronously<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) async throws -> [Object] {
    let result = try execute(AsynchronousFetchRequest(fetchRequest: request))
    let monitor = result.monitor
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        result.whenFinished { continuation.resume() }
      }
    } onCancel: {
      monitor.cancel()
    }
    if let error = result.operationError { throw error }
    return result.finalResult ?? []
  }

  /// For a child: reads the results of a plan as this context sees them, and delivers them on this
  /// context's queue.
  func readDetached(
    _ fetch: DetachedFetch, deliver: @escaping (Result<[ManagedObject], any Error>) -> Void
  ) {
    let number = reader.makeFetchNumber()
    // Kept alive until the child has its answer; the store reports its progress to the child
    // directly.
    let handle = makeHandle()
    let pending = PendingFetch { outcome in withExtendedLifetime(handle) { deliver(outcome) } }
    reader.begin(pending, number: number)
    read(fetch, number: number, attempt: 1)
  }

  private func read(_ fetch: DetachedFetch, number: Int, attempt: Int) {
    catchUpWithParent()
    let changed = fetch.withPendingChanges ? changedObjects(of: fetch.plan).count : 0
    let context = WeakContextReference(self)
    // If objects changed during the read, more may change during the next one.
    contextParent.readDetached(fetch, changedCount: attempt > 1 ? changed * 2 + 100 : changed) {
      rows in
      context.enqueue { $0.finish(fetch, with: rows, number: number, attempt: attempt) }
    }
  }

  private func finish(
    _ fetch: DetachedFetch, with rows: Result<DetachedRows, any Error>, number: Int, attempt: Int
  ) {
    guard reader.isPending(number) else { return }
    let outcome: Result<[ManagedObject], any Error>
    do {
      try fetch.plan.monitor?.checkCancellation()
      guard let objects = try objects(of: fetch, from: rows.get(), attempt: attempt) else {
        return read(fetch, number: number, attempt: attempt + 1)
      }
      try prefetchForEvent(fetch.prefetching, for: objects)
      outcome = .success(objects)
    } catch {
      outcome = .failure(error)
    }
    reader.end(number)?.deliver(outcome)
    if !queue.isMain { processPendingChanges() }
  }

  /// The objects of rows that were just read, or nil if they should be read again.
  private func objects(
    of fetch: DetachedFetch, from read: DetachedRows, attempt: Int
  ) throws -> [ManagedObject]? {
    let isLast = attempt >= DetachedFetch.greatestAttempt
    catchUpWithParent()
    let plan = fetch.plan
    var known = -1
    for row in read.rows where row.key > 0 && StoreIdentity.number(ofKey: row.key) != known {
      guard coordinator.hasStore(ofKey: row.key) else { throw ObjectGraphError.removedStore() }
      known = StoreIdentity.number(ofKey: row.key)
    }
    if let epoch = read.epoch, epoch != coordinator.epoch, !isLast { return nil }
    let changed = fetch.withPendingChanges ? changedObjects(of: plan) : []
    let isWhole = plan.limit <= 0 && (plan.offset <= 0 || read.allowance != nil)
    guard isWhole || changed.count <= read.allowance ?? 0 else {
      return isLast
        ? try objects(for: plan, withPendingChanges: true, isRefreshing: fetch.isRefreshing) : nil
    }
    if changed.isEmpty {
      let rows = read.allowance == nil ? read.rows : Array(plan.window(of: read.rows))
      return objects(for: rows, isRefreshing: fetch.isRefreshing)
    }
    return try overlaid(plan, changed: changed, over: read.rows, isRefreshing: fetch.isRefreshing)
  }
}
