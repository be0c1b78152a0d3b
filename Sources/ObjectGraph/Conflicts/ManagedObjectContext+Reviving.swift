import ObjectModel
import ObjectStore

/// Reverting deletions that a merge policy drops.
extension ManagedObjectContext {
  /// Reverts an unsaved deletion and its effects on other objects: cascades through its
  /// relationships are reverted too, and references to the object are restored.
  func revive(_ object: ManagedObject, onto fresh: Row) {
    var revived = [(object, fresh)]
    var next = 0
    while next < revived.count {
      let (object, fresh) = revived[next]
      next += 1
      guard object.isDeleted else { continue }
      tracker.recordFormer(of: object)
      tracker.revertDeletion(of: object)
      for cascaded in restoreValues(of: object, from: fresh) + restoreMembers(of: object) {
        (cascaded.snapshot ?? cascaded.row).map { revived.append((cascaded, $0)) }
      }
    }
  }

  /// - Returns: objects that were deleted in a cascade from this one.
  private func restoreValues(of object: ManagedObject, from fresh: Row) -> [ManagedObject] {
    var cascaded: [ManagedObject] = []
    var cleared: [PropertyLayout] = []
    for property in object.layout.toOnes {
      let destination = destination(of: property, in: fresh)
      if let destination, destination.isGone {
        let isCascaded = property.relationship?.deleteRule == .cascadeDeleteRule
        let comesBack = isCascaded && destination.isDeletedHereOnly
        if comesBack { cascaded.append(destination) } else { cleared.append(property) }
        continue
      }
      object.setDestination(destination, at: PropertySlot(property))
    }
    object.dropChanges(for: object.withOwnTransients(fresh))
    for property in cleared { object.setDestination(nil, at: PropertySlot(property)) }
    return cascaded
  }

  private func restoreMembers(of object: ManagedObject) -> [ManagedObject] {
    var cascaded: [ManagedObject] = []
    for property in object.layout.toManys {
      let former: [ManagedObject]
      if let inverse = model.inverse(of: property), inverse.kind == .toOne {
        former = formerMembers(of: object, by: inverse)
      } else {
        former = object.toManyState(property).changes().filter { !$0.isMember }.map(\.object)
      }
      let isCascaded = property.relationship?.deleteRule == .cascadeDeleteRule
      for member in former.sorted(by: { $0.key < $1.key }) {
        if member.isDeletedHereOnly, isCascaded { cascaded.append(member) }
        if !member.isGone { object.set(member, isMember: true, of: property) }
      }
    }
    object.refaultToManys()
    return cascaded
  }

  /// Changed objects that referred to an object when they were read, and are now deleted or have no
  /// destination.
  private func formerMembers(
    of object: ManagedObject, by reference: PropertyLayout
  ) -> [ManagedObject] {
    tracker.changes.filter { member in
      guard model[reference.declaringNumber].includes(member.layout.number),
        let row = member.row, let known = member.snapshot ?? member.row,
        !known.isNull(reference.index), destination(of: reference, in: known) === object
      else { return false }
      return member.isDeleted || row.isNull(reference.index)
    }
  }
}

extension ManagedObject {
  /// Whether the object is deleted, but its row is still in the store.
  fileprivate final var isDeletedHereOnly: Bool {
    state.isDeleted && !state.isDeletedInStore
  }
}
