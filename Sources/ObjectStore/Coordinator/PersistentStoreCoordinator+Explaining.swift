/// Saying how requests would be carried out.
extension PersistentStoreCoordinator {
  /// What the stores would do for a fetch of rows or keys, or a count; nothing is fetched.
  ///
  /// - Parameter offset: how many objects the request leaves out, which contexts do where unsaved
  ///   objects are laid over.
  package func explain(
    _ plan: FetchPlan, as form: FetchForm, offset: Int
  ) throws -> FetchExplanation {
    let stores = try stores(for: plan)
    var (wider, form) = (plan, form)
    if stores.count > 1 {
      // Values are needed to bring what several stores have into one order.
      if form == .keys, !plan.sorts.isEmpty { form = .rows }
      if form == .rows { wider = plan.widened(by: 0) } else { (wider.limit, wider.offset) = (0, 0) }
    }
    return FetchExplanation(
      entityName: plan.layout.name, isCount: form == .count,
      stores: try stores.map { try $0.store.explain(wider, as: form, offset: offset) })
  }

  /// What the stores would do for a fetch of values; of several stores the rows are read.
  package func explain(_ fetch: ValueFetch) throws -> FetchExplanation {
    let stores = try stores(for: fetch.rows)
    guard stores.count == 1 else {
      return try explain(fetch.allRows, as: .rows, offset: 0)
    }
    return FetchExplanation(
      entityName: fetch.rows.layout.name, isCount: false,
      stores: [try stores[0].store.explain(fetch)])
  }
}
