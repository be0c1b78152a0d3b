import Foundation

/// An entity in a model: a kind of object, its properties, and its place in an entity hierarchy.
///
/// It can be changed until a coordinator is created with its model.
public final class EntityDescription: ModelDescription, @unchecked Sendable {
  // Sound: like its superclass.

  /// Creates an entity without a name.
  public override init() {}

  /// Creates an entity whose objects are of the class with a name in the class registry.
  public convenience init(name: String, managedObjectClassName: String = "ManagedObject") {
    self.init()
    self.name = name
    self.managedObjectClassName = managedObjectClassName
  }

  /// Creates an entity with the properties that the closure lists.
  ///
  /// - Parameters:
  ///   - name: unique in its model.
  ///   - className: the name of its objects' class in the class registry.
  ///   - unique: groups of property names whose combined values are unique.
  ///   - subentities: the direct subentities.
  ///   - renamingIdentifier: the entity's name in the model's previous version, if it was
  ///     different.
  ///   - userInfo: application-defined text by key.
  ///   - searchKeyPaths: attributes of other objects by which its objects are found; see
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
  @Fact public var name: String? = nil

  /// The name of the entity's class. The default is `ManagedObject`.
  @Fact public var managedObjectClassName = "ManagedObject"

  /// Whether only its subentities can have objects.
  @Fact public var isAbstract = false

  /// The properties that the entity itself declares, excluding inherited ones.
  public var properties: [PropertyDescription] {
    get { read { declared } }
    set {
      guard change({ declared = newValue }) else { return }
      for property in newValue { property.adopt(by: self) }
    }
  }

  private var declared: [PropertyDescription] = []

  /// The direct subentities.
  public var subentities: [EntityDescription] {
    get { read { children } }
    set {
      guard change({ children = newValue }) else { return }
      for entity in newValue { entity.change { entity.parent = self } }
    }
  }

  private var children: [EntityDescription] = []

  /// The superentity, or nil for the root of a hierarchy.
  public var superentity: EntityDescription? { read { parent } }

  private weak var parent: EntityDescription?

  /// The model that the entity belongs to.
  public var managedObjectModel: ManagedObjectModel? { read { model } }

  private weak var model: ManagedObjectModel?

  /// Groups of names of attributes, or of to-one relationships, whose combined values are unique.
  @Fact public var uniquenessConstraints: [[String]] = []

  /// The indexes in the store.
  @Fact public var indexes: [FetchIndexDescription] = []

  /// The entity's properties by name, including inherited ones.
  public var propertiesByName: [String: PropertyDescription] {
    if let resolved = read({ resolved }) { return resolved }
    var result = superentity?.propertiesByName ?? [:]
    for property in properties { result[property.name] = property }
    return result
  }

  /// Set when the model is frozen.
  private var resolved: [String: PropertyDescription]?

  /// The property with a name, which may be inherited.
  func property(named name: String) -> PropertyDescription? {
    if let resolved = read({ resolved }) { return resolved[name] }
    return properties.last { $0.name == name } ?? superentity?.property(named: name)
  }

  /// The property at the end of a path through composite attributes, or with a name without dots.
  package func property(atPath path: String) -> PropertyDescription? {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var property = keys.first.flatMap { self.property(named: $0) }
    for key in keys.dropFirst() {
      property = (property as? CompositeAttributeDescription)?.elements.first { $0.name == key }
    }
    return property
  }

  /// The entity's attributes by name, including inherited ones.
  public var attributesByName: [String: AttributeDescription] {
    propertiesByName.compactMapValues { $0 as? AttributeDescription }
  }

  /// The entity's relationships by name, including inherited ones.
  public var relationshipsByName: [String: RelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? RelationshipDescription }
  }

  /// The entity's fetched properties by name, including inherited ones.
  public var fetchedPropertiesByName: [String: FetchedPropertyDescription] {
    propertiesByName.compactMapValues { $0 as? FetchedPropertyDescription }
  }

  /// The entity's direct subentities by name.
  public var subentitiesByName: [String: EntityDescription] {
    Dictionary(firstOf: subentities.map { ($0.name ?? "", $0) })
  }

  /// The relationships whose destination is the given entity or one of its superentities, sorted by
  /// name.
  public func relationships(forDestination entity: EntityDescription) -> [RelationshipDescription] {
    relationshipsByName.values.filter { relationship in
      relationship.destinationEntity.map { entity.isKindOf(entity: $0) } ?? false
    }.sorted { $0.name < $1.name }
  }

  /// Whether this is the given entity or one of its subentities.
  public func isKindOf(entity: EntityDescription) -> Bool {
    var current: EntityDescription? = self
    while let candidate = current {
      if candidate === entity { return true }
      current = candidate.superentity
    }
    return false
  }

  /// The root of the entity's hierarchy, whose table holds the objects of all its entities.
  package var root: EntityDescription {
    var top = self
    while let above = top.superentity { top = above }
    return top
  }

  func adopt(by model: ManagedObjectModel) { change { self.model = model } }

  /// - Parameter number: the entity's number in its model.
  func freeze(number: Int) {
    for property in properties { property.freeze() }
    let resolved = propertiesByName
    facts.freeze { _ in
      self.resolved = resolved
      place = number
    }
  }

  /// Whether the entity's model is in use, and so immutable.
  var isFrozen: Bool { facts.isFrozen }

  /// The version hash, once computed after the entity was frozen.
  let frozenHash = Lock<Data?>(nil)

  /// The number by which stores identify the entity, starting at 1; 0 until the model is in use.
  ///
  /// Hierarchies are ordered by the names of their roots, and each root is followed by its
  /// subentities, depth first.
  package var number: Int { read { place } }

  private var place = 0

  /// The greatest number among this entity and its subentities.
  package var lastNumber: Int { subentities.map(\.lastNumber).max() ?? number }

  override var ownName: String? { name }

  override var subject: String { "entity \(name ?? "")" }
}

/// The hierarchy of the entities listed in a file.
struct EntityHierarchy {
  /// The index of each entity's superentity; nil for roots.
  let parents: [Int?]

  /// The maximum number of superentities: many times that of the largest models.
  static let maximumHeight = 128

  /// The index of an entity that is its own superentity, or has too many.
  var endless: Int? {
    parents.indices.first { start in
      var current = parents[start]
      var height = 0
      while let place = current, place != start, height < Self.maximumHeight {
        (current, height) = (parents[place], height + 1)
      }
      return current != nil
    }
  }

  /// Links entities to their superentities.
  ///
  /// - Returns: the roots.
  func link(_ entities: [EntityDescription]) -> [EntityDescription] {
    let families = Dictionary(grouping: entities.indices) { parents[$0] }
    for (parent, children) in families {
      guard let parent else { continue }
      entities[parent].subentities = children.map { entities[$0] }
    }
    return families[nil, default: []].map { entities[$0] }
  }
}
