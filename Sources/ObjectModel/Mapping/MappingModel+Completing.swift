extension MappingModel {
  /// The same mappings with all that the two models decide: types, and the expressions of properties
  /// that have none of their own; filters speak of the source's own keys.
  ///
  /// - Throws: code 134110, or 134140 where a mapping was made for other versions of the entities,
  ///   with everything in which the mappings do not fit the models.
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
        repair: "mend its mappings, or give the models that it was made for",
        underlyingErrors: problems)
    }
    return MappingModel(name: name, entityMappings: completion.mappings)
  }
}

/// What becomes of mappings between two models.
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
        completion.report("is the second mapping of that name", repair: "give it another name")
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
