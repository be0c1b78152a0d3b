/// Completes and checks one mapping.
struct EntityMappingCompletion {
  let mapping: EntityMapping
  let names: [String]
  var source: EntityDescription?
  var destination: EntityDescription?
  private(set) var problems: [ObjectGraphError] = []
  let completed: EntityMapping

  /// - Parameter names: the names of all mappings.
  init(_ mapping: EntityMapping, knowing names: [String]) {
    self.mapping = mapping
    self.names = names
    completed = EntityMapping(copying: mapping)
    // Set once it is known to be valid.
    completed.sourcePredicate = nil
  }

  mutating func report(
    _ message: String, code: ObjectGraphError.Code = .migration, repair: String?,
    entity: String? = nil, key: String? = nil
  ) {
    problems.append(
      ObjectGraphError(
        code, "the mapping \(mapping.name) \(message)", repair: repair, entityName: entity, key: key
      ))
  }

  mutating func entity(
    _ name: String?, _ side: String, among entities: [String: EntityDescription]
  ) -> EntityDescription? {
    guard let name else { return nil }
    guard let entity = entities[name] else {
      report(
        "names the \(side) entity \(name), which the \(side) model lacks",
        repair: NearestName.advice(for: name, among: entities.keys.sorted()), entity: name)
      return nil
    }
    return entity
  }

  /// Whether the entities that the mapping names were found.
  private var hasEntities: Bool {
    (source != nil || mapping.sourceEntityName == nil)
      && (destination != nil || mapping.destinationEntityName == nil)
  }

  mutating func complete() {
    guard hasEntities else { return }
    checkHashes()
    checkType()
    completeFilter()
    completed.attributeMappings = propertyMappings(mapping.attributeMappings, areAttributes: true)
    completed.relationshipMappings = propertyMappings(
      mapping.relationshipMappings, areAttributes: false)
  }

  private mutating func checkHashes() {
    let sides = [
      ("source", source, mapping.sourceEntityVersionHash),
      ("destination", destination, mapping.destinationEntityVersionHash),
    ]
    for (side, entity, hash) in sides {
      guard let entity, let hash, hash != entity.versionHash else { continue }
      report(
        "was made for another version of the \(side) entity \(entity.name ?? "")",
        code: .migrationMissingMappingModel,
        repair: "give the mapping model of this step, or clear its version hashes",
        entity: entity.name)
    }
    (completed.sourceEntityVersionHash, completed.destinationEntityVersionHash) =
      (source?.versionHash, destination?.versionHash)
  }

  private mutating func checkType() {
    switch mapping.mappingType {
    case .undefined:
      completed.mappingType = source == nil ? .add : destination == nil ? .remove : .transform
      if source == nil, destination == nil { reportMissing("source and no destination") }
    case .custom:
      if source == nil, destination == nil { reportMissing("source and no destination") }
    case .add: if destination == nil { reportMissing("destination") }
    case .remove: if source == nil { reportMissing("source") }
    case .copy, .transform:
      if source == nil { reportMissing("source") }
      if destination == nil { reportMissing("destination") }
    }
    if source?.isAbstract == false, let destination, destination.isAbstract,
      mapping.entityMigrationPolicyClassName == nil
    {
      report(
        "makes objects of \(destination.name ?? ""), which is abstract",
        repair: "name one of its subentities, or a policy that chooses", entity: destination.name)
    }
  }

  private mutating func reportMissing(_ what: String) {
    report("has no \(what) entity", repair: "name it, or change the mapping's type")
  }

  /// Replaces `$source` in the filter with the evaluated object.
  private mutating func completeFilter() {
    guard let predicate = mapping.sourcePredicate, let source else { return }
    do {
      let own = try predicate.withSubstitutionVariables(
        ["source": FetchExpression.expressionForEvaluatedObject()])
      _ = try PredicateResolver(entity: source).resolve(own)
      completed.sourcePredicate = own
    } catch {
      let problem = error as? ObjectGraphError
      report(
        "has the filter \(predicate.predicateFormat), which cannot be evaluated: "
          + (problem?.message ?? "\(error)"),
        repair: problem?.repair ?? "fix the filter", entity: source.name, key: problem?.key)
    }
  }

  // MARK: Properties

  private mutating func propertyMappings(
    _ mappings: [PropertyMapping], areAttributes: Bool
  ) -> [PropertyMapping] {
    guard let destination else { return mappings }
    let properties = destination.propertiesByName.filter {
      areAttributes ? $0.value is AttributeDescription : $0.value is RelationshipDescription
    }
    var all = mappings
    if mapping.mappingType == .copy {
      let named = Set(mappings.map(\.name))
      all += properties.keys.filter { !named.contains($0) }.sorted()
        .filter {
          properties[$0]?.isTransient == false && !(properties[$0] is DerivedAttributeDescription)
        }
        .map { PropertyMapping(name: $0) }
    }
    return all.compactMap { mapping in
      guard let property = properties[mapping.name] else {
        let kind = areAttributes ? "attribute" : "relationship"
        report(
          "maps the \(kind) \(mapping.name), which \(destination.name ?? "") does not have",
          repair: NearestName.advice(for: mapping.name, among: properties.keys.sorted()),
          entity: destination.name, key: mapping.name)
        return nil
      }
      let completed = PropertyMapping(
        name: mapping.name, valueExpression: mapping.valueExpression ?? generated(for: property))
      completed.userInfo = mapping.userInfo
      check(completed)
      return completed
    }
  }

  /// An expression for the source's property of the same name; nil if the mapping's type keeps the
  /// default value, or the source has no such property.
  private func generated(for property: PropertyDescription) -> FetchExpression? {
    guard [.undefined, .copy].contains(mapping.mappingType),
      let counterpart = source?.propertiesByName[property.name]
    else { return nil }
    let value = FetchExpression(forVariable: "source.\(property.name)")
    switch (counterpart, property) {
    case (is AttributeDescription, is AttributeDescription): return value
    case (is RelationshipDescription, is RelationshipDescription):
      return .destinationInstances(
        forSourceRelationshipNamed: property.name, ofSources: value)
    default: return nil
    }
  }
}
