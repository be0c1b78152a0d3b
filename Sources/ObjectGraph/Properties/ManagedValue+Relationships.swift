import ObjectModel

/// A to-one relationship is an `Optional` of the destination's class.
extension ManagedObject: OptionalManagedValue {
  @inlinable public static var optionalManagedKind: ManagedKind { .toOne(self) }

  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    object.destination(at: slot) as? Self
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.setDestination(self, at: slot)
  }

  public static func assignNil(to object: ManagedObject, at slot: PropertySlot) {
    object.setDestination(nil, at: slot)
  }

  public static func acceptsOptional(_ property: PropertyDescription) -> Bool {
    (property as? RelationshipDescription)?.isToMany == false
  }
}

/// An ordered to-many relationship is an ordered set of objects of the destination's class.
extension OrderedSet: ManagedValue where Element: ManagedObject {
  @inlinable public static var managedKind: ManagedKind {
    .toMany(Element.self, isOrdered: true)
  }

  public static func managedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> OrderedSet<Element> {
    object.typedOrderedDestinations(at: slot)
  }

  public static func setManagedValue(
    _ value: OrderedSet<Element>, of object: ManagedObject, at slot: PropertySlot
  ) {
    object.setDestinations(value.elements, at: slot)
  }

  public static func accepts(_ property: PropertyDescription) -> Bool {
    managedKind.accepts(property)
  }
}

/// A to-many relationship is a set of objects of the destination's class.
extension Set: ManagedValue where Element: ManagedObject {
  @inlinable public static var managedKind: ManagedKind {
    .toMany(Element.self, isOrdered: false)
  }

  public static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> Set<Element> {
    object.typedDestinations(at: slot)
  }

  public static func setManagedValue(
    _ value: Set<Element>, of object: ManagedObject, at slot: PropertySlot
  ) {
    object.setDestinations(Array(value), at: slot)
  }

  public static func accepts(_ property: PropertyDescription) -> Bool {
    managedKind.accepts(property)
  }
}
