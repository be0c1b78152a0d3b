import ObjectModel
import ObjectStore

/// Gives new values to all objects of an entity that match a predicate, directly in the stores,
/// without loading the objects into the context.
///
///     let request = BatchUpdateRequest(entityName: "Reservation")
///     request.predicate = try FetchPredicate(format: "status == 0")
///     request.propertiesToUpdate = ["status": 2]
///     request.resultType = .updatedObjectIDsResultType
///     let result = try context.execute(request)
///     ManagedObjectContext.mergeChanges(
///       fromRemoteContextSave: result.changes, into: [context])
///
/// Nothing is validated: even nil is stored for a mandatory attribute, which then reads as an empty
/// value. Values must still have the attributes' types, and uniqueness constraints still apply.
public final class BatchUpdateRequest: PersistentStoreRequest {
  /// The name of the entity.
  public let entityName: String

  /// Selects the objects to update; nil for all.
  public var predicate: FetchPredicate?

  /// The new values by the names of attributes and to-one relationships.
  ///
  /// Values are those that `setValue(_:forKey:)` accepts, including nil; a relationship also accepts
  /// an object's ID. A `FetchExpression` computes each object's new value from its current ones.
  public var propertiesToUpdate: [String: Any?]?

  /// Whether objects of subentities are updated too. The default is true.
  public var includesSubentities = true

  /// The form of the result. By default, only whether the request succeeded.
  public var resultType = BatchUpdateRequestResultType.statusOnlyResultType

  /// Creates a request for an entity by name; the name is looked up when the request is executed.
  public init(entityName: String) {
    self.entityName = entityName
  }

  /// Creates a request for an entity.
  public init(entity: EntityDescription) {
    entityName = entity.name ?? ""
  }
}
