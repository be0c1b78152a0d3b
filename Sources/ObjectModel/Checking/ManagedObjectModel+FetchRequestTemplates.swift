/// Fetch request templates stored in a model.
extension ManagedObjectModel {
  /// The template with a name, with its variables in place; nil if there is none.
  ///
  /// It is a value: changing it does not change the model.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestDescription? {
    fetchRequestTemplatesByName[name]
  }

  /// Sets the fetch request template with a name; nil removes it.
  ///
  /// Its predicate can contain variables, `$NAME`, which `fetchRequestFromTemplate` replaces.
  ///
  /// - Throws: code 134061 for an entity, a key in the predicate or a sort key that the model
  ///   lacks; in a model without entities, this is checked when a coordinator is created with it.
  ///   Code 134020 for a model in use, whose templates are unchanged; change a `copy()` of it.
  public func setFetchRequestTemplate(
    _ template: FetchRequestDescription?, forName name: String
  ) throws(ObjectGraphError) {
    if let template, !entities.isEmpty { try template.checkTemplate(name, in: self) }
    guard state.change({ $0.fetchRequestTemplates[name] = template }) else {
      throw ObjectGraphError.wrongModel(
        "the fetch request template \(name) belongs to a model that is in use",
        repair: "change a copy() of the model before a store is opened with it")
    }
  }

  /// A copy of a template in which each `$NAME` is replaced by the value for `NAME`.
  ///
  /// - Parameter variables: values as for `%@` in a predicate, or a `FetchExpression`; those that
  ///   the template does not contain are ignored.
  /// - Throws: code 134061 if there is no such template, a variable has no value, or a value cannot
  ///   be used in a predicate.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any?]
  ) throws -> FetchRequestDescription {
    guard var request = fetchRequestTemplate(forName: name) else {
      let known = fetchRequestTemplatesByName.keys.sorted()
      throw ObjectGraphError(
        .invalidArgument, "the model has no fetch request template \(name)",
        repair: known.isEmpty
          ? "set one with setFetchRequestTemplate(_:forName:)"
          : NearestName.advice(for: name, among: known))
    }
    guard let predicate = request.predicate else { return request }
    let substituted = try predicate.withSubstitutionVariables(variables)
    if let missing = substituted.node.variables.sorted().first {
      throw ObjectGraphError(
        .invalidArgument, "the fetch request template \(name) needs a value for $\(missing)",
        repair: repair(missing, of: predicate.node.variables, given: Set(variables.keys)),
        entityName: request.entityName, key: missing)
    }
    request.predicate = substituted
    return request
  }

  /// The value may have been passed under a name that the template does not contain.
  private func repair(_ missing: String, of variables: Set<String>, given: Set<String>) -> String {
    // A value for $NAME also covers $NAME.key.
    let names = Set(variables.map { ExpressionNode.variableName(of: $0) }).union(variables)
    let strays = given.subtracting(names).sorted()
    let wanted = ExpressionNode.variableName(of: missing)
    if let stray = NearestName.nearest(to: wanted, among: strays) {
      return "did you mean \"\(wanted)\"? The template has no variable \"\(stray)\""
    }
    return "pass a value for \"\(missing)\" in substitutionVariables; the template has "
      + variables.sorted().map { "$\($0)" }.joined(separator: ", ")
  }
}

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
