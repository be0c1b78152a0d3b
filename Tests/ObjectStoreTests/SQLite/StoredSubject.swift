import ObjectModel
import ObjectStore

/// A row of a store as the evaluator in memory sees it, with all that its relationships lead to.
struct StoredSubject: PredicateSubject {
  let row: Row
  let store: PersistentStore
  let model: ModelLayout

  private var layout: EntityLayout { model[row.entityNumber] }

  var objectID: ManagedObjectID {
    ManagedObjectID(store: store.identity, entity: layout.entity, reference: row.key)
  }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(of: attribute).map { row.value(of: $0) } ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    guard let property = layout.property(relationship.name), !row.isNull(property.index) else {
      return nil
    }
    let root = model[property.destinationNumber]
    let found = try? store.row(key: row.integer(slot: property.slot), root: root)
    return found.map { StoredSubject(row: $0, store: store, model: model) }
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    guard let property = layout.property(relationship.name) else { return [] }
    let rows = try? store.destinations(of: property, source: row.key)
    return (rows ?? []).map { StoredSubject(row: $0, store: store, model: model) }
  }
}
