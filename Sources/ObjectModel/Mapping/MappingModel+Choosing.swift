extension MappingModel {
  /// The one of several mapping models that leads from one version of a model to another.
  ///
  /// A mapping model fits when all its mappings do: the entities that it names are there, of the
  /// version hashes that it gives, with the properties that it names. Of several that fit, the one
  /// with the most version hashes is taken, and then the one that leaves the fewest properties of the
  /// newer version without a mapping.
  ///
  /// - Returns: nil when none fits.
  /// - Throws: code 134110 when several fit equally well, naming them.
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
        repair: "give the one that is meant, or give its mappings version hashes")
    }
    self.init(
      name: model.name, entityMappings: model.entityMappings, versionNames: model.versionNames)
  }

  /// Whether there are two of the versions that it leads between.
  package func isFor(any versions: [ManagedObjectModel]) -> Bool {
    versions.contains { source in
      versions.contains { $0 !== source && fits(from: source, to: $0) }
    }
  }

  /// Why it does not fit steps that want a mapping.
  package func misfit(with steps: [ModelDifference]) -> ObjectGraphError {
    let problems = steps.filter { isMeant(from: $0.source, to: $0.destination) }
      .flatMap { MappingCompletion(of: self, from: $0.source, to: $0.destination).problems }
    let title = name.isEmpty ? "a mapping model" : "the mapping model \(name)"
    return ObjectGraphError(
      .migration,
      "\(title) fits none of the versions" + (problems.first.map { ": \($0.message)" } ?? ""),
      repair: problems.first?.repair ?? "give the one that leads between two of the versions",
      entityName: problems.first?.entityName, key: problems.first?.key,
      underlyingErrors: problems)
  }

  private func fits(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) -> Bool {
    isMeant(from: source, to: destination)
      && MappingCompletion(of: self, from: source, to: destination).problems.isEmpty
  }

  /// Whether nothing says that it is for other versions.
  private func isMeant(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) -> Bool {
    guard let names = versionNames else { return true }
    return (source.contents.versionName ?? names.source) == names.source
      && (destination.contents.versionName ?? names.destination) == names.destination
  }
}

/// How well a mapping model fits; better ones are greater.
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
