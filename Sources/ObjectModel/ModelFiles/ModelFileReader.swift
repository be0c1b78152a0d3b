import Foundation

/// Reads a model from the tree of a model file.
///
/// Whatever the file says is read or refused: attributes and elements that have no meaning for the
/// engine are listed by name where they are left out, and any other that is unknown is an error.
struct ModelFileReader {
  let errors: ModelFileError
  let root: ModelFileElement

  init(_ data: Data, path: String) throws {
    errors = ModelFileError(path: path)
    root = try ModelFileParser.parse(data, errors: errors)
  }

  /// Gives all that the file says to a model without entities.
  ///
  /// - Throws: code 134020, naming the line and the element.
  func fill(_ model: ManagedObjectModel) throws {
    guard root.name == "model", root["type"] ?? Self.documentType == Self.documentType else {
      throw errors.wrong(
        "is no data model", at: root,
        repair: "give the contents file of an .xcdatamodel")
    }
    // The attributes of <model> tell of the tools that wrote it; <elements>
    // is the diagram's layout.
    try check(
      root, attributes: Set(root.attributes.keys),
      children: ["entity", "configuration", "fetchRequest", "composite", "elements"])
    let elements = root.children(named: "entity")
    let names = try names(of: elements)
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let hierarchy = EntityHierarchy(
      parents: try elements.map { try parent(of: $0, places: places) })
    if let place = hierarchy.endless {
      throw errors.wrong(
        "is below itself, or below more than \(EntityHierarchy.maximumHeight) others",
        at: elements[place], repair: "mend the parentEntity of one of them",
        entity: elements[place]["name"])
    }
    let entities = try elements.map { try entity($0) }
    model.entities = hierarchy.link(entities)
    model.versionIdentifiers = [root["userDefinedModelVersionIdentifier"] ?? ""]
    for (entity, element) in zip(entities, elements) { try checkLinks(of: entity, element) }
    try addConfigurations(to: model)
    try addFetchRequestTemplates(to: model)
  }

  private static let documentType = "com.apple.IDECoreDataModeler.DataModel"

  private func parent(of element: ModelFileElement, places: [String: Int]) throws -> Int? {
    guard let name = element["parentEntity"] else { return nil }
    guard let place = places[name] else {
      throw errors.wrong(
        "has the unknown parent entity \(name)", at: element,
        repair: "name an entity of the model as parentEntity, or take it out",
        entity: element["name"])
    }
    return place
  }
}

/// What all elements have in common.
extension ModelFileReader {
  /// Refuses attributes and children that are neither read nor known to have no meaning here.
  func check(
    _ element: ModelFileElement, attributes: Set<String>, children: Set<String> = []
  ) throws {
    if let key = element.attributes.keys.sorted().first(where: { !attributes.contains($0) }) {
      throw errors.wrong(
        "has the unknown attribute \(key)", at: element,
        repair: "take it out, or read the model with a newer version")
    }
    if let child = element.children.first(where: { !children.contains($0.name) }) {
      throw errors.wrong(
        "is not known within \(element.label)", at: child,
        repair: "take it out, or read the model with a newer version")
    }
  }

  func name(of element: ModelFileElement) throws -> String {
    guard let name = element["name"], !name.isEmpty else {
      throw errors.wrong("has no name", at: element, repair: "give it one")
    }
    return name
  }

  /// The names of elements side by side, which must differ.
  func names(of elements: [ModelFileElement]) throws -> [String] {
    var taken: Set<String> = []
    return try elements.map { element in
      let name = try name(of: element)
      guard taken.insert(name).inserted else {
        throw errors.wrong("has a name that is taken", at: element, repair: "rename one of the two")
      }
      return name
    }
  }

  func flag(
    _ key: String, of element: ModelFileElement, else standard: Bool = false
  ) throws -> Bool {
    switch element[key] {
    case nil: return standard
    case "NO", "false", "0": return false
    case "YES", "true", "1": return true
    case let text?:
      throw errors.wrong(
        "has \(key)=\"\(text)\", which is neither YES nor NO", at: element,
        repair: "write YES or NO")
    }
  }

  /// What the text of an attribute makes in the format language; nil when there is none.
  func parsed<Value>(
    _ key: String, of element: ModelFileElement, _ parse: (String) throws -> Value
  ) throws -> Value? {
    guard let text = Self.text(element[key]) else { return nil }
    do {
      return try parse(text)
    } catch let error as ObjectGraphError {
      throw errors.wrong(
        "has the \(key) \"\(text)\", which cannot be read: \(error.message)", at: element,
        repair: error.repair ?? "mend \(key)")
    }
  }

  /// A number that is not negative; nil when it is not given.
  func count(_ key: String, of element: ModelFileElement) throws -> Int? {
    guard let text = element[key] else { return nil }
    guard let count = Int(text), (0...Int(Int32.max)).contains(count) else {
      throw errors.wrong(
        "has \(key)=\"\(text)\", which is no count", at: element,
        repair: "write a whole number from 0 on")
    }
    return count
  }

  /// The entries of the element's `userInfo`.
  func userInfo(of element: ModelFileElement) throws -> [String: String] {
    var result: [String: String] = [:]
    for group in element.children(named: "userInfo") {
      try check(group, attributes: [], children: ["entry"])
      for entry in group.children {
        try check(entry, attributes: ["key", "value"])
        guard let key = entry["key"] else {
          throw errors.wrong("has no key", at: entry, repair: "give it one")
        }
        result[key] = entry["value"] ?? ""
      }
    }
    return result
  }
}
