import ObjectModel
import ObjectStore

/// A fetched row as sort orders and predicates see it, without creating its object unless they ask
/// for a to-many relationship.
struct FetchedRowSubject: PredicateSubject {
  let row: Row
  let context: ManagedObjectContext

  private var layout: EntityLayout { context.model[row.entityNumber] }

  var objectID: ManagedObjectID { context.id(key: row.key, entityNumber: row.entityNumber) }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    layout.property(of: attribute).map { row.value(of: $0) } ?? .null
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    layout.property(of: relationship).flatMap { context.destination(of: $0, in: row) }
      .map { ObjectSubject(object: $0) }
  }

  /// Sort keys do not contain to-many relationships.
  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    ObjectSubject(object: context.object(of: RowKey(row))).destinations(of: relationship)
  }
}
