import ObjectModel
import ObjectStore

/// Explaining how requests are executed.
extension ManagedObjectContext {
  /// How a fetch of the request would be executed: the SQL and its values, SQLite's query plan, the
  /// index used for each table, the unsaved changes merged with the result, and possible
  /// improvements.
  ///
  ///     print(try context.explain(request))
  ///
  /// It describes the statement that finds the results: rows for objects, only keys for IDs and
  /// with a batch size, columns for dictionaries, a number for a count. Nothing is fetched, except
  /// by a `FetchRequestExpression` in the predicate, and no object is created. The cost is that of
  /// preparing a statement.
  ///
  /// - Throws: errors of `fetch(_:)`.
  public func explain<Object>(_ request: FetchRequest<Object>) throws -> FetchExplanation {
    checkQueue()
    try request.checkResultType()
    switch request.resultType {
    case .dictionaryResultType: return try explanation(of: valueFetch(for: request))
    case .managedObjectIDResultType: return try explanationOfIdentifiers(for: request)
    case .countResultType: return try explainCount(for: request)
    case .managedObjectResultType: return try explanationOfObjects(for: request)
    }
  }

  /// How a count of the request would be executed; see `explain(_:)`.
  public func explainCount<Object>(for request: FetchRequest<Object>) throws -> FetchExplanation {
    checkQueue()
    if request.resultType == .dictionaryResultType {
      return try explanation(of: countingFetch(for: request).fetch).overlaid(
        count: 0, isCount: true)
    }
    try request.checkDictionaryParts()
    return try explanation(
      of: plan(for: request), as: .count, offset: request.fetchOffset,
      withPendingChanges: request.includesPendingChanges)
  }

  private func explanationOfObjects<Object>(
    for request: FetchRequest<Object>
  ) throws -> FetchExplanation {
    let plan = try objectPlan(for: request)
    let reading = try laterReading(of: request, plan, batchSize: Self.waitingBatchSize)
    var explanation = try explanation(
      of: plan, as: request.readsLater ? .keys : .rows, offset: request.fetchOffset,
      withPendingChanges: request.includesPendingChanges)
    explanation.prefetchedKeyPaths = request.relationshipKeyPathsForPrefetching ?? []
    if request.readsLater { explanation.batchSize = reading.batchSize }
    return explanation
  }

  private func explanationOfIdentifiers<Object>(
    for request: FetchRequest<Object>
  ) throws -> FetchExplanation {
    let plan = try plan(for: request)
    let withPendingChanges = request.includesPendingChanges
    if !withPendingChanges || !hasChanges(of: plan),
      let explanation = try explanationWithoutChanges(of: identifierFetch(of: plan))
    {
      return explanation
    }
    return try explanation(
      of: plan, as: .rows, offset: request.fetchOffset, withPendingChanges: withPendingChanges)
  }

  /// Dictionaries never include unsaved changes.
  private func explanation(of fetch: ValueFetch) throws -> FetchExplanation {
    try asking({ try $0.explain(fetch) }, { try $0.explanation(of: fetch) })
  }

  /// Nil if unsaved changes of a parent have to be merged.
  private func explanationWithoutChanges(of fetch: ValueFetch) throws -> FetchExplanation? {
    guard case .context(let handle) = contextParent else { return try explanation(of: fetch) }
    return try handle.performAndWait { parent in
      guard !parent.hasChanges(of: fetch.rows) else { return nil }
      return try parent.explanationWithoutChanges(of: fetch)
    }
  }

  /// With unsaved changes, counting requires a fetch.
  private func explanation(
    of plan: FetchPlan, as form: FetchForm, offset: Int, withPendingChanges: Bool
  ) throws -> FetchExplanation {
    let pendingCount = withPendingChanges ? changedObjects(of: plan).count : 0
    let asked = pendingCount == 0 ? plan : plan.widened(by: pendingCount)
    let askedForm = form == .count && pendingCount > 0 ? .rows : form
    let explanation = try asking(
      { try $0.explain(asked, as: askedForm, offset: offset) },
      { try $0.explanation(of: asked, as: askedForm, offset: offset, withPendingChanges: true) })
    return explanation.overlaid(count: pendingCount, isCount: form == .count)
  }

  /// Queries the stores, as they are now or at the generation's moment, or the parent context.
  private func asking(
    _ stores: (PersistentStoreCoordinator) throws -> FetchExplanation,
    _ parent: (ManagedObjectContext) throws -> FetchExplanation
  ) throws -> FetchExplanation {
    switch contextParent {
    case .coordinator(let coordinator): try stores(coordinator)
    case .generation(let generation):
      try stores(generation.isPinned ? generation.reader() : generation.coordinator)
    case .context(let link): try link.performAndWait(parent)
    }
  }
}
