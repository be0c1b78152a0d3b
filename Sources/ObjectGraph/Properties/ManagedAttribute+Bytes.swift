import Foundation
import ObjectModel
import ObjectStore

extension String: ManagedAttribute {
  @inlinable public static var emptyValue: String { "" }

  public static func accepts(_ type: AttributeType) -> Bool { type == .string }

  @inlinable
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> String? {
    object.string(at: slot)
  }

  @inlinable
  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    var text = self
    text.withUTF8 { object.set(bytes: UnsafeRawBufferPointer($0), at: slot) }
  }
}

extension Data: ManagedAttribute {
  public static var emptyValue: Data { Data() }

  public static func accepts(_ type: AttributeType) -> Bool { type == .binaryData }

  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Data? {
    object.data(at: slot)
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    object.set(data: self, at: slot)
  }
}

extension UUID: ManagedAttribute {
  /// All zeros.
  public static var emptyValue: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  public static func accepts(_ type: AttributeType) -> Bool { type == .uuid }

  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> UUID? {
    guard let row = object.readableRow(slot) else { return nil }
    return row.uuid(slot: Int(slot.slot))
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    Swift.withUnsafeBytes(of: uuid) { object.set(bytes: $0, at: slot) }
  }
}

extension URL: ManagedAttribute {
  /// The root of the file system.
  public static var emptyValue: URL { URL(fileURLWithPath: "/") }

  public static func accepts(_ type: AttributeType) -> Bool { type == .uri }

  public static func optionalManagedValue(of object: ManagedObject, at slot: PropertySlot) -> URL? {
    String.optionalManagedValue(of: object, at: slot).flatMap { URL(string: $0) }
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    absoluteString.assign(to: object, at: slot)
  }
}

extension Decimal: ManagedAttribute {
  public static var emptyValue: Decimal { 0 }

  public static func accepts(_ type: AttributeType) -> Bool { type == .decimal }

  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Decimal? {
    String.optionalManagedValue(of: object, at: slot)
      .flatMap { Decimal(string: $0, locale: Row.posix) }
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    AttributeValue.decimal(self).withStoredBytes { object.set(bytes: $0, at: slot) }
  }
}
