import ObjectModel

/// Fetches, which go to every store that may have something of them.
extension PersistentStoreCoordinator {
  /// The rows that a plan asks for, in its order; of several stores ties end on the store's number
  /// and then on the primary key.
  ///
  /// Each store is asked by itself: what another process saves between two answers may be in one of
  /// them and not in the other.
  package func fetch(_ plan: FetchPlan) throws -> [Row] {
    let stores = try stores(for: plan)
    // Any of several stores may have all of the window.
    let asked = stores.count == 1 ? plan : plan.widened(by: 0)
    var rows: [[Row]] = []
    for store in stores {
      rows.append(
        try remembering(root: plan.layout.rootNumber) { try store.fetch(asked) })
    }
    return rows.count == 1 ? rows[0] : window(of: rows.flatMap { $0 }, plan)
  }

  /// What a plan asks for of the rows of several stores, one store's behind another's.
  private func window(of rows: [Row], _ plan: FetchPlan) -> [Row] {
    var rows = rows
    if !plan.sorts.isEmpty {
      let order = ResolvedSortOrder(resolved: plan.sorts)
      // Equal rows stay as they are.
      rows = rows.map { StoredSubject(row: $0, coordinator: self) }
        .sorted { order.areInIncreasingOrder($0, $1) }.map(\.row)
    }
    let rest = rows.dropFirst(plan.offset)
    return Array(plan.limit > 0 ? rest.prefix(plan.limit) : rest)
  }

  package func count(_ plan: FetchPlan) throws -> Int {
    let stores = try stores(for: plan)
    if stores.count == 1 { return try stores[0].count(plan) }
    let wider = plan.withoutWindow
    let total = try stores.reduce(0) { try $0 + $1.count(wider) }
    let rest = max(0, total - plan.offset)
    return plan.limit > 0 ? min(plan.limit, rest) : rest
  }

  /// The stores that may hold what a plan asks for, by number.
  func stores(for plan: FetchPlan) throws -> [PersistentStore] {
    let (only, stores) = state.withLock { ($0.only, $0.stores) }
    if let only, plan.stores == nil { return [only] }
    guard !stores.isEmpty else { throw Self.noStore }
    return stores.filter { $0.mayHold(plan) }
  }

  /// Which rows a plan asks for, in its order.
  ///
  /// No row is read, except where several stores' answers are to be merged in a sort order.
  package func keys(for plan: FetchPlan) throws -> RowKeys {
    let stores = try stores(for: plan)
    if stores.count == 1 { return try stores[0].keys(for: plan) }
    guard plan.sorts.isEmpty else { return RowKeys(try fetch(plan)) }
    var all = RowKeys()
    for store in stores {
      let found = try store.keys(for: plan.withoutWindow)
      all.append(contentsOf: found, in: 0..<found.count)
    }
    return all.window(limit: plan.limit, offset: plan.offset)
  }

  /// Which rows a plan asks for and the values of a fetch, of one moment; nil of several stores, which
  /// have none in common.
  package func keys(
    for plan: FetchPlan, and fetch: ValueFetch
  ) throws -> (keys: RowKeys, values: [[AttributeValue]])? {
    let stores = try stores(for: plan)
    return stores.count == 1 ? try stores[0].keys(for: plan, and: fetch) : nil
  }

  /// The values of the columns of a fetch, a list for each result.
  ///
  /// Of several stores the rows are read, and grouped and ordered here.
  package func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] {
    let stores = try stores(for: fetch.rows)
    if stores.count == 1 { return try stores[0].values(fetch) }
    if let attribute = fetch.results.transientAttributes.first {
      throw StoreMapping.foreign(attribute)
    }
    let subjects = try self.fetch(fetch.allRows).map { row in
      let layout = layout[row.entityNumber]
      let number = StoreIdentity.number(ofKey: row.key)
      let store = stores.first { $0.identity.number == number }
      let whole =
        fetch.results.readsExternalData ? try store?.rowWithExternalData(row, layout) : nil
      return StoredSubject(row: whole ?? row, coordinator: self)
    }
    return try EvaluationFailure.surfacing {
      fetch.results.results(of: subjects, limit: fetch.rows.limit, offset: fetch.rows.offset)
    }
  }

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
      wider = form == .rows ? plan.widened(by: 0) : plan.withoutWindow
    }
    return FetchExplanation(
      entityName: plan.layout.name, isCount: form == .count,
      stores: try stores.map { try $0.explain(wider, as: form, offset: offset) })
  }

  /// What the stores would do for a fetch of values; of several stores the rows are read.
  package func explain(_ fetch: ValueFetch) throws -> FetchExplanation {
    let stores = try stores(for: fetch.rows)
    guard stores.count == 1 else {
      return try explain(fetch.allRows, as: .rows, offset: 0)
    }
    return FetchExplanation(
      entityName: fetch.rows.layout.name, isCount: false,
      stores: [try stores[0].explain(fetch)])
  }
}
