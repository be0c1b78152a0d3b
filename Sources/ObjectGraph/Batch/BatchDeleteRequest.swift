import ObjectModel
import ObjectStore

/// Deletes all objects that match a fetch request directly in the stores, without loading them into
/// the context.
///
/// Delete rules apply: nullify and cascade reach any number of objects, and deny throws. No other
/// validation takes place, except that a mandatory to-one relationship cannot be cut.
public final class BatchDeleteRequest: PersistentStoreRequest {
  /// What a context deletes; nil for nothing.
  let plan: (ManagedObjectContext) throws -> BatchDeletePlan?

  /// The form of the result. By default, only whether the request succeeded.
  public var resultType = BatchDeleteRequestResultType.resultTypeStatusOnly

  /// Creates a request that deletes the objects a fetch request finds in the stores; its limit and
  /// order apply. Its result type and fetched properties are ignored. Executing a request with
  /// `propertiesToGroupBy` or a `havingPredicate` throws, since groups cannot be deleted.
  public init<Result>(fetchRequest: FetchRequest<Result>) {
    plan = { .fetch(try $0.deletionPlan(for: fetchRequest)) }
  }

  /// Creates a request that deletes the objects with the given IDs; IDs of missing objects are
  /// skipped.
  ///
  /// The IDs must belong to one entity hierarchy: otherwise, executing the request throws.
  public init(objectIDs: [ManagedObjectID]) {
    plan = { try $0.deletionPlan(of: objectIDs) }
  }
}
