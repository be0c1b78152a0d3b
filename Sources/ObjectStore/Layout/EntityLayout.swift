import ObjectModel

/// An entity of a model in use, with the position of each property in a row, computed once.
///
/// Inherited properties come first, so a property has the same index and slot in every entity of a
/// hierarchy.
package final class EntityLayout: Sendable {
  package let entity: EntityDescription
  /// The part that the IDs of the entity's objects share.
  package let identity: EntityIdentity
  package let name: String

  /// Z_ENT: roots in the order of their names, each followed by its subentities, depth first,
  /// starting at 1.
  package let number: Int

  /// The number of the hierarchy's root, whose table holds the rows.
  package let rootNumber: Int

  /// The number of the superentity, or 0.
  package let superNumber: Int

  /// The number of the last descendant; numbers are assigned depth first, so the entity and its
  /// descendants are `number...lastNumber`.
  package let lastNumber: Int

  package var isAbstract: Bool { entity.isAbstract }

  /// All properties by index: inherited ones first, followed by attributes, to-one and to-many
  /// relationships, each sorted by name, and the order keys of to-one relationships.
  package let properties: [PropertyLayout]

  package let slotCount: Int
  package let toManyCount: Int

  /// The properties that the entity declares itself.
  package let ownProperties: [PropertyLayout]

  /// The properties to validate in new and changed objects: required ones and those with rules.
  package let validatedProperties: [PropertyLayout]

  /// The indexes of the properties with columns, ascending.
  package let storedIndexes: [Int]

  /// A bit for each of the first 63 properties that has a column.
  package let storedMask: UInt64

  /// The composite attributes by index, inherited ones first; their elements are properties.
  package let composites: [CompositeLayout]

  /// The stored properties whose values may be stored externally; usually none.
  package let externals: [PropertyLayout]

  /// The relationships by index, to-one and to-many.
  package let relationships: [PropertyLayout]
  package let toOnes: [PropertyLayout]
  package let toManys: [PropertyLayout]

  /// The to-one relationships whose inverses are ordered, each with its order key.
  package let orderedToOnes: [OrderedToOne]

  /// The ordered relationships that are stored, including their order, in join tables.
  package let orderedJoins: [PropertyLayout]

  package struct OrderedToOne: Sendable {
    package let toOne: PropertyLayout
    package let orderKey: PropertyLayout
  }

  /// The derived attributes that depend only on the object itself.
  package let ownDerived: [PropertyLayout]

  /// The attributes and to-one relationships that exist only in memory.
  package let transients: [PropertyLayout]

  /// The entity's fetched properties, including inherited ones, sorted by name.
  package let fetchedProperties: [FetchedPropertyDescription]

  /// A row with default values, copied for each new object.
  package let template: Row

  private let indexByName: [String: Int]

  init(entity: EntityDescription, superLayout: EntityLayout?) {
    self.entity = entity
    identity = EntityIdentity(entity)
    name = entity.name ?? ""
    // An entity outside a model in use has no number yet.
    let number = max(1, entity.number)
    self.number = number
    rootNumber = max(1, entity.root.number)
    superNumber = superLayout?.number ?? 0
    lastNumber = max(1, entity.lastNumber)

    var properties = superLayout?.properties ?? []
    var slots = superLayout?.slotCount ?? 0
    var toManys = superLayout?.toManyCount ?? 0
    let own = entity.properties.filter { !($0 is FetchedPropertyDescription) }
      .sorted { (Self.rank($0), $0.name) < (Self.rank($1), $1.name) }
    let keyed = own.filter(Self.hasOrderKey)
    // A composite attribute is replaced by its elements.
    let flattened = own.flatMap { property in
      let composite = property as? CompositeAttributeDescription
      let leaves: [PropertyDescription] = composite?.leaves ?? [property]
      return leaves.map { ($0, composite) }
    }
    let firstOrderKey = properties.count + flattened.count
    var composites = superLayout?.composites ?? []
    for (property, composite) in flattened {
      let kind = SlotKind(property)
      let destination = (property as? RelationshipDescription)?.destinationEntity
      let hasEntitySlot = kind == .toOne && destination?.subentities.isEmpty == false
      properties.append(
        PropertyLayout(
          property, named: property.keyPath,
          composite: composite, index: properties.count, declaringNumber: number, kind: kind,
          slot: kind == .toMany ? -1 : slots, toManyIndex: kind == .toMany ? toManys : -1,
          hasEntitySlot: hasEntitySlot,
          orderKeyIndex: keyed.firstIndex { $0 === property }.map { firstOrderKey + $0 } ?? -1))
      if kind == .toMany { toManys += 1 } else { slots += hasEntitySlot ? 2 : 1 }
    }
    for property in keyed {
      // The model cannot contain a property with this name.
      properties.append(
        PropertyLayout(
          nil, named: "\(property.name)#order", index: properties.count, declaringNumber: number,
          kind: .orderKey, slot: slots))
      slots += 1
    }
    for case let composite as CompositeAttributeDescription in own {
      composites.append(CompositeLayout(composite, index: composites.count, among: properties))
    }
    self.composites = composites
    externals = properties.filter { $0.kind == .externalData && $0.isStored }
    self.properties = properties
    slotCount = slots
    toManyCount = toManys
    ownProperties = Array(properties.dropFirst(superLayout?.properties.count ?? 0))
    validatedProperties = properties.filter { $0.needsValidation }
    storedIndexes = properties.filter(\.isStored).map(\.index)
    storedMask = properties.prefix(63).reduce(0) { mask, property in
      property.isStored ? mask | 1 << UInt64(property.index) : mask
    }
    relationships = properties.filter(\.isRelationship)
    toOnes = properties.filter { $0.kind == .toOne }
    self.toManys = properties.filter { $0.kind == .toMany }
    orderedToOnes = toOnes.filter { $0.orderKeyIndex >= 0 }
      .map { OrderedToOne(toOne: $0, orderKey: properties[$0.orderKeyIndex]) }
    orderedJoins = self.toManys.filter { property in
      guard let relationship = property.relationship, relationship.isOrdered else { return false }
      return !property.isTransient && relationship.inverseRelationship?.isToMany != false
    }
    ownDerived = properties.filter { $0.derivation?.isOwn == true }
    transients = properties.filter { $0.isTransient && !$0.isToMany }
    fetchedProperties = entity.fetchedPropertiesByName.values.sorted { $0.name < $1.name }
    indexByName = Dictionary(
      firstOf: properties.filter { !$0.isOrderKey }.map { ($0.name, $0.index) })
    template = Row.template(entityNumber: number, properties: properties, slotCount: slots)
  }

  /// The layout of an entity outside a model in use.
  package static func unattached(_ entity: EntityDescription) -> EntityLayout {
    EntityLayout(entity: entity, superLayout: entity.superentity.map { unattached($0) })
  }

  /// A property by name, including inherited ones, or nil.
  package func property(_ name: String) -> PropertyLayout? {
    indexByName[name].map { properties[$0] }
  }

  /// A composite attribute by name, including inherited ones, or nil.
  package func composite(_ name: String) -> CompositeLayout? {
    composites.isEmpty ? nil : composites.first { $0.name == name }
  }

  /// The property for a description, which may be an element of a composite attribute, or nil.
  package func property(of description: PropertyDescription) -> PropertyLayout? {
    let index = description.index.load(ordering: .relaxed)
    if properties.indices.contains(index), properties[index].description === description {
      return properties[index]
    }
    // The description belongs to another model, for example an equal one from another file.
    return property(description.keyPath)
  }

  /// The words of the null bitmap.
  @inlinable package var bitmapWords: Int { Row.bitmapWords(propertyCount: properties.count) }

  /// Whether the entity with a number is this one or one of its descendants.
  @inlinable package func includes(_ other: Int) -> Bool { other >= number && other <= lastNumber }

  /// Whether a to-one relationship stores the order of its inverse.
  private static func hasOrderKey(_ property: PropertyDescription) -> Bool {
    guard let relationship = property as? RelationshipDescription, !relationship.isToMany,
      !relationship.isEffectivelyTransient, let inverse = relationship.inverseRelationship
    else { return false }
    return inverse.isToMany && inverse.isOrdered
  }

  private static func rank(_ property: PropertyDescription) -> Int {
    guard let relationship = property as? RelationshipDescription else { return 0 }
    return relationship.isToMany ? 2 : 1
  }
}

