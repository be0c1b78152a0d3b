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
          : "use one of \(known.joined(separator: ", "))")
    }
    guard let predicate = request.predicate else { return request }
    let substituted = try predicate.withSubstitutionVariables(variables)
    if let missing = substituted.node.variables.sorted().first {
      throw ObjectGraphError(
        .invalidArgument, "the fetch request template \(name) needs a value for $\(missing)",
        repair: "give one under \"\(missing)\" in substitutionVariables",
        entityName: request.entityName)
    }
    request.predicate = substituted
    return request
  }
}
