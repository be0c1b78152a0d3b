import Foundation

/// Converts a model to the elements of a model file.
enum ModelFileWriter {
  typealias Attributes = [(key: String, value: String?)]

  /// The text of the whole file.
  static func text(of model: ManagedObjectModel) throws -> String {
    guard model.versionIdentifiers.count <= 1 else {
      throw unwritable("the model has several version identifiers", repair: "keep one")
    }
    let configurations = model.configurations.map { name in
      let members = model.entities(forConfigurationName: name) ?? []
      return ModelFileText(
        "configuration", [("name", name)],
        members.map { ModelFileText("memberEntity", [("name", $0.name)]) })
    }
    let templates = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }
    let file = ModelFileText(
      "model",
      [
        ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
        ("minimumToolsVersion", "Automatic"), ("sourceLanguage", "Swift"),
        ("userDefinedModelVersionIdentifier", model.versionIdentifiers.first ?? ""),
      ],
      try model.entities.map(element)
        + model.entities.flatMap { try composites(in: $0.properties, of: $0) }
        + configurations + templates.map { try element($0.value, name: $0.key) })
    return try file.document()
  }

  static func unwritable(_ message: String, repair: String) -> ObjectGraphError {
    .wrongModel("\(message), which a model file cannot express", repair: repair)
  }

  static func flag(_ value: Bool) -> String? { value ? "YES" : nil }

  private static func changed<Value: Equatable>(_ value: Value?, from standard: Value?) -> String? {
    value == standard ? nil : value.map { "\($0)" }
  }

  private static func element(_ entity: EntityDescription) throws -> ModelFileText {
    let indexes = entity.indexes.map { index in
      ModelFileText(
        "fetchIndex", [("name", index.name)],
        index.elements.map { element in
          let order = element.isAscending ? "ascending" : "descending"
          return ModelFileText(
            "fetchIndexElement",
            [("property", element.propertyName), ("type", "Binary"), ("order", order)])
        })
    }
    let constraints = entity.uniquenessConstraints.map { constraint in
      ModelFileText(
        "uniquenessConstraint", [],
        constraint.map { ModelFileText("constraint", [("value", $0)]) })
    }
    return ModelFileText(
      "entity",
      [
        ("name", entity.name),
        ("representedClassName", changed(entity.managedObjectClassName, from: "ManagedObject")),
        ("parentEntity", entity.superentity?.name), ("isAbstract", flag(entity.isAbstract)),
        ("elementID", changed(entity.renamingIdentifier, from: entity.name)),
        ("versionHashModifier", entity.versionHashModifier), ("syncable", "YES"),
      ],
      try entity.properties.map { try element($0, of: entity) } + indexes
        + group("uniquenessConstraints", constraints) + elements(userInfo: entity.userInfo))
  }

  /// An element around others, or none if there are none.
  private static func group(_ name: String, _ children: [ModelFileText]) -> [ModelFileText] {
    children.isEmpty ? [] : [ModelFileText(name, [], children)]
  }

  private static func elements(userInfo: [String: String]) -> [ModelFileText] {
    let entries = userInfo.sorted { $0.key < $1.key }
      .map { ModelFileText("entry", [("key", $0.key), ("value", $0.value)]) }
    return group("userInfo", entries)
  }

  static func element(
    _ property: PropertyDescription, of entity: EntityDescription, prefix: String = ""
  ) throws -> ModelFileText {
    let path = "\(entity.name ?? "").\(prefix)\(property.name)"
    guard property.validationPredicates.isEmpty else {
      throw unwritable(
        "\(path) has validation predicates", repair: "use bounds or a regular expression")
    }
    let common: Attributes = [
      ("name", property.name), ("optional", flag(property.isOptional)),
      ("transient", flag(property.isTransient)),
      ("elementID", changed(property.renamingIdentifier, from: property.name)),
      ("versionHashModifier", property.versionHashModifier),
    ]
    let userInfo = elements(userInfo: property.userInfo)
    switch property {
    case let attribute as AttributeDescription:
      return ModelFileText("attribute", try common + facts(of: attribute, path: path), userInfo)
    case let relationship as RelationshipDescription:
      return ModelFileText("relationship", common + facts(of: relationship), userInfo)
    case let fetched as FetchedPropertyDescription:
      let request = try fetched.fetchRequest
        .map { try [element($0, name: "fetchedPropertyFetchRequest")] }
      return ModelFileText("fetchedProperty", common, (request ?? []) + userInfo)
    default: throw unwritable("\(path) is of an unknown kind", repair: "remove it")
    }
  }

  private static func facts(of relationship: RelationshipDescription) -> Attributes {
    [
      ("toMany", flag(relationship.isToMany)),
      ("minCount", changed(relationship.minCount, from: 0)),
      ("maxCount", changed(relationship.maxCount, from: 0)),
      ("ordered", flag(relationship.isOrdered)),
      ("deletionRule", ModelFileReader.name(of: relationship.deleteRule)),
      ("destinationEntity", relationship.destinationName),
      ("inverseName", relationship.inverseName),
      ("inverseEntity", relationship.inverseName == nil ? nil : relationship.destinationName),
    ]
  }

  private static func element(
    _ request: FetchRequestDescription, name: String
  ) throws -> ModelFileText {
    guard request.sortDescriptors.isEmpty, request.fetchOffset == 0 else {
      throw unwritable(
        "the fetch request \(name) has an order or an offset",
        repair: "set them on the request that is made from it")
    }
    guard request.propertiesToFetch == nil, request.propertiesToGroupBy == nil,
      request.havingPredicate == nil
    else {
      throw unwritable(
        "the fetch request \(name) has properties to fetch, groups or a condition on them",
        repair: "set them on the request that is made from it")
    }
    func no(_ value: Bool) -> String? { value ? nil : "NO" }
    return ModelFileText(
      "fetchRequest",
      [
        ("name", name), ("entity", request.entityName),
        ("predicateString", request.predicate?.predicateFormat),
        ("fetchLimit", changed(request.fetchLimit, from: 0)),
        ("fetchBatchSize", changed(request.fetchBatchSize, from: 0)),
        ("includeSubentities", no(request.includesSubentities)),
        ("includePropertyValues", no(request.includesPropertyValues)),
        ("includePendingChanges", no(request.includesPendingChanges)),
        ("returnObjectsAsFaults", no(request.returnsObjectsAsFaults)),
        ("returnDistinctResults", flag(request.returnsDistinctResults)),
        ("resultType", changed(request.resultType.rawValue, from: 0)),
      ])
  }
}

extension ManagedObjectModel {
  /// The text of a `contents` file that describes an equal model, and that Xcode's editor can open.
  ///
  /// - Throws: code 134020 for anything that such a file cannot express: several version
  ///   identifiers, validation predicates, binary default values, a template with sort descriptors
  ///   or an offset, and text with control characters.
  public func modelFileContents() throws -> Data { Data(try ModelFileWriter.text(of: self).utf8) }

  /// Writes the model as an `.xcdatamodel`, creating its folder or replacing its contents.
  ///
  /// - Throws: errors of `modelFileContents()` and of the file system.
  public func write(toModelAt url: URL) throws {
    let contents = try modelFileContents()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try contents.write(to: url.appendingPathComponent("contents"), options: .atomic)
  }
}
