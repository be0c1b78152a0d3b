import Foundation
import ObjectModel
import ObjectStore

/// An integer type of a managed property; values out of the attribute's range are refused.
public protocol ManagedInteger: ManagedAttribute, PredicateComparable, FixedWidthInteger {}

extension ManagedInteger {
  @inlinable public static var emptyValue: Self { 0 }

  @inlinable
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    guard let value = object.integer(at: slot) else { return nil }
    return Self(truncatingIfNeeded: value)
  }

  @inlinable
  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(integer: Int64(truncatingIfNeeded: self), at: slot)
  }
}

extension Int16: ManagedInteger {
  public static func accepts(_ type: AttributeType) -> Bool { type == .integer16 }
}

extension Int32: ManagedInteger {
  public static func accepts(_ type: AttributeType) -> Bool {
    type == .integer32 || type == .integer16
  }
}

extension Int64: ManagedInteger {
  public static func accepts(_ type: AttributeType) -> Bool {
    type == .integer64 || type == .integer32 || type == .integer16
  }
}

extension Int: ManagedInteger {
  public static func accepts(_ type: AttributeType) -> Bool { Int64.accepts(type) }
}

extension Bool: ManagedAttribute {
  @inlinable public static var emptyValue: Bool { false }

  public static func accepts(_ type: AttributeType) -> Bool { type == .boolean }

  @inlinable
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Bool? {
    guard let value = object.integer(at: slot) else { return nil }
    return value != 0
  }

  @inlinable
  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(integer: self ? 1 : 0, at: slot)
  }
}

extension Double: ManagedAttribute {
  @inlinable public static var emptyValue: Double { 0 }

  public static func accepts(_ type: AttributeType) -> Bool { type == .double || type == .float }

  @inlinable
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Double? {
    object.double(at: slot)
  }

  @inlinable
  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(double: self, at: slot)
  }
}

extension Float: ManagedAttribute {
  @inlinable public static var emptyValue: Float { 0 }

  public static func accepts(_ type: AttributeType) -> Bool { type == .float }

  @inlinable
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Float? {
    Double.optionalManagedValue(of: object, at: slot).map { Float($0) }
  }

  @inlinable
  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(double: Double(self), at: slot)
  }
}

extension Date: ManagedAttribute {
  /// 2001-01-01T00:00:00Z.
  @inlinable public static var emptyValue: Date { Date(timeIntervalSinceReferenceDate: 0) }

  public static func accepts(_ type: AttributeType) -> Bool { type == .date }

  @inlinable
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Date? {
    Double.optionalManagedValue(of: object, at: slot)
      .map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  @inlinable
  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(double: timeIntervalSinceReferenceDate, at: slot)
  }
}
