import ObjectModel
import ObjectStore

/// Inserts objects of an entity into a store, without a context that holds them.
///
/// What is not given has its default. A missing mandatory value is an error, and so is a key that
/// the entity lacks; nothing else is validated. Where an object of the store has the values of a
/// uniqueness constraint, the merge policy of the context decides: `mergeByPropertyObjectTrump` and
/// `overwrite` give it the values that were given for the new one, `mergeByPropertyStoreTrump` and
/// `rollback` leave it as it is, and `error` fails the request.
public final class BatchInsertRequest: PersistentStoreRequest {
  enum Source {
    case objects([[String: Any]])
    case dictionaries((inout [String: Any]) -> Bool)
    case managedObjects((ManagedObject) -> Bool)
  }

  /// The name of the entity.
  public let entityName: String
  private(set) var source: Source

  /// In which form the result comes. The default is whether it was done.
  public var resultType = BatchInsertRequestResultType.statusOnly

  /// The dictionaries to insert objects for, each by itself; nil where a handler gives what to
  /// insert. Setting them replaces the handler.
  public var objectsToInsert: [[String: Any]]? {
    get { if case .objects(let objects) = source { objects } else { nil } }
    set { source = .objects(newValue ?? []) }
  }

  /// Inserts an object for each dictionary.
  ///
  /// - Parameter objects: values by the names of attributes and to-one relationships, as
  ///   `setValue(_:forKey:)` takes them; for a relationship the ID of a saved object as well.
  public init(entityName: String, objects: [[String: Any]]) {
    self.entityName = entityName
    source = .objects(objects)
    super.init()
  }

  /// Inserts an object for each dictionary, as `init(entityName:objects:)`.
  public convenience init(entity: EntityDescription, objects: [[String: Any]]) {
    self.init(entityName: entity.name ?? "", objects: objects)
  }

  /// Inserts an object for each dictionary that a handler fills.
  ///
  /// - Parameter dictionaryHandler: fills the empty dictionary that it gets; returns true when
  ///   there are no more objects, and then the dictionary does not count.
  public init(entityName: String, dictionaryHandler: @escaping (inout [String: Any]) -> Bool) {
    self.entityName = entityName
    source = .dictionaries(dictionaryHandler)
    super.init()
  }

  /// Inserts an object for each dictionary that a handler fills.
  public convenience init(
    entity: EntityDescription, dictionaryHandler: @escaping (inout [String: Any]) -> Bool
  ) {
    self.init(entityName: entity.name ?? "", dictionaryHandler: dictionaryHandler)
  }

  /// Inserts objects whose attributes a handler sets.
  ///
  /// - Parameter managedObjectHandler: gets an object of the entity's class with its defaults,
  ///   which is in no context and has no relationships to set; returns true when there are no more
  ///   objects, and then the object does not count.
  public init(entityName: String, managedObjectHandler: @escaping (ManagedObject) -> Bool) {
    self.entityName = entityName
    source = .managedObjects(managedObjectHandler)
    super.init()
  }

  /// Inserts objects whose attributes a handler sets.
  public convenience init(
    entity: EntityDescription, managedObjectHandler: @escaping (ManagedObject) -> Bool
  ) {
    self.init(entityName: entity.name ?? "", managedObjectHandler: managedObjectHandler)
  }
}
