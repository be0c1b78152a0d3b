/// An aggregate over a collection, a list or all rows of a fetch.
package struct ResolvedAggregate: Sendable {
  package enum Source: Sendable {
    /// The values at the end of a path with a to-many step or several, or the objects there when it
    /// ends in an object; an object to which several ways lead counts for each of them. The
    /// aggregate is nil when an object before the first of those steps is nil.
    case values(ResolvedPath)
    /// The objects that fulfil a condition, or what the path leads to from each of them: its root
    /// is the subquery's variable, and it has no to-many step. Nil when an object before the
    /// subquery's collection is nil.
    case subquery(ResolvedSubquery, ResolvedPath)
    /// Never empty.
    case list([ResolvedExpression])
    /// The values that the expression has for the rows of a fetch, or of one of its groups. Only in
    /// the columns of a dictionary and under HAVING.
    case rows(ResolvedExpression)
  }

  package let function: AggregateFunction
  package let source: Source
  /// Whether equal values count once.
  package let isDistinct: Bool
  package let type: AttributeType

  /// The path whose objects are counted, as `tags.@count` does.
  package var countedPath: ResolvedPath? {
    guard function == .count, !isDistinct, case .values(let path) = source,
      case .object = path.terminal
    else { return nil }
    return path
  }
}

/// Those objects of a collection that fulfil a condition.
package struct ResolvedSubquery: Sendable {
  /// Ends in an object; its last step is to-many.
  package let collection: ResolvedPath
  /// How many subqueries there are around this one: the number by which the roots of paths in
  /// `predicate` name its variable.
  package let depth: Int
  package let predicate: ResolvedPredicate
}

/// A call of a function that is neither an aggregate nor `now` nor `noindex:`.
package struct ResolvedFunction: Sendable {
  package let function: PredicateFunction
  package let arguments: [ResolvedExpression]
  package let type: AttributeType
}
