/// Reads attributes and relationships from the keyed archive of a compiled model.
struct ModelPropertyReader {
  let archive: KeyedArchive

  /// The attribute flags other than those for bounds.
  static let externalStorageFlag: Int64 = 4
  static let historyFlag: Int64 = 16

  /// The property, or nil if its kind is not supported.
  ///
  /// - Parameter depth: the number of enclosing composite attributes.
  func property(
    _ key: String, _ reference: PropertyList, depth: Int = 0
  ) throws -> PropertyDescription? {
    guard let object = try archive.object(reference) else {
      throw KeyedArchive.damage("\(key) is not a property")
    }
    guard let property = try bareProperty(key, object, depth: depth) else { return nil }
    property.name = try object.string("NSPropertyName") ?? key
    property.isOptional = object.flag("NSIsOptional")
    property.isTransient = object.flag("NSIsTransient")
    property.versionHashModifier = try object.string("NSVersionHashModifier")
    if let former = try object.string("NSRenamingIdentifier"), former != property.name {
      property.renamingIdentifier = former
    }
    property.userInfo = try object.texts("NSUserInfo")
    try ArchivedRules.read(object.texts(ArchivedRules.validationKey), into: property)
    return property
  }

  /// A property with only the facts specific to its kind.
  private func bareProperty(
    _ key: String, _ object: KeyedArchive.Object, depth: Int
  ) throws -> PropertyDescription? {
    if object.isKind(of: "NSRelationshipDescription") { return try relationship(key, object) }
    if object.isKind(of: "NSCompositeAttributeDescription") {
      return try composite(key, object, depth: depth)
    }
    if object.isKind(of: "NSAttributeDescription") { return try attribute(object) }
    guard object.isKind(of: "NSFetchedPropertyDescription") else { return nil }
    return try ArchivedRules.request(object.texts(ArchivedRules.requestKey))
      .map { FetchedPropertyDescription(key, fetches: $0) }
  }

  private func attribute(_ object: KeyedArchive.Object) throws -> AttributeDescription? {
    guard let type = object.integer("NSAttributeType").flatMap({ AttributeType(rawValue: Int($0)) })
    else { return nil }
    let attribute = try derived(object) ?? AttributeDescription()
    attribute.attributeType = type
    if let value = try object.value("NSDefaultValue", as: type) { attribute.defaultValue = value }
    try ArchivedValidation.read(object, into: attribute)
    attribute.valueTransformerName = try object.string("NSValueTransformerName")
    let className = try object.string("NSAttributeValueClassName")
    if className != type.valueClassName { attribute.attributeValueClassName = className }
    let flags = object.integer("NSFlagsKey") ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & Self.externalStorageFlag != 0
    attribute.preservesValueInHistoryOnDeletion = flags & Self.historyFlag != 0
    attribute.isIndexed = object.flag("NSIsIndexed")
    return attribute
  }

  private func composite(
    _ key: String, _ object: KeyedArchive.Object, depth: Int
  ) throws -> CompositeAttributeDescription {
    let places = try object.elements("NSElements")
    guard depth < Self.maximumDepth, places.count <= Self.maximumElements else {
      throw KeyedArchive.damage("the composite attribute \(key) is too deep or too large")
    }
    let composite = CompositeAttributeDescription()
    composite.elements = try places.compactMap {
      try property("", $0, depth: depth + 1) as? AttributeDescription
    }
    return composite
  }

  /// The limits on the nesting of composites and on their elements, for damaged data.
  private static let maximumDepth = 8
  private static let maximumElements = 200

  /// A derived attribute, or nil for other attributes and for one whose expression only Core Data
  /// can read; its values are then kept as they are.
  private func derived(_ object: KeyedArchive.Object) throws -> DerivedAttributeDescription? {
    guard let text = try object.string(ArchivedRules.derivationKey) else { return nil }
    let derived = DerivedAttributeDescription()
    derived.derivationExpression = try FetchExpression(format: text)
    return derived
  }

  private func relationship(
    _ key: String, _ object: KeyedArchive.Object
  ) throws -> RelationshipDescription {
    let destination =
      try object.string("_NSDestinationEntityName")
      ?? object.object("NSDestinationEntity")?.string("NSEntityName")
    guard let destination else {
      throw KeyedArchive.damage("the relationship \(key) has no destination")
    }
    let inverse =
      try object.string("_NSInverseRelationshipName")
      ?? object.object("NSInverseRelationship")?.string("NSPropertyName")
    // Stores in practice also use -1 for no limit.
    let isUnlimited = object.integer("NSMaxCount") == -1
    guard let minimum = count("NSMinCount", of: object),
      let maximum = isUnlimited ? 0 : count("NSMaxCount", of: object),
      let rule = DeleteRule(rawValue: Int(object.integer("NSDeleteRule") ?? 0))
    else { throw KeyedArchive.damage("the relationship \(key) has invalid counts or rules") }
    return RelationshipDescription(
      name: key, destination: destination, inverse: inverse, maxCount: maximum, minCount: minimum,
      isOrdered: object.flag("NSIsOrdered"), deleteRule: rule)
  }

  private func count(_ key: String, of object: KeyedArchive.Object) -> Int? {
    guard let value = object.fields[key] else { return 0 }
    return value.integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
  }
}
