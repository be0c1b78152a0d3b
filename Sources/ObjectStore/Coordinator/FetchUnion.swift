import ObjectModel

/// What several stores have of one fetch, as one ordered list.
///
/// Each store is asked by itself: what another process saves between two answers may be in one of
/// them and not in the other.
struct FetchUnion {
  let plan: FetchPlan
  let coordinator: PersistentStoreCoordinator

  /// The rows in the plan's order; ties end on the store's number and then on the primary key.
  ///
  /// - Parameter stores: in the order of their numbers.
  func rows(of stores: [PersistentStore]) throws -> [Row] {
    // Any store may have all of the window.
    let wider = plan.widened(by: 0)
    var rows = try stores.flatMap { store in
      try coordinator.remembering(root: plan.layout.rootNumber) { try store.fetch(wider) }
    }
    if !plan.sorts.isEmpty {
      let order = ResolvedSortOrder(resolved: plan.sorts)
      // Equal rows stay as they are, those of one store behind those of another.
      rows = rows.map { StoredSubject(row: $0, coordinator: coordinator) }
        .sorted { order.areInIncreasingOrder($0, $1) }.map(\.row)
    }
    let rest = rows.dropFirst(plan.offset)
    return Array(plan.limit > 0 ? rest.prefix(plan.limit) : rest)
  }
}

/// A saved row as a sort order sees it, over all stores of a coordinator.
struct StoredSubject: PredicateSubject {
  let row: Row
  let coordinator: PersistentStoreCoordinator

  private var layout: EntityLayout { coordinator.layout[row.entityNumber] }

  var objectID: ManagedObjectID {
    let (number, identities) = (StoreIdentity.number(ofKey: row.key), coordinator.storeIdentities)
    return ManagedObjectID(
      key: row.key, in: identities.indices.contains(number) ? identities[number] : nil, layout)
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
    // A row that cannot be read sorts as one that is not there.
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
