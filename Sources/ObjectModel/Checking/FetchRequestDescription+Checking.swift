/// Checks a template before it is used: variables have no values yet, so types are open, but
/// everything that it names must exist.
extension FetchRequestDescription {
  /// - Throws: code 134061 for an entity, a key in the predicate or a sort key that the model
  ///   lacks, and for an unusable predicate.
  func checkTemplate(_ name: String, in model: ManagedObjectModel) throws(ObjectGraphError) {
    let place = "the fetch request template \(name)"
    guard let entity = model.entitiesByName[entityName] else {
      let known = model.entities.compactMap(\.name)
      throw ObjectGraphError(
        .invalidArgument, "\(place) fetches the unknown entity \(entityName)",
        repair: NearestName.advice(for: entityName, among: known), entityName: entityName)
    }
    do throws(ObjectGraphError) {
      if let predicate {
        if let defect = predicate.defect { throw defect }
        try NamedKeys(entity: entity).check(.predicate(predicate.node))
      }
      // Dictionaries are sorted by the names of their columns.
      if resultType != .dictionaryResultType {
        _ = try ResolvedSortOrder(sortDescriptors, entity: entity)
      }
    } catch {
      var located = error
      located.message = "\(place): \(error.message)"
      throw located
    }
  }
}

/// Looks up the keys in a predicate.
private struct NamedKeys {
  let entity: EntityDescription

  /// The entities of the variables of enclosing subqueries.
  var variables: [String: EntityDescription] = [:]

  func check(_ node: SyntaxNode) throws(ObjectGraphError) {
    if case .expression(let expression) = node {
      switch expression.kind {
      case .keyPath, .variable:
        _ = try destination(of: expression)
        return
      case .collection(_, let collection, let keys):
        guard case .subquery(var subquery) = collection.kind else {
          _ = try destination(of: collection, then: keys)
          return
        }
        subquery.path += keys
        return try check(subquery)
      case .subquery(let subquery): return try check(subquery)
      default: break
      }
    }
    for child in node.children { try check(child) }
  }

  private func check(_ node: SubqueryNode) throws(ObjectGraphError) {
    try check(.expression(node.collection))
    // Nothing is known about the results of another subquery, or a variable without a value.
    guard let member = try destination(of: node.collection) else { return }
    var inner = self
    inner.variables[node.variable] = member
    try inner.check(.predicate(node.predicate))
    if !node.path.isEmpty {
      _ = try PathResolver(entity: member).resolve(node.path, as: .collection)
    }
  }

  /// The entity to which a path leads; nil for an attribute, or if the start is not known.
  private func destination(
    of node: ExpressionNode, then rest: [String] = []
  ) throws(ObjectGraphError) -> EntityDescription? {
    guard let (variable, keys) = node.pathParts,
      let start = variable.map({ variables[$0] }) ?? entity
    else { return nil }
    return try PathResolver(entity: start).resolve(keys + rest, as: .collection).destinationEntity
  }
}
