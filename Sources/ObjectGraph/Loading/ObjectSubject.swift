import ObjectModel
import ObjectStore

/// A managed object as predicates and sort orders see it: with its unsaved values.
struct ObjectSubject: PredicateSubject {
  let object: ManagedObject

  var objectID: ManagedObjectID { object.objectID }

  func value(of attribute: AttributeDescription) -> AttributeValue {
    guard let property = object.layout.property(of: attribute), object.fulfillFault(),
      let row = object.row
    else { return .null }
    return row.value(of: property)
  }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? {
    object.layout.property(of: relationship).flatMap { object.destination(at: PropertySlot($0)) }
      .map { ObjectSubject(object: $0) }
  }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] {
    guard let property = object.layout.property(of: relationship) else { return [] }
    return object.destinations(of: property).map { ObjectSubject(object: $0) }
  }
}

/// Makes managed objects available to the evaluation of predicates and expressions.
extension ManagedObject: KeyedValues {
  package var predicateSubject: any PredicateSubject {
    // Predicates refer to objects that a parent has saved by their permanent IDs.
    contextReference?.catchUpWithParent()
    return ObjectSubject(object: self)
  }

  package func predicateValue(forKey key: String) throws -> Any? { try value(forKey: key) }
}
