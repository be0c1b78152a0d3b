import ObjectModel

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
