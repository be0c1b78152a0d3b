/// What a model consists of, without the model itself: what is derived from a model can be kept with
/// the model and not keep it alive.
package struct ModelContents: Sendable {
  /// Sorted by name.
  package internal(set) var entities: [EntityDescription] = []
  package internal(set) var versionIdentifiers: Set<String> = []
  /// The name of the version in the bundle that the model was read from.
  package internal(set) var versionName: String?
  /// The entities of each configuration, sorted by name.
  package internal(set) var configurations: [String: [EntityDescription]] = [:]
  var fetchRequestTemplates: [String: FetchRequestDescription] = [:]

  package func entities(forConfigurationName configuration: String?) -> [EntityDescription]? {
    guard let configuration, configuration != ManagedObjectModel.defaultConfigurationName else {
      return entities
    }
    return configurations[configuration]
  }

  /// The roots of the hierarchies by name, each followed by the entities below it, depth first.
  package var depthFirst: [EntityDescription] {
    func family(of entity: EntityDescription) -> [EntityDescription] {
      [entity] + Self.sorted(entity.subentities).flatMap(family)
    }
    return Self.sorted(entities.filter { $0.superentity == nil }).flatMap(family)
  }

  /// Case-insensitive order of names, by code point where they differ in case only.
  private static func sorted(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.sorted { left, right in
      let (a, b) = (left.name ?? "", right.name ?? "")
      return (a.lowercased(), a) < (b.lowercased(), b)
    }
  }
}
