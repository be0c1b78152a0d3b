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
  /// - Returns: with the predicate also what it was made of, where its values went into it as they
  ///   are: predicates of one template and entity then differ in those values alone.
  /// - Throws: as `resolve(_:)`.
  package func resolveWithForm(
    _ predicate: FetchPredicate
  ) throws -> (predicate: ResolvedPredicate, form: FilledTemplate?) {
    if let defect = predicate.defect { throw defect }
    guard let filled = predicate.filled?.current, !allowsRows else {
      return (try resolve(predicate.node, positions: predicate.positions), nil)
    }
    let template = filled.template
    if let known = template.resolved(filled.values, for: entity) { return (known, filled) }
    let resolved = try resolve(predicate.node, positions: predicate.positions)
    template.note(resolved, filled.values, for: entity)
    return (resolved, nil)
  }

  /// Resolves a syntax tree of bounded depth.
  package func resolve(
    _ node: PredicateNode, positions: LeafPositions = LeafPositions()
  ) throws -> ResolvedPredicate {
    var walk = PredicateWalk(
      entity: entity, positions: positions, now: now ?? Date(), allowsRows: allowsRows)
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
    return try resolve(expression.node, positions: expression.positions)
  }

  /// Resolves the syntax tree of an expression, of bounded depth.
  package func resolve(
    _ node: ExpressionNode, positions: LeafPositions = LeafPositions()
  ) throws -> ResolvedExpression {
    var walk = PredicateWalk(
      entity: entity, positions: positions, now: now ?? Date(), allowsRows: allowsRows)
    let side = try walk.side(node, as: .value)
    if side.isList {
      throw walk.error("a list has no single value", at: 0, repair: "name one expression at a time")
    }
    return side.expression
  }
}
