import Foundation

/// How an entity mapping treats its entities, with Core Data's raw values.
public enum EntityMappingType: UInt, Sendable {
  /// The models decide: the mapping adds, removes or transforms depending on the entities it names,
  /// and a property mapping without an expression takes the source's value of the same name, if
  /// there is one. Mappings read from files without a type have this one.
  case undefined = 0
  /// A custom policy creates the objects.
  case custom = 1
  /// The entity is new and has no source objects.
  case add = 2
  /// The entity and its objects are removed.
  case remove = 3
  /// The entity is unchanged: properties without a mapping are copied from the source.
  case copy = 4
  /// The objects are created from source objects.
  case transform = 5
}

/// How the objects of one entity are migrated to another.
public final class EntityMapping: Sendable {
  private struct State {
    var name: String
    var mappingType = EntityMappingType.undefined
    var sourceEntityName: String?
    var sourceEntityVersionHash: Data?
    var destinationEntityName: String?
    var destinationEntityVersionHash: Data?
    var attributeMappings: [PropertyMapping] = []
    var relationshipMappings: [PropertyMapping] = []
    var sourceExpression: FetchExpression?
    var sourcePredicate: FetchPredicate?
    var entityMigrationPolicyClassName: String?
    var userInfo: [String: String] = [:]
  }

  private let state: Lock<State>

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - name: unique in its mapping model, such as `NoteToNote`.
  ///   - source: the name of the source entity; nil for a mapping that adds an entity.
  ///   - destination: the name of the destination entity; nil for one that removes an entity.
  ///   - predicate: selects the source objects; nil for all.
  ///   - policy: the registered name of the migration policy class; nil for the standard policy.
  public init(
    name: String = "", type: EntityMappingType = .undefined, from source: String? = nil,
    to destination: String? = nil, where predicate: FetchPredicate? = nil,
    attributes: [PropertyMapping] = [], relationships: [PropertyMapping] = [],
    policy: String? = nil
  ) {
    state = Lock(
      State(
        name: name, mappingType: type, sourceEntityName: source,
        destinationEntityName: destination, attributeMappings: attributes,
        relationshipMappings: relationships, sourcePredicate: predicate,
        entityMigrationPolicyClassName: policy))
  }

  /// The mapping's name, unique in its mapping model; other mappings refer to it by this name.
  public var name: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// How the mapping treats its entities.
  public var mappingType: EntityMappingType {
    get { state.withLock { $0.mappingType } }
    set { state.withLock { $0.mappingType = newValue } }
  }

  /// The name of the source entity; nil for a mapping that adds an entity.
  public var sourceEntityName: String? {
    get { state.withLock { $0.sourceEntityName } }
    set { state.withLock { $0.sourceEntityName = newValue } }
  }

  /// The version hash of the source entity that the mapping was made for; nil for any version.
  public var sourceEntityVersionHash: Data? {
    get { state.withLock { $0.sourceEntityVersionHash } }
    set { state.withLock { $0.sourceEntityVersionHash = newValue } }
  }

  /// The name of the destination entity; nil for a mapping that removes an entity.
  public var destinationEntityName: String? {
    get { state.withLock { $0.destinationEntityName } }
    set { state.withLock { $0.destinationEntityName = newValue } }
  }

  /// The version hash of the destination entity that the mapping was made for; nil for any version.
  public var destinationEntityVersionHash: Data? {
    get { state.withLock { $0.destinationEntityVersionHash } }
    set { state.withLock { $0.destinationEntityVersionHash = newValue } }
  }

  /// The mappings of the attributes. An attribute without a mapping gets its default value.
  public var attributeMappings: [PropertyMapping] {
    get { state.withLock { $0.attributeMappings } }
    set { state.withLock { $0.attributeMappings = newValue } }
  }

  /// The mappings of the relationships. A relationship without a mapping stays empty.
  public var relationshipMappings: [PropertyMapping] {
    get { state.withLock { $0.relationshipMappings } }
    set { state.withLock { $0.relationshipMappings = newValue } }
  }

  /// An expression that returns the source objects; nil for all objects of the source entity that
  /// match `sourcePredicate`.
  public var sourceExpression: FetchExpression? {
    get { state.withLock { $0.sourceExpression } }
    set { state.withLock { $0.sourceExpression = newValue } }
  }

  /// Selects the source objects; nil for all.
  ///
  /// Key paths start at the source object, with or without `$source`: `image != nil` and
  /// `$source.image != nil` mean the same.
  public var sourcePredicate: FetchPredicate? {
    get { state.withLock { $0.sourcePredicate } }
    set { state.withLock { $0.sourcePredicate = newValue } }
  }

  /// The registered name of the migration policy class; nil for the standard policy.
  public var entityMigrationPolicyClassName: String? {
    get { state.withLock { $0.entityMigrationPolicyClassName } }
    set { state.withLock { $0.entityMigrationPolicyClassName = newValue } }
  }

  /// Application-defined text by key, for custom policies.
  public var userInfo: [String: String] {
    get { state.withLock { $0.userInfo } }
    set { state.withLock { $0.userInfo = newValue } }
  }
}
