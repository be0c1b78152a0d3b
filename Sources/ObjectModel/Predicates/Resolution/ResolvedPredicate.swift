/// A predicate whose keys are properties of an entity and whose constants have the types of the
/// attributes that they are compared with.
///
/// Both evaluators start from it: the SQL generator and `matches(_:)`. The semantics, for both:
/// - nil is two-valued: `==` with nil is "is nil", `!=` its complement; every other comparison in
///   which either side is nil is false, `IN` included, and a nil in a list matches nothing; `NOT`
///   is the exact complement.
/// - A path through a to-one relationship that is nil is nil, `@count` included, and as the
///   collection of `ANY`, `ALL` or `NONE` it is empty.
/// - `ANY` over nothing is false, `ALL` true, `NONE` is NOT ANY.
package indirect enum ResolvedPredicate: Sendable {
  case literal(Bool)
  case and([ResolvedPredicate])
  case or([ResolvedPredicate])
  case not(ResolvedPredicate)
  case comparison(ResolvedComparison)
  /// `CONTAINS[w]`, and what a search asks for.
  case search(ResolvedSearch)

  /// With a predicate its form, where it was resolved before with other values.
  package typealias WithForm = (predicate: ResolvedPredicate, form: PredicateForm?)

  /// The predicates that all have to hold, those within conjunctions among them.
  package var conjuncts: [ResolvedPredicate] {
    if case .and(let children) = self { children.flatMap(\.conjuncts) } else { [self] }
  }

  /// The predicates of which one has to hold, those within alternatives among them.
  package var disjuncts: [ResolvedPredicate] {
    if case .or(let children) = self { children.flatMap(\.disjuncts) } else { [self] }
  }

  /// A search of the object itself that has to find it.
  package var requiredSearch: ResolvedSearch? {
    switch self {
    case .and(let children): children.lazy.compactMap(\.requiredSearch).first
    case .search(let search): search.root == .evaluated ? search : nil
    case .literal, .or, .not, .comparison: nil
    }
  }
}
