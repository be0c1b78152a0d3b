import Foundation

/// Reads the mappings from the tree of a mapping file.
struct MappingFileReader {
  private let objects: [String: MappingFileObject]
  private let model: MappingFileObject

  /// - Throws: code 259 for a file that is not a mapping model.
  init(_ data: Data, path: String) throws {
    let root = try ModelFileParser.parse(data, as: .store, errors: ModelFileError(path: path))
    guard root.name == "database" else {
      throw root.damaged(
        "is not a mapping model", repair: "give the xcmapping.xml of an .xcmappingmodel")
    }
    var objects: [String: MappingFileObject] = [:]
    for element in root.children(named: "object") {
      let object = try MappingFileObject(element)
      guard objects.updateValue(object, forKey: object.id) == nil else {
        throw element.damaged("has a duplicate id")
      }
    }
    let models = objects.values.filter { $0.kind == .model }
    guard let model = models.first, models.count == 1 else {
      throw root.damaged("holds \(models.count) mapping models instead of one")
    }
    (self.objects, self.model) = (objects, model)
  }

  /// The names of the two versions that were open in the editor; nil if the file does not name
  /// them.
  var versionNames: (source: String, destination: String)? {
    let names = ["sourcemodelpath", "destinationmodelpath"].compactMap { key in
      model.text(key).map { path in
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      }
    }
    return names.count == 2 ? (names[0], names[1]) : nil
  }

  /// The mapping model's mappings, ordered by number.
  ///
  /// - Throws: code 259, naming the line and the element.
  func entityMappings() throws -> [EntityMapping] {
    let listed = try list("entitymappings", of: model, as: .entity)
    var numbered = try listed.map { (number: try $0.number("mappingnumber"), object: $0) }
    numbered.sort { $0.number < $1.number }
    var taken: Set<String> = []
    return try numbered.map { _, object in
      let mapping = try entityMapping(object)
      guard taken.insert(mapping.name).inserted else {
        throw object.element.damaged(
          "is the second mapping named \(mapping.name)", repair: "give it another name")
      }
      return mapping
    }
  }

  /// The destinations of a relationship, in order.
  private func list(
    _ name: String, of object: MappingFileObject, as kind: MappingFileObject.Kind
  ) throws -> [MappingFileObject] {
    try object.references(name).map { id in
      guard let found = objects[id], found.kind == kind else {
        throw object.element.damaged(
          "lists \(id) as \(name), which is not of type \(kind.rawValue)")
      }
      return found
    }
  }

  private func entityMapping(_ object: MappingFileObject) throws -> EntityMapping {
    let (source, destination) = (object.text("sourcename"), object.text("destinationname"))
    let name = object.text("name") ?? Self.name(from: source, to: destination)
    guard let name else {
      throw object.element.damaged(
        "names neither a source nor a destination entity", repair: "name one of them")
    }
    let predicate = try object.text("sourcefilterpredicatestring").map { text in
      try object.reading("sourcefilterpredicatestring") { try FetchPredicate(format: text) }
    }
    let mapping = EntityMapping(
      name: name, type: try type(of: object), from: source, to: destination, where: predicate,
      policy: Self.className(object.text("migrationpolicyclassname")))
    mapping.sourceExpression = try expression("sourceexpressiondata", of: object)
    mapping.userInfo = try userInfo(of: object)
    mapping.attributeMappings = try list("attributemappings", of: object, as: .attribute)
      .map { try propertyMapping($0) { _ in nil } }
    mapping.relationshipMappings = try list("relationshipmappings", of: object, as: .relationship)
      .map { try propertyMapping($0, Self.destinations) }
    return mapping
  }

  /// Xcode's default name for a mapping.
  private static func name(from source: String?, to destination: String?) -> String? {
    guard let source, let destination else { return source ?? destination }
    return "\(source)To\(destination)"
  }

  /// The class name without its module.
  private static func className(_ text: String?) -> String? {
    text?.split(separator: ".").last.map(String.init)
  }

  private static let types: [String: EntityMappingType] = [
    "Undefined": .undefined, "Custom": .custom, "Add": .add, "Remove": .remove, "Copy": .copy,
    "Transform": .transform,
  ]

  private func type(of object: MappingFileObject) throws -> EntityMappingType {
    let name = object.text("mappingtypename") ?? "Undefined"
    guard let type = Self.types[name] else {
      throw object.attribute("mappingtypename").damaged(
        "is the unknown type \(name)",
        repair: "write one of \(Self.types.keys.sorted().joined(separator: ", "))")
    }
    return type
  }

  // MARK: Properties

  private func propertyMapping(
    _ object: MappingFileObject,
    _ generated: (MappingFileObject) throws -> FetchExpression?
  ) throws -> PropertyMapping {
    guard let name = object.text("name") else {
      throw object.element.damaged("has no name", repair: "name a property of the destination")
    }
    let expression = try expression("valueexpressiondata", of: object)
    let mapping = PropertyMapping(
      name: name, valueExpression: try expression ?? generated(object))
    mapping.userInfo = try userInfo(of: object)
    return mapping
  }

  /// The destination objects created by the named mapping from the objects at the end of the key
  /// path; nil if the file gives neither a mapping nor a path.
  private static func destinations(_ object: MappingFileObject) throws -> FetchExpression? {
    let (path, mapping) = (object.text("sourcekeypath"), object.text("sourcemappingname"))
    guard path != nil || mapping != nil else { return nil }
    let sources = try object.reading("sourcekeypath") {
      try FetchExpression(forSourceKeyPath: path ?? object.text("name") ?? "")
    }
    return .destinationInstances(forEntityMappingNamed: mapping, ofSources: sources)
  }

  /// A custom expression; nil if the editor generates it.
  private func expression(
    _ name: String, of object: MappingFileObject
  ) throws -> FetchExpression? {
    guard try !object.flag("autogenerateexpression"), let data = try object.data(name) else {
      return nil
    }
    return try object.reading(name) { try ArchivedExpression(data).expression() }
  }

  private func userInfo(of object: MappingFileObject) throws -> [String: String] {
    guard let data = try object.data("userinfodata") else { return [:] }
    return try object.reading("userinfodata") {
      let archive = try KeyedArchive(BinaryPropertyListReader.read(data))
      var texts: [String: String] = [:]
      for (key, value) in try archive.entries(archive.root) {
        texts[key] = try archive.string(value)
      }
      return texts
    }
  }
}

extension FetchExpression {
  /// A key path from the source object: `$source`, `$source.country`, or `country` alone. A path
  /// with a collection operator, which predicates do not support, is evaluated by key-value coding.
  convenience init(forSourceKeyPath path: String) throws {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let rest = keys.first == "$source" ? Array(keys.dropFirst()) : keys
    guard rest.contains(where: { $0.hasPrefix("@") }) else {
      self.init(forVariable: (["source"] + rest).joined(separator: "."))
      if let defect { throw defect }
      return
    }
    self.init(
      .message(
        .variable("source"), MappingMessage.valueForKeyPath,
        [.constant(.string(rest.joined(separator: ".")))]))
  }
}
