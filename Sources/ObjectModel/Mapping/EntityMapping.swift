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
@dynamicMemberLookup
public final class EntityMapping: Sendable {
  /// The facts of a mapping, which are read and changed as properties of the mapping itself.
  public struct Facts: Sendable {
    /// The mapping's name, unique in its mapping model; other mappings refer to it by this name.
    public var name: String

    /// How the mapping treats its entities.
    public var mappingType = EntityMappingType.undefined

    /// The name of the source entity; nil for a mapping that adds an entity.
    public var sourceEntityName: String?

    /// The version hash of the source entity that the mapping was made for; nil for any version.
    public var sourceEntityVersionHash: Data?

    /// The name of the destination entity; nil for a mapping that removes an entity.
    public var destinationEntityName: String?

    /// The version hash of the destination entity that the mapping was made for; nil for any
    /// version.
    public var destinationEntityVersionHash: Data?

    /// The mappings of the attributes. An attribute without a mapping gets its default value.
    public var attributeMappings: [PropertyMapping] = []

    /// The mappings of the relationships. A relationship without a mapping stays empty.
    public var relationshipMappings: [PropertyMapping] = []

    /// An expression that returns the source objects; nil for all objects of the source entity that
    /// match `sourcePredicate`.
    public var sourceExpression: FetchExpression?

    /// Selects the source objects; nil for all.
    ///
    /// Key paths start at the source object, with or without `$source`: `image != nil` and
    /// `$source.image != nil` mean the same.
    public var sourcePredicate: FetchPredicate?

    /// The registered name of the migration policy class; nil for the standard policy.
    public var entityMigrationPolicyClassName: String?

    /// Application-defined text by key, for custom policies.
    public var userInfo: [String: String] = [:]
  }

  private let facts: Lock<Facts>

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
    facts = Lock(
      Facts(
        name: name, mappingType: type, sourceEntityName: source,
        destinationEntityName: destination, attributeMappings: attributes,
        relationshipMappings: relationships, sourcePredicate: predicate,
        entityMigrationPolicyClassName: policy))
  }

  /// Creates a mapping with the facts of another.
  init(copying other: EntityMapping) {
    facts = Lock(other.facts.withLock { $0 })
  }

  /// A fact of the mapping.
  public subscript<Value: Sendable>(dynamicMember fact: WritableKeyPath<Facts, Value>) -> Value {
    get { facts.withLock { $0[keyPath: fact] } }
    set { facts.withLock { $0[keyPath: fact] = newValue } }
  }
}
