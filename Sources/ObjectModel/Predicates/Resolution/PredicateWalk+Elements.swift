/// `ANY`, `ALL` and `NONE` applied to values computed from each object of a collection.
extension PredicateWalk {
  /// Turns a comparison whose left side computes a value from each object of a to-many relationship
  /// into a subquery with that condition. Nil if the left side is not computed, or not from a
  /// to-many relationship.
  mutating func comparisonOverElements(_ node: ComparisonNode) throws -> ResolvedPredicate? {
    guard node.modifier != .direct else { return nil }
    let position = node.left.position
    let depth = variables.count
    // A variable in a format cannot contain a space.
    let variable = "element \(depth)"
    let found = try located(at: position) {
      try node.left.overElements(named: variable, collection(at:))
    }
    guard let (collection, value) = found else { return nil }
    let resolver = pathResolver(from: collection.variable)
    let path = try path(collection.keys, as: .collection, position, resolver)
    guard let destination = path.steps.last?.destinationEntity else { return nil }
    variables.append((variable, destination))
    let first = try side(value, as: .value)
    let second = try besideSubquery(node.right)
    let comparison = try comparison(first, node.operator, second, .direct, node.options)
    variables.removeLast()
    return ResolvedSubquery(collection: path, depth: depth, predicate: .and([]))
      .fulfils(.comparison(comparison), node.modifier)
  }

  /// The collection along a path, up to its last to-many relationship.
  private func collection(at leaf: ExpressionNode) -> CollectionPath? {
    guard let (variable, keys) = leaf.pathParts, let resolver = pathResolver(from: variable) else {
      return nil
    }
    return resolver.toManyPlaces(in: keys).last
      .map { CollectionPath(variable: variable, keys: Array(keys[...$0])) }
  }
}
