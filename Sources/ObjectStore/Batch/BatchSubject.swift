import ObjectModel

/// A stored row as an expression sees it.
struct BatchSubject: PredicateSubject {
  let row: Row
  let session: SQLiteSession

  private var layout: EntityLayout { session.model[row.entityNumber] }

  var objectID: ManagedObjectID {
    ManagedObjectID(store: session.identity, entity: layout.identity, reference: row.key)
  }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(of: attribute).map { row.value(of: $0) } ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    guard let property = layout.property(of: relationship), !row.isNull(property.index) else {
      return nil
    }
    // A row that cannot be read counts as one that is not there.
    return
      (try? session.row(
        key: row.integer(slot: property.slot), root: session.model[property.destinationNumber]))
      .flatMap { $0 }.map { BatchSubject(row: $0, session: session) }
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    guard let property = layout.property(of: relationship),
      let rows = try? session.destinations(of: property, source: row.key)
    else { return [] }
    return rows.map { BatchSubject(row: $0, session: session) }
  }
}
