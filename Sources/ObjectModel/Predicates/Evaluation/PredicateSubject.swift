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

/// The scope in which an expression is evaluated.
package struct EvaluationScope {
  /// The object that `SELF` refers to.
  package let subject: any PredicateSubject

  /// The objects that subquery variables refer to, outermost first.
  var variables: [any PredicateSubject] = []

  /// The rows for aggregates over rows.
  let rows: [any PredicateSubject]

  package init(_ subject: any PredicateSubject, rows: [any PredicateSubject] = []) {
    self.subject = subject
    self.rows = rows
  }

  /// The object at which a path starts.
  func start(at root: ResolvedPath.Root) -> any PredicateSubject {
    switch root {
    case .evaluated: subject
    case .variable(let depth): depth < variables.count ? variables[depth] : subject
    }
  }

  /// The scope inside a subquery at a depth, for one of its objects.
  func binding(_ object: any PredicateSubject, at depth: Int) -> EvaluationScope {
    var scope = self
    scope.variables.removeLast(max(0, scope.variables.count - depth))
    scope.variables.append(object)
    return scope
  }
}
