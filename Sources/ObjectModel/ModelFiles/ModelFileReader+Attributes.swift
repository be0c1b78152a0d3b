extension ModelFileReader {
  /// Attributes of `<attribute>` that speak to code generators, to CloudKit and to Spotlight.
  private static let attributeAttributesWithoutMeaning: Set<String> = [
    "syncable", "usesScalarValueType", "allowsCloudEncryption", "spotlightIndexingEnabled",
    "storedInTruthFile",
  ]

  private static let types: [String: AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64,
    "Decimal": .decimal, "Double": .double, "Float": .float, "String": .string,
    "Boolean": .boolean, "Date": .date, "Binary": .binaryData, "UUID": .uuid, "URI": .uri,
    "Transformable": .transformable, "Composite": .composite, "Undefined": .undefined,
  ]

  /// The type as the files name it; nil where they cannot.
  static func typeName(of type: AttributeType) -> String? { types.first { $0.value == type }?.key }

  /// - Parameter depth: how many composite attributes the attribute lies within.
  func attribute(_ element: ModelFileElement, depth: Int = 0) throws -> AttributeDescription {
    try check(
      element,
      attributes: Self.attributeAttributesWithoutMeaning.union([
        "name", "optional", "transient", "indexed", "elementID", "versionHashModifier",
        "attributeType", "defaultValueString", "defaultDateTimeInterval", "minValueString",
        "maxValueString", "minDateTimeInterval", "maxDateTimeInterval",
        "regularExpressionString", "valueTransformerName", "customClassName",
        "allowsExternalBinaryDataStorage", "preserveAfterDeletion", "derived",
        "derivationExpression", "composite",
      ]),
      children: ["userInfo"])
    let type = try type(of: element)
    let attribute = try emptyAttribute(element, type: type, depth: depth)
    try fill(attribute, from: element)
    attribute.attributeType = type
    attribute.isIndexed = try flag("indexed", of: element)
    attribute.valueTransformerName = Self.text(element["valueTransformerName"])
    attribute.attributeValueClassName = Self.text(element["customClassName"])
    attribute.allowsExternalBinaryDataStorage = try flag(
      "allowsExternalBinaryDataStorage", of: element)
    attribute.preservesValueInHistoryOnDeletion = try flag("preserveAfterDeletion", of: element)
    try addValues(to: attribute, from: element)
    return attribute
  }

  private func type(of element: ModelFileElement) throws -> AttributeType {
    let name = element["attributeType"] ?? "Undefined"
    guard let type = Self.types[name] else {
      throw errors.wrong(
        "has the unknown attributeType \(name)", at: element,
        repair: "write one of \(Self.types.keys.sorted().joined(separator: ", "))")
    }
    guard try type != .undefined || flag("transient", of: element) else {
      throw errors.wrong(
        "has no type", at: element, repair: "give it an attributeType, or make it transient")
    }
    return type
  }

  private func addValues(
    to attribute: AttributeDescription, from element: ModelFileElement
  ) throws {
    let type = attribute.attributeType
    let dateKeys = ["defaultDateTimeInterval", "minDateTimeInterval", "maxDateTimeInterval"]
    let otherKeys = ["defaultValueString", "minValueString", "maxValueString"]
    let misplaced = (type == .date ? otherKeys : dateKeys).first { element[$0] != nil }
    if let misplaced { throw unfit(misplaced, of: element, type: type) }

    let keys = type == .date ? dateKeys : otherKeys
    if let text = element[keys[0]] {
      guard let value = AttributeText.value(of: text, as: type) else {
        throw unfit(keys[0], of: element, type: type)
      }
      attribute.defaultValue = value
    }
    attribute.minimumValue = try bound(keys[1], of: element, type: type)
    attribute.maximumValue = try bound(keys[2], of: element, type: type)
    if let pattern = Self.text(element["regularExpressionString"]) {
      guard type == .string else { throw unfit("regularExpressionString", of: element, type: type) }
      attribute.regularExpression = pattern
    }
  }

  private func bound(
    _ key: String, of element: ModelFileElement, type: AttributeType
  ) throws -> AttributeValue? {
    guard let text = element[key] else { return nil }
    guard let value = AttributeText.bound(of: text, for: type) else {
      throw unfit(key, of: element, type: type)
    }
    return value
  }

  private func unfit(
    _ key: String, of element: ModelFileElement, type: AttributeType
  ) -> ObjectGraphError {
    errors.wrong(
      "of type \(element["attributeType"] ?? "Undefined") has \(key)=\"\(element[key] ?? "")\", "
        + "which does not fit", at: element, repair: "mend the value, or take it out")
  }
}
