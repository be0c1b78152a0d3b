import ObjectModel
import ObjectStore

/// Undoing and redoing changes.
extension ManagedObjectContext {
  /// Records how to undo the context's changes; nil, the default, costs nothing.
  ///
  /// Each event, from one `processPendingChanges()` to the next, is one group; so is a child's save
  /// into this context, and a save together with the changes made in `willSave`. Changes made
  /// before the manager was set cannot be undone. Saving does not end undoing: undoing a saved
  /// insertion deletes the object, and undoing a saved deletion inserts it again, as the same
  /// instance with a new ID. An object that undoing restores to the store's values counts as
  /// unchanged. `rollback()` and `reset()` remove all actions.
  public var undoManager: UndoManager? {
    get { tracker.undoRecorder?.manager }
    set {
      guard newValue !== undoManager else { return }
      processPendingChanges()
      tracker.record(with: newValue.map { UndoRecorder(manager: $0, context: self) })
    }
  }

  /// Undoes the last group of the undo manager; does nothing without one.
  ///
  /// Calls that are not possible, such as during a save, are recorded in the manager's `errors`.
  public func undo() { undoManager?.undo() }

  /// Redoes the last undone group; does nothing without an undo manager. Errors as for `undo()`.
  public func redo() { undoManager?.redo() }

  // MARK: Undoing one change

  /// Restores an object that existed when the event started.
  ///
  /// - Returns: whether the object's change can be undone.
  func bringBack(_ change: ObjectChange) -> Bool {
    let object = change.object
    guard change.existed else { return object.contextReference === self && !object.isDeleted }
    if object.contextReference == nil, !change.exists {
      reinsert(object, change.start)
      return true
    }
    // A deletion that is not in the list of changes was made and saved by someone else.
    let isGone =
      object.contextReference !== self
      || (object.isDeleted && (change.exists || !object.state.isChanged))
    guard !isGone else {
      undoManager?.report(
        object.makeError(
          "a change of \(object) was not undone: it is gone",
          code: .managedObjectReferentialIntegrity))
      return false
    }
    if object.isDeleted {
      object.recordChange()
      tracker.revertDeletion(of: object, isInsertion: true)
    }
    return true
  }

  /// Whether an object belongs to the context, and is deleted.
  func isDeletedHere(_ object: ManagedObject) -> Bool {
    object.contextReference === self && object.isDeleted
  }

  /// Inserts an object that has left the context, with the attributes of a row and no
  /// relationships.
  private func reinsert(_ object: ManagedObject, _ start: Row?) {
    let layout = object.layout
    // The binding of an object without a context identifies its former store.
    object.binding = bindings.entities[layout.number - 1]
    let row = (start ?? layout.template).copy(extraBytes: 96)
    for property in layout.toOnes { row.setNull(property.index) }
    let isKeyFree =
      object.key < 0 && identities.key(of: object.key) == nil
      && registered(key: object.key, root: layout.rootNumber) == nil
    let store = returningStore(of: object)
    if !isKeyFree { object.key = ManagedObjectID.nextTemporaryReference() }
    if let store { tracker.conditions.assignments[object.key] = store }
    row.identify(key: object.key, version: 0)
    object.becomeUnattached(row: row)
    for property in layout.properties
    where property.attribute != nil && !row.hasSameValue(as: layout.template, of: property) {
      object.changedMask |= property.maskBit
    }
    registry.enter(object)
    tracker.recordInsertion(of: object)
    scheduleProcessing()
  }

  /// The store of a restored object: the one that it was saved in, or assigned to.
  private func returningStore(of object: ManagedObject) -> StoreIdentity? {
    guard object.key > 0 else { return tracker.conditions.assignments[object.key] }
    return coordinator.hasStore(ofKey: object.key) ? storeIdentity(ofKey: object.key) : nil
  }

  /// Restores an object's values and relationships at the start of the event; inverses are updated.
  func restoreValues(of change: ObjectChange) {
    let object = change.object
    object.recordChange()
    if let start = change.start { object.setValues(of: change.attributes, from: start) }
    for (property, destination) in change.toOnes {
      let isThere = destination == nil || destination?.contextReference === self
      object.setDestination(isThere ? destination : nil, at: PropertySlot(property))
    }
    func set(_ member: ManagedObject, isMember: Bool, of property: PropertyLayout) {
      guard member.contextReference === self,
        object.destinations(of: property).contains(member) != isMember
      else { return }
      object.set(member, isMember: isMember, of: property)
    }
    for (property, changes) in change.toManys {
      for entry in changes.reversed() {
        set(entry.object, isMember: !entry.isMember, of: property)
      }
    }
    guard object.isNew, change.existed else { return }
    for (property, members) in change.members {
      for member in members where !member.isDeleted { set(member, isMember: true, of: property) }
    }
  }

  /// Restores an object's positions among the members of others' relationships.
  func restorePlaces(of change: ObjectChange) {
    let object = change.object
    guard let start = change.start else { return }
    for (toOne, orderKey) in change.places
    where object.destination(at: PropertySlot(toOne)) != nil {
      object.setValues(of: [orderKey.index], from: start)
    }
  }

  /// Restores the order of an object's members.
  func restoreOrders(of change: ObjectChange) {
    let object = change.object
    for (property, members) in change.orders {
      let present = object.orderedDestinations(of: property)
      relationships.arrange(present.arranged(as: members), in: property, of: object)
    }
  }

  /// Deletes an object that did not exist when the event started, without calling hooks or applying
  /// delete rules: other changes of the event are undone separately.
  func takeOut(_ object: ManagedObject) {
    guard object.contextReference === self, !object.isDeleted else { return }
    object.recordChange()
    for property in object.layout.properties {
      // Relationships set by unregistered changes must not refer to a removed object.
      guard let rule = property.relationship?.deleteRule, object.isNew || rule == .nullifyDeleteRule
      else { continue }
      object.visitRelated(by: property) { other in
        if !property.isToMany || !other.isGone {
          relationships.separate(other, from: property, of: object)
        }
      }
    }
    tracker.recordPropagatedDeletion(of: object)
    if object.isNew { relationships.discard(object) }
  }

  /// Makes a changed object clean if it has the values that were last fetched or saved.
  func settleIfUnchanged(_ object: ManagedObject) {
    guard object.state.isSettled else { return }
    relationships.deliverInverses()
    var isSame = true
    object.visitToManys { isSame = isSame && $0.changes().isEmpty && !$0.isReordered() }
    if let row = object.row, let snapshot = object.snapshot {
      for property in object.layout.properties where property.kind != .toMany {
        isSame = isSame && row.hasSameValue(as: snapshot, of: property)
      }
    }
    guard isSame else { return }
    tracker.settle(object, row: object.snapshot ?? object.row)
  }
}
