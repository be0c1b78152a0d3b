/// The contents of a model, without the model itself: objects derived from a model can be attached
/// to it without retaining it.
package struct ModelContents: Sendable {
  /// Sorted by name.
  package internal(set) var entities: [EntityDescription] = []
  package internal(set) var versionIdentifiers: Set<String> = []
  /// The name of the version in the bundle from which the model was read.
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

  /// The roots of the hierarchies by name, each followed by its subentities, depth first.
  package var depthFirst: [EntityDescription] {
    func family(of entity: EntityDescription) -> [EntityDescription] {
      [entity] + Self.sorted(entity.subentities).flatMap(family)
    }
    return Self.sorted(entities.filter { $0.superentity == nil }).flatMap(family)
  }

  /// Names in case-insensitive order; those that differ only in case by code point.
  private static func sorted(_ entities: [EntityDescription]) -> [EntityDescription] {
    entities.sorted { left, right in
      let (a, b) = (left.name ?? "", right.name ?? "")
      return (a.lowercased(), a) < (b.lowercased(), b)
    }
  }
}
