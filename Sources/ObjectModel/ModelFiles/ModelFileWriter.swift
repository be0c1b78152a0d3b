/// Lays a model out as the elements of a model file.
struct ModelFileWriter {
  private var file = ModelFileText()

  /// The text of the whole file.
  static func text(of model: ManagedObjectModel) throws -> String {
    var writer = ModelFileWriter()
    try writer.add(model)
    return writer.file.text
  }

  private mutating func add(_ model: ManagedObjectModel) throws {
    guard model.versionIdentifiers.count <= 1 else {
      throw Self.unwritable("the model has several version identifiers", repair: "leave one")
    }
    try file.element(
      "model",
      [
        ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
        ("minimumToolsVersion", "Automatic"), ("sourceLanguage", "Swift"),
        ("userDefinedModelVersionIdentifier", model.versionIdentifiers.first ?? ""),
      ]
    ) { file in
      for entity in model.entities { try Self.add(entity, to: &file) }
      for entity in model.entities {
        try Self.addComposites(in: entity.properties, of: entity, &file)
      }
      for name in model.configurations {
        try file.element("configuration", [("name", name)]) { file in
          for entity in model.entities(forConfigurationName: name) ?? [] {
            try file.element("memberEntity", [("name", entity.name)])
          }
        }
      }
      let templates = model.fetchRequestTemplatesByName.sorted { $0.key < $1.key }
      for (name, template) in templates { try Self.add(template, name: name, to: &file) }
    }
  }

  static func unwritable(_ message: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreIncompatibleSchema, "\(message), which a model file cannot say",
      repair: repair)
  }

  static func flag(_ value: Bool) -> String? { value ? "YES" : nil }

  static func changed(_ name: String?, from standard: String?) -> String? {
    name == standard ? nil : name
  }

  private static func add(_ entity: EntityDescription, to file: inout ModelFileText) throws {
    try file.element(
      "entity",
      [
        ("name", entity.name),
        ("representedClassName", changed(entity.managedObjectClassName, from: "ManagedObject")),
        ("parentEntity", entity.superentity?.name), ("isAbstract", flag(entity.isAbstract)),
        ("elementID", changed(entity.renamingIdentifier, from: entity.name)),
        ("versionHashModifier", entity.versionHashModifier), ("syncable", "YES"),
      ]
    ) { file in
      for property in entity.properties { try add(property, of: entity, to: &file) }
      for index in entity.indexes {
        try file.element("fetchIndex", [("name", index.name)]) { file in
          for element in index.elements {
            try file.element(
              "fetchIndexElement",
              [
                ("property", element.propertyName), ("type", "Binary"),
                ("order", element.isAscending ? "ascending" : "descending"),
              ])
          }
        }
      }
      if !entity.uniquenessConstraints.isEmpty {
        try file.element("uniquenessConstraints", []) { file in
          for constraint in entity.uniquenessConstraints {
            try file.element("uniquenessConstraint", []) { file in
              for key in constraint { try file.element("constraint", [("value", key)]) }
            }
          }
        }
      }
      try add(userInfo: entity.userInfo, to: &file)
    }
  }

  private static func add(userInfo: [String: String], to file: inout ModelFileText) throws {
    guard !userInfo.isEmpty else { return }
    try file.element("userInfo", []) { file in
      for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
        try file.element("entry", [("key", key), ("value", value)])
      }
    }
  }

  static func add(
    _ property: PropertyDescription, of entity: EntityDescription, prefix: String = "",
    to file: inout ModelFileText
  ) throws {
    let path = "\(entity.name ?? "").\(prefix)\(property.name)"
    guard property.validationPredicates.isEmpty else {
      throw unwritable(
        "\(path) has validation predicates", repair: "use bounds or a regular expression")
    }
    let common: [(key: String, value: String?)] = [
      ("name", property.name), ("optional", flag(property.isOptional)),
      ("transient", flag(property.isTransient)),
      ("elementID", changed(property.renamingIdentifier, from: property.name)),
      ("versionHashModifier", property.versionHashModifier),
    ]
    let kind: String
    var more: [(key: String, value: String?)] = []
    var request: FetchRequestDescription?
    switch property {
    case let attribute as AttributeDescription:
      kind = "attribute"
      more = try facts(of: attribute, path: path)
    case let relationship as RelationshipDescription:
      kind = "relationship"
      more = facts(of: relationship)
    case let fetched as FetchedPropertyDescription:
      kind = "fetchedProperty"
      request = fetched.fetchRequest
    default: throw unwritable("\(path) is of an unknown kind", repair: "take it out")
    }
    try file.element(kind, common + more) { file in
      if let request { try add(request, name: "fetchedPropertyFetchRequest", to: &file) }
      try add(userInfo: property.userInfo, to: &file)
    }
  }

  private static func facts(
    of relationship: RelationshipDescription
  ) -> [(key: String, value: String?)] {
    [
      ("toMany", flag(relationship.isToMany)),
      ("minCount", relationship.minCount == 0 ? nil : "\(relationship.minCount)"),
      ("maxCount", relationship.maxCount == 0 ? nil : "\(relationship.maxCount)"),
      ("ordered", flag(relationship.isOrdered)),
      ("deletionRule", ModelFileReader.name(of: relationship.deleteRule)),
      ("destinationEntity", relationship.destinationName),
      ("inverseName", relationship.inverseName),
      ("inverseEntity", relationship.inverseName == nil ? nil : relationship.destinationName),
    ]
  }

  private static func add(
    _ request: FetchRequestDescription, name: String, to file: inout ModelFileText
  ) throws {
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
    let resultType = request.resultType
    func no(_ value: Bool) -> String? { value ? nil : "NO" }
    try file.element(
      "fetchRequest",
      [
        ("name", name), ("entity", request.entityName),
        ("predicateString", request.predicate?.predicateFormat),
        ("fetchLimit", request.fetchLimit == 0 ? nil : "\(request.fetchLimit)"),
        ("fetchBatchSize", request.fetchBatchSize == 0 ? nil : "\(request.fetchBatchSize)"),
        ("includeSubentities", no(request.includesSubentities)),
        ("includePropertyValues", no(request.includesPropertyValues)),
        ("includePendingChanges", no(request.includesPendingChanges)),
        ("returnObjectsAsFaults", no(request.returnsObjectsAsFaults)),
        ("returnDistinctResults", flag(request.returnsDistinctResults)),
        ("resultType", resultType == .managedObjectResultType ? nil : "\(resultType.rawValue)"),
      ])
  }
}
