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
    var known: [String: EntityDescription] = [:]
    var members: [String: Set<String>] = [:]
    var templates: [String: FetchRequestDescription] = [:]
    for model in models {
      versionIdentifiers.formUnion(model.versionIdentifiers)
      for name in model.configurations {
        let entities = model.entities(forConfigurationName: name) ?? []
        members[name, default: []].formUnion(entities.compactMap(\.name))
      }
      for (name, template) in model.fetchRequestTemplatesByName {
        guard templates.updateValue(template, forKey: name) ?? template == template else {
          throw Self.conflict("fetch request template \(name)", entity: template.entityName)
        }
      }
      let entities = try model.archivedCopy().entitiesByName
      for (name, entity) in entities.sorted(by: { $0.key < $1.key }) {
        // The hash tells of the entities above as well; those below must be the same set.
        if let first = known[name],
          first.versionHash != entity.versionHash
            || Set(first.subentitiesByName.keys) != Set(entity.subentitiesByName.keys)
        {
          throw Self.conflict("entity \(name)", entity: name)
        }
      }
      known.merge(entities) { first, _ in first }
    }
    entities = known.values.filter { $0.superentity == nil }
    for (name, members) in members {
      setEntities(members.compactMap { known[$0] }, forConfigurationName: name)
    }
    for (name, template) in templates { try setFetchRequestTemplate(template, forName: name) }
  }

  private static func conflict(_ what: String, entity: String) -> ObjectGraphError {
    .wrongModel(
      "two of the models differ in the \(what)",
      repair: "rename one of the two, or merge models of one version", entity: entity)
  }

  /// Makes one model of those in several files: bundles, `.xcdatamodel`
  /// folders or `contents` files.
  ///
  /// - Throws: what reading and merging throw.
  public static func mergedModel(contentsOf urls: [URL]) throws -> ManagedObjectModel {
    try ManagedObjectModel(byMerging: urls.map { try ManagedObjectModel(contentsOf: $0) })
  }

  /// A copy of all that the model's archive holds.
  private func archivedCopy() throws -> ManagedObjectModel {
    let copy = ManagedObjectModel()
    try ModelArchiveReader(ModelArchiveWriter(contents).archive()).fill(copy)
    return copy
  }
}
