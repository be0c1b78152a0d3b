import ObjectModel

/// The objects of an event or a save, as IDs, which can be passed to any queue.
public struct ChangedObjectIDs: Sendable, Hashable {
  /// New objects. Before a save, and after a save into a parent context, their IDs are temporary.
  public internal(set) var insertedObjectIDs: Set<ManagedObjectID> = []

  /// Objects with a changed property.
  public internal(set) var updatedObjectIDs: Set<ManagedObjectID> = []

  /// Deleted objects.
  public internal(set) var deletedObjectIDs: Set<ManagedObjectID> = []

  /// Objects whose values were read again.
  public internal(set) var refreshedObjectIDs: Set<ManagedObjectID> = []

  /// Objects that became unusable because their store was removed.
  public internal(set) var invalidatedObjectIDs: Set<ManagedObjectID> = []

  /// Whether anything may have changed: the context was reset, or a slow reader missed events.
  /// Fetch again in this case.
  public internal(set) var invalidatedAllObjects = false

  static let everything: ChangedObjectIDs = {
    var changes = ChangedObjectIDs()
    changes.invalidatedAllObjects = true
    return changes
  }()

  private init() {}

  init(
    inserted: Set<ManagedObjectID>, updated: Set<ManagedObjectID>, deleted: Set<ManagedObjectID>
  ) {
    insertedObjectIDs = inserted
    updatedObjectIDs = updated
    deletedObjectIDs = deleted
  }
}
