import ObjectModel

/// A model in use: its entities by number, with the layout of their rows.
package final class ModelLayout: Sendable {
  /// What the model consists of.
  let contents: ModelContents

  /// The entities; the entity of number n is at n - 1.
  package let entities: [EntityLayout]

  /// The entities that have no superentity.
  let roots: [EntityLayout]

  /// Whether some entity has derived attributes that depend on nothing but the object itself.
  package let derivesOwnValues: Bool

  /// Whether derived attributes depend on other objects.
  package var derivesOverObjects: Bool { !derivations.isEmpty }

  /// What the module above keeps with a model in use: its classes of objects.
  package let attachment = Attachment()

  /// What stores in memory begin with.
  let emptyStores = Attachment()

  /// Whether some ordered relationship is kept by the objects at its other end.
  package let hasOrderKeys: Bool

  /// The to-many relationships that no inverse keeps in step, each in the entity that declares it.
  package let toManysWithoutInverse: [PropertyLayout]

  /// The derived attributes that depend on other objects; none in most models.
  // Sound: set by the initializer, which needs the rest of the layout for it.
  private(set) nonisolated(unsafe) var derivations: [DerivedProperty] = []

  private let numberByName: [String: Int]

  /// The inverse of each relationship, by its declaring entity's number - 1 and its index.
  private let inverses: [[PropertyLayout?]]

  /// The layout of a model, which freezes it: one for all coordinators that use it.
  ///
  /// - Throws: as `init(model:)`.
  package static func of(_ model: ManagedObjectModel) throws -> ModelLayout {
    try model.attachment.value { try ModelLayout(model: model) }
  }

  /// The layout of a model whose rows are only copied: its transformers need not be known.
  ///
  /// - Throws: code 134020 when the model is not valid.
  static func forCopying(_ model: ManagedObjectModel) throws -> ModelLayout {
    try ModelLayout(model: model, needsTransformers: false)
  }

  /// Freezes the model and lays out its rows.
  ///
  /// - Throws: code 134020 when the model is not valid or asks for what stores cannot keep.
  package init(model: ManagedObjectModel, needsTransformers: Bool = true) throws {
    try model.freeze()
    for attribute in model.entities.flatMap(\.ownTransformables) where needsTransformers {
      _ = try ValueTransformer.transformer(of: attribute)
    }
    contents = model.contents

    var layouts: [EntityLayout] = []
    for entity in contents.depthFirst {
      layouts.append(
        EntityLayout(
          entity: entity, superLayout: entity.superentity.map { layouts[$0.number - 1] }))
    }
    entities = layouts
    roots = layouts.filter { $0.number == $0.rootNumber }
    toManysWithoutInverse = layouts.flatMap { layout in
      layout.toManys.filter {
        $0.declaringNumber == layout.number && $0.relationship?.inverseRelationship == nil
      }
    }
    hasOrderKeys = layouts.contains { !$0.orderedToOnes.isEmpty }
    derivesOwnValues = layouts.contains { !$0.ownDerived.isEmpty }
    numberByName = Dictionary(firstOf: layouts.map { ($0.name, $0.number) })
    inverses = layouts.map { layout in
      layout.properties.map { property in
        guard let inverse = property.relationship?.inverseRelationship,
          let entity = inverse.entity
        else { return nil }
        return layouts[entity.number - 1].property(inverse.name)
      }
    }
    // Sound: set once, before anyone else sees the layout.
    derivations = layouts.flatMap { owner in
      owner.ownProperties.compactMap { DerivedProperty($0, of: owner, in: self) }
    }
  }

  /// An entity and those below it, depth first.
  func hierarchy(of layout: EntityLayout) -> ArraySlice<EntityLayout> {
    entities[(layout.number - 1)..<layout.lastNumber]
  }

  /// The entity of that number, which must be one of this model.
  package subscript(_ number: Int) -> EntityLayout { entities[number - 1] }

  /// The entity of that number, or nil when a store's row names one that the model lacks.
  package func entity(numbered number: Int) -> EntityLayout? {
    entities.indices.contains(number - 1) ? entities[number - 1] : nil
  }

  /// The entity of that name.
  package func entity(named name: String) -> EntityLayout? {
    numberByName[name].map { entities[$0 - 1] }
  }

  /// The layout of an entity of this model, or nil for one of another model.
  package func layout(of entity: EntityDescription) -> EntityLayout? {
    self.entity(numbered: entity.number).flatMap { $0.entity === entity ? $0 : nil }
  }

  /// The layout of a property in the entity that declares it, or nil for one of another model.
  package func layout(of property: PropertyDescription) -> PropertyLayout? {
    let entity = (property as? AttributeDescription)?.declaringEntity ?? property.entity
    return entity.flatMap { layout(of: $0) }?.property(of: property)
  }

  /// The layout of a to-many or to-one relationship's inverse, or nil when it has none.
  package func inverse(of property: PropertyLayout) -> PropertyLayout? {
    inverses[property.declaringNumber - 1][property.index]
  }

  /// Whether a to-many relationship is the side that reports the pairs of a join table.
  package func keepsJoin(_ property: PropertyLayout) -> Bool {
    guard let inverse = inverse(of: property) else { return true }
    guard inverse.isToMany else { return false }
    return (property.declaringNumber, property.index) <= (inverse.declaringNumber, inverse.index)
  }

  /// Where the members of an ordered to-many relationship keep their places, or nil when the
  /// relationship is not ordered or is kept in a join table.
  package func orderKey(of property: PropertyLayout) -> PropertyLayout? {
    guard property.relationship?.isOrdered == true, let inverse = inverse(of: property),
      inverse.orderKeyIndex >= 0
    else { return nil }
    return self[inverse.declaringNumber].properties[inverse.orderKeyIndex]
  }
}
