/// What a predicate or a sort order is evaluated over: a managed object, a
/// row snapshot, a cache node.
package protocol PredicateSubject {
  var objectID: ManagedObjectID { get }

  /// The value of one of the subject's attributes; `.null` for nil.
  func value(of attribute: AttributeDescription) -> AttributeValue

  /// The object that a to-one relationship leads to, or nil.
  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)?

  /// The objects that a to-many relationship leads to.
  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject]
}

/// An object of which nothing but its ID is known.
struct KnownByID: PredicateSubject {
  let objectID: ManagedObjectID

  /// Stands where everything that is asked about is known already, and where there is no row.
  static let nothing = KnownByID(
    objectID: ManagedObjectID(store: nil, entity: EntityDescription(), reference: -1))

  func value(of attribute: AttributeDescription) -> AttributeValue { .null }

  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? { nil }

  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] { [] }
}
