import Foundation
import ObjectModel
import ObjectStore

/// A Swift type whose `Optional` can be the type of a transformable attribute's property.
///
/// The conformance has no requirements; the value transformer named in the model determines the
/// bytes:
///
///     extension Color: TransformableValue {}
///     @Managed("color") var color: Color?
///
/// Each read converts the bytes to a new value, so store it in a constant if it is needed often. A
/// transient attribute of type `undefined` needs no transformer and keeps the value itself. A value
/// that is changed in place is not noticed as a change: set the property. A value that the
/// transformer cannot read is nil, and one that it refuses changes nothing; either error is
/// recorded in the context's `errors`.
public protocol TransformableValue: OptionalManagedValue {}

extension TransformableValue {
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    guard let value = object.transformedValue(at: slot) else { return nil }
    guard let own = value as? Self else {
      object.reportRefusal(
        of: .null, at: slot, "its value is of type \(type(of: value)), not \(Self.self)")
      return nil
    }
    return own
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(transformed: self, at: slot)
  }

  public static func assignNil(to object: ManagedObject, at slot: PropertySlot) {
    object.setNull(slot)
  }

  public static func acceptsOptional(_ property: PropertyDescription) -> Bool {
    guard let type = (property as? AttributeDescription)?.attributeType else { return false }
    return type == .transformable || type == .undefined
  }
}

/// Arrays of values that the attribute's transformer accepts; by default, property list values.
extension Array: OptionalManagedValue, TransformableValue {}

/// Dictionaries of values that the attribute's transformer accepts; by default, property list
/// values with string keys.
extension Dictionary: OptionalManagedValue, TransformableValue {}
