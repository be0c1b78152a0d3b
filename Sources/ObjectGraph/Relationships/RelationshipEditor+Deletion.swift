import ObjectModel

/// The effects of deletions on related objects.
extension RelationshipEditor {
  /// Applies the delete rules of the deleted objects that wait for it, including cascades.
  func propagateDeletions() {
    tracker.emptyDeletions(propagateDeletion)
  }

  /// Removes deleted new objects once related objects have been updated, since they are unknown
  /// elsewhere. Other deletions wait.
  func discardDeletedNew(_ objects: [ManagedObject]) {
    tracker.discard(objects) { object in
      // A hook may have reset the context in the meantime.
      guard object.belongs(to: registry) else { return }
      propagateDeletion(of: object)
      discard(object)
    }
  }

  private func propagateDeletion(of object: ManagedObject) {
    for property in object.layout.relationships {
      switch property.deleteRule {
      case .cascadeDeleteRule:
        object.visitRelated(by: property) { if !$0.isGone { $0.contextReference?.delete($0) } }
      case .nullifyDeleteRule:
        object.visitRelated(by: property) { other in
          if !other.isGone { separate(other, from: property, of: object) }
        }
      case .noActionDeleteRule, .denyDeleteRule, nil: continue
      }
    }
    tracker.recordPropagation(of: object)
  }

  /// Forgets a new object that was deleted.
  func discard(_ object: ManagedObject) {
    leaveDeletedObjects(object)
    tracker.recordDiscarding(of: object)
    registry.leave(object)
  }

  /// Removes a new object from relationships of deleted objects, which may be restored without it.
  private func leaveDeletedObjects(_ object: ManagedObject) {
    for property in object.layout.relationships {
      object.visitRelated(by: property) { other in
        if other.isDeleted, other.belongs(to: registry) {
          separate(other, from: property, of: object)
        }
      }
    }
  }
}
