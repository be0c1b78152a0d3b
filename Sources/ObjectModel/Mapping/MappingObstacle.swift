/// A change of a model that rows cannot follow without being told how.
package struct MappingObstacle: Hashable, Sendable, CustomStringConvertible {
  package let entityName: String
  /// Nil for a change of the entity itself.
  package let key: String?
  /// What changes, as the end of a sentence about the entity or the property.
  package let change: String

  /// `Note.size changes its type from Integer 16 to String`
  package var description: String {
    "\(([entityName] + [key].compactMap { $0 }).joined(separator: ".")) \(change)"
  }
}

extension ModelDifference {
  /// Why a mapping cannot be inferred; empty where it can.
  package var obstacles: [MappingObstacle] {
    var all: [MappingObstacle] = []
    for obstacle in entities.flatMap(obstacles) + hierarchyObstacles
    where !all.contains(obstacle) {
      // What is inherited is told of once.
      all.append(obstacle)
    }
    return all
  }

  /// An entity that is new or gone has no rows that could follow.
  private func obstacles(_ entity: EntityChange) -> [MappingObstacle] {
    guard let source = entity.source, let destination = entity.destination else { return [] }
    let own =
      destination.isAbstract && !source.isAbstract
      ? [MappingObstacle(entityName: destination.name ?? "", key: nil, change: "becomes abstract")]
      : []
    return own + entity.properties.flatMap { $0.obstacles(self) } + entity.rivalries
  }

  /// Rows of two tables would have the same primary keys in one.
  private var hierarchyObstacles: [MappingObstacle] {
    destination.entities.filter { $0.superentity == nil }.compactMap { root in
      let origins = entities.filter { $0.destination?.root === root }.compactMap { $0.source?.root }
      let names = Set(origins.map { $0.name ?? "" }).sorted()
      guard names.count > 1 else { return nil }
      return MappingObstacle(
        entityName: root.name ?? "", key: nil,
        change: "joins the hierarchies of \(names.joined(separator: " and "))")
    }
  }
}

extension EntityChange {
  /// Properties that one of the older version may have become, and which of them is not said.
  fileprivate var rivalries: [MappingObstacle] {
    let names = Set(properties.compactMap { $0.source?.name })
    let claims = Dictionary(grouping: properties.compactMap(\.destination)) {
      $0.renamingIdentifier ?? $0.name
    }
    return claims.filter { $1.count > 1 && names.contains($0) }.sorted { $0.key < $1.key }
      .flatMap { name, rivals in
        rivals.map { property in
          let others = rivals.filter { $0 !== property }.map(\.name).joined(separator: " and ")
          return MappingObstacle(
            entityName: property.entity?.name ?? "", key: property.name,
            change: "has the renaming identifier \(name), as \(others) has")
        }
      }
  }
}

extension PropertyChange {
  fileprivate func obstacles(_ difference: ModelDifference) -> [MappingObstacle] {
    guard let destination else { return [] }
    let changes: [String] =
      switch (source, destination) {
      case (nil, let new as AttributeDescription): Self.obstacles(toNew: new)
      case (nil, let new as RelationshipDescription):
        difference.source(of: new) == nil ? Self.obstacles(toNew: new) : []
      case (let old as AttributeDescription, let new as AttributeDescription):
        Self.obstacles(from: old, to: new)
      case (let old as RelationshipDescription, let new as RelationshipDescription):
        Self.obstacles(from: old, to: new, difference)
      default: ["is an attribute in one version and a relationship in the other"]
      }
    let own = changes.map {
      MappingObstacle(
        entityName: destination.entity?.name ?? "", key: destination.keyPath, change: $0)
    }
    return own + elements.flatMap { $0.obstacles(difference) }
  }

  private static func obstacles(toNew attribute: AttributeDescription) -> [String] {
    guard attribute.needsValue, attribute.defaultValue == .null else { return [] }
    return ["is new and required, and has no default value"]
  }

  private static func obstacles(
    from old: AttributeDescription, to new: AttributeDescription
  ) -> [String] {
    // What lived in memory only is as good as new.
    guard !old.isTransient else { return obstacles(toNew: new) }
    guard !new.isTransient else { return [] }
    var changes: [String] = []
    if old.attributeType != new.attributeType {
      changes.append(
        "changes its type from \(old.attributeType.title) to \(new.attributeType.title)")
    }
    if new.needsValue, !old.needsValue, new.defaultValue == .null {
      changes.append("becomes required and has no default value")
    }
    return changes
  }

  private static func obstacles(toNew relationship: RelationshipDescription) -> [String] {
    relationship.isOptional || relationship.isTransient ? [] : ["is new and required"]
  }

  private static func obstacles(
    from old: RelationshipDescription, to new: RelationshipDescription,
    _ difference: ModelDifference
  ) -> [String] {
    guard !old.isEffectivelyTransient else { return obstacles(toNew: new) }
    guard !new.isEffectivelyTransient else { return [] }
    var changes: [String] = []
    if old.isToMany, !new.isToMany { changes.append("becomes to-one") }
    if let entity = new.destinationEntity, let former = old.destinationEntity,
      let present = difference.destination(of: former), !present.isKindOf(entity: entity)
    {
      changes.append("leads to \(entity.name ?? "") instead of \(present.name ?? "")")
    }
    if let back = new.inverseRelationship {
      let formerBack = difference.source(of: back)
      if let known = old.inverseRelationship, let formerBack, formerBack !== known {
        changes.append("has another inverse")
      } else if !back.isToMany, old.inverseRelationship == nil {
        changes.append(
          "gets the to-one inverse \(back.name), of which each object may need several")
      }
    }
    return changes
  }
}

extension AttributeDescription {
  /// Whether rows must have a value. Whether an element of a composite attribute may be nil depends on
  /// the others, and a derived value is worked out.
  fileprivate var needsValue: Bool {
    !isOptional && !isTransient && composite == nil && !(self is DerivedAttributeDescription)
      && !(self is CompositeAttributeDescription)
  }
}

extension AttributeType {
  /// The type as Xcode's model editor names it.
  package var title: String {
    switch self {
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binaryData: "Binary Data"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .objectID: "Object ID"
    case .composite: "Composite"
    case .undefined: "Undefined"
    }
  }
}
