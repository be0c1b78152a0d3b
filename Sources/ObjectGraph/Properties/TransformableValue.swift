import Foundation
import ObjectModel
import ObjectStore

/// A Swift type of which a transformable attribute's property may be an `Optional`.
///
/// A type conforms without writing anything; what its bytes are is for the value
/// transformer that the model names:
///
///     extension Color: TransformableValue {}
///     @Managed("color") var color: Color?
///
/// Each reading turns the bytes into a new value, so keep it in a constant where it is needed
/// often. A transient attribute of type `undefined` needs no transformer and keeps the value
/// itself. A value that is changed in place is not seen as a change: set the property. What
/// the transformer cannot read is nil, what it refuses changes nothing; either error is kept
/// in the context's `errors`.
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

/// Arrays of what the attribute's transformer takes; by default what a property list could hold.
extension Array: OptionalManagedValue, TransformableValue {}

/// Dictionaries of what the attribute's transformer takes; by default what a property list could
/// hold, with text keys.
extension Dictionary: OptionalManagedValue, TransformableValue {}
