/// The types' `NSAttributeType` names, which older code uses.
extension AttributeType {
  public static let undefinedAttributeType = AttributeType.undefined
  public static let integer16AttributeType = AttributeType.integer16
  public static let integer32AttributeType = AttributeType.integer32
  public static let integer64AttributeType = AttributeType.integer64
  public static let decimalAttributeType = AttributeType.decimal
  public static let doubleAttributeType = AttributeType.double
  public static let floatAttributeType = AttributeType.float
  public static let stringAttributeType = AttributeType.string
  public static let booleanAttributeType = AttributeType.boolean
  public static let dateAttributeType = AttributeType.date
  public static let binaryDataAttributeType = AttributeType.binaryData
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let UUIDAttributeType = AttributeType.uuid
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let URIAttributeType = AttributeType.uri
  public static let transformableAttributeType = AttributeType.transformable
  public static let objectIDAttributeType = AttributeType.objectID
  public static let compositeAttributeType = AttributeType.composite
}
