/// A predicate whose keys are properties of an entity and whose constants have the types of the
/// attributes with which they are compared.
///
/// Both evaluators start from it: the SQL generator and `matches(_:)`. They share these semantics:
/// - Logic is two-valued: `==` with nil means "is nil", and `!=` is its complement; any other
///   comparison with nil on either side is false, including `IN`, and a nil in a list matches
///   nothing; `NOT` is the exact complement.
/// - A path through a to-one relationship that is nil is nil, including `@count`; as the collection
///   of `ANY`, `ALL` or `NONE`, it is empty.
/// - For an empty collection, `ANY` is false and `ALL` is true; `NONE` is NOT ANY.
package indirect enum ResolvedPredicate: Sendable {
  case literal(Bool)
  case and([ResolvedPredicate])
  case or([ResolvedPredicate])
  case not(ResolvedPredicate)
  case comparison(ResolvedComparison)
  /// A `CONTAINS[w]` comparison or a text search.
  case search(ResolvedSearch)

  /// A resolved predicate: itself, or the form and the constants from which it can be made.
  package enum Resolution {
    case predicate(ResolvedPredicate)
    case form(PredicateForm)
  }

  /// The predicates that must all be true, including those in nested conjunctions.
  package var conjuncts: [ResolvedPredicate] {
    if case .and(let children) = self { children.flatMap(\.conjuncts) } else { [self] }
  }

  /// The predicates of which one must be true, including those in nested disjunctions.
  package var disjuncts: [ResolvedPredicate] {
    if case .or(let children) = self { children.flatMap(\.disjuncts) } else { [self] }
  }

  /// A search on the object itself that must match.
  package var requiredSearch: ResolvedSearch? {
    switch self {
    case .and(let children): children.lazy.compactMap(\.requiredSearch).first
    case .search(let search): search.root == .evaluated ? search : nil
    case .literal, .or, .not, .comparison: nil
    }
  }
}

/// What predicates that were created from one template and resolved against one entity have in
/// common, and where they differ.
package struct PredicateForm: Sendable {
  let resolution: TemplateResolution

  /// The same object for all predicates of the form.
  package var identity: any AnyObject & Sendable { resolution }

  /// The non-nil constants, from left to right; each has the same kind in all predicates.
  package let constants: [AttributeValue]

  /// The predicate itself, which is made on demand: to execute a statement that is known by the form,
  /// the constants are enough.
  package var predicate: ResolvedPredicate { resolution.predicate(filledWith: constants) }
}
