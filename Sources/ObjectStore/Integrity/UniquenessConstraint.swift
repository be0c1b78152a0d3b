import ObjectModel

/// A group of properties of an entity whose values are unique together; nil never collides.
package struct UniquenessConstraint: Sendable {
  /// The entity that declares it; it holds among its rows and those of its subentities.
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
