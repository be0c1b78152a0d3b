/// Checks predicates against an entity and gives them the form that is evaluated.
package struct PredicateResolver: Sendable {
  private let entity: EntityDescription

  package init(entity: EntityDescription) {
    self.entity = entity
  }

  /// - Throws: `invalidArgument` with the position in the format string, if there was one: for unknown
  ///   keys, to-many relationships out of place, values of the wrong type, operators that do not fit a
  ///   type, bad regular expressions and variables without a value.
  package func resolve(_ predicate: FetchPredicate) throws -> ResolvedPredicate {
    if let defect = predicate.defect { throw defect }
    return try resolve(predicate.node, positions: predicate.positions)
  }

  /// Resolves a syntax tree of bounded depth.
  package func resolve(
    _ node: PredicateNode, positions: LeafPositions = LeafPositions()
  ) throws -> ResolvedPredicate {
    var walk = PredicateWalk(entity: entity, positions: positions)
    return try walk.resolve(node)
  }
}
