import ObjectModel
import ObjectStore

/// Fetching keys: the matching objects and their order, without values.
extension ManagedObjectContext {
  /// The keys of a plan, merged with the unsaved changes.
  func keys(for plan: FetchPlan, withPendingChanges: Bool) throws -> RowKeys {
    catchUpWithParent()
    let changed = withPendingChanges ? changedObjects(of: plan) : []
    guard !changed.isEmpty else { return try contextParent.keys(for: plan) }
    return try overlaidKeys(of: plan, changed: changed)
  }

  /// The store's keys without those of changed objects, and the changed objects that match.
  ///
  /// If the order depends on values, the place of an object is found by reading the rows at which a
  /// binary search looks: about twenty among a million.
  private func overlaidKeys(of plan: FetchPlan, changed: [ManagedObject]) throws -> RowKeys {
    let changedKeys = Set(changed.map(\.key))
    var known = RowKeys()
    for row in try contextParent.keys(for: plan.widened(by: changed.count))
    where !changedKeys.contains(row.key) {
      known.append(row)
    }
    let order = ResolvedSortOrder(resolved: plan.sorts)
    let root = model[plan.layout.rootNumber]
    let subjects = try matching(plan, among: changed).map { ObjectSubject(object: $0) }
    var all = RowKeys()
    var start = 0
    for subject in subjects.sorted(by: order.areInIncreasingOrder) {
      let place = try (start..<known.count).partitioningIndex { place in
        let key = known[place].key
        if plan.sorts.isEmpty { return key > subject.object.key }
        // A row that is gone by now has no order to keep.
        guard let row = try contextParent.row(key: key, root: root) else { return false }
        return order.areInIncreasingOrder(subject, FetchedRowSubject(row: row, context: self))
      }
      all.append(contentsOf: known[start..<place])
      all.append(subject.object.rowKey)
      start = place
    }
    all.append(contentsOf: known[start...])
    return RowKeys(plan.window(of: all))
  }

  /// The keys of a plan as this context sees them.
  func keysForChild(_ plan: FetchPlan) throws -> RowKeys {
    guard hasChanges(of: plan) else { return try contextParent.keys(for: plan) }
    return try keys(for: plan, withPendingChanges: true)
  }

  /// The registered objects for keys, or new faults that have only their IDs.
  ///
  /// - Parameter areWaiting: whether they are read together with the next fault that fires.
  func faults(for found: RowKeys, in range: Range<Int>, areWaiting: Bool) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    objects.reserveCapacity(range.count)
    for row in found[range] {
      let binding = bindings.entities[row.entityNumber - 1]
      if let known = registered(key: row.key, root: binding.layout.rootNumber) {
        if known.binding === binding {
          objects.append(known)
          continue
        }
        unregisterMisnamed(known)
      }
      if areWaiting || row.key < 0 {
        objects.append(object(of: row))
        continue
      }
      let object = binding.makeFault(key: row.key)
      registry.enter(object)
      objects.append(object)
    }
    return objects
  }

  /// Reads the rows of the objects that have none; they stay faults.
  ///
  /// - Parameter maximumAge: the maximum age in seconds of cached rows.
  func readRows(of objects: [ManagedObject], maximumAge: Double) throws {
    let waiting = objects.filter { $0.row == nil && !$0.state.isVanished }
    for (root, group) in Dictionary(grouping: waiting, by: \.layout.rootNumber) {
      let rows = try contextParent.rows(
        keys: group.map(\.key), root: model[root], maximumAge: maximumAge)
      give(rows, root: root)
    }
  }
}
