import Foundation
import ObjectModel

/// Fetches, which go to every store that may hold matching rows.
extension PersistentStoreCoordinator {
  /// The rows that a plan requests, in its order; across several stores, ties are broken by the
  /// store's number and then by the primary key.
  ///
  /// The stores are queried one after the other: a save by another process in between may be
  /// visible in some of them only.
  package func fetch(_ plan: FetchPlan) throws -> [Row] {
    let root = plan.layout.rootNumber
    if let only = onlyStore(for: plan) {
      return try remembering(root: root) { try only.fetch(plan) }
    }
    let stores = try stores(for: plan)
    if stores.count == 1 { return try remembering(root: root) { try stores[0].fetch(plan) } }
    // The whole window may come from any one of the stores.
    let asked = plan.widened(by: 0)
    let rows = try stores.flatMap { store in
      try remembering(root: root) { try store.fetch(asked) }
    }
    return window(of: rows, plan)
  }

  /// Sorts and limits the concatenated rows of several stores.
  private func window(of rows: [Row], _ plan: FetchPlan) -> [Row] {
    var rows = rows
    if !plan.sorts.isEmpty {
      let order = ResolvedSortOrder(resolved: plan.sorts)
      // The sort is stable: equal rows keep their order.
      rows = rows.map { StoredSubject(row: $0, coordinator: self) }
        .sorted { order.areInIncreasingOrder($0, $1) }.map(\.row)
    }
    return Array(plan.window(of: rows))
  }

  package func count(_ plan: FetchPlan) throws -> Int {
    let stores = try stores(for: plan)
    if stores.count == 1 { return try stores[0].count(plan) }
    let wider = plan.withoutWindow
    let total = try stores.reduce(0) { try $0 + $1.count(wider) }
    return plan.window(of: 0..<total).count
  }

  /// The coordinator's only store, if it holds a plan's rows.
  private func onlyStore(for plan: FetchPlan) -> PersistentStore? {
    plan.stores == nil ? state.withLock { $0.only } : nil
  }

  /// The stores that may hold a plan's rows, by number.
  func stores(for plan: FetchPlan) throws -> [PersistentStore] {
    if let only = onlyStore(for: plan) { return [only] }
    let stores = persistentStores
    guard !stores.isEmpty else { throw Self.noStore }
    return stores.filter { $0.mayHold(plan) }
  }

  /// The keys of the rows that a plan requests, in its order.
  ///
  /// No row is read, except to merge the results of several stores in a sort order.
  package func keys(for plan: FetchPlan) throws -> RowKeys {
    let stores = try stores(for: plan)
    if stores.count == 1 { return try stores[0].keys(for: plan) }
    guard plan.sorts.isEmpty else { return RowKeys(try fetch(plan).map { RowKey($0) }) }
    var all = RowKeys()
    for store in stores { all.append(contentsOf: try store.keys(for: plan.withoutWindow)[...]) }
    return RowKeys(plan.window(of: all))
  }

  /// The keys of the rows that a plan requests, and the values of a fetch, from the same snapshot;
  /// nil if there are several stores, which have no common snapshot.
  package func keys(
    for plan: FetchPlan, and fetch: ValueFetch
  ) throws -> (keys: RowKeys, values: [[AttributeValue]])? {
    let stores = try stores(for: plan)
    return stores.count == 1 ? try stores[0].keys(for: plan, and: fetch) : nil
  }

  /// The column values of a fetch, one list for each result.
  ///
  /// If there are several stores, their rows are read, and grouped and sorted here.
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
    return try fetch.results.results(
      of: subjects, limit: fetch.rows.limit, offset: fetch.rows.offset)
  }

  /// The data that one of the stores keeps in a file with a name.
  ///
  /// - Throws: code 134070 if the file is missing or cannot be read.
  package func externalData(named name: String) throws -> Data {
    for store in persistentStores {
      if let data = try store.externalData(named: name) { return data }
    }
    throw ExternalFolder.missingFile(name)
  }

  /// Explains how the stores would carry out a fetch of rows or keys, or a count; nothing is
  /// fetched.
  ///
  /// - Parameter offset: the number of objects that the context, rather than the store, skips
  ///   because of unsaved objects.
  package func explain(
    _ plan: FetchPlan, as form: FetchForm, offset: Int
  ) throws -> FetchExplanation {
    let stores = try stores(for: plan)
    var (wider, form) = (plan, form)
    if stores.count > 1 {
      // Values are needed to sort the results of several stores together.
      if form == .keys, !plan.sorts.isEmpty { form = .rows }
      wider = form == .rows ? plan.widened(by: 0) : plan.withoutWindow
    }
    return FetchExplanation(
      entityName: plan.layout.name, isCount: form == .count,
      stores: try stores.map { try $0.explain(wider, as: form, offset: offset) })
  }

  /// Explains how the stores would carry out a fetch of values; if there are several, their rows
  /// are read.
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

/// A saved row as seen by a sort order, across all stores of a coordinator.
struct StoredSubject: PredicateSubject {
  let row: Row
  let coordinator: PersistentStoreCoordinator

  private var layout: EntityLayout { coordinator.layout[row.entityNumber] }

  var objectID: ManagedObjectID {
    ManagedObjectID(key: row.key, among: coordinator.storeIdentities, layout)
  }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(of: attribute).map { row.value(of: $0) } ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    guard let property = layout.property(of: relationship), let key = row.integer(of: property)
    else {
      return nil
    }
    let root = coordinator.layout[coordinator.layout[property.destinationNumber].rootNumber]
    // An unreadable row sorts like a missing one.
    let found = try? coordinator.row(key: key, root: root)
    return found.map { StoredSubject(row: $0, coordinator: coordinator) }
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    guard let property = layout.property(of: relationship),
      let rows = try? coordinator.destinations(of: property, source: row.key)
    else { return [] }
    return rows.map { StoredSubject(row: $0, coordinator: coordinator) }
  }
}
