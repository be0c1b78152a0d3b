import ObjectModel
import ObjectStore

/// The standard policy.
extension MigrationManager {
  /// Creates an object of the mapping's destination entity, and sets its mapped attributes and the
  /// relationships whose destinations already exist.
  func makeInstance(from source: ManagedObject, by mapping: EntityMapping) throws {
    guard let run, let name = mapping.destinationEntityName else { return }
    let step = try run.step(named: mapping.name)
    let object = try EntityDescription.insertNewObject(
      forEntityName: name, into: destinationContext)
    for attribute in step.attributes {
      try attribute.setAttribute(of: object, from: source, by: step, self)
    }
    for relationship in step.earlyRelationships {
      try relationship.setRelationship(of: object, from: source, by: step, self)
    }
    run.associations.add(source, object, by: step.number, isMapped: true)
  }

  /// Sets the mapped relationships that an object does not have yet.
  func makeRelationships(of object: ManagedObject, by mapping: EntityMapping) throws {
    guard let run else { return }
    let step = try run.step(named: mapping.name)
    let origin = try run.origin(of: object, step)
    let early =
      origin?.isMapped == true ? step.provisionalRelationships : step.earlyRelationships
    let relationships = early + step.relationships
    guard !relationships.isEmpty else { return }
    let source = origin.map { sourceContext.object(of: $0.source) }
    for relationship in relationships {
      try relationship.setRelationship(of: object, from: source, by: step, self)
    }
  }

  /// Sets an object's owner in a to-many relationship, if it has one.
  func setOwner(
    of object: ManagedObject, madeOf source: ManagedObject, by mapped: MappedInverse
  ) throws {
    guard let run, fits(object, mapped.relationship),
      sourceContext.model[mapped.counterpart.destinationNumber].includes(source.layout.number)
    else { return }
    try source.fireFault(forKey: mapped.inverseCounterpart.name)
    guard let former = source.destination(at: PropertySlot(mapped.inverseCounterpart)),
      let owner = try run.associations.destinations(
        of: [former], by: mapped.owner, in: destinationContext
      ).last(where: { fits($0, mapped.inverse) })
    else { return }
    object.setDestination(owner, at: PropertySlot(mapped.inverse))
  }

  /// Whether an object can be a destination of a relationship.
  func fits(_ object: ManagedObject, _ relationship: PropertyLayout) -> Bool {
    destinationContext.model[relationship.destinationNumber].includes(object.layout.number)
  }
}

/// The messages that value expressions send to the manager.
extension MigrationManager: MessageReceiver {
  package func answer(to message: String, _ arguments: [Any?]) throws -> Any? {
    switch (message, arguments.count) {
    case (MappingMessage.destinationInstancesOfMapping, 2):
      let name = try text(arguments[0], of: message)
      return try instances(of: arguments[1], message) {
        try destinationInstances(forEntityMappingName: name, sourceInstances: $0)
      }
    case (MappingMessage.sourceInstancesOfMapping, 2):
      let name = try text(arguments[0], of: message)
      return try instances(of: arguments[1], message) {
        try sourceInstances(forEntityMappingName: name, destinationInstances: $0)
      }
    case (MappingMessage.destinationInstances, 1),
      (MappingMessage.destinationInstancesOfRelationship, 2):
      return try instances(of: arguments[arguments.count - 1], message) { sources in
        guard let run else { return [] }
        let made = try run.associations.destinations(
          of: sources, by: nil, in: destinationContext)
        guard let wantedRelationship else { return made }
        return made.filter { fits($0, wantedRelationship) }
      }
    case (MappingMessage.sourceFetchRequest, 2):
      let request = FetchRequest<ManagedObject>(
        entityName: try text(arguments[0], of: message))
      request.predicate = try FetchPredicate(format: try text(arguments[1], of: message))
      request.includesSubentities = false
      return request
    default:
      throw ObjectGraphError(
        .invalidArgument, "the migration manager does not implement \(message)",
        repair: NearestName.advice(for: message, among: MappingMessage.ofManager))
    }
  }

  /// The objects found for the argument: for one object, an object if there is at most one;
  /// otherwise a list.
  private func instances(
    of argument: Any?, _ message: String, _ find: ([ManagedObject]) throws -> [ManagedObject]
  ) throws -> Any? {
    guard let objects = ManagedObject.list(argument) else {
      throw ObjectGraphError(
        .invalidArgument, "\(message) needs objects, but is given \(argument ?? "nothing")",
        repair: "pass $source or one of its relationships")
    }
    let found = try find(objects)
    guard argument is ManagedObject, found.count <= 1 else { return found }
    return found.first
  }

  private func text(_ argument: Any?, of message: String) throws -> String {
    if let text = argument as? String { return text }
    throw ObjectGraphError(
      .invalidArgument, "\(message) needs a string as its first argument",
      repair: "write a name in quotes")
  }
}

/// The messages that value expressions send to an object.
extension ManagedObject: MessageReceiver {
  package func answer(to message: String, _ arguments: [Any?]) throws -> Any? {
    guard let key = arguments.first as? String, arguments.count == 1,
      [MappingMessage.valueForKey, MappingMessage.valueForKeyPath].contains(message)
    else {
      throw makeError(
        "\(self) does not implement \(message)",
        repair: "call valueForKeyPath: with a string")
    }
    return try value(forKeyPath: key)
  }
}
