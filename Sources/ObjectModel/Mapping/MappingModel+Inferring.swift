extension MappingModel {
  /// Infers the mapping model from one version to another, if the changes are unambiguous.
  ///
  /// The following changes are: entities, attributes and relationships that are added or removed;
  /// ones that are renamed with renaming identifiers; attributes that become required and have a
  /// default value; to-one relationships that become to-many; relationships that become ordered or
  /// unordered; entities that get another superentity or none, unless two hierarchies would be
  /// merged. The mappings are named `IEM_Add_X`, `IEM_Remove_X`, `IEM_Copy_X` and
  /// `IEM_Transform_X`.
  ///
  /// - Throws: code 134190 listing every ambiguous change.
  public static func inferredMappingModel(
    forSourceModel source: ManagedObjectModel, destinationModel destination: ManagedObjectModel
  ) throws(ObjectGraphError) -> MappingModel {
    MappingModel(inferredFrom: try ModelDifference(from: source, to: destination).checked())
  }

  package convenience init(inferredFrom difference: ModelDifference) {
    self.init(entityMappings: difference.entities.map { EntityMapping(inferredFrom: $0) })
  }
}

extension ModelDifference {
  /// - Throws: code 134190 listing every change that prevents a mapping from being inferred.
  package func checked() throws(ObjectGraphError) -> ModelDifference {
    let obstacles = obstacles
    guard !obstacles.isEmpty else { return self }
    throw ObjectGraphError(
      .inferredMappingModel,
      "no mapping from \(source.versionTitle) to \(destination.versionTitle) can be inferred",
      repair: "give a mapping model for the step",
      underlyingErrors: obstacles.map {
        ObjectGraphError(
          .inferredMappingModel, "\($0)", entityName: $0.entityName, key: $0.key)
      },
      details: .init(.reason, obstacles.map { "\($0)" }.joined(separator: "; ")))
  }
}

extension EntityMapping {
  fileprivate convenience init(inferredFrom change: EntityChange) {
    let (source, destination) = (change.source?.name, change.destination?.name)
    let (verb, type): (String, EntityMappingType) =
      switch change.kind {
      case .added: ("Add", .add)
      case .removed: ("Remove", .remove)
      case .unchanged: ("Copy", .copy)
      case .changed: ("Transform", .transform)
      }
    self.init(
      name: "IEM_\(verb)_\(destination ?? source ?? "")", type: type, from: source,
      to: destination)
    self.sourceEntityVersionHash = change.source?.versionHash
    self.destinationEntityVersionHash = change.destination?.versionHash
    guard type != .remove else { return }
    self.attributeMappings = change.mappings(of: AttributeDescription.self) { $0 }
    self.relationshipMappings = change.mappings(of: RelationshipDescription.self) {
      .destinationInstances(ofSources: $0)
    }
  }
}

extension EntityChange {
  /// The mappings of the properties of a kind.
  ///
  /// A new property's mapping has no expression: an attribute then gets its default value.
  ///
  /// - Parameter value: makes the expression from one for the source's property.
  fileprivate func mappings<Kind: PropertyDescription>(
    of _: Kind.Type, _ value: (FetchExpression) -> FetchExpression
  ) -> [PropertyMapping] {
    properties.compactMap { change in
      guard let property = change.destination as? Kind else { return nil }
      let source = change.source.map { FetchExpression(forVariable: "source.\($0.name)") }
      return PropertyMapping(name: property.name, valueExpression: source.map(value))
    }
  }
}
