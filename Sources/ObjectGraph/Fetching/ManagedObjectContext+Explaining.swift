import ObjectModel
import ObjectStore

/// Saying how requests would be carried out.
extension ManagedObjectContext {
  /// How a fetch of the request would be carried out: the SQL and its values, SQLite's plan, which
  /// index serves which table, what is laid over the answer, and what could be cheaper.
  ///
  ///     print(try context.explain(request))
  ///
  /// Nothing is fetched, save by a `FetchRequestExpression` in the predicate, and no object is
  /// made. The costs are those of preparing a statement.
  ///
  /// - Throws: as `fetch(_:)`.
  public func explain<Object>(_ request: FetchRequest<Object>) throws -> FetchExplanation {
    if request.resultType == .dictionaryResultType {
      return try explanation(of: valueFetch(for: request))
    }
    return try explanation(
      of: plan(for: request), isCount: false, offset: request.fetchOffset,
      withPendingChanges: request.includesPendingChanges)
  }

  /// How a count of the request would be carried out; see `explain(_:)`.
  public func explainCount<Object>(for request: FetchRequest<Object>) throws -> FetchExplanation {
    try explanation(
      of: plan(for: request), isCount: true, offset: request.fetchOffset,
      withPendingChanges: request.includesPendingChanges)
  }

  /// Unsaved changes never count in dictionaries.
  private func explanation(of fetch: ValueFetch) throws -> FetchExplanation {
    switch contextParent {
    case .coordinator(let coordinator): return try coordinator.explain(fetch)
    case .generation(let generation):
      let reader = generation.isPinned ? try generation.reader() : generation.coordinator
      return try reader.explain(fetch)
    case .context(let handle):
      return try handle.performAndWait { parent in try parent.explanation(of: fetch) }
    }
  }

  /// - Parameter isCount: whether the answer is a number; with unsaved changes it takes a fetch all
  ///   the same.
  private func explanation(
    of plan: FetchPlan, isCount: Bool, offset: Int, withPendingChanges: Bool
  ) throws -> FetchExplanation {
    let pendingCount = withPendingChanges ? changedObjects(of: plan).count : 0
    let asked = pendingCount == 0 ? plan : plan.widened(by: pendingCount)
    let asksForCount = isCount && pendingCount == 0
    let explanation: FetchExplanation
    switch contextParent {
    case .coordinator(let coordinator):
      explanation = try coordinator.explain(asked, isCount: asksForCount, offset: offset)
    case .generation(let generation):
      let reader = generation.isPinned ? try generation.reader() : generation.coordinator
      explanation = try reader.explain(asked, isCount: asksForCount, offset: offset)
    case .context(let handle):
      explanation = try handle.performAndWait { parent in
        try parent.explanation(
          of: asked, isCount: asksForCount, offset: offset, withPendingChanges: true)
      }
    }
    return explanation.overlaid(count: pendingCount, isCount: isCount)
  }
}
