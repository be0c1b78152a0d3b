import ObjectModel

/// Fetching keys, for those who read the rows later.
extension PersistentStoreCoordinator {
  /// Which rows a plan asks for, in its order.
  ///
  /// No row is read, except where several stores' answers are to be merged in a sort order.
  package func keys(for plan: FetchPlan) throws -> RowKeys {
    let stores = try stores(for: plan)
    if stores.count == 1 { return try stores[0].keys(for: plan) }
    guard plan.sorts.isEmpty else { return RowKeys(try fetch(plan)) }
    var wider = plan
    (wider.limit, wider.offset) = (0, 0)
    var all = RowKeys()
    for store in stores {
      let found = try store.keys(for: wider)
      all.append(contentsOf: found, in: 0..<found.count)
    }
    return all.window(limit: plan.limit, offset: plan.offset)
  }
}
