import Foundation

/// Checks predicates against an entity and converts them for evaluation.
package struct PredicateResolver: Sendable {
  private let entity: EntityDescription
  private let now: Date?
  private let allowsRows: Bool

  /// - Parameters:
  ///   - now: the value of `now()`; nil for the time of resolution.
  ///   - allowsRows: whether aggregates of single values are computed over the rows of a fetch, as
  ///     in dictionary columns and under HAVING; elsewhere they throw.
  package init(entity: EntityDescription, now: Date? = nil, allowsRows: Bool = false) {
    self.entity = entity
    self.now = now
    self.allowsRows = allowsRows
  }

  /// - Throws: `invalidArgument`, with the position in the format string if there is one, for
  ///   unknown keys, misplaced to-many relationships, values of the wrong type, operators that do
  ///   not suit a type, invalid regular expressions, and variables without a value.
  package func resolve(_ predicate: FetchPredicate) throws -> ResolvedPredicate {
    switch try resolution(of: predicate) {
    case .predicate(let resolved): resolved
    case .form(let form): form.predicate
    }
  }

  /// Resolves a predicate, or finds its form, if it was resolved before with other values.
  ///
  /// - Throws: errors of `resolve(_:)`.
  package func resolution(of predicate: FetchPredicate) throws -> ResolvedPredicate.Resolution {
    if let defect = predicate.defect { throw defect }
    guard let filled = predicate.filled, !allowsRows else {
      return .predicate(try resolve(predicate.node))
    }
    let (template, values) = (filled.template, filled.currentValues)
    if let known = template.form(values, for: entity) { return .form(known) }
    let resolved = try resolve(predicate.node)
    template.note(resolved, values, for: entity)
    return .predicate(resolved)
  }

  /// Resolves a syntax tree of bounded depth.
  package func resolve(_ node: PredicateNode) throws -> ResolvedPredicate {
    var walk = PredicateWalk(entity: entity, now: now ?? Date(), allowsRows: allowsRows)
    let resolved = try walk.resolve(node)
    try walk.checkConditionCount()
    return resolved
  }

  /// Resolves a standalone expression: a dictionary column, or a grouping expression.
  ///
  /// - Throws: as for predicates, and for lists and paths through to-many relationships, which have
  ///   no single value.
  package func resolve(_ expression: FetchExpression) throws -> ResolvedExpression {
    if let defect = expression.defect { throw defect }
    return try resolve(expression.node)
  }

  /// Resolves the syntax tree of an expression, whose depth is bounded.
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
