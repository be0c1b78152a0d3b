/// What a model consists of, without the model itself: what is derived from a model can be kept with
/// the model and not keep it alive.
package struct ModelContents: Sendable {
  /// Sorted by name.
  package internal(set) var entities: [EntityDescription] = []
  package internal(set) var versionIdentifiers: Set<String> = []
  /// The entities of each configuration, sorted by name.
  package internal(set) var configurations: [String: [EntityDescription]] = [:]

  package func entities(forConfigurationName configuration: String?) -> [EntityDescription]? {
    guard let configuration, configuration != ManagedObjectModel.defaultConfigurationName else {
      return entities
    }
    return configurations[configuration]
  }
}
