/// The changes between two versions of a model.
///
/// Entities and properties of the two versions are matched by equal renaming identifiers, else by a
/// renaming identifier in the newer version that equals the name in the older one, else by name.
package struct ModelDifference: Sendable {
  /// The older version.
  package let source: ManagedObjectModel
  /// The newer version.
  package let destination: ManagedObjectModel

  /// The entities of the newer version by name, followed by the removed ones, by name.
  package let entities: [EntityChange]

  package init(from source: ManagedObjectModel, to destination: ManagedObjectModel) {
    self.source = source
    self.destination = destination
    entities = Counterparts(of: destination.entities, among: source.entities)
      .map { EntityChange(source: $0, destination: $1) }
  }

  /// The older counterpart of an entity of the newer version; nil for a new one.
  package func source(of entity: EntityDescription) -> EntityDescription? {
    entities.first { $0.destination === entity }?.source
  }

  /// The newer counterpart of an entity of the older version; nil for one that was removed.
  package func destination(of entity: EntityDescription) -> EntityDescription? {
    entities.first { $0.source === entity }?.destination
  }

  /// The concrete entities of the older version that a relationship can lead to, but not in the
  /// newer version: they were removed, or have left the hierarchy.
  package func entities(
    leftBy relationship: RelationshipDescription, as present: RelationshipDescription
  ) -> [EntityDescription] {
    guard let former = relationship.destinationEntity, let entity = present.destinationEntity
    else { return [] }
    return source.entities.filter {
      !$0.isAbstract && $0.isKindOf(entity: former)
        && destination(of: $0)?.isKindOf(entity: entity) != true
    }
  }

  /// The older counterpart of a relationship of the newer version; nil for a new one. If only its
  /// inverse has a counterpart, it is the inverse of that.
  package func source(of relationship: RelationshipDescription) -> RelationshipDescription? {
    matchedSource(of: relationship)
      ?? relationship.inverseRelationship.flatMap { matchedSource(of: $0)?.inverseRelationship }
  }

  private func matchedSource(of relationship: RelationshipDescription) -> RelationshipDescription? {
    let entity = entities.first { $0.destination === relationship.entity }
    let change = entity?.properties.first { $0.destination === relationship }
    return change?.source as? RelationshipDescription
  }
}

/// The change to an entity.
package struct EntityChange: Sendable {
  package enum Kind: Sendable {
    case added, removed, unchanged, changed
  }

  /// Nil for an entity that was added.
  package let source: EntityDescription?
  /// Nil for an entity that was removed.
  package let destination: EntityDescription?
  /// Attributes and relationships, including inherited ones: those of the newer version by name,
  /// followed by the removed ones, by name.
  package let properties: [PropertyChange]

  package let kind: Kind

  init(source: EntityDescription?, destination: EntityDescription?) {
    self.source = source
    self.destination = destination
    properties = PropertyChange.all(from: Self.stored(source), to: Self.stored(destination))
    kind =
      if let source, let destination {
        source.versionHash == destination.versionHash ? .unchanged : .changed
      } else {
        source == nil ? .added : .removed
      }
  }

  /// Fetched properties are queries and are not stored.
  private static func stored(_ entity: EntityDescription?) -> [PropertyDescription] {
    entity?.propertiesByName.values.filter { !($0 is FetchedPropertyDescription) } ?? []
  }
}

/// The change to an attribute or a relationship.
package struct PropertyChange: Sendable {
  /// Nil for a property that was added.
  package let source: PropertyDescription?
  /// Nil for a property that was removed.
  package let destination: PropertyDescription?
  /// The changes to the elements of a composite attribute; empty for other properties.
  package let elements: [PropertyChange]

  init(source: PropertyDescription?, destination: PropertyDescription?) {
    self.source = source
    self.destination = destination
    elements = Self.all(from: Self.elements(of: source), to: Self.elements(of: destination))
  }

  /// The older property if its stored values are lost; nil if the newer version also stores them.
  package var lost: PropertyDescription? {
    guard let source, !source.isInMemory, destination?.isInMemory != false else { return nil }
    return source
  }

  /// The changes to properties with columns: this one, or the elements of a composite attribute.
  package var leaves: [PropertyChange] {
    elements.isEmpty ? [self] : elements.flatMap(\.leaves)
  }

  fileprivate static func all(
    from sources: [PropertyDescription], to destinations: [PropertyDescription]
  ) -> [PropertyChange] {
    Counterparts(
      of: destinations.sorted { $0.name < $1.name }, among: sources.sorted { $0.name < $1.name }
    ).map { PropertyChange(source: $0, destination: $1) }
  }

  private static func elements(of property: PropertyDescription?) -> [PropertyDescription] {
    (property as? CompositeAttributeDescription)?.elements ?? []
  }
}

extension PropertyDescription {
  /// Whether the values exist only in memory.
  fileprivate var isInMemory: Bool {
    (self as? RelationshipDescription)?.isEffectivelyTransient ?? isTransient
  }
}

/// Matches older and newer descriptions.
private struct Counterparts<Thing: ModelDescription> {
  private var found: [ObjectIdentifier: Thing] = [:]
  private let destinations: [Thing]
  private var removed: [Thing]

  init(of destinations: [Thing], among sources: [Thing]) {
    self.destinations = destinations
    removed = sources
    match { $0.renamingIdentifier == $1.renamingIdentifier }
    match { $0.renamingIdentifier == $1.ownName ?? "" }
    match { $0.ownName == $1.ownName }
  }

  private mutating func match(_ isSame: (Thing, Thing) -> Bool) {
    for destination in destinations where found[ObjectIdentifier(destination)] == nil {
      guard let index = removed.firstIndex(where: { isSame(destination, $0) }) else { continue }
      found[ObjectIdentifier(destination)] = removed.remove(at: index)
    }
  }

  /// The newer descriptions in order, followed by the unmatched older ones, in order.
  func map<Result>(_ transform: (_ source: Thing?, _ destination: Thing?) -> Result) -> [Result] {
    destinations.map { transform(found[ObjectIdentifier($0)], $0) }
      + removed.map { transform($0, nil) }
  }
}
