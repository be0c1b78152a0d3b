/// Saying how requests would be carried out.
extension PersistentStoreCoordinator {
  /// What the stores would do for a fetch or a count; nothing is fetched.
  ///
  /// - Parameter offset: how many objects the request leaves out, which contexts do where unsaved
  ///   objects are laid over.
  package func explain(
    _ plan: FetchPlan, isCount: Bool, offset: Int
  ) throws -> FetchExplanation {
    let stores = try stores(for: plan)
    var wider = plan
    if stores.count > 1 {
      if isCount { (wider.limit, wider.offset) = (0, 0) } else { wider = plan.widened(by: 0) }
    }
    return FetchExplanation(
      entityName: plan.layout.name, isCount: isCount,
      stores: try stores.map { try $0.store.explain(wider, isCount: isCount, offset: offset) })
  }

  /// What the stores would do for a fetch of values; of several stores the rows are read.
  package func explain(_ fetch: ValueFetch) throws -> FetchExplanation {
    let stores = try stores(for: fetch.rows)
    guard stores.count == 1 else {
      return try explain(fetch.allRows, isCount: false, offset: 0)
    }
    return FetchExplanation(
      entityName: fetch.rows.layout.name, isCount: false,
      stores: [try stores[0].store.explain(fetch)])
  }
}
