import Foundation
import ObjectModel
import ObjectStore

/// A Swift type that a `@Managed` property may have.
public protocol ManagedValue: SendableMetatype {
  /// What the type says about the property of the model. The default is `other`.
  static var managedKind: ManagedKind { get }

  /// The value of an object's property, or the type's empty value if it is nil or cannot be read.
  static func managedValue(of object: ManagedObject, at slot: PropertySlot) -> Self

  /// Changes an object's property.
  static func setManagedValue(_ value: Self, of object: ManagedObject, at slot: PropertySlot)

  /// Whether the type can hold values of the model's property.
  static func accepts(_ property: PropertyDescription) -> Bool
}

extension ManagedValue {
  @inlinable public static var managedKind: ManagedKind { .other(self, isOptional: false) }
}

/// A Swift type whose `Optional` can be the type of a `@Managed` property.
public protocol OptionalManagedValue {
  /// What an optional of the type says about the property of the model. The default is `other`.
  static var optionalManagedKind: ManagedKind { get }

  /// The value of an object's property, or nil.
  static func optionalManagedValue(of object: ManagedObject, at slot: PropertySlot) -> Self?

  /// Sets an object's property to this value.
  func assign(to object: ManagedObject, at slot: PropertySlot)

  /// Sets an object's property to nil.
  static func assignNil(to object: ManagedObject, at slot: PropertySlot)

  /// Whether an optional of the type can hold values of the model's property.
  static func acceptsOptional(_ property: PropertyDescription) -> Bool
}

extension OptionalManagedValue {
  @inlinable public static var optionalManagedKind: ManagedKind {
    .other(Self?.self, isOptional: true)
  }
}

extension Optional: ManagedValue where Wrapped: OptionalManagedValue {
  @inlinable public static var managedKind: ManagedKind { Wrapped.optionalManagedKind }

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

/// The Swift type of an attribute, possibly wrapped in an `Optional`.
public protocol ManagedAttribute: ManagedValue, OptionalManagedValue, PredicateConstant {
  /// The value that a non-optional property reads if the attribute is nil.
  static var emptyValue: Self { get }

  /// Whether the type can hold values of the given attribute type.
  static func accepts(_ type: AttributeType) -> Bool
}

extension ManagedAttribute {
  @inlinable public static var managedKind: ManagedKind { .attribute(self, isOptional: false) }

  @inlinable public static var optionalManagedKind: ManagedKind {
    .attribute(self, isOptional: true)
  }

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