extension EntityDescription {
  /// The transformable attributes that the entity declares, including elements of composites.
  var ownTransformables: [AttributeDescription] {
    properties.compactMap { $0 as? AttributeDescription }
      .flatMap { ($0 as? CompositeAttributeDescription)?.leaves ?? [$0] }
      .filter { $0.attributeType == .transformable }
  }
}

extension PropertyLayout {
  fileprivate var needsValidation: Bool {
    if attribute != nil { return !isOptional || rules != nil }
    guard let relationship else { return false }
    return !isOptional || relationship.minCount > 0 || relationship.maxCount > 1
  }
}

extension ManagedObjectID {
  /// The ID of the object with a key, or with a temporary reference, which belongs to no store.
  package init(key: Int64, in store: StoreIdentity?, _ layout: EntityLayout) {
    let isSaved = key >= 0
    self.init(
      store: isSaved ? store : nil, entity: layout.identity,
      reference: isSaved ? StoreIdentity.reference(ofKey: key) : key)
  }

  /// The ID of the object with a key, whose number tells which of a coordinator's stores it is in.
  package init(key: Int64, among stores: [StoreIdentity], _ layout: EntityLayout) {
    let number = StoreIdentity.number(ofKey: key)
    self.init(key: key, in: stores.indices.contains(number) ? stores[number] : nil, layout)
  }
}

extension StoreIdentity {
  /// The store's number in its coordinator.
  var number: Int { Self.number(ofKey: base) }
}
