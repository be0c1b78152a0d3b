import ObjectModel
import ObjectStore

/// Deleting objects.
extension ManagedObjectContext {
  /// Marks an object to be deleted from the store by the next save.
  ///
  /// A new object is removed at once. The delete rules are applied to related objects at the end of
  /// the event.
  public func delete(_ object: ManagedObject) {
    checkQueue()
    guard object.contextReference === self else {
      record(
        ObjectGraphError(
          .invalidArgument, "\(object) cannot be deleted here: it belongs to another context",
          repair: "get it in this context with object(with: other.objectID)"))
      return
    }
    guard tracker.prepareForDeletion(of: object), object.contextReference === self,
      !object.isDeleted
    else { return }
    if !tracker.recordDeletion(of: object) { relationships.discardDeletedNew([object]) }
    scheduleProcessing()
  }

  /// Propagates deletions to related objects by the delete rules, including cascades, unless that is
  /// put off until the save.
  func reachRelatedObjects() {
    guard propagatesDeletesAtEndOfEvent || isSaving else { return }
    relationships.propagateDeletions()
  }
}
