/// A change to a model for which no mapping can be inferred.
package struct MappingObstacle: Hashable, Sendable, CustomStringConvertible {
  package let entityName: String
  /// Nil for a change of the entity itself.
  package let key: String?
  /// The change, phrased as the end of a sentence about the entity or property.
  package let change: String

  /// `Note.size changes its type from Integer 16 to String`
  package var description: String {
    "\(([entityName] + [key].compactMap { $0 }).joined(separator: ".")) \(change)"
  }
}

extension ModelDifference {
  /// The reasons why a mapping cannot be inferred; empty if it can.
  package var obstacles: [MappingObstacle] {
    var all: [MappingObstacle] = []
    for obstacle in entities.flatMap(obstacles) + hierarchyObstacles
    where !all.contains(obstacle) {
      // Report a change to an inherited property only once.
      all.append(obstacle)
    }
    return all
  }

  /// Added and removed entities have no rows to migrate.
  private func obstacles(_ entity: EntityChange) -> [MappingObstacle] {
    guard let source = entity.source, let destination = entity.destination else { return [] }
    let own =
      destination.isAbstract && !source.isAbstract
      ? [MappingObstacle(entityName: destination.name ?? "", key: nil, change: "becomes abstract")]
      : []
    return own + entity.properties.flatMap { $0.obstacles(self) } + entity.rivalries
  }

  /// Two hierarchies cannot be merged into one table, because their primary keys would clash.
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
  /// Properties that share one claim to an older property, so that it is unclear which of them it
  /// became.
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
            change: "shares the renaming identifier \(name) with \(others)")
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
    // A transient attribute had no stored values, so this one counts as new.
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
        changes.append("has a different inverse")
      } else if !back.isToMany, old.inverseRelationship == nil {
        changes.append(
          "gets the to-one inverse \(back.name), but an object may need several")
      }
    }
    return changes
  }
}

extension AttributeDescription {
  /// Whether each row must have a value. An element of a composite attribute may be nil depending
  /// on the others, and a derived value is computed.
  fileprivate var needsValue: Bool {
    !isOptional && !isTransient && composite == nil && !(self is DerivedAttributeDescription)
      && !(self is CompositeAttributeDescription)
  }
}

extension AttributeType {
  /// The type's name in Xcode's model editor.
  package var title: String {
    self == .binaryData ? "Binary Data" : ModelFileReader.typeName(of: self) ?? "Object ID"
  }
}
