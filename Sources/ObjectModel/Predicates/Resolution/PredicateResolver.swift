import Foundation

/// Checks predicates against an entity and gives them the form that is evaluated.
package struct PredicateResolver: Sendable {
  private let entity: EntityDescription
  private let now: Date?
  private let allowsRows: Bool

  /// - Parameters:
  ///   - now: what `now()` is; nil for the moment at which something is resolved.
  ///   - allowsRows: whether aggregates of single values run over the rows of a fetch, as in the
  ///     columns of a dictionary and under HAVING; elsewhere they are refused.
  package init(entity: EntityDescription, now: Date? = nil, allowsRows: Bool = false) {
    self.entity = entity
    self.now = now
    self.allowsRows = allowsRows
  }

  /// - Throws: `invalidArgument` with the position in the format string, if there was one: for
  ///   unknown keys, to-many relationships out of place, values of the wrong type, operators that
  ///   do not fit a type, bad regular expressions and variables without a value.
  package func resolve(_ predicate: FetchPredicate) throws -> ResolvedPredicate {
    try resolveWithForm(predicate).predicate
  }

  /// Resolves a predicate.
  ///
  /// - Returns: with the predicate its form, where it was resolved before with other values.
  /// - Throws: as `resolve(_:)`.
  package func resolveWithForm(_ predicate: FetchPredicate) throws -> ResolvedPredicate.WithForm {
    if let defect = predicate.defect { throw defect }
    guard let filled = predicate.filled, !allowsRows else {
      return (try resolve(predicate.node), nil)
    }
    let (template, values) = (filled.template, filled.currentValues)
    if let known = template.resolved(values, for: entity) { return known }
    let resolved = try resolve(predicate.node)
    template.note(resolved, values, for: entity)
    return (resolved, nil)
  }

  /// Resolves a syntax tree of bounded depth.
  package func resolve(_ node: PredicateNode) throws -> ResolvedPredicate {
    var walk = PredicateWalk(entity: entity, now: now ?? Date(), allowsRows: allowsRows)
    let resolved = try walk.resolve(node)
    try walk.checkConditionCount()
    return resolved
  }

  /// Resolves an expression by itself: a column of a dictionary, what a group is made of.
  ///
  /// - Throws: as for predicates, and for a list and a path over a to-many relationship,
  ///   which are no single values.
  package func resolve(_ expression: FetchExpression) throws -> ResolvedExpression {
    if let defect = expression.defect { throw defect }
    return try resolve(expression.node)
  }

  /// Resolves the syntax tree of an expression, of bounded depth.
  package func resolve(_ node: ExpressionNode) throws -> ResolvedExpression {
    var walk = PredicateWalk(entity: entity, now: now ?? Date(), allowsRows: allowsRows)
    let side = try walk.side(node, as: .value)
    if side.isList {
      throw walk.error(
        "a list has no single value", at: node.position, repair: "name one expression at a time")
    }
    return side.expression
  }
}
