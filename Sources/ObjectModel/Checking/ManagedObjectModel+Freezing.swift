extension ManagedObjectModel {
  /// Checks the model and makes it unchangeable; calling it again does nothing.
  ///
  /// - Throws: code 134020 with all that is wrong: names that are missing, taken or not fit to be a
  ///   name, destinations and inverses that do not exist or do not lead back, types that cannot be
  ///   stored, constraints and indexes over unknown properties, fetch request templates that ask for
  ///   what is not there.
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
        repair: "make this model of a copy() of the other one", entity: entity.name)
    }
    freezeContents()
  }
}
