/// The name under which a value transformer is registered.
public struct ValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name in a model.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a name.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Stores property-list-like values as a keyed archive; used for attributes without a
  /// transformer name.
  public static let secureUnarchiveFromDataTransformerName = ValueTransformerName(
    "NSSecureUnarchiveFromData")

  /// Whether the name is one with which models request keyed archives.
  var isKeyedArchive: Bool {
    [
      "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
      "NSSecureUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData",
      "NSKeyedUnarchiveFromDataTransformerName",
    ].contains(rawValue)
  }
}

extension ValueTransformerName: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
