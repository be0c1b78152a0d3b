import Foundation
import ObjectGraph

/// The store keeps a calendar date as the instant of its midnight UTC.
extension CalendarDate: ManagedAttribute {
  public static var emptyValue: Self { Self(midnightUTC: .emptyValue) }

  public static func accepts(_ type: AttributeType) -> Bool { Date.accepts(type) }

  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    Date.optionalManagedValue(of: object, at: slot).map(Self.init(midnightUTC:))
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    midnightUTC.assign(to: object, at: slot)
  }

  public var predicateConstant: AttributeValue? { midnightUTC.predicateConstant }
}
