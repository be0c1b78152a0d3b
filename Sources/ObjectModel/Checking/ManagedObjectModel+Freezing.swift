extension ManagedObjectModel {
  /// Validates the model and makes it immutable; does nothing if it already is.
  ///
  /// - Throws: code 134020 listing every problem: missing, duplicate or invalid names, missing
  ///   destinations, missing or inconsistent inverses, types that cannot be stored, constraints and
  ///   indexes with unknown properties, and invalid fetch request templates.
  package func freeze() throws {
    guard !isFrozen else { return }
    link()
    let problems = ModelChecker.problems(of: self)
    guard problems.isEmpty else {
      throw ObjectGraphError(
        .persistentStoreIncompatibleSchema, "the model is not valid: \(problems[0].message)",
        repair: problems[0].repair, entityName: problems[0].entityName, key: problems[0].key,
        underlyingErrors: problems.count > 1 ? problems : [])
    }
    for entity in entities where entity.isFrozen && entity.managedObjectModel !== self {
      throw ObjectGraphError.wrongModel(
        "the entity \(entity.name ?? "") belongs to another model that is in use",
        repair: "use a copy() of the other model for this one", entity: entity.name)
    }
    freezeContents()
  }
}
