/// What a predicate or a sort order is evaluated for: a managed object, a row snapshot, or a cache
/// node.
package protocol PredicateSubject {
  var objectID: ManagedObjectID { get }

  /// The value of one of the subject's attributes; `.null` for nil.
  func value(of attribute: AttributeDescription) -> AttributeValue

  /// The destination of a to-one relationship, or nil.
  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)?

  /// The destinations of a to-many relationship.
  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject]
}

/// An object of which only the ID is known.
struct KnownByID: PredicateSubject {
  let objectID: ManagedObjectID

  /// A placeholder for evaluations that need no row.
  static let nothing = KnownByID(
    objectID: ManagedObjectID(store: nil, entity: EntityDescription(), reference: -1))

  func value(of attribute: AttributeDescription) -> AttributeValue { .null }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? { nil }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] { [] }
}
