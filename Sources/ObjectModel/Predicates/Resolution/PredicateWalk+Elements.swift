/// `ANY`, `ALL` and `NONE` over what is computed of each object at the end of a collection.
extension PredicateWalk {
  /// Whether the comparison holds for the objects of the to-many relationship that its left
  /// side goes over: a subquery whose condition it is. Nil where that side is no computed
  /// value, or goes over none.
  mutating func comparisonOverElements(_ node: ComparisonNode) throws -> ResolvedPredicate? {
    guard node.modifier != .direct else { return nil }
    let position = node.left.position
    let depth = variables.count
    // No variable that is written has a space in its name.
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

  /// The collection that a path goes over, up to its last to-many relationship.
  private func collection(at leaf: ExpressionNode) -> CollectionPath? {
    guard let (variable, keys) = leaf.pathParts, let resolver = pathResolver(from: variable) else {
      return nil
    }
    return resolver.toManyPlaces(in: keys).last
      .map { CollectionPath(variable: variable, keys: Array(keys[...$0])) }
  }
}
