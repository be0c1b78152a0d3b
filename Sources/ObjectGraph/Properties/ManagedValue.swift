import Foundation
import ObjectModel
import ObjectStore

/// A Swift type that a `@Managed` property may have.
public protocol ManagedValue {
  /// The value of a property of an object, or the type's empty value where it is nil or unreadable.
  static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> Self

  /// Changes a property of an object.
  static func setManagedValue(_ value: Self, of object: ManagedObject, at slot: PropertySlot)

  /// Whether the type can hold that property of a model.
  static func accepts(_ property: PropertyDescription) -> Bool
}

/// A Swift type of which a `@Managed` property may be an `Optional`.
public protocol OptionalManagedValue {
  /// The value of a property of an object, or nil.
  static func optionalManagedValue(of object: ManagedObject, at slot: PropertySlot) -> Self?

  /// Makes this the value of a property of an object.
  func assign(to object: ManagedObject, at slot: PropertySlot)

  /// Takes the value of a property of an object away.
  static func assignNil(to object: ManagedObject, at slot: PropertySlot)

  /// Whether an optional of the type can hold that property of a model.
  static func acceptsOptional(_ property: PropertyDescription) -> Bool
}

extension Optional: ManagedValue where Wrapped: OptionalManagedValue {
  @inlinable
  public static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> Self {
    Wrapped.optionalManagedValue(of: object, at: slot)
  }

  @inlinable
  public static func setManagedValue(
    _ value: Self, of object: ManagedObject, at slot: PropertySlot
  ) {
    if let value {
      value.assign(to: object, at: slot)
    } else {
      Wrapped.assignNil(to: object, at: slot)
    }
  }

  public static func accepts(_ property: PropertyDescription) -> Bool {
    Wrapped.acceptsOptional(property)
  }
}

/// The Swift type of an attribute, with or without an `Optional` around it.
public protocol ManagedAttribute: ManagedValue, OptionalManagedValue, PredicateConstant {
  /// What a non-optional property reads where the attribute is nil.
  static var emptyValue: Self { get }

  /// Whether the type can hold an attribute of that type.
  static func accepts(_ type: AttributeType) -> Bool
}

extension ManagedAttribute {
  @inlinable
  public static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> Self {
    optionalManagedValue(of: object, at: slot) ?? emptyValue
  }

  @inlinable
  public static func setManagedValue(
    _ value: Self, of object: ManagedObject, at slot: PropertySlot
  ) {
    value.assign(to: object, at: slot)
  }

  @inlinable
  public static func assignNil(to object: ManagedObject, at slot: PropertySlot) {
    object.setNull(slot)
  }

  public static func accepts(_ property: PropertyDescription) -> Bool {
    (property as? AttributeDescription).map { accepts($0.attributeType) } ?? false
  }

  public static func acceptsOptional(_ property: PropertyDescription) -> Bool { accepts(property) }
}
