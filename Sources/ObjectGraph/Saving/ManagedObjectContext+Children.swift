import ObjectModel
import ObjectStore

/// Reading for a child context, as this context sees the data.
extension ManagedObjectContext {
  /// The rows of a plan as this context sees them.
  func rowsForChild(_ plan: FetchPlan) throws -> [Row] {
    guard hasChanges(of: plan) else { return try contextParent.rows(for: plan) }
    return try objects(for: plan, withPendingChanges: true).compactMap { $0.rowForChild() }
  }

  func countForChild(_ plan: FetchPlan) throws -> Int {
    guard hasChanges(of: plan) else { return try contextParent.count(plan) }
    return try objects(for: plan, withPendingChanges: true).count
  }

  func rowsForChild(
    keys: [Int64], root: EntityLayout, maximumAge: Double = -1
  ) throws -> [Row] {
    guard !tracker.changes.isEmpty || !identities.isEmpty else {
      return try contextParent.rows(keys: keys, root: root, maximumAge: maximumAge)
    }
    var rows: [Row] = []
    var others: [Int64] = []
    for key in keys {
      let object = registered(key: key, root: root.rootNumber)
      if let object, object.state.isChanged {
        if !object.isDeleted, let row = object.rowForChild() { rows.append(row) }
      } else {
        let key = object?.key ?? identities.key(of: key) ?? key
        if key > 0 || hasParent { others.append(key) }
      }
    }
    if !others.isEmpty {
      rows += try contextParent.rows(keys: others, root: root, maximumAge: maximumAge)
    }
    return rows
  }

  func rowForChild(key: Int64, root: EntityLayout) throws -> Row? {
    guard tracker.changes.isEmpty, identities.isEmpty else {
      return try rowsForChild(keys: [key], root: root).first
    }
    return try contextParent.row(key: key, root: root)
  }

  func destinationsForChild(
    of property: PropertyLayout, source: Int64, entityNumber: Int
  ) throws -> [Row] {
    guard !tracker.changes.isEmpty || source < 0 else {
      return try contextParent.destinations(
        of: property, source: source, entityNumber: entityNumber)
    }
    let owner = object(key: source, entityNumber: entityNumber)
    return owner.sortedDestinations(of: property).compactMap { $0.rowForChild() }
  }
}

extension ManagedObject {
  /// A copy of the values for a child context, independent of later changes here.
  final func rowForChild() -> Row? {
    guard fulfillFault(), let row else { return nil }
    guard state.ownsRow || state.isInSave else { return row }
    // A changed object, or its save, continues to write to its row.
    return row.copy()
  }
}
