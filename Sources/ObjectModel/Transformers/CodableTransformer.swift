import Foundation

/// Stores values of a `Codable` type as JSON or as a property list.
///
///     CodableTransformer<Preferences>.register(forName: "Preferences")
///
/// Equal values give equal bytes, provided that their type encodes unordered collections in a fixed
/// order.
public final class CodableTransformer<Value: Codable>: ValueTransformer, @unchecked Sendable {
  // Sound: it is immutable.

  /// The encoding.
  public enum Format: Sendable {
    /// With sorted keys, and dates as seconds since 2001-01-01.
    case json
    /// A binary property list.
    case propertyList
  }

  private let format: Format

  /// Creates a transformer.
  ///
  /// - Parameter format: the encoding of the bytes in the store.
  public init(format: Format = .json) {
    self.format = format
  }

  /// Registers a transformer for the type under a name.
  public static func register(forName name: ValueTransformerName, format: Format = .json) {
    setValueTransformer(CodableTransformer(format: format), forName: name)
  }

  public override func transformedValue(_ value: Any?) throws -> Any? {
    guard let value = value as? Value else { return nil }
    return try Self.encode(value, format: format)
  }

  public override func reverseTransformedValue(_ value: Any?) throws -> Any? {
    guard let data = value as? Data else { return nil }
    return try Self.decode(data, format: format)
  }

  /// Encodes a value.
  package static func encode(_ value: Value, format: Format) throws -> Data {
    switch format {
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    case .propertyList:
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      return try encoder.encode(value)
    }
  }

  /// Decodes a value.
  package static func decode(_ data: Data, format: Format) throws -> Value {
    switch format {
    case .json: try JSONDecoder().decode(Value.self, from: data)
    case .propertyList: try PropertyListDecoder().decode(Value.self, from: data)
    }
  }
}
