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
    /// Filled when the model freezes: name to property, inherited ones included.
    var resolved: [String: PropertyDescription]?
    var number = 0
  }

  private let state: Freezable<State>

  /// Makes an entity without a name.
  public init() {
    state = Freezable(State())
  }

  /// Makes an entity whose objects are of the class of that name in the class registry.
  public init(name: String, managedObjectClassName: String = "ManagedObject") {
    state = Freezable(State(name: name, className: managedObjectClassName))
  }

  /// Makes an entity of the properties that the closure lists.
  ///
  /// - Parameters:
  ///   - name: unique in its model.
  ///   - className: the name of its objects' class in the class registry.
  ///   - unique: groups of property names whose values are unique together.
  ///   - subentities: the entities right below it.
  ///   - renamingIdentifier: the name that the entity had in the model's previous version, where it
  ///     was another.
  ///   - userInfo: free text by key, for the application.
  ///   - searchKeyPaths: attributes of other objects that objects are found by; see
  ///     `searchKeyPaths`.
  public convenience init(
    _ name: String, class className: String = "ManagedObject", isAbstract: Bool = false,
    unique: [[String]] = [], indexes: [FetchIndexDescription] = [],
    subentities: [EntityDescription] = [], renamingIdentifier: String? = nil,
    userInfo: [String: String] = [:], searchKeyPaths: [String] = [],
    @PropertiesBuilder _ properties: () -> [PropertyDescription]
  ) {
    self.init(name: name, managedObjectClassName: className)
    self.isAbstract = isAbstract
    self.properties = properties()
    self.uniquenessConstraints = unique
    self.indexes = indexes
    self.subentities = subentities
    self.renamingIdentifier = renamingIdentifier
    self.userInfo = userInfo
    if !searchKeyPaths.isEmpty { self.searchKeyPaths = searchKeyPaths }
  }

  /// The entity's name, unique in its model.
  public var name: String? {
    get { state.read { $0.name } }
    set { change { $0.name = newValue } }
  }

  /// The name of the entity's class. The default is `ManagedObject`.
  public var managedObjectClassName: String {
    get { state.read { $0.className } }
    set { change { $0.className = newValue } }
  }

  /// Whether objects can be made of subentities only.
  public var isAbstract: Bool {
    get { state.read { $0.isAbstract } }
    set { change { $0.isAbstract = newValue } }
  }

  /// The properties that the entity itself declares, without the inherited ones.
  public var properties: [PropertyDescription] {
    get { state.read { $0.properties } }
    set {
      guard change({ $0.properties = newValue }) else { return }
      for property in newValue { property.adopt(by: self) }
    }
  }

  /// The entities right below this one.
  public var subentities: [EntityDescription] {
    get { state.read { $0.subentities } }
    set {
      guard change({ $0.subentities = newValue }) else { return }
      for entity in newValue { entity.change { $0.superentity = self } }
    }
  }

  /// The entity right above this one, or nil at the root of a hierarchy.
  public var superentity: EntityDescription? { state.read { $0.superentity } }

  /// The model that the entity belongs to.
  public var managedObjectModel: ManagedObjectModel? { state.read { $0.model } }

  /// Groups of names of attributes, or of to-one relationships, whose values are unique together.
  public var uniquenessConstraints: [[String]] {
    get { state.read { $0.uniquenessConstraints } }
    set { change { $0.uniquenessConstraints = newValue } }
  }

  /// The indexes that the store keeps.
  public var indexes: [FetchIndexDescription] {
    get { state.read { $0.indexes } }
    set { change { $0.indexes = newValue } }
  }

  /// Free text by key, for the application.
  public var userInfo: [String: String] {
    get { state.read { $0.userInfo } }
    set { change { $0.userInfo = newValue } }
  }

  /// The name that the entity had in the model's previous version, for migration.
  public var renamingIdentifier: String? {
    get { state.read { $0.renamingIdentifier ?? $0.name } }
    set { change { $0.renamingIdentifier = newValue } }
  }

  /// Text that goes into the version hash, to mark a change that the hash would not see.
  public var versionHashModifier: String? {
    get { state.read { $0.versionHashModifier } }
    set { change { $0.versionHashModifier = newValue } }
  }

  /// The entity's properties by name, inherited ones included.
  public var propertiesByName: [String: PropertyDescription] {
    if let resolved = state.read({ $0.resolved }) { return resolved }
    var result = superentity?.propertiesByName ?? [:]
    for property in properties { result[property.name] = property }
    return result
  }

  /// The property at the end of a path over composite attributes; of one key without dots it is the
  /// property of that name.
  package func property(atPath path: String) -> PropertyDescription? {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var property = keys.first.flatMap { propertiesByName[$0] }
    for key in keys.dropFirst() {
      property = (property as? CompositeAttributeDescription)?.elements.first { $0.name == key }
    }
    return property
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

  func adopt(by model: ManagedObjectModel) { change { $0.model = model } }

  /// - Parameter number: the entity's among those of its model.
  func freeze(number: Int) {
    for property in properties { property.freeze() }
    let resolved = propertiesByName
    state.freeze {
      $0.resolved = resolved
      $0.number = number
    }
  }

  /// Whether the entity's model is in use, so that it changes no more.
  var isFrozen: Bool { state.isFrozen }

  /// The number that stores know the entity by, from 1; 0 until the model is in use.
  ///
  /// The roots of the hierarchies follow each other by name, each followed by the entities below it,
  /// depth first.
  package var number: Int { state.read { $0.number } }

  /// The greatest number of the entities of which this is one or stands above them.
  package var lastNumber: Int { subentities.map(\.lastNumber).max() ?? number }

  /// - Returns: whether it was changed; else its model is in use, which is reported.
  @discardableResult
  private func change(_ body: (inout State) -> Void) -> Bool {
    let isChanged = state.change(body)
    if !isChanged { ModelReport.refusedChange(of: "entity \(name ?? "")") }
    return isChanged
  }
}
