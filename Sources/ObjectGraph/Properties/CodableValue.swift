import Foundation
import ObjectModel
import ObjectStore

/// A `Codable` type whose `Optional` can be the type of a binary attribute's property; values are
/// stored as JSON with sorted keys.
///
///     struct Preferences: CodableValue { var language = "en" }
///     @Managed("preferences") var preferences: Preferences?
///
/// Key-value coding returns the data. To make it return the value, make the attribute transformable
/// and name a `CodableTransformer`; the property needs no change. Each read decodes the value.
public protocol CodableValue: Codable, TransformableValue {}

extension CodableValue {
  public static func optionalManagedValue(
    of object: ManagedObject, at slot: PropertySlot
  ) -> Self? {
    if object.isTransformable(slot) {
      return object.recording { try object.transformed(at: slot, as: Self.self) }
    }
    guard let data = object.data(at: slot) else { return nil }
    return object.recording { try object.coding(slot) { try decoded(data) } }
  }

  public func assign(to object: ManagedObject, at slot: PropertySlot) {
    if object.isTransformable(slot) { return object.set(transformed: self, at: slot) }
    let data = object.recording {
      try object.coding(slot) { try CodableTransformer<Self>.encode(self, format: .json) }
    }
    if let data { object.set(data: data, at: slot) }
  }

  public static func acceptsOptional(_ property: PropertyDescription) -> Bool {
    let type = (property as? AttributeDescription)?.attributeType
    return type == .transformable || type == .binaryData
  }

  private static func decoded(_ data: Data) throws -> Self {
    try CodableTransformer<Self>.decode(data, format: .json)
  }
}

extension ManagedObject {
  fileprivate final func isTransformable(_ slot: PropertySlot) -> Bool {
    slot.index >= 0 && layout.properties[Int(slot.index)].transformer != nil
  }

  fileprivate final func transformed<Value>(
    at slot: PropertySlot, as type: Value.Type
  ) throws -> Value? {
    guard let value = transformedValue(at: slot) else { return nil }
    guard let own = value as? Value else {
      let name = layout.properties[Int(slot.index)].name
      throw makeError(
        "the transformer of \(layout.name).\(name) returns \(Swift.type(of: value)), not \(type)",
        repair: "name a CodableTransformer<\(type)> in the model", key: name)
    }
    return own
  }

  /// Adds the property to an encoding or decoding error.
  fileprivate final func coding<Value>(
    _ slot: PropertySlot, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      let name = slot.index >= 0 ? layout.properties[Int(slot.index)].name : ""
      throw makeError(
        about: name, "cannot be coded: \(error)", repair: "set it to a value of its type")
    }
  }
}
