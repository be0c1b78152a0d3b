extension MappingModel {
  /// Chooses the mapping model that migrates one version of a model to another.
  ///
  /// A mapping model fits if all its mappings do: the entities and properties that they name exist,
  /// and the version hashes match. If several fit, the one with the most version hashes is chosen;
  /// among these, the one that leaves the fewest properties of the newer version unmapped.
  ///
  /// - Returns: nil if none fits.
  /// - Throws: code 134110 if several fit equally well, naming them.
  public convenience init?(
    from models: [MappingModel], forSourceModel source: ManagedObjectModel,
    destinationModel destination: ManagedObjectModel
  ) throws(ObjectGraphError) {
    let fitting = models.filter { $0.fits(from: source, to: destination) }
    let ranked = fitting.map { (model: $0, fit: MappingFit(of: $0, to: destination)) }
    guard let best = ranked.map(\.fit).max() else { return nil }
    let chosen = ranked.filter { $0.fit == best }.map(\.model)
    guard chosen.count == 1, let model = chosen.first else {
      let names = chosen.map { model in
        model.name.isEmpty
          ? "one of \(model.entityMappings.map(\.name).joined(separator: ", "))" : model.name
      }
      throw ObjectGraphError(
        .migration,
        "\(chosen.count) mapping models fit the two versions equally well: "
          + names.joined(separator: "; "),
        repair: "list only the intended one, or give its mappings version hashes")
    }
    self.init(
      name: model.name, entityMappings: model.entityMappings, versionNames: model.versionNames)
  }

  /// Whether it fits any two of the versions.
  package func isFor(any versions: [ManagedObjectModel]) -> Bool {
    versions.contains { source in
      versions.contains { $0 !== source && fits(from: source, to: $0) }
    }
  }

  /// An error explaining why it fits none of the steps that need a mapping.
  package func misfit(with steps: [ModelDifference]) -> ObjectGraphError {
    let problems = steps.filter { isMeant(from: $0.source, to: $0.destination) }
      .flatMap { MappingCompletion(of: self, from: $0.source, to: $0.destination).problems }
    let title = name.isEmpty ? "a mapping model" : "the mapping model \(name)"
    return ObjectGraphError(
      .migration,
      "\(title) fits none of the versions" + (problems.first.map { ": \($0.message)" } ?? ""),
      repair: problems.first?.repair ?? "give a mapping model between two of the versions",
      entityName: problems.first?.entityName, key: problems.first?.key,
      underlyingErrors: problems)
  }

  private func fits(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) -> Bool {
    isMeant(from: source, to: destination)
      && MappingCompletion(of: self, from: source, to: destination).problems.isEmpty
  }

  /// Whether its version names, if it has them, match.
  private func isMeant(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) -> Bool {
    guard let names = versionNames else { return true }
    return (source.contents.versionName ?? names.source) == names.source
      && (destination.contents.versionName ?? names.destination) == names.destination
  }
}

/// How well a mapping model fits; a better fit is greater.
private struct MappingFit: Comparable {
  private let hashes: Int
  private let missing: Int

  init(of model: MappingModel, to destination: ManagedObjectModel) {
    let mappings = model.entityMappings
    hashes = mappings.reduce(0) { count, mapping in
      count + (mapping.sourceEntityVersionHash == nil ? 0 : 1)
        + (mapping.destinationEntityVersionHash == nil ? 0 : 1)
    }
    missing = destination.entities.reduce(0) { count, entity in
      let named = Set(
        mappings.filter { $0.destinationEntityName == entity.name }
          .flatMap { $0.attributeMappings + $0.relationshipMappings }.map(\.name))
      return count + entity.propertiesByName.keys.filter { !named.contains($0) }.count
    }
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.hashes, right.missing) < (right.hashes, left.missing)
  }
}
