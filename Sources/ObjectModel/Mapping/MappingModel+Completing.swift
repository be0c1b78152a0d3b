import Foundation

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

/// What becomes of one mapping.
struct EntityMappingCompletion {
  private let mapping: EntityMapping
  private let names: [String]
  var source: EntityDescription?
  var destination: EntityDescription?
  private(set) var problems: [ObjectGraphError] = []
  let completed: EntityMapping

  /// - Parameter names: those of all mappings.
  init(_ mapping: EntityMapping, knowing names: [String]) {
    self.mapping = mapping
    self.names = names
    completed = EntityMapping(
      name: mapping.name, type: mapping.mappingType, from: mapping.sourceEntityName,
      to: mapping.destinationEntityName, policy: mapping.entityMigrationPolicyClassName)
    completed.userInfo = mapping.userInfo
    completed.sourceExpression = mapping.sourceExpression
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

  /// Whether what the mapping names of entities was found.
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

  /// What a filter says of `$source` it says of the object that it is asked of.
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
        repair: problem?.repair ?? "mend the filter", entity: source.name, key: problem?.key)
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
          "gives a value to \(mapping.name), which is no \(kind) of \(destination.name ?? "")",
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

  /// The value of the source's property of the same name; nil where the mapping's type leaves the
  /// default value, and where the source has no such property.
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

  // MARK: Expressions

  private mutating func check(_ property: PropertyMapping) {
    guard let expression = property.valueExpression else { return }
    if let defect = expression.defect {
      report(
        "has an expression for \(property.name) that is none: \(defect.message)",
        repair: defect.repair, entity: destination?.name, key: property.name)
    }
    for name in expression.node.variables.sorted() {
      let keys = name.split(separator: ".").map(String.init)
      switch keys.first {
      case "source": check(keys.dropFirst(), of: source, written: name, for: property)
      case "destination": check(keys.dropFirst(), of: destination, written: name, for: property)
      case "manager", "entityMapping", "entityPolicy": break
      default:
        report(
          "asks for $\(name) to make \(property.name), which is unknown",
          repair: NearestName.advice(for: keys.first ?? "", among: Self.variables),
          entity: destination?.name, key: property.name)
      }
    }
    for name in expression.node.mappingNames where !names.contains(name) {
      report(
        "asks for what the mapping \(name) has made for \(property.name), and there is none",
        repair: NearestName.advice(for: name, among: names), entity: destination?.name,
        key: property.name)
    }
  }

  private static let variables = [
    "source", "destination", "manager", "entityMapping", "entityPolicy",
  ]

  private mutating func check(
    _ keys: ArraySlice<String>, of entity: EntityDescription?, written: String,
    for property: PropertyMapping
  ) {
    guard var current = entity else {
      return report(
        "asks for $\(written) to make \(property.name), and has no such object",
        repair: "name the entity of the mapping, or write a constant", key: property.name)
    }
    for key in keys {
      if key.hasPrefix("@") || key == "objectID" { return }
      guard let found = current.propertiesByName[key] else {
        return report(
          "asks for $\(written) to make \(property.name), and \(current.name ?? "") has no \(key)",
          repair: NearestName.advice(for: key, among: current.propertiesByName.keys.sorted()),
          entity: current.name, key: key)
      }
      guard let next = (found as? RelationshipDescription)?.destinationEntity else { return }
      current = next
    }
  }
}

extension ExpressionNode {
  /// The names of the mappings whose objects the manager is asked for.
  fileprivate var mappingNames: [String] {
    var names: [String] = []
    if case .message(_, MappingMessage.destinationInstancesOfMapping, let arguments) = kind,
      case .constant(.string(let name))? = arguments.first?.kind
    {
      names.append(name)
    }
    return names + SyntaxNode.expression(self).children.flatMap { $0.mappingNames }
  }
}

extension SyntaxNode {
  fileprivate var mappingNames: [String] {
    switch self {
    case .expression(let node): node.mappingNames
    case .predicate: children.flatMap(\.mappingNames)
    }
  }
}
