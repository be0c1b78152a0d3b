import ObjectModel
import ObjectStore

/// Fetches that let the context's queue do other work while the store works.
extension ManagedObjectContext {
  /// Starts a fetch and returns at once; its completion block runs on the context's queue.
  ///
  /// The rows are read on another thread, over a connection of their own where the store is a
  /// SQLite file with a write-ahead log; objects are made of them on the context's queue, and
  /// unsaved changes of that moment are laid over. A child context's fetch goes through its parents
  /// in the same way. What is saved meanwhile is seen, as long as others do not save faster than
  /// the rows are read. Relationships that are to be prefetched are read when the objects are made,
  /// and a batch size does not count: the rows are there.
  ///
  /// Cancelling the result, or its progress, interrupts the statement in the store.
  ///
  /// - Throws: code 134061 for what can be told to be wrong at once, as `fetch(_:)` does; what goes
  ///   wrong later is the result's `operationError`.
  @discardableResult
  public func execute<Object>(
    _ request: AsynchronousFetchRequest<Object>
  ) throws -> AsynchronousFetchResult<Object> {
    let fetch = request.fetchRequest
    try fetch.checkResultType()
    let context = WeakContextReference(self)
    let number = nextFetchNumber
    let monitor = FetchMonitor { count in
      context.enqueue { $0.reader.pendingFetches[number]?.reportRows(count) }
    }
    var plan = try objectPlan(for: fetch)
    plan.monitor = monitor
    let detached = DetachedFetch(
      plan: plan, withPendingChanges: fetch.includesPendingChanges,
      prefetching: try prefetchSteps(of: fetch, plan),
      isRefreshing: fetch.shouldRefreshRefetchedObjects)
    let result = AsynchronousFetchResult(request, context: self, monitor: monitor)
    reader.pendingFetches[number] = PendingFetch(
      reportRows: result.reportRows, deliver: result.deliver)
    read(detached, number: number, attempt: 1)
    return result
  }

  /// The objects that a request asks for; the caller's actor does other work while the store works.
  ///
  ///     let campers = try await context.fetchAsynchronously(Camper.fetchRequest())
  ///
  /// As `execute(_:)` with an asynchronous request. Cancelling the task cancels the fetch. For a
  /// background context, whose `perform` is waited for anyway, `fetch(_:)` does.
  ///
  /// - Throws: as `fetch(_:)`, and code 3072 when the task was cancelled.
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

  private var nextFetchNumber: Int { (reader.pendingFetches.keys.max() ?? 0) + 1 }

  /// For a child: reads what a plan asks for as this context sees it, and hands it over on this
  /// context's queue.
  func readDetached(
    _ fetch: DetachedFetch, deliver: @escaping (Result<[ManagedObject], any Error>) -> Void
  ) {
    let number = nextFetchNumber
    // Kept until the child has its answer; the store tells the child itself how far it is.
    let handle = makeHandle()
    reader.pendingFetches[number] = PendingFetch { outcome in
      withExtendedLifetime(handle) { deliver(outcome) }
    }
    read(fetch, number: number, attempt: 1)
  }

  private func read(_ fetch: DetachedFetch, number: Int, attempt: Int) {
    catchUpWithParent()
    let changed = fetch.withPendingChanges ? changedObjects(of: fetch.plan).count : 0
    let context = WeakContextReference(self)
    // Whoever had changes while it was read may go on to have more.
    contextParent.readDetached(fetch, changedCount: attempt > 1 ? changed * 2 + 100 : changed) {
      rows in
      context.enqueue { $0.finish(fetch, with: rows, number: number, attempt: attempt) }
    }
  }

  private func finish(
    _ fetch: DetachedFetch, with rows: Result<DetachedRows, any Error>, number: Int, attempt: Int
  ) {
    guard let pending = reader.pendingFetches[number] else { return }
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
    reader.pendingFetches[number] = nil
    pending.deliver(outcome)
    if !queue.isMain { processPendingChanges() }
  }

  /// The objects of rows that were read a moment ago, or nil when they had better be read again.
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
      let rows = read.allowance == nil ? read.rows : plan.window(of: read.rows)
      return objects(for: rows, isRefreshing: fetch.isRefreshing)
    }
    return try overlaid(plan, changed: changed, over: read.rows, isRefreshing: fetch.isRefreshing)
  }
}
