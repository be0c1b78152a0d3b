import ObjectModel
import ObjectStore

/// Deleting objects, and the effects on related objects.
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
    guard !object.state.contains(.preparingDeletion) else { return }
    object.state.insert(.preparingDeletion)
    object.prepareForDeletion()
    object.state.remove(.preparingDeletion)
    guard object.contextReference === self, !object.state.contains(.deleted) else { return }
    didChange(object)
    object.state.insert(.deleted)
    // A new object in a save in progress is about to be in the store.
    guard object.isNew, !object.state.contains(.inSave) else {
      tracker.deletions.append(object)
      return
    }
    discardDeletedNew([object])
  }

  /// Removes deleted new objects once related objects have been updated, since they are unknown
  /// elsewhere. Other deletions wait.
  func discardDeletedNew(_ objects: [ManagedObject]) {
    for object in objects { tracker.discarded.append(object) }
    tracker.empty(\.discarded) { object in
      // A hook may have reset the context in the meantime.
      guard object.contextReference === self else { return }
      propagateDeletion(of: object)
      discard(object)
    }
  }

  /// Propagates deletions to related objects by the delete rules, including cascades, unless that is
  /// put off until the save.
  func reachRelatedObjects() {
    guard propagatesDeletesAtEndOfEvent || isSaving else { return }
    tracker.empty(\.deletions) { object in
      if !object.state.contains(.propagated) { propagateDeletion(of: object) }
    }
  }

  private func propagateDeletion(of object: ManagedObject) {
    for property in object.layout.relationships {
      switch property.deleteRule {
      case .cascadeDeleteRule: object.visitRelated(by: property) { if !$0.isGone { delete($0) } }
      case .nullifyDeleteRule:
        object.visitRelated(by: property) { other in
          if !other.isGone { object.separate(other, from: property) }
        }
      case .noActionDeleteRule, .denyDeleteRule, nil: continue
      }
    }
    // A hook may have reverted the deletion.
    if object.isDeleted { object.state.insert(.propagated) }
  }

  /// Forgets a new object that was deleted.
  func discard(_ object: ManagedObject) {
    leaveDeletedObjects(object)
    tracker.undoRecorder?.recordDiscarded(object)
    tracker.changes.remove(object)
    object.state.remove(.changed)
    registry.leave(object)
  }

  /// Removes a new object from relationships of deleted objects, which may be restored without it.
  private func leaveDeletedObjects(_ object: ManagedObject) {
    for property in object.layout.relationships {
      object.visitRelated(by: property) { other in
        if isDeletedHere(other) { object.separate(other, from: property) }
      }
    }
  }

  /// Makes relationships without an inverse read their members again, after possible members were
  /// deleted.
  func refaultRelationshipsWithoutInverse() {
    for relationship in model.toManysWithoutInverse { membershipClocks.advance(relationship) }
  }
}
