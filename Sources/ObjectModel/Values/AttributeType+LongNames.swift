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
