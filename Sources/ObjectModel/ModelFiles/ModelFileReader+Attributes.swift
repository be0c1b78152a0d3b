extension ModelFileReader {
  private static let types: [String: AttributeType] = [
    "Integer 16": .integer16, "Integer 32": .integer32, "Integer 64": .integer64,
    "Decimal": .decimal, "Double": .double, "Float": .float, "String": .string,
    "Boolean": .boolean, "Date": .date, "Binary": .binaryData, "UUID": .uuid, "URI": .uri,
    "Transformable": .transformable, "Composite": .composite, "Undefined": .undefined,
  ]

  /// The type's name in model files; nil if it has none.
  static func typeName(of type: AttributeType) -> String? { types.first { $0.value == type }?.key }

  /// - Parameter depth: the number of enclosing composite attributes.
  func attribute(_ element: ModelFileElement, depth: Int = 0) throws -> AttributeDescription {
    let type = try element.choice("attributeType", among: Self.types, else: "Undefined")
    guard try type != .undefined || element.flag("transient") else {
      throw element.wrong("has no type", repair: "give it an attributeType, or make it transient")
    }
    let attribute = try emptyAttribute(element, type: type, depth: depth)
    try fill(attribute, from: element)
    attribute.attributeType = type
    attribute.isIndexed = try element.flag("indexed")
    attribute.valueTransformerName = element.text("valueTransformerName")
    attribute.attributeValueClassName = element.text("customClassName")
    attribute.allowsExternalBinaryDataStorage = try element.flag("allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion = try element.flag("preserveAfterDeletion")
    try addValues(to: attribute, from: element)
    return attribute
  }

  private func addValues(
    to attribute: AttributeDescription, from element: ModelFileElement
  ) throws {
    let type = attribute.attributeType
    func misfit(_ key: String) -> ObjectGraphError {
      element.wrong(
        "of type \(element["attributeType"] ?? "Undefined") has \(key)=\"\(element[key] ?? "")\", "
          + "which does not fit", repair: "fix the value, or remove it")
    }
    func value(
      _ key: String, _ read: (String, AttributeType) -> AttributeValue?
    ) throws -> AttributeValue? {
      guard let text = element[key] else { return nil }
      guard let value = read(text, type) else { throw misfit(key) }
      return value
    }
    let isDate = type == .date
    let keys = isDate ? AttributeText.dateKeys : AttributeText.keys
    let otherKeys = isDate ? AttributeText.keys : AttributeText.dateKeys
    // Core Data goes on without a default value that does not fit.
    do {
      if element[otherKeys[0]] != nil { throw misfit(otherKeys[0]) }
      attribute.defaultValue = try value(keys[0], AttributeText.value) ?? .null
    } catch let error as ObjectGraphError {
      ModelReport.warn("\(error.message); the attribute has no default value")
    }
    if let misplaced = otherKeys.dropFirst().first(where: { element[$0] != nil }) {
      throw misfit(misplaced)
    }
    attribute.minimumValue = try value(keys[1], AttributeText.bound)
    attribute.maximumValue = try value(keys[2], AttributeText.bound)
    attribute.regularExpression = element.text("regularExpressionString")
    if attribute.regularExpression != nil, type != .string {
      throw misfit("regularExpressionString")
    }
  }

  /// An attribute of the required class, without a name and a type.
  private func emptyAttribute(
    _ element: ModelFileElement, type: AttributeType, depth: Int
  ) throws -> AttributeDescription {
    if type == .composite { return try composite(element, depth: depth) }
    if let name = element["composite"] {
      throw element.wrong(
        "has the composite \(name) but not the type Composite",
        repair: "write attributeType=\"Composite\", or remove composite")
    }
    let expression = try element.parsed("derivationExpression") { try FetchExpression(format: $0) }
    switch (try element.flag("derived"), expression) {
    case (false, nil): return AttributeDescription()
    case (false, _?):
      throw element.wrong(
        "has a derivationExpression and is not derived",
        repair: "write derived=\"YES\", or remove the expression")
    case (true, nil):
      throw element.wrong("is derived from nothing", repair: "give it a derivationExpression")
    case (true, let expression?):
      let derived = DerivedAttributeDescription()
      derived.derivationExpression = expression
      return derived
    }
  }

  /// The maximum nesting depth of composites.
  private static let maximumDepth = 8

  /// Each attribute of a composite type gets its own elements.
  private func composite(
    _ element: ModelFileElement, depth: Int
  ) throws -> CompositeAttributeDescription {
    let name = element["composite"] ?? ""
    let composites = root.children(named: "composite")
    guard let definition = composites.first(where: { $0["name"] == name }) else {
      throw element.wrong(
        "is of the unknown composite \(name)", repair: "name a composite of the model as composite")
    }
    guard depth < Self.maximumDepth else {
      throw element.wrong(
        "is part of itself, or nested too deep", repair: "remove it from the composite \(name)")
    }
    _ = try composites.names()
    _ = try definition.children.names()
    let composite = CompositeAttributeDescription()
    composite.elements = try definition.children.map { try attribute($0, depth: depth + 1) }
    return composite
  }
}
