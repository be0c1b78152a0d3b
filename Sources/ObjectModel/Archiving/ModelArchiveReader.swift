import Foundation

/// Reads entities from the keyed archive of a compiled model.
struct ModelArchiveReader {
  private let archive: KeyedArchive

  /// The maximum numbers of entities and properties: many times those of the largest models, but
  /// few enough to limit the work on damaged data.
  private static let maximumEntities = 10_000
  private static let maximumProperties = 1_000_000

  init(_ propertyList: PropertyList) throws {
    archive = try KeyedArchive(propertyList)
  }

  private struct Entry {
    let object: KeyedArchive.Object
    let description: EntityDescription
    let properties: [(key: String, value: PropertyList)]
  }

  /// Fills an empty model with the contents of the archive.
  ///
  /// - Throws: code 134020 if the archive is damaged.
  func fill(_ model: ManagedObjectModel) throws {
    guard let root = try archive.object(archive.root), root.isKind(of: "NSManagedObjectModel")
    else { throw KeyedArchive.damage("it contains no model") }

    var entries: [Entry] = []
    var places: [Int: Int] = [:]
    var propertyCount = 0
    for (key, reference) in try root.entries("NSEntities") {
      let entry = try entry(key, reference)
      propertyCount += entry.properties.count
      guard entries.count < Self.maximumEntities, propertyCount <= Self.maximumProperties else {
        throw KeyedArchive.damage("it has too many entities or properties")
      }
      guard places.updateValue(entries.count, forKey: entry.object.index) == nil else {
        throw KeyedArchive.damage("the entity \(key) is listed twice")
      }
      entries.append(entry)
    }
    guard Set(entries.map(\.description.name)).count == entries.count else {
      throw KeyedArchive.damage("two entities have the same name")
    }

    let parents = try entries.map { try parent(of: $0, places: places) }
    let hierarchy = EntityHierarchy(parents: parents)
    if hierarchy.endless != nil { throw KeyedArchive.damage("an entity hierarchy has no root") }
    for (entry, parent) in zip(entries, parents) {
      try fill(entry, inherited: parent.map { Set(entries[$0].properties.map(\.key)) } ?? [])
    }
    model.entities = hierarchy.link(entries.map(\.description))
    for entity in model.entities { entity.removeIgnoredIndexElements() }
    model.versionIdentifiers = try Set(names(in: root.fields["NSVersionIdentifiers"]))
    for (name, members) in try root.entries("NSConfigurations") {
      let entities = try archive.elements(members).compactMap { member in
        try archive.object(member).flatMap { places[$0.index] }.map { entries[$0].description }
      }
      model.setEntities(entities, forConfigurationName: name)
    }
  }

  private func entry(_ key: String, _ reference: PropertyList) throws -> Entry {
    guard let object = try archive.object(reference), object.isKind(of: "NSEntityDescription")
    else { throw KeyedArchive.damage("\(key) is not an entity") }
    let name = try object.string("NSEntityName") ?? key
    return Entry(
      object: object, description: EntityDescription(name: name),
      properties: try object.entries("NSProperties"))
  }

  private func parent(of entry: Entry, places: [Int: Int]) throws -> Int? {
    guard case .uid(let uid)? = entry.object.fields["NSSuperentity"], uid != 0 else { return nil }
    guard let place = places[Int(uid)] else {
      throw KeyedArchive.damage(
        "the superentity of \(entry.description.name ?? "") is not in the model")
    }
    return place
  }

  /// An archived entity repeats its inherited properties, which the superentity already provides.
  private func fill(_ entry: Entry, inherited: Set<String>) throws {
    let object = entry.object
    let entity = entry.description
    if let className = try object.string("NSClassNameForEntity"),
      className != ModelArchiveWriter.plainClassName
    {
      entity.managedObjectClassName = className
    }
    entity.isAbstract = object.flag("NSIsAbstract")
    entity.versionHashModifier = try object.string("NSVersionHashModifier")
    if let former = try object.string("NSRenamingIdentifier"), former != entity.name {
      entity.renamingIdentifier = former
    }
    entity.userInfo = try object.texts("NSUserInfo")
    let reader = ModelPropertyReader(archive: archive)
    let properties = try entry.properties.filter { !inherited.contains($0.key) }
      .compactMap { try reader.property($0.key, $0.value) }
    entity.properties = properties
    entity.uniquenessConstraints = try object.elements("NSUniqueTuples")
      .map { try names(in: $0) }.filter { !$0.isEmpty }
    let implied = Set(
      properties.filter { ($0 as? AttributeDescription)?.isIndexed == true }.map(\.name))
    entity.indexes = try indexes(object).filter { !$0.isImplied(by: implied) }
  }

  private func names(in tuple: PropertyList?) throws -> [String] {
    try archive.elements(tuple).compactMap { element in
      try archive.string(element)
        ?? archive.object(element)?.string("NSPropertyName")
    }
  }

  private func indexes(_ entity: KeyedArchive.Object) throws -> [FetchIndexDescription] {
    var indexes = try entity.objects("NSFetchIndexDescriptions").compactMap { try index($0) }
    indexes.add(compounds: try entity.elements("NSCompoundIndexes").map(names))
    return indexes
  }

  private func index(_ object: KeyedArchive.Object) throws -> FetchIndexDescription? {
    guard let name = try object.string("NSIndexName") else { return nil }
    let archived = try object.elements("NSIndexElements")
    let elements = try archived.compactMap { element -> FetchIndexElementDescription? in
      // An element with an expression has no property; type 1 is for an R-tree.
      guard let element = try archive.object(element),
        let property = try element.string("NSPropertyName"),
        element.integer("NSFetchIndexElementType") ?? 0 == 0
      else { return nil }
      return .init(property, isAscending: element.flag("NSAscending"))
    }
    guard !elements.isEmpty, elements.count == archived.count else { return nil }
    return FetchIndexDescription(name: name, elements: elements)
  }
}

extension FetchIndexDescription {
  /// Whether the index is the implicit index of an indexed attribute.
  fileprivate func isImplied(by indexed: Set<String>) -> Bool {
    indexed.contains(name) && elements == [FetchIndexElementDescription(name)]
  }
}

extension ManagedObjectModel {
  /// The maximum unpacked size of a store's archived model. The largest known has 60 KB.
  private static let archiveLimit = 64 << 20

  /// Reads the model that a store keeps in `Z_MODELCACHE`, written by this engine or by Core Data.
  ///
  /// Everything that descriptions do not support is ignored: unknown classes and keys, fetched
  /// properties, indexes of expressions, and predicates other than bounds and regular expressions.
  ///
  /// - Throws: code 134020 if the data is damaged.
  package convenience init(archivedInStore data: Data) throws {
    let archive = try Inflate.unpack(data, limit: Self.archiveLimit)
    self.init()
    try ModelArchiveReader(BinaryPropertyListReader.read(archive)).fill(self)
  }
}
