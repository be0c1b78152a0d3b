import Foundation

extension ManagedObjectModel {
  /// A copy of the model that may be changed, whether or not the model is in use.
  ///
  /// - Throws: code 134020 for a model with a default value that no attribute can have.
  public func copy() throws -> ManagedObjectModel { try ManagedObjectModel(byMerging: [self]) }

  /// Makes one model of several, which stay as they are.
  ///
  /// An entity, a configuration or a template that several models have must be the same in all of
  /// them; it comes from the first. Configurations of one name are joined.
  ///
  /// - Throws: code 134020 when models differ in an entity or a template of one name.
  public convenience init(byMerging models: [ManagedObjectModel]) throws {
    self.init()
    var merged = MergedModel()
    for model in models { try merged.add(model) }
    entities = merged.entities.filter { $0.superentity == nil }
    versionIdentifiers = merged.versionIdentifiers
    let byName = entitiesByName
    for (name, members) in merged.configurations {
      setEntities(members.compactMap { byName[$0] }, forConfigurationName: name)
    }
    for (name, template) in merged.templates {
      try setFetchRequestTemplate(template, forName: name)
    }
  }

  /// Makes one model of those in several files: bundles, `.xcdatamodel`
  /// folders or `contents` files.
  ///
  /// - Throws: what reading and merging throw.
  public static func mergedModel(contentsOf urls: [URL]) throws -> ManagedObjectModel {
    try ManagedObjectModel(byMerging: urls.map { try ManagedObjectModel(contentsOf: $0) })
  }

  /// A copy of all that the model's archive holds.
  fileprivate func archivedCopy() throws -> ManagedObjectModel {
    let copy = ManagedObjectModel()
    try ModelArchiveReader(ModelArchiveWriter(contents).archive()).fill(copy)
    return copy
  }
}

/// What several models have together.
private struct MergedModel {
  private(set) var entities: [EntityDescription] = []
  private(set) var versionIdentifiers: Set<String> = []
  private(set) var configurations: [String: Set<String>] = [:]
  private(set) var templates: [String: FetchRequestDescription] = [:]
  private var known: [String: EntityDescription] = [:]

  mutating func add(_ model: ManagedObjectModel) throws {
    versionIdentifiers.formUnion(model.versionIdentifiers)
    for name in model.configurations {
      let members = (model.entities(forConfigurationName: name) ?? []).compactMap(\.name)
      configurations[name, default: []].formUnion(members)
    }
    for (name, template) in model.fetchRequestTemplatesByName {
      guard templates.updateValue(template, forKey: name) ?? template == template else {
        throw conflict("fetch request template \(name)", entity: template.entityName)
      }
    }
    let copy = try model.archivedCopy()
    for entity in copy.entities {
      let name = entity.name ?? ""
      guard let first = known[name] else { continue }
      // The hash tells of the entities above as well; those below must be the same set.
      guard first.versionHash == entity.versionHash,
        Set(first.subentitiesByName.keys) == Set(entity.subentitiesByName.keys)
      else { throw conflict("entity \(name)", entity: name) }
    }
    for entity in copy.entities where known[entity.name ?? ""] == nil {
      known[entity.name ?? ""] = entity
      entities.append(entity)
    }
  }

  private func conflict(_ what: String, entity: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreIncompatibleSchema, "two of the models differ in the \(what)",
      repair: "rename one of the two, or merge models of one version", entityName: entity)
  }
}
