import ObjectStore

/// A request that a context sends straight to its stores, bypassing its objects.
///
/// Execute it with `ManagedObjectContext.execute(_:)`.
open class PersistentStoreRequest {
  /// The stores that the request applies to; nil for all that hold its entity.
  public var affectedStores: [PersistentStore]?

  init() {}
}
