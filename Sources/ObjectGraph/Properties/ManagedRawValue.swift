import ObjectModel
import ObjectStore

/// An enumeration, or another type with a raw value, as the type of an attribute's property.
///
///     enum Status: Int16, ManagedRawValue {
///       case open, closed
///       static let emptyValue = Status.open
///     }
///     @Managed("status") var status: Status
///
/// The store contains the raw value. An unknown raw value, written by a newer version or by hand,
/// reads as `emptyValue`, or as nil from an `Optional` property, and stays in the store until the
/// property is set.
public protocol ManagedRawValue: RawRepresentable, ManagedAttribute
where RawValue: ManagedAttribute {}

extension ManagedRawValue {
  public static func accepts(_ type: AttributeType) -> Bool { RawValue.accepts(type) }

  public var predicateConstant: AttributeValue? { rawValue.predicateConstant }

  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    RawValue.optionalManagedValue(of: object, at: slot).flatMap { Self(rawValue: $0) }
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    rawValue.assign(to: object, at: slot)
  }
}
