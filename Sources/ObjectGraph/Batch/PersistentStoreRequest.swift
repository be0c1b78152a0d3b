import ObjectStore

/// What a context asks of its stores, past its objects.
///
/// `ManagedObjectContext.execute(_:)` carries it out.
open class PersistentStoreRequest {
  /// The stores that the request is about; nil for all that hold its entity.
  public var affectedStores: [PersistentStore]?

  init() {}
}
