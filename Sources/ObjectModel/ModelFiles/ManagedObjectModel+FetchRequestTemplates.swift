/// Fetch request templates stored in a model.
extension ManagedObjectModel {
  /// The template with a name, with its variables in place; nil if there is none.
  ///
  /// It is a value: changing it does not change the model.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestDescription? {
    fetchRequestTemplatesByName[name]
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
