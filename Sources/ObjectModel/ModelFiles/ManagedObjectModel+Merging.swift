import Foundation

extension ManagedObjectModel {
  /// A copy of the model that can be changed, even if the model is in use.
  ///
  /// - Throws: code 134020 for a model with a default value that no attribute can have.
  public func copy() throws -> ManagedObjectModel { try ManagedObjectModel(byMerging: [self]) }

  /// Merges several models into a new one.
  ///
  /// An entity, configuration or template in several models must be the same in all of them; the
  /// first one is used. Configurations with the same name are merged.
  ///
  /// - Throws: code 134020 if models have different entities or templates with the same name.
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
        // The hash covers the superentities; the subentities must be the same set.
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

  /// Merges the models in several files: bundles, `.xcdatamodel` folders or `contents` files.
  ///
  /// - Throws: errors of reading and merging.
  public static func mergedModel(contentsOf urls: [URL]) throws -> ManagedObjectModel {
    try ManagedObjectModel(byMerging: urls.map { try ManagedObjectModel(contentsOf: $0) })
  }

  /// A copy of everything that the model's archive contains.
  private func archivedCopy() throws -> ManagedObjectModel {
    let copy = ManagedObjectModel()
    try ModelArchiveReader(ModelArchiveWriter(contents).archive()).fill(copy)
    return copy
  }
}
