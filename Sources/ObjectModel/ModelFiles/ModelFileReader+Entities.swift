extension ModelFileReader {
  /// Creates an entity with its own properties, not yet linked to others.
  func entity(_ element: ModelFileElement) throws -> EntityDescription {
    let entity = EntityDescription(name: try element.ownName())
    // The class without its module.
    if let className = element["representedClassName"]?.split(separator: ".").last,
      className != ModelArchiveWriter.plainClassName
    {
      entity.managedObjectClassName = String(className)
    }
    entity.isAbstract = try element.flag("isAbstract")
    entity.renamingIdentifier = element.text("elementID")
    entity.versionHashModifier = element.text("versionHashModifier")
    entity.userInfo = try element.userInfo()
    entity.properties = try properties(of: element)
    entity.uniquenessConstraints = try groups("uniquenessConstraints", of: element)
    entity.indexes = try indexes(of: element)
    return entity
  }

  private func properties(of element: ModelFileElement) throws -> [PropertyDescription] {
    let kinds: Set<String> = ["attribute", "relationship", "fetchedProperty"]
    let elements = element.children.filter { kinds.contains($0.name) }
    _ = try elements.names()
    return try elements.map { child in
      switch child.name {
      case "attribute": try attribute(child)
      case "relationship": try relationship(child)
      default: try fetchedProperty(child)
      }
    }
  }

  /// Sets what attributes, relationships and fetched properties have in common.
  func fill(_ property: PropertyDescription, from element: ModelFileElement) throws {
    property.name = try element.ownName()
    property.isOptional = try element.flag("optional")
    property.isTransient = try element.flag("transient")
    property.renamingIdentifier = element.text("elementID")
    property.versionHashModifier = element.text("versionHashModifier")
    property.userInfo = try element.userInfo()
  }
}
