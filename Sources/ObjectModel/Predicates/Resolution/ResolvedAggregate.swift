/// An aggregate over a collection, a list or all rows of a fetch.
package struct ResolvedAggregate: Sendable {
  package enum Source: Sendable {
    /// The values at the end of a path with to-many steps, or the objects there if it ends in an
    /// object; an object reached by several routes counts for each of them. The aggregate is nil if
    /// an object before the first to-many step is nil.
    case values(ResolvedPath)
    /// The objects that meet a condition, or the end of a path from each of them: the path starts
    /// at the subquery's variable and has no to-many step. Nil if an object before the subquery's
    /// collection is nil.
    case subquery(ResolvedSubquery, ResolvedPath)
    /// Never empty.
    case list([ResolvedExpression])
    /// The values of an expression for the rows of a fetch, or of one of its groups. Only in
    /// dictionary columns and under HAVING.
    case rows(ResolvedExpression)
  }

  package let function: AggregateFunction
  package let source: Source
  /// Whether equal values count once.
  package let isDistinct: Bool
  package let type: AttributeType

  /// The path whose objects are counted, as in `tags.@count`.
  package var countedPath: ResolvedPath? {
    guard function == .count, !isDistinct, case .values(let path) = source,
      case .object = path.terminal
    else { return nil }
    return path
  }
}

/// The objects of a collection that meet a condition.
package struct ResolvedSubquery: Sendable {
  /// Ends in an object; its last step is to-many.
  package let collection: ResolvedPath
  /// The number of enclosing subqueries, which identifies this one's variable as the root of paths
  /// in `predicate`.
  package let depth: Int
  package let predicate: ResolvedPredicate
}

/// A function call other than an aggregate, `now`, `noindex:` or `chs:`.
///
/// Arithmetic gives nil if an operand is nil, for division by zero, and if the result is not a
/// number. Integers that overflow become doubles.
package struct ResolvedFunction: Sendable {
  package let function: PredicateFunction
  package let arguments: [ResolvedExpression]
  package let type: AttributeType

  init(_ function: PredicateFunction, _ arguments: [ResolvedExpression]) {
    self.function = function
    self.arguments = arguments
    type = function.resultType(arguments.map(\.type))
  }
}
