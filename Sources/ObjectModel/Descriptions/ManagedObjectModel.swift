/// The entities of an application and how they relate: the schema of its stores.
///
/// A model may be changed until a coordinator takes it into use; afterwards changes are refused and
/// reported, and the model may be shared freely.
public final class ManagedObjectModel: Sendable {
  private let state = Freezable(ModelContents())

  /// Where the module above keeps what it derives from a model in use.
  package let attachment = Attachment()

  /// What the model consists of now.
  package var contents: ModelContents { state.read { $0 } }

  /// Makes a model without entities.
  public init() {}

  /// Makes a model of the given entities and links the ends of their relationships by name.
  ///
  /// Subentities need not be listed beside their superentity.
  public convenience init(entities: [EntityDescription]) {
    self.init()
    self.entities = entities
  }

  /// Makes a model of the entities that the closure lists.
  public convenience init(@ModelBuilder _ entities: () -> [EntityDescription]) {
    self.init(entities: entities())
  }

  /// The model's entities, subentities included, sorted by name.
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

  /// Names of the model's version, as the application chose them.
  public var versionIdentifiers: Set<String> {
    get { contents.versionIdentifiers }
    set { change("the version identifiers") { $0.versionIdentifiers = newValue } }
  }

  /// Takes note of the name of the version in the bundle that the model was read from.
  package func setVersionName(_ name: String) {
    change("the version's name") { $0.versionName = name }
  }

  /// The names of the sets of entities that stores can be opened with, sorted.
  ///
  /// The configuration of all entities, `PF_DEFAULT_CONFIGURATION_NAME`, is always there and not
  /// listed.
  public var configurations: [String] { contents.configurations.keys.sorted() }

  /// The name of the configuration that all entities are in.
  public static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

  /// The entities of a configuration, sorted by name; all for nil and for the default
  /// configuration, nil for a name that the model lacks.
  public func entities(forConfigurationName configuration: String?) -> [EntityDescription]? {
    contents.entities(forConfigurationName: configuration)
  }

  /// Makes a configuration: a set of entities that a store can be limited to.
  ///
  /// An entity may be in several. Subentities are in a configuration only where they are listed,
  /// and objects of entities in different stores cannot be related. Configurations are no part of
  /// the version hashes. The default configuration cannot be changed.
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

  /// Whether the model is in use, so that it changes no more.
  var isFrozen: Bool { state.isFrozen }

  /// Makes the model and its entities unchangeable.
  func freezeContents() {
    for (index, entity) in contents.depthFirst.enumerated() { entity.freeze(number: index + 1) }
    state.freeze()
  }

  /// The fetch requests that the model keeps, by name.
  ///
  /// They are no part of the version hashes and not in the model that a store carries.
  public var fetchRequestTemplatesByName: [String: FetchRequestDescription] {
    state.read { $0.fetchRequestTemplates }
  }

  /// Keeps a fetch request under a name, or forgets the one of that name for nil.
  ///
  /// Its predicate may have variables, `$NAME`, which `fetchRequestFromTemplate` replaces.
  ///
  /// - Throws: code 134061 for an entity, a key in the predicate or a sort that the model lacks; a
  ///   model without entities checks that when it is taken into use. Code 134020 for a model in use,
  ///   which keeps its templates; change a `copy()` of it.
  public func setFetchRequestTemplate(
    _ template: FetchRequestDescription?, forName name: String
  ) throws(ObjectGraphError) {
    if let template, !entities.isEmpty { try template.checkTemplate(name, in: self) }
    guard state.change({ $0.fetchRequestTemplates[name] = template }) else {
      throw ObjectGraphError.wrongModel(
        "the fetch request template \(name) belongs to a model that is in use",
        repair: "change a copy() of the model before a store is opened with it")
    }
  }

  /// - Returns: whether it was changed; else the model is in use, which is reported.
  @discardableResult
  private func change(_ subject: String, _ body: (inout ModelContents) -> Void) -> Bool {
    let isChanged = state.change(body)
    if !isChanged { ModelReport.refusedChange(of: subject) }
    return isChanged
  }

  /// Links the ends of the relationships by their names.
  func link() {
    let byName = entitiesByName
    for entity in entities {
      for case let relationship as RelationshipDescription in entity.properties {
        guard let destination = relationship.destinationName.flatMap({ byName[$0] }) else {
          continue
        }
        let inverse = relationship.inverseName.flatMap { destination.relationshipsByName[$0] }
        relationship.link(destination: destination, inverse: inverse)
      }
    }
  }
}
