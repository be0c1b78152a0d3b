import ObjectModel
import ObjectStore

/// Gives new values to all objects of an entity that match a predicate, in the stores,
/// without making objects of them.
///
///     let request = BatchUpdateRequest(entityName: "Reservation")
///     request.predicate = try FetchPredicate(format: "status == 0")
///     request.propertiesToUpdate = ["status": 2]
///     request.resultType = .updatedObjectIDsResultType
///     let result = try context.execute(request)
///     ManagedObjectContext.mergeChanges(
///       fromRemoteContextSave: result.changes, into: [context])
///
/// Nothing is validated: also nil for a mandatory attribute is stored, and reads as empty then.
/// Values must be of the attributes' types all the same, and uniqueness constraints hold.
public final class BatchUpdateRequest: PersistentStoreRequest {
  /// The name of the entity.
  public let entityName: String

  /// Which objects; nil for all.
  public var predicate: FetchPredicate?

  /// The new values by the names of attributes and to-one relationships.
  ///
  /// A value is what `setValue(_:forKey:)` takes, nil included; for a relationship an object or its
  /// ID as well; or a `FetchExpression`, which gives each object a value made of those that it has.
  public var propertiesToUpdate: [String: Any?]?

  /// Whether objects of subentities are updated too. The default is true.
  public var includesSubentities = true

  /// In which form the result comes. The default is whether it was done.
  public var resultType = BatchUpdateRequestResultType.statusOnlyResultType

  /// Makes a request for the entity of that name; it is looked up when the request is executed.
  public init(entityName: String) {
    self.entityName = entityName
    super.init()
  }

  /// Makes a request for an entity.
  public init(entity: EntityDescription) {
    entityName = entity.name ?? ""
    super.init()
  }
}
