/// Fetch requests that a model keeps under a name.
extension ManagedObjectModel {
  /// The template of that name, without its variables replaced; nil when there is none.
  ///
  /// It is a value: changing it does not change the model.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestDescription? {
    fetchRequestTemplatesByName[name]
  }

  /// A copy of the template of that name in which every `$NAME` is replaced
  /// by the value under `NAME`.
  ///
  /// - Parameter variables: values as for `%@` in a predicate, or a `FetchExpression`; those that
  ///   the template does not have are left out.
  /// - Throws: code 134061 when there is no such template, when a variable has no value, or a value
  ///   cannot stand in a predicate.
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

  /// A value may have come under another name, one that the template has no use for.
  private func repair(_ missing: String, of variables: Set<String>, given: Set<String>) -> String {
    // A value for $NAME is one for $NAME.key as well.
    let names = Set(variables.map { ExpressionNode.variableName(of: $0) }).union(variables)
    let strays = given.subtracting(names).sorted()
    let wanted = ExpressionNode.variableName(of: missing)
    if let stray = NearestName.nearest(to: wanted, among: strays) {
      return "did you mean \"\(wanted)\"? The template has no variable \"\(stray)\""
    }
    return "give one under \"\(missing)\" in substitutionVariables; the template has "
      + variables.sorted().map { "$\($0)" }.joined(separator: ", ")
  }
}
