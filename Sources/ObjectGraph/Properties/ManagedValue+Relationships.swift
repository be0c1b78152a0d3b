import ObjectModel

/// A to-one relationship is an `Optional` of the destination's class.
extension ManagedObject: OptionalManagedValue {
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
    guard let relationship = property as? RelationshipDescription else { return false }
    return relationship.isToMany && relationship.isOrdered
  }
}

/// A to-many relationship is a set of objects of the destination's class.
extension Set: ManagedValue where Element: ManagedObject {
  public static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> Set<Element> {
    object.typedDestinations(at: slot)
  }

  public static func setManagedValue(
    _ value: Set<Element>, of object: ManagedObject, at slot: PropertySlot
  ) {
    object.setDestinations(Array(value), at: slot)
  }

  public static func accepts(_ property: PropertyDescription) -> Bool {
    guard let relationship = property as? RelationshipDescription else { return false }
    return relationship.isToMany && !relationship.isOrdered
  }
}
