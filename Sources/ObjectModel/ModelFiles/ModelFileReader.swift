import Foundation

/// Creates a model from the tree of a model file.
///
/// Everything in the file is either read or rejected: the grammar lists attributes and elements
/// that can be ignored, and any unknown one is an error.
struct ModelFileReader {
  let root: ModelFileElement

  init(_ data: Data, path: String) throws {
    root = try ModelFileParser.parse(data, as: .model, errors: ModelFileError(path: path))
  }

  /// Fills an empty model with the content of the file.
  ///
  /// - Throws: code 134020, naming the line and the element.
  func fill(_ model: ManagedObjectModel) throws {
    let documentType = "com.apple.IDECoreDataModeler.DataModel"
    guard root.name == "model", root["type"] ?? documentType == documentType else {
      throw root.wrong(
        "is not a data model", repair: "give the contents file of an .xcdatamodel")
    }
    try ModelFileGrammar.check(root)
    let elements = root.children(named: "entity")
    let names = try elements.names()
    let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let hierarchy = EntityHierarchy(
      parents: try elements.map { try parent(of: $0, places: places) })
    if let place = hierarchy.endless {
      throw elements[place].wrong(
        "is its own superentity, or has more than \(EntityHierarchy.maximumHeight) of them",
        repair: "fix the parentEntity of one of them", entity: elements[place]["name"])
    }
    let entities = try elements.map { try entity($0) }
    model.entities = hierarchy.link(entities)
    model.versionIdentifiers = [root["userDefinedModelVersionIdentifier"] ?? ""]
    for (entity, element) in zip(entities, elements) {
      try checkLinks(of: entity, element)
      removeIgnoredIndexElements(of: entity, element)
    }
    try addConfigurations(to: model)
    try addFetchRequestTemplates(to: model)
  }

  private func parent(of element: ModelFileElement, places: [String: Int]) throws -> Int? {
    guard let name = element["parentEntity"] else { return nil }
    guard let place = places[name] else {
      throw element.wrong(
        "has the unknown parent entity \(name)",
        repair: "name an entity of the model as parentEntity, or remove it",
        entity: element["name"])
    }
    return place
  }

  private func addConfigurations(to model: ManagedObjectModel) throws {
    let elements = root.children(named: "configuration")
    let entities = model.entitiesByName
    for (name, element) in zip(try elements.names(), elements) {
      let members = try element.children.map { member in
        guard let entity = entities[member["name"] ?? ""] else {
          throw member.wrong(
            "is not an entity of the model", repair: "name an entity of the model, or remove it")
        }
        return entity
      }
      model.setEntities(members, forConfigurationName: name)
    }
  }
}

extension ManagedObjectModel {
  /// Reads a model saved by Xcode's editor: the current version of an `.xcdatamodeld`, an
  /// `.xcdatamodel`, or the `contents` file inside it.
  ///
  /// The module prefix of class names is dropped. Settings for code generation, CloudKit and
  /// Spotlight are ignored; anything else that is not supported is an error. A default value that
  /// does not fit its attribute, and an index of a property without a column, are left out with a
  /// warning. Names and constraints are checked when a coordinator is created with the model.
  ///
  /// - Throws: code 260 if the file does not exist; 256 if it cannot be read; 259 if it is damaged,
  ///   compiled, or in the binary format of Xcode 3; 134020 if its content is invalid, such as a
  ///   relationship to an unknown entity. The message and `details` give the file, the line, and
  ///   the column at which the element's start tag ends.
  public convenience init(contentsOf url: URL) throws {
    let contents = try ModelFileLocation(url: url).contents()
    let data = try ModelFileLocation(url: contents).data()
    self.init()
    try ModelFileReader(data, path: contents.path).fill(self)
  }
}
