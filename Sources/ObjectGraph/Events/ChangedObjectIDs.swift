import ObjectModel

/// Which objects an event or a save was about, as IDs, which may go to any queue.
public struct ChangedObjectIDs: Sendable, Hashable {
  /// New objects. Before the save, and after a save into a parent context, their IDs are temporary.
  public internal(set) var insertedObjectIDs: Set<ManagedObjectID> = []

  /// Objects of which a property was changed.
  public internal(set) var updatedObjectIDs: Set<ManagedObjectID> = []

  /// Objects that were deleted.
  public internal(set) var deletedObjectIDs: Set<ManagedObjectID> = []

  /// Objects whose values were read again.
  public internal(set) var refreshedObjectIDs: Set<ManagedObjectID> = []

  /// Objects that cannot be used any more, each for itself: their store was removed.
  public internal(set) var invalidatedObjectIDs: Set<ManagedObjectID> = []

  /// Whether anything may be different: the context was reset, or more happened than was kept for a
  /// slow reader. Who sees it fetches again.
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
