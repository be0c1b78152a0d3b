import ObjectModel

/// A model in use: its entities by number, with the layouts of their rows.
package final class ModelLayout: Sendable {
  /// The contents of the model.
  let contents: ModelContents

  /// The entities; the one with number n is at index n - 1.
  package let entities: [EntityLayout]

  /// The entities without a superentity.
  let roots: [EntityLayout]

  /// Whether some entity has derived attributes that depend only on the object itself.
  package let derivesOwnValues: Bool

  /// Whether derived attributes depend on other objects.
  package var derivesOverObjects: Bool { !derivations.isEmpty }

  /// Storage for the module above: the classes of the model's objects.
  package let attachment = Attachment()

  /// The initial content of in-memory stores.
  let emptyStores = Attachment()

  private let archive = Attachment()

  /// Whether the order of some relationship is stored by the objects at its other end.
  package let hasOrderKeys: Bool

  /// The to-many relationships without an inverse, each in the entity that declares it.
  package let toManysWithoutInverse: [PropertyLayout]

  /// The derived attributes that depend on other objects; most models have none.
  // Sound: set by the initializer, which needs the rest of the layout for it.
  private(set) nonisolated(unsafe) var derivations: [DerivedProperty] = []

  private let numberByName: [String: Int]

  /// The inverse of each relationship, at its index after the place of its declaring entity.
  private let inverses: [PropertyLayout?]
  /// For each entity, the place of its first property among the inverses.
  private let firstInverses: [Int]

  /// The layout of a model, shared by all coordinators that use it; freezes the model.
  ///
  /// - Throws: errors of `init(model:)`.
  package static func of(_ model: ManagedObjectModel) throws -> ModelLayout {
    try model.attachment.value { try ModelLayout(model: model) }
  }

  /// The bytes that a store keeps of the model, made once: compressing them takes longer than
  /// creating the tables.
  ///
  /// - Throws: code 134020 if a default value or a bound is a list or an object.
  func archived() throws -> [UInt8] {
    try archive.value { try Archive(bytes: Array(contents.archivedForStore())) }.bytes
  }

  private final class Archive: Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }
  }

  /// The layout of a model whose rows are only copied, so that its transformers need not be
  /// registered.
  ///
  /// - Throws: code 134020 if the model is not valid.
  static func forCopying(_ model: ManagedObjectModel) throws -> ModelLayout {
    try ModelLayout(model: model, needsTransformers: false)
  }

  /// Freezes the model and lays out its rows.
  ///
  /// - Throws: code 134020 if the model is not valid or has features that stores do not support.
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
    var firstInverses: [Int] = []
    var propertyCount = 0
    for layout in layouts {
      firstInverses.append(propertyCount)
      propertyCount += layout.properties.count
    }
    self.firstInverses = firstInverses
    inverses = layouts.flatMap { layout in
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

  /// An entity and its descendants, depth first.
  func hierarchy(of layout: EntityLayout) -> ArraySlice<EntityLayout> {
    entities[(layout.number - 1)..<layout.lastNumber]
  }

  /// The entity with a number, which must be in this model.
  package subscript(_ number: Int) -> EntityLayout { entities[number - 1] }

  /// The entity with a number, or nil if the model lacks it.
  package func entity(numbered number: Int) -> EntityLayout? {
    entities.indices.contains(number - 1) ? entities[number - 1] : nil
  }

  /// The entity with a name.
  package func entity(named name: String) -> EntityLayout? {
    numberByName[name].map { entities[$0 - 1] }
  }

  /// The layout of an entity of this model, or nil for one of another model.
  package func layout(of entity: EntityDescription) -> EntityLayout? {
    self.entity(numbered: entity.number).flatMap { $0.entity === entity ? $0 : nil }
  }

  /// The layout of the entity of an ID, or nil for one of another model.
  package func layout(of identity: EntityIdentity) -> EntityLayout? {
    let index = identity.number - 1
    if entities.indices.contains(index), entities[index].identity === identity {
      return entities[index]
    }
    return layout(of: identity.entity)
  }

  /// The layout of a property in the entity that declares it, or nil for one of another model.
  package func layout(of property: PropertyDescription) -> PropertyLayout? {
    let entity = (property as? AttributeDescription)?.declaringEntity ?? property.entity
    return entity.flatMap { layout(of: $0) }?.property(of: property)
  }

  /// The layout of a relationship's inverse, or nil if it has none.
  package func inverse(of property: PropertyLayout) -> PropertyLayout? {
    inverses[firstInverses[property.declaringNumber - 1] + property.index]
  }

  /// Whether a to-many relationship is the side that reports the pairs of a join table.
  package func keepsJoin(_ property: PropertyLayout) -> Bool {
    guard let inverse = inverse(of: property) else { return true }
    guard inverse.isToMany else { return false }
    return (property.declaringNumber, property.index) <= (inverse.declaringNumber, inverse.index)
  }

  /// The property in which the members of an ordered to-many relationship store their order, or nil
  /// if the relationship is not ordered or is stored in a join table.
  package func orderKey(of property: PropertyLayout) -> PropertyLayout? {
    guard property.relationship?.isOrdered == true, let inverse = inverse(of: property),
      inverse.orderKeyIndex >= 0
    else { return nil }
    return self[inverse.declaringNumber].properties[inverse.orderKeyIndex]
  }
}

extension AttributeDescription {
  /// The entity that declares the attribute, or its enclosing composite.
  var declaringEntity: EntityDescription? { entity ?? composite?.declaringEntity }
}

/// The relationships whose references a store keeps valid.
///
/// They are those whose inverse has a delete rule that affects the owner. Without an inverse, or
/// with the no-action rule, this is left to the application, as in Core Data.
extension ModelLayout {
  /// Whether the destinations of a relationship must exist.
  ///
  /// Deleting an object removes its pairs in a many-to-many relationship, so in a relationship kept
  /// in pairs, only new pairs need to be checked.
  func isGuarded(_ property: PropertyLayout) -> Bool {
    guard !property.isTransient, let inverse = inverse(of: property) else { return false }
    return inverse.deleteRule != .noActionDeleteRule
  }

  /// The guarded to-one relationships, of any entity, that can refer to objects of an entity.
  func guardedToOnes(leadingTo layout: EntityLayout) -> [PropertyLayout] {
    entities.flatMap(\.ownProperties).filter { property in
      property.kind == .toOne && self[property.destinationNumber].includes(layout.number)
        && isGuarded(property)
    }
  }
}
