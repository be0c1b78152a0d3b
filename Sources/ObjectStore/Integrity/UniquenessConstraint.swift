import ObjectModel

/// A group of properties of an entity whose combined values are unique; nil never conflicts.
package struct UniquenessConstraint: Sendable {
  /// The entity that declares it; it applies to its rows and those of its subentities.
  package let layout: EntityLayout
  package let properties: [PropertyLayout]

  /// All constraints of a model, in the order of the entities' numbers.
  package static func all(in model: ModelLayout) -> [UniquenessConstraint] {
    model.entities.flatMap { layout in
      layout.entity.uniquenessConstraints.map { keys in
        UniquenessConstraint(layout: layout, properties: keys.compactMap { layout.property($0) })
      }
    }
  }
}
