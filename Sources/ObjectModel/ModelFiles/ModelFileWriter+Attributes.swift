import Foundation

extension ModelFileWriter {
  static func facts(of attribute: AttributeDescription, path: String) throws -> Attributes {
    let keys = attribute.attributeType == .date ? AttributeText.dateKeys : AttributeText.keys
    let derived = attribute as? DerivedAttributeDescription
    let isComposite = attribute is CompositeAttributeDescription
    return [
      ("attributeType", ModelFileReader.typeName(of: attribute.attributeType)),
      ("composite", isComposite ? compositeName(path) : nil),
      (keys[0], try text(of: attribute.defaultValue, path: path)),
      (keys[1], try text(of: attribute.minimumValue ?? .null, path: path)),
      (keys[2], try text(of: attribute.maximumValue ?? .null, path: path)),
      ("regularExpressionString", attribute.regularExpression),
      ("derived", flag(derived != nil)),
      ("derivationExpression", derived?.derivationExpression?.description),
      ("valueTransformerName", attribute.valueTransformerName),
      ("customClassName", attribute.attributeValueClassName),
      ("indexed", flag(attribute.isIndexed)),
      ("allowsExternalBinaryDataStorage", flag(attribute.allowsExternalBinaryDataStorage)),
      ("preserveAfterDeletion", flag(attribute.preservesValueInHistoryOnDeletion)),
    ]
  }

  private static func text(of value: AttributeValue, path: String) throws -> String? {
    switch value {
    case .null: return nil
    case .integer(let value): return "\(value)"
    case .boolean(let value): return value ? "YES" : "NO"
    case .double(let value) where value.isFinite: return "\(value)"
    case .decimal(let value) where value.isFinite: return value.description
    case .string(let value): return value
    case .date(let value): return "\(value.timeIntervalSinceReferenceDate)"
    case .uuid(let value): return value.uuidString
    case .uri(let value): return value.absoluteString
    case .double, .decimal, .data, .objectID, .list:
      throw unwritable(
        "\(path) has a default value or a bound that is not a string", repair: "set it in code")
    }
  }

  /// Each composite attribute gets a composite type of its own.
  private static func compositeName(_ path: String) -> String {
    path.replacingOccurrences(of: ".", with: "_")
  }

  /// The types of the composite attributes among the properties, including nested ones.
  static func composites(
    in properties: [PropertyDescription], of entity: EntityDescription, prefix: String = ""
  ) throws -> [ModelFileText] {
    try properties.compactMap { $0 as? CompositeAttributeDescription }.flatMap { composite in
      let path = prefix + composite.name
      let name = compositeName("\(entity.name ?? "").\(path)")
      let elements = try composite.elements
        .map { try element($0, of: entity, prefix: path + ".") }
      return [ModelFileText("composite", [("name", name)], elements)]
        + (try composites(in: composite.elements, of: entity, prefix: path + "."))
    }
  }
}
