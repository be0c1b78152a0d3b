import Foundation

/// An entity of a model: a kind of object, its properties, its place in a hierarchy of entities.
///
/// It may be changed until its model is taken into use by a coordinator.
public final class EntityDescription: Sendable {
  private struct State {
    var name: String?
    var className = "ManagedObject"
    var isAbstract = false
    var properties: [PropertyDescription] = []
    var subentities: [EntityDescription] = []
    weak var superentity: EntityDescription?
    weak var model: ManagedObjectModel?
    var uniquenessConstraints: [[String]] = []
    var indexes: [FetchIndexDescription] = []
    var userInfo: [String: String] = [:]
    var renamingIdentifier: String?
    var versionHashModifier: String?
    var isFrozen = false
    /// Filled when the model freezes: name to property, inherited ones included.
    var resolved: [String: PropertyDescription]?
  }

  private let state = Lock(State())

  /// Makes an entity without a name.
  public init() {}

  /// Makes an entity whose objects are of the class of that name in the class registry.
  public convenience init(name: String, managedObjectClassName: String = "ManagedObject") {
    self.init()
    state.withLock {
      $0.name = name
      $0.className = managedObjectClassName
    }
  }

  /// The entity's name, unique in its model.
  public var name: String? {
    get { state.withLock { $0.name } }
    set { change { $0.name = newValue } }
  }

  /// The name of the entity's class. The default is `ManagedObject`.
  public var managedObjectClassName: String {
    get { state.withLock { $0.className } }
    set { change { $0.className = newValue } }
  }

  /// Whether objects can be made of subentities only.
  public var isAbstract: Bool {
    get { state.withLock { $0.isAbstract } }
    set { change { $0.isAbstract = newValue } }
  }

  /// The properties that the entity itself declares, without the inherited ones.
  public var properties: [PropertyDescription] {
    get { state.withLock { $0.properties } }
    set {
      guard mayChange() else { return }
      state.withLock { $0.properties = newValue }
      for property in newValue { property.adopt(by: self) }
    }
  }

  /// The entities right below this one.
  public var subentities: [EntityDescription] {
    get { state.withLock { $0.subentities } }
    set {
      guard mayChange() else { return }
      state.withLock { $0.subentities = newValue }
      for entity in newValue { entity.state.withLock { $0.superentity = self } }
    }
  }

  /// The entity right above this one, or nil at the root of a hierarchy.
  public var superentity: EntityDescription? { state.withLock { $0.superentity } }

  /// The model that the entity belongs to.
  public var managedObjectModel: ManagedObjectModel? { state.withLock { $0.model } }

  /// Groups of names of attributes, or of to-one relationships, whose values are unique together.
  public var uniquenessConstraints: [[String]] {
    get { state.withLock { $0.uniquenessConstraints } }
    set { change { $0.uniquenessConstraints = newValue } }
  }

  /// The indexes that the store keeps.
  public var indexes: [FetchIndexDescription] {
    get { state.withLock { $0.indexes } }
    set { change { $0.indexes = newValue } }
  }

  /// Free text by key, for the application.
  public var userInfo: [String: String] {
    get { state.withLock { $0.userInfo } }
    set { change { $0.userInfo = newValue } }
  }

  /// The name that the entity had in the model's previous version, for migration.
  public var renamingIdentifier: String? {
    get { state.withLock { $0.renamingIdentifier ?? $0.name } }
    set { change { $0.renamingIdentifier = newValue } }
  }

  /// Text that goes into the version hash, to mark a change that the hash would not see.
  public var versionHashModifier: String? {
    get { state.withLock { $0.versionHashModifier } }
    set { change { $0.versionHashModifier = newValue } }
  }

  /// The entity's properties by name, inherited ones included.
  public var propertiesByName: [String: PropertyDescription] {
    if let resolved = state.withLock({ $0.resolved }) { return resolved }
    var result = superentity?.propertiesByName ?? [:]
    for property in properties { result[property.name] = property }
    return result
  }

  /// The entity's attributes by name, inherited ones included.
  public var attributesByName: [String: AttributeDescription] {
    propertiesByName.compactMapValues { $0 as? AttributeDescription }
  }

  /// The entity's relationships by name, inherited ones included.
  public var relationshipsByName: [String: RelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? RelationshipDescription }
  }

  /// The entity's fetched properties by name, inherited ones included.
  public var fetchedPropertiesByName: [String: FetchedPropertyDescription] {
    propertiesByName.compactMapValues { $0 as? FetchedPropertyDescription }
  }

  /// The entity's direct subentities by name.
  public var subentitiesByName: [String: EntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The relationships that lead to the given entity or an entity above it, sorted by name.
  public func relationships(forDestination entity: EntityDescription) -> [RelationshipDescription] {
    relationshipsByName.values.filter { relationship in
      relationship.destinationEntity.map { entity.isKindOf(entity: $0) } ?? false
    }.sorted { $0.name < $1.name }
  }

  /// Whether this is the given entity or one below it.
  public func isKindOf(entity: EntityDescription) -> Bool {
    var current: EntityDescription? = self
    while let candidate = current {
      if candidate === entity { return true }
      current = candidate.superentity
    }
    return false
  }

  /// The top of the entity's hierarchy; its table holds the objects of all of them.
  package var root: EntityDescription {
    var top = self
    while let above = top.superentity { top = above }
    return top
  }

  func adopt(by model: ManagedObjectModel) {
    state.withLock { $0.model = model }
  }

  func freeze() {
    let resolved = propertiesByName
    for property in properties { property.freeze() }
    state.withLock {
      $0.resolved = resolved
      $0.isFrozen = true
    }
  }

  /// Whether the entity's model is in use, so that it changes no more.
  var isFrozen: Bool { state.withLock { $0.isFrozen } }

  private func mayChange() -> Bool {
    let (frozen, name) = state.withLock { ($0.isFrozen, $0.name) }
    if frozen { ModelReport.refusedChange(of: "entity \(name ?? "")") }
    return !frozen
  }

  private func change(_ body: (inout State) -> Void) {
    guard mayChange() else { return }
    state.withLock { body(&$0) }
  }
}
