import ObjectModel
import ObjectStore

/// An entity mapping ready to be carried out: its policy, its entities, and how each property gets
/// its value.
final class MigrationStep {
  let mapping: EntityMapping
  /// The mapping's index in the mapping model.
  let number: Int
  let policy: EntityMigrationPolicy
  let source: EntityLayout?
  let destination: EntityLayout?
  let attributes: [MappedProperty]
  /// The relationships that are set from this side in the second pass.
  private(set) var relationships: [MappedProperty]

  /// The relationships that are set as the object is created.
  var earlyRelationships: [MappedProperty] = []

  /// To-many relationships of other mappings that lead here and are set from this side.
  var inverses: [MappedInverse] = []

  /// The early relationships that the policy may still omit in its second pass.
  var provisionalRelationships: [MappedProperty] {
    isStandard ? [] : earlyRelationships.filter { !isMadeByInverse($0) }
  }

  /// The source relationships that are read for attributes.
  let attributePrefetching: [String]

  init(
    _ mapping: EntityMapping, number: Int, policy: EntityMigrationPolicy,
    among mappings: [EntityMapping], from sourceModel: ModelLayout, to destinationModel: ModelLayout
  ) throws {
    self.mapping = mapping
    self.number = number
    self.policy = policy
    let names = Dictionary(firstOf: mappings.enumerated().map { ($1.name, $0) })
    let source = try mapping.sourceEntityName.map { try sourceModel.layout(named: $0) }
    let destination = try mapping.destinationEntityName.map {
      try destinationModel.layout(named: $0)
    }
    (self.source, self.destination) = (source, destination)
    let attributes = mapping.attributeMappings.map {
      MappedProperty($0, from: source, to: destination, numbers: names)
    }
    self.attributes = attributes
    relationships = mapping.relationshipMappings.map {
      MappedProperty($0, from: source, to: destination, numbers: names)
    }.filter { !$0.isDefault }
    attributePrefetching = source.map { Self.relationships(of: $0, in: attributes) } ?? []
  }

  /// Removes the relationships that are set elsewhere or at another time, and returns them.
  @discardableResult
  func removeRelationships(where isElsewhere: (MappedProperty) -> Bool) -> [MappedProperty] {
    // The closure reads the relationships of all steps, including this one's.
    let decided = relationships.map { (property: $0, isElsewhere: isElsewhere($0)) }
    relationships = decided.filter { !$0.isElsewhere }.map(\.property)
    return decided.filter(\.isElsewhere).map(\.property)
  }

  /// The source relationships that are read for the second pass.
  func relationshipSteps(in model: ModelLayout) throws -> [PrefetchStep] {
    guard let source else { return [] }
    return try PrefetchStep.steps(
      of: Self.relationships(of: source, in: relationships), from: source, in: model)
  }

  private func isMadeByInverse(_ mapped: MappedProperty) -> Bool {
    inverses.contains { $0.inverse.name == mapped.name }
  }

  func isMadeEarly(_ mapped: MappedInverse) -> Bool {
    earlyRelationships.contains { $0.name == mapped.inverse.name }
  }

  /// Whether the mapping restricts its source objects.
  var choosesSources: Bool {
    mapping.sourcePredicate != nil || mapping.sourceExpression != nil
  }

  var isStandard: Bool { type(of: policy) == EntityMigrationPolicy.self }

  /// Whether the policy is called for source objects.
  var makesInstances: Bool {
    guard source != nil, mapping.mappingType != .add else { return false }
    return !isStandard || destination != nil && mapping.mappingType != .remove
  }

  /// Whether the policy is called for the objects that were created.
  var makesRelationships: Bool {
    destination != nil
      && !(isStandard && relationships.isEmpty && earlyRelationships.isEmpty)
  }

  /// Whether objects that the mapping itself created need a second pass, their early relationships
  /// being set.
  var relatesMapped: Bool { !isStandard || !relationships.isEmpty || !inverses.isEmpty }

  /// The source relationships at the start of expressions.
  private static func relationships(of source: EntityLayout, in properties: [MappedProperty])
    -> [String]
  {
    var names: Set<String> = []
    for property in properties {
      for variable in property.expression?.node.variables ?? [] {
        let keys = variable.split(separator: ".")
        guard keys.count > 1, keys[0] == "source",
          let relationship = source.property(String(keys[1])), relationship.isRelationship,
          // If only a to-one relationship's key is needed, nothing is read.
          relationship.isToMany
            || property.counterpart(in: source)?.relationship !== relationship
        else { continue }
        names.insert(relationship.name)
      }
    }
    return names.sorted()
  }

  /// The value of one of the mapping's expressions, with all variables that it may use.
  func value(
    of expression: FetchExpression, _ manager: MigrationManager, _ source: ManagedObject? = nil,
    _ destination: ManagedObject? = nil
  ) throws -> Any? {
    let variables: [String: Any?] = [
      "source": source, "destination": destination, "manager": manager,
      "manager.sourceContext": manager.sourceContext,
      "manager.destinationContext": manager.destinationContext, "entityMapping": mapping,
      "entityPolicy": policy,
    ]
    return try expression.expressionValue(with: source, context: variables)
  }

  /// The source objects that an expression returns.
  func sources(
    by expression: FetchExpression, _ manager: MigrationManager
  ) throws -> [ManagedObject] {
    guard let objects = ManagedObject.list(try value(of: expression, manager)) else {
      throw ObjectGraphError(
        .migration, "the source expression \(expression) does not return objects",
        repair: "write one that fetches objects of the source context")
    }
    return objects
  }
}

extension ManagedObject {
  /// The objects in an expression's value: one, several or none; nil if it is anything else.
  static func list(_ value: Any?) -> [ManagedObject]? {
    if let object = value as? ManagedObject { return [object] }
    if let objects = objects(in: value) { return objects }
    guard let elements = value as? [Any?] else { return nil }
    let objects = elements.compactMap { $0 as? ManagedObject }
    return objects.count == elements.filter({ !isNil($0) }).count ? objects : nil
  }
}
