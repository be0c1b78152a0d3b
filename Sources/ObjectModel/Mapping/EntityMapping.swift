import Foundation

/// What an entity mapping does, with Core Data's numbers.
public enum EntityMappingType: UInt, Sendable {
  /// The two models decide: it adds, removes or transforms, by the entities that it names, and a
  /// property mapping without an expression takes the source's value of the same name, where the
  /// source has one. Mapping files have no other type.
  case undefined = 0
  /// A policy makes the objects.
  case custom = 1
  /// The entity is new: there is nothing to make its objects of.
  case add = 2
  /// The entity is gone, and with it its objects.
  case remove = 3
  /// The entity stays as it is: properties without a mapping are those of the source.
  case copy = 4
  /// The objects are made anew from those of the source.
  case transform = 5
}

/// How the objects of one entity become those of another.
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

  /// Makes a mapping; without a type the manager decides by what it says.
  ///
  /// - Parameters:
  ///   - name: unique in its mapping model, such as `NoteToNote`.
  ///   - source: the name of the source entity; nil for a mapping that adds an entity.
  ///   - destination: the name of the destination entity; nil for one that removes an entity.
  ///   - predicate: which source objects it is for; nil for all.
  ///   - policy: the registered name of the migration policy's class; nil for the standard policy.
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

  /// The mapping's name, unique in its mapping model, by which other mappings ask for its objects.
  public var name: String {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// What the mapping does.
  public var mappingType: EntityMappingType {
    get { state.withLock { $0.mappingType } }
    set { state.withLock { $0.mappingType = newValue } }
  }

  /// The name of the entity whose objects it is for; nil for a mapping that adds an entity.
  public var sourceEntityName: String? {
    get { state.withLock { $0.sourceEntityName } }
    set { state.withLock { $0.sourceEntityName = newValue } }
  }

  /// The version hash of the source entity that the mapping was made for; nil for any version.
  public var sourceEntityVersionHash: Data? {
    get { state.withLock { $0.sourceEntityVersionHash } }
    set { state.withLock { $0.sourceEntityVersionHash = newValue } }
  }

  /// The name of the entity that the new objects are of; nil for a mapping that removes an entity.
  public var destinationEntityName: String? {
    get { state.withLock { $0.destinationEntityName } }
    set { state.withLock { $0.destinationEntityName = newValue } }
  }

  /// The version hash of the destination entity that the mapping was made for; nil for any version.
  public var destinationEntityVersionHash: Data? {
    get { state.withLock { $0.destinationEntityVersionHash } }
    set { state.withLock { $0.destinationEntityVersionHash = newValue } }
  }

  /// How the attributes get their values. An attribute without a mapping has its default value.
  public var attributeMappings: [PropertyMapping] {
    get { state.withLock { $0.attributeMappings } }
    set { state.withLock { $0.attributeMappings = newValue } }
  }

  /// How the relationships get their destinations. A relationship without a mapping stays empty.
  public var relationshipMappings: [PropertyMapping] {
    get { state.withLock { $0.relationshipMappings } }
    set { state.withLock { $0.relationshipMappings = newValue } }
  }

  /// What gives the source objects; nil for all of the source entity that fulfil `sourcePredicate`.
  public var sourceExpression: FetchExpression? {
    get { state.withLock { $0.sourceExpression } }
    set { state.withLock { $0.sourceExpression = newValue } }
  }

  /// Which objects of the source entity the mapping is for; nil for all.
  ///
  /// The keys are those of the source object, also behind `$source`: `image != nil` and
  /// `$source.image != nil` are the same.
  public var sourcePredicate: FetchPredicate? {
    get { state.withLock { $0.sourcePredicate } }
    set { state.withLock { $0.sourcePredicate = newValue } }
  }

  /// The registered name of the migration policy's class; nil for the standard policy.
  public var entityMigrationPolicyClassName: String? {
    get { state.withLock { $0.entityMigrationPolicyClassName } }
    set { state.withLock { $0.entityMigrationPolicyClassName = newValue } }
  }

  /// Free text by key, for the application's policies.
  public var userInfo: [String: String] {
    get { state.withLock { $0.userInfo } }
    set { state.withLock { $0.userInfo = newValue } }
  }
}
