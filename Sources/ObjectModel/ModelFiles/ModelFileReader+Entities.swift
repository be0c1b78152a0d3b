extension ModelFileReader {
  /// Attributes of `<entity>` that speak to code generators, to CloudKit and to Spotlight.
  private static let entityAttributesWithoutMeaning: Set<String> = [
    "syncable", "codeGenerationType", "coreSpotlightDisplayNameExpression",
  ]

  /// An entity with its own properties, not yet linked to others.
  func entity(_ element: ModelFileElement) throws -> EntityDescription {
    try check(
      element,
      attributes: Self.entityAttributesWithoutMeaning.union([
        "name", "representedClassName", "parentEntity", "isAbstract", "elementID",
        "versionHashModifier",
      ]),
      children: [
        "attribute", "relationship", "fetchedProperty", "userInfo", "compoundIndexes",
        "fetchIndex", "uniquenessConstraints",
      ])
    let entity = EntityDescription(name: try name(of: element))
    if let className = Self.className(element["representedClassName"]) {
      entity.managedObjectClassName = className
    }
    entity.isAbstract = try flag("isAbstract", of: element)
    entity.renamingIdentifier = Self.text(element["elementID"])
    entity.versionHashModifier = Self.text(element["versionHashModifier"])
    entity.userInfo = try userInfo(of: element)
    entity.properties = try properties(of: element)
    entity.uniquenessConstraints = try uniquenessConstraints(of: element)
    entity.indexes = try indexes(of: element)
    return entity
  }

  /// The class without its module; nil for none and for the plain class.
  private static func className(_ text: String?) -> String? {
    guard let short = text?.split(separator: ".").last else { return nil }
    return short == ModelArchiveWriter.plainClassName ? nil : String(short)
  }

  /// Xcode writes an empty text for a field that was emptied.
  static func text(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

  private func properties(of element: ModelFileElement) throws -> [PropertyDescription] {
    let kinds: Set<String> = ["attribute", "relationship", "fetchedProperty"]
    let elements = element.children.filter { kinds.contains($0.name) }
    _ = try names(of: elements)
    return try elements.map { child in
      switch child.name {
      case "attribute": try attribute(child)
      case "relationship": try relationship(child)
      default: try fetchedProperty(child)
      }
    }
  }

  /// What attributes, relationships and fetched properties have in common.
  func fill(_ property: PropertyDescription, from element: ModelFileElement) throws {
    property.name = try name(of: element)
    property.isOptional = try flag("optional", of: element)
    property.isTransient = try flag("transient", of: element)
    property.renamingIdentifier = Self.text(element["elementID"])
    property.versionHashModifier = Self.text(element["versionHashModifier"])
    property.userInfo = try userInfo(of: element)
  }
}
