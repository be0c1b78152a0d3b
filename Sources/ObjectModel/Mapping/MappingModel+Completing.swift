extension MappingModel {
  /// Completes the mappings with what follows from the two models: types, and expressions for
  /// properties without one; filters use the source's keys without `$source`.
  ///
  /// - Throws: code 134110, or 134140 if a mapping was made for other versions of its entities,
  ///   listing every mismatch between the mappings and the models.
  package func completed(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) throws(ObjectGraphError) -> MappingModel {
    let completion = MappingCompletion(of: self, from: source, to: destination)
    let problems = completion.problems
    guard problems.isEmpty else {
      let isOfOthers = problems.contains { $0.code == .migrationMissingMappingModel }
      let title = name.isEmpty ? "the mapping model" : "the mapping model \(name)"
      throw ObjectGraphError(
        isOfOthers ? .migrationMissingMappingModel : .migration,
        "\(title) does not fit the two versions of the model",
        repair: "fix its mappings, or use the models that it was made for",
        underlyingErrors: problems)
    }
    return MappingModel(name: name, entityMappings: completion.mappings)
  }
}

/// Completes all mappings between two models.
struct MappingCompletion {
  private(set) var mappings: [EntityMapping] = []
  private(set) var problems: [ObjectGraphError] = []

  init(
    of model: MappingModel, from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) {
    let (sources, destinations) = (source.entitiesByName, destination.entitiesByName)
    let names = model.entityMappings.map(\.name)
    var taken: Set<String> = []
    for mapping in model.entityMappings {
      var completion = EntityMappingCompletion(mapping, knowing: names)
      if !taken.insert(mapping.name).inserted {
        completion.report("is the second mapping with that name", repair: "give it another name")
      }
      completion.source = completion.entity(mapping.sourceEntityName, "source", among: sources)
      completion.destination = completion.entity(
        mapping.destinationEntityName, "destination", among: destinations)
      completion.complete()
      mappings.append(completion.completed)
      problems += completion.problems
    }
  }
}
