import Foundation

/// Reads attributes and relationships from the keyed archive of a compiled model.
struct ModelPropertyReader {
  let archive: KeyedArchive

  /// The flags of an attribute beside those of its bounds.
  static let externalStorageFlag: Int64 = 4
  static let historyFlag: Int64 = 16

  /// The property, or nil when it is of a kind that the descriptions do not know.
  ///
  /// - Parameter depth: how many composite attributes the property lies within.
  func property(
    _ key: String, _ reference: BinaryPropertyList, depth: Int = 0
  ) throws -> PropertyDescription? {
    guard let object = try archive.object(reference) else {
      throw KeyedArchive.damage("\(key) is no property")
    }
    let fields = object.fields
    let property: PropertyDescription
    if object.classNames.contains("NSRelationshipDescription") {
      property = try relationship(key, fields)
    } else if object.classNames.contains("NSCompositeAttributeDescription") {
      property = try composite(key, fields, depth: depth)
    } else if object.classNames.contains("NSAttributeDescription"),
      let attribute = try attribute(fields)
    {
      property = attribute
    } else if object.classNames.contains("NSFetchedPropertyDescription"),
      let request = try ArchivedRules.request(userInfo(fields[ArchivedRules.requestKey]))
    {
      property = FetchedPropertyDescription(key, fetches: request)
    } else {
      return nil
    }
    property.name = try archive.string(fields["NSPropertyName"]) ?? key
    property.isOptional = Self.flag(fields["NSIsOptional"])
    property.isTransient = Self.flag(fields["NSIsTransient"])
    property.versionHashModifier = try archive.string(fields["NSVersionHashModifier"])
    if let former = try archive.string(fields["NSRenamingIdentifier"]), former != property.name {
      property.renamingIdentifier = former
    }
    property.userInfo = try userInfo(fields["NSUserInfo"])
    let rules = try ArchivedRules.rules(userInfo(fields[ArchivedRules.validationKey]))
    property.setValidationPredicates(rules.predicates, withValidationWarnings: rules.warnings)
    return property
  }

  /// The entries that are texts.
  func userInfo(_ reference: BinaryPropertyList?) throws -> [String: String] {
    var result: [String: String] = [:]
    for (key, value) in try archive.entries(reference) {
      result[key] = try archive.string(value)
    }
    return result
  }

  /// Flags are there only where they are true.
  static func flag(_ value: BinaryPropertyList?) -> Bool { value?.isTrue ?? false }

  private func attribute(_ fields: [String: BinaryPropertyList]) throws -> AttributeDescription? {
    guard let code = fields["NSAttributeType"]?.integer,
      let type = AttributeType(rawValue: Int(code))
    else { return nil }
    let attribute = try derived(fields) ?? AttributeDescription()
    attribute.attributeType = type
    if let value = try ArchivedValue.read(fields["NSDefaultValue"], as: type, in: archive) {
      attribute.defaultValue = value
    }
    let validation = try ArchivedValidation(fields, type: type, in: archive)
    attribute.minimumValue = validation.minimum
    attribute.maximumValue = validation.maximum
    attribute.regularExpression = validation.pattern
    attribute.valueTransformerName = try archive.string(fields["NSValueTransformerName"])
    let className = try archive.string(fields["NSAttributeValueClassName"])
    if className != ModelArchiveWriter.valueClassName(of: type) {
      attribute.attributeValueClassName = className
    }
    let flags = fields["NSFlagsKey"]?.integer ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & Self.externalStorageFlag != 0
    attribute.preservesValueInHistoryOnDeletion = flags & Self.historyFlag != 0
    attribute.isIndexed = Self.flag(fields["NSIsIndexed"])
    return attribute
  }

  private func composite(
    _ key: String, _ fields: [String: BinaryPropertyList], depth: Int
  ) throws -> CompositeAttributeDescription {
    let places = try archive.elements(fields["NSElements"])
    guard depth < Self.maximumDepth, places.count <= Self.maximumElements else {
      throw KeyedArchive.damage("the composite attribute \(key) has no bounds")
    }
    let composite = CompositeAttributeDescription()
    composite.elements = try places.compactMap {
      try property("", $0, depth: depth + 1) as? AttributeDescription
    }
    return composite
  }

  /// How deep composites may nest, and how many elements one may have, when damage is read.
  private static let maximumDepth = 8
  private static let maximumElements = 200

  /// A derived attribute, or nil for others and for one whose expression only Core Data can read:
  /// its values are kept as they are.
  private func derived(_ fields: [String: BinaryPropertyList]) throws
    -> DerivedAttributeDescription?
  {
    guard let text = try archive.string(fields[ArchivedRules.derivationKey]) else { return nil }
    let derived = DerivedAttributeDescription()
    derived.derivationExpression = try FetchExpression(format: text)
    return derived
  }

  private func relationship(
    _ key: String, _ fields: [String: BinaryPropertyList]
  ) throws -> RelationshipDescription {
    let destination =
      try archive.string(fields["_NSDestinationEntityName"])
      ?? archive.object(fields["NSDestinationEntity"])
      .flatMap { try archive.string($0.fields["NSEntityName"]) }
    guard let destination else {
      throw KeyedArchive.damage("the relationship \(key) leads nowhere")
    }
    let inverse =
      try archive.string(fields["_NSInverseRelationshipName"])
      ?? archive.object(fields["NSInverseRelationship"])
      .flatMap { try archive.string($0.fields["NSPropertyName"]) }
    guard let minimum = count(fields["NSMinCount"]), let maximum = limit(fields["NSMaxCount"]),
      let rule = DeleteRule(rawValue: Int(fields["NSDeleteRule"]?.integer ?? 0))
    else { throw KeyedArchive.damage("the relationship \(key) has impossible bounds or rules") }
    return RelationshipDescription(
      name: key, destination: destination, inverse: inverse, maxCount: maximum, minCount: minimum,
      isOrdered: Self.flag(fields["NSIsOrdered"]), deleteRule: rule)
  }

  /// The greatest count, where real stores have -1 for no limit too.
  private func limit(_ value: BinaryPropertyList?) -> Int? {
    value?.integer == -1 ? 0 : count(value)
  }

  private func count(_ value: BinaryPropertyList?) -> Int? {
    guard let value else { return 0 }
    return value.integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
  }
}
