/// `ANY`, `ALL` and `NONE` over what is computed of each object at the end of a collection:
/// `ANY lowercase(tags.name) == 'shade'`.
extension PredicateWalk {
  /// The collection that a path goes over.
  private struct Collection {
    let keys: [String]
    let root: (ResolvedPath.Root, EntityDescription)?

    func isSame(as other: Collection) -> Bool { keys == other.keys && root?.0 == other.root?.0 }
  }

  /// Whether the comparison holds for the objects of the to-many relationship that its left
  /// side goes over: a subquery whose condition it is. Nil where that side is no computed
  /// value, or goes over none.
  mutating func comparisonOverElements(_ node: ComparisonNode) throws -> ResolvedPredicate? {
    guard node.modifier != .direct, node.left.isComputed else { return nil }
    let position = node.left.position
    guard let collection = try collection(of: node.left, position) else { return nil }
    let path = try path(collection.keys, as: .collection, position, collection.root)
    guard let destination = path.steps.last?.destinationEntity else { return nil }
    let depth = variables.count
    // No variable that is written has a space in its name.
    let variable = "element \(depth)"
    let left = node.left.mappingPaths { leaf in
      guard let rest = rest(of: leaf, behind: collection) else { return leaf }
      return leaf.with(.variable(([variable] + rest).joined(separator: ".")))
    }
    variables.append((variable, destination))
    let first = try side(left, as: .value)
    let second = try besideSubquery(node.right)
    let comparison = try comparison(first, node.operator, second, .direct, node.options)
    variables.removeLast()
    return ResolvedSubquery(collection: path, depth: depth, predicate: .and([]))
      .fulfils(.comparison(comparison), node.modifier)
  }

  /// The one collection that paths of an expression go over.
  private func collection(of node: ExpressionNode, _ position: Int?) throws -> Collection? {
    var found: [Collection] = []
    _ = node.mappingPaths { leaf in
      if let collection = collection(at: leaf), !found.contains(where: collection.isSame) {
        found.append(collection)
      }
      return leaf
    }
    guard found.count > 1 else { return found.first }
    let names = found.map { $0.keys.joined(separator: ".") }
    throw error(
      "ANY, ALL and NONE speak of the objects of one collection,"
        + " \(names[0]) and \(names[1]) are two", at: position,
      repair: "nest them: SUBQUERY(\(names[0]), $x, …).@count > 0", key: names[1])
  }

  /// The collection that a path goes over, up to its last to-many relationship.
  private func collection(at leaf: ExpressionNode) -> Collection? {
    guard let (keys, root) = pathParts(of: leaf) else { return nil }
    var current: EntityDescription? = root?.1 ?? entity
    var last: Int?
    for (index, key) in keys.enumerated() {
      guard let step = current?.propertiesByName[key] as? RelationshipDescription else { break }
      if step.isToMany { last = index }
      current = step.destinationEntity
    }
    return last.map { Collection(keys: Array(keys[...$0]), root: root) }
  }

  /// The keys of a path behind a collection; nil for other paths.
  private func rest(of leaf: ExpressionNode, behind collection: Collection) -> ArraySlice<String>? {
    guard let (keys, _) = pathParts(of: leaf), let own = self.collection(at: leaf),
      own.isSame(as: collection)
    else { return nil }
    return keys[collection.keys.count...]
  }
}
