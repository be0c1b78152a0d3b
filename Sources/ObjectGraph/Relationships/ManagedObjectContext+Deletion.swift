import ObjectModel
import ObjectStore

/// Deleting objects, and what that means for those that they are related to.
extension ManagedObjectContext {
  /// Marks an object to be taken from the store with the next save.
  ///
  /// A new object simply disappears. Other objects are reached, by the delete rules, at the end of
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
    // The store is about to know a new object that a save has taken.
    guard object.isNew, !object.state.contains(.inSave) else {
      tracker.deletions.append(object)
      return
    }
    discardDeletedNew([object])
  }

  /// Lets new objects that were deleted go as soon as their relations know: nobody else knows them.
  /// Other deletions wait.
  func discardDeletedNew(_ objects: [ManagedObject]) {
    for object in objects { tracker.discarded.append(object) }
    tracker.empty(\.discarded) { object in
      // A hook may have reset the context meanwhile.
      guard object.contextReference === self else { return }
      propagateDeletion(of: object)
      discard(object)
    }
  }

  /// Carries deletions over to related objects by the delete rules, cascades included.
  func propagateDeletions() {
    tracker.empty(\.deletions) { object in
      guard !object.state.contains(.propagated) else { return }
      propagateDeletion(of: object)
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
    // A hook may have taken the deletion back.
    if object.isDeleted { object.state.insert(.propagated) }
  }

  /// Forgets a new object that was deleted.
  func discard(_ object: ManagedObject) {
    leaveDeletedObjects(object)
    tracker.undoHook?.recordDiscarded(object)
    tracker.changes.remove(object)
    object.state.remove(.changed)
    registry.leave(object)
  }

  /// Takes a new object out of relationships of deleted ones, which may come back without it.
  private func leaveDeletedObjects(_ object: ManagedObject) {
    for property in object.layout.relationships {
      object.visitRelated(by: property) { other in
        if isDeletedHere(other) { object.separate(other, from: property) }
      }
    }
  }

  /// Lets relationships that no inverse keeps in step read their members again, after objects that
  /// may have been among them are gone.
  func refaultRelationshipsWithoutInverse() {
    for relationship in model.toManysWithoutInverse { membershipClocks.advance(relationship) }
  }
}
