/// The type of an attribute's values, with Core Data's raw values, which model files and stores
/// use.
public enum AttributeType: Int, Sendable, Hashable, CaseIterable {
  /// Only allowed for transient attributes.
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100
}

/// The types' `NSAttributeType` names, which older code uses.
extension AttributeType {
  /// The same as `undefined`.
  public static let undefinedAttributeType = AttributeType.undefined
  /// The same as `integer16`.
  public static let integer16AttributeType = AttributeType.integer16
  /// The same as `integer32`.
  public static let integer32AttributeType = AttributeType.integer32
  /// The same as `integer64`.
  public static let integer64AttributeType = AttributeType.integer64
  /// The same as `decimal`.
  public static let decimalAttributeType = AttributeType.decimal
  /// The same as `double`.
  public static let doubleAttributeType = AttributeType.double
  /// The same as `float`.
  public static let floatAttributeType = AttributeType.float
  /// The same as `string`.
  public static let stringAttributeType = AttributeType.string
  /// The same as `boolean`.
  public static let booleanAttributeType = AttributeType.boolean
  /// The same as `date`.
  public static let dateAttributeType = AttributeType.date
  /// The same as `binaryData`.
  public static let binaryDataAttributeType = AttributeType.binaryData
  /// The same as `uuid`.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let UUIDAttributeType = AttributeType.uuid
  /// The same as `uri`.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let URIAttributeType = AttributeType.uri
  /// The same as `transformable`.
  public static let transformableAttributeType = AttributeType.transformable
  /// The same as `objectID`.
  public static let objectIDAttributeType = AttributeType.objectID
  /// The same as `composite`.
  public static let compositeAttributeType = AttributeType.composite
}
