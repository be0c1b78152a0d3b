/// The name under which a value transformer is registered.
public struct ValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Property-list-like values as a keyed archive: what an attribute without a name gets.
  public static let secureUnarchiveFromDataTransformerName = ValueTransformerName(
    "NSSecureUnarchiveFromData")

  /// Whether the name is one of those by which models ask for keyed archives.
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
