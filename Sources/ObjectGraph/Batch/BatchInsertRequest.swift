import ObjectModel
import ObjectStore

/// Inserts objects of an entity into a store, without a context that holds them.
///
/// Properties without a value get their defaults. A missing mandatory value is an error, and so is
/// a key that the entity lacks; nothing else is validated. If an object in the store already has
/// the values of a uniqueness constraint, the context's merge policy decides:
/// `mergeByPropertyObjectTrump` and `overwrite` give that object the new values,
/// `mergeByPropertyStoreTrump` and `rollback` leave it unchanged, and `error` fails the request.
public final class BatchInsertRequest: PersistentStoreRequest {
  enum Source {
    case objects([[String: Any]])
    case dictionaries((inout [String: Any]) -> Bool)
    case managedObjects((ManagedObject) -> Bool)
  }

  /// The name of the entity.
  public let entityName: String
  private(set) var source: Source

  /// The form of the result. By default, only whether the request succeeded.
  public var resultType = BatchInsertRequestResultType.statusOnly

  /// The dictionaries of the objects to insert; nil if a handler provides the objects. Setting this
  /// property replaces the handler.
  public var objectsToInsert: [[String: Any]]? {
    get { if case .objects(let objects) = source { objects } else { nil } }
    set { source = .objects(newValue ?? []) }
  }

  /// Inserts an object for each dictionary.
  ///
  /// - Parameter objects: values by the names of attributes and to-one relationships, as
  ///   `setValue(_:forKey:)` accepts them; a relationship also accepts the ID of a saved object.
  public init(entityName: String, objects: [[String: Any]]) {
    self.entityName = entityName
    source = .objects(objects)
  }

  /// Inserts an object for each dictionary, like `init(entityName:objects:)`.
  public convenience init(entity: EntityDescription, objects: [[String: Any]]) {
    self.init(entityName: entity.name ?? "", objects: objects)
  }

  /// Inserts an object for each dictionary that a handler fills.
  ///
  /// - Parameter dictionaryHandler: fills the empty dictionary it is passed; returns true if there
  ///   are no more objects, in which case the dictionary is ignored.
  public init(entityName: String, dictionaryHandler: @escaping (inout [String: Any]) -> Bool) {
    self.entityName = entityName
    source = .dictionaries(dictionaryHandler)
  }

  /// Inserts an object for each dictionary that a handler fills.
  public convenience init(
    entity: EntityDescription, dictionaryHandler: @escaping (inout [String: Any]) -> Bool
  ) {
    self.init(entityName: entity.name ?? "", dictionaryHandler: dictionaryHandler)
  }

  /// Inserts objects whose attributes a handler sets.
  ///
  /// - Parameter managedObjectHandler: receives an object of the entity's class with default
  ///   values, which belongs to no context and whose relationships cannot be set; returns true if
  ///   there are no more objects, in which case the object is ignored.
  public init(entityName: String, managedObjectHandler: @escaping (ManagedObject) -> Bool) {
    self.entityName = entityName
    source = .managedObjects(managedObjectHandler)
  }

  /// Inserts objects whose attributes a handler sets.
  public convenience init(
    entity: EntityDescription, managedObjectHandler: @escaping (ManagedObject) -> Bool
  ) {
    self.init(entityName: entity.name ?? "", managedObjectHandler: managedObjectHandler)
  }
}
