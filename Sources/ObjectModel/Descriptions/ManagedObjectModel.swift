/// The entities of an application and their relationships: the schema of its stores.
///
/// A model can be changed until a coordinator is created with it; afterwards, changes are rejected
/// and reported, and the model can be shared freely.
public final class ManagedObjectModel: Sendable {
  let state = Freezable(ModelContents())

  /// Storage for what the module above derives from a model in use.
  package let attachment = Attachment()

  /// The current contents of the model.
  package var contents: ModelContents { state.read { $0 } }

  /// Creates a model without entities.
  public init() {}

  /// Creates a model with entities, and links the ends of their relationships by name.
  ///
  /// Subentities are included with their superentity.
  public convenience init(entities: [EntityDescription]) {
    self.init()
    self.entities = entities
  }

  /// Creates a model with the entities that the closure lists.
  public convenience init(@ModelBuilder _ entities: () -> [EntityDescription]) {
    self.init(entities: entities())
  }

  /// The model's entities, including subentities, sorted by name.
  public var entities: [EntityDescription] {
    get { contents.entities }
    set {
      var all: [EntityDescription] = []
      func add(_ entity: EntityDescription) {
        guard !all.contains(where: { $0 === entity }) else { return }
        all.append(entity)
        entity.subentities.forEach(add)
      }
      newValue.forEach(add)
      all.sort { ($0.name ?? "") < ($1.name ?? "") }
      guard change("the list of entities", { $0.entities = all }) else { return }
      for entity in all { entity.adopt(by: self) }
      link()
    }
  }

  /// The model's entities by name.
  public var entitiesByName: [String: EntityDescription] {
    Dictionary(firstOf: entities.map { ($0.name ?? "", $0) })
  }

  /// Application-defined names of the model's version.
  public var versionIdentifiers: Set<String> {
    get { contents.versionIdentifiers }
    set { change("the version identifiers") { $0.versionIdentifiers = newValue } }
  }

  /// Records the name of the version in the bundle from which the model was read.
  package func setVersionName(_ name: String) {
    change("the version's name") { $0.versionName = name }
  }

  /// The names of the configurations with which stores can be opened, sorted.
  ///
  /// The configuration with all entities, `PF_DEFAULT_CONFIGURATION_NAME`, always exists and is not
  /// listed.
  public var configurations: [String] { contents.configurations.keys.sorted() }

  /// The name of the configuration with all entities.
  public static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

  /// The entities of a configuration, sorted by name; all entities for nil and the default
  /// configuration; nil for an unknown name.
  public func entities(forConfigurationName configuration: String?) -> [EntityDescription]? {
    contents.entities(forConfigurationName: configuration)
  }

  /// Sets a configuration: a set of entities to which a store can be limited.
  ///
  /// An entity can be in several. Subentities are included only if they are listed, and objects of
  /// entities in different stores cannot be related. Configurations are not part of the version
  /// hashes. The default configuration cannot be changed.
  public func setEntities(
    _ entities: [EntityDescription], forConfigurationName configuration: String
  ) {
    guard configuration != Self.defaultConfigurationName else {
      ModelReport.refusedChange(of: "the configuration \(configuration)")
      return
    }
    let sorted = entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    change("the configuration \(configuration)") {
      $0.configurations[configuration] = sorted
    }
  }

  /// Whether the model is in use, and so immutable.
  var isFrozen: Bool { state.isFrozen }

  /// Makes the model and its entities immutable.
  func freezeContents() {
    for (index, entity) in contents.depthFirst.enumerated() { entity.freeze(number: index + 1) }
    state.freeze()
  }

  /// The model's fetch request templates, by name.
  ///
  /// They are not part of the version hashes, nor of the model embedded in a store.
  public var fetchRequestTemplatesByName: [String: FetchRequestDescription] {
    state.read { $0.fetchRequestTemplates }
  }

  /// - Returns: false if the model is in use, which is reported.
  @discardableResult
  private func change(_ subject: String, _ body: (inout ModelContents) -> Void) -> Bool {
    let isChanged = state.change(body)
    if !isChanged { ModelReport.refusedChange(of: subject) }
    return isChanged
  }

  /// Links the ends of the relationships by name.
  func link() {
    let byName = entitiesByName
    for entity in entities {
      for case let relationship as RelationshipDescription in entity.properties {
        guard let destination = relationship.destinationName.flatMap({ byName[$0] }) else {
          continue
        }
        let inverse = relationship.inverseName.flatMap { destination.property(named: $0) }
        relationship.link(
          destination: destination, inverse: inverse as? RelationshipDescription)
      }
    }
  }
}

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
