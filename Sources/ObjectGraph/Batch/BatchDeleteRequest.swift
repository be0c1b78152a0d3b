import ObjectModel
import ObjectStore

/// Deletes all objects that a fetch request asks for, in the stores,
/// without making objects of them.
///
/// The delete rules hold: nullify and cascade over any number of objects, deny by an error. Nothing
/// else is validated; only a mandatory to-one relationship is not cut.
public final class BatchDeleteRequest: PersistentStoreRequest {
  enum Target {
    case fetch((ManagedObjectContext) throws -> FetchPlan)
    case objects([ManagedObjectID])
  }

  let target: Target

  /// In which form the result comes. The default is whether it was done.
  public var resultType = BatchDeleteRequestResultType.resultTypeStatusOnly

  /// Makes a request for what a fetch of that request finds in the stores, its limit and order
  /// included. Of what is fetched, its result type and its properties have no say; executing one
  /// with `propertiesToGroupBy` or a `havingPredicate` throws, since groups cannot be deleted.
  public init<Result>(fetchRequest: FetchRequest<Result>) {
    target = .fetch { try $0.deletionPlan(for: fetchRequest) }
    super.init()
  }

  /// Makes a request for the objects of IDs; those that are not there any more are passed over.
  ///
  /// The IDs must be of one hierarchy of entities: executing the request throws otherwise.
  public init(objectIDs: [ManagedObjectID]) {
    target = .objects(objectIDs)
    super.init()
  }
}
