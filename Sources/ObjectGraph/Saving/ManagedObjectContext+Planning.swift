import ObjectModel
import ObjectStore

/// The unsaved changes of a context, as values for a save.
extension ManagedObjectContext {
  /// Creates the save plan of the unsaved changes. The save takes over the objects' rows: an object
  /// that changes before the save ends copies its row first.
  func planSave() -> SavePlan {
    var plan = SavePlan(placeCount: tracker.changes.end)
    plan.rows.assignments = tracker.conditions.assignments
    let isForParent = hasParent
    var lastMask: UInt64 = 0
    var lastLayout: EntityLayout?
    var lastChanged: [Int] = []
    tracker.plan { place, object in
      let layout = object.layout
      if object.isDeleted {
        if object.state.isDeletedInStore { return }
        // An object that was never read has no version to compare with the store's.
        if object.row == nil { object.fulfillFault() }
        if plan.rows.deletes.isEmpty { plan.rows.deletes.reserveCapacity(tracker.changes.count) }
        plan.rows.deletes.append(
          .init(
            layout: layout, key: object.key, expectedVersion: object.knownVersion,
            row: object.snapshot ?? object.row))
        return
      }
      let changesJoins = object.toManys != nil && collectJoins(of: object, into: &plan)
      object.visitToManys { $0.markPlanned() }
      if let row = object.row, object.state.ownsRow {
        if !identities.isEmpty {
          object.noteRewritten()
          row.replaceReferences(of: layout, identities.key(of:))
        }
      }
      if !layout.transients.isEmpty { collectTransients(of: object, into: &plan) }
      if object.isInserted {
        if let row = object.row {
          object.giveRowToSave()
          if plan.rows.inserts.isEmpty {
            plan.rows.inserts.reserveCapacity(tracker.changes.count)
          }
          plan.append(ChangeSet.Insert(layout: layout, row: row), at: place)
          if isForParent { plan.givenMasks.append(object.changedMask) }
        }
        return
      }
      let mask = object.changedStoredMask()
      guard mask != 0 || changesJoins else { return }
      // Consecutive objects usually change the same properties, and then share one array.
      if mask != lastMask || layout !== lastLayout || mask >> 63 != 0 {
        (lastMask, lastLayout) = (mask, layout)
        lastChanged = object.changedStoredProperties(withUntracked: true)
      }
      if !object.state.ownsRow, object.fulfillFault() { object.copyRowForWriting() }
      guard let row = object.row else { return }
      object.giveRowToSave()
      if plan.rows.updates.isEmpty { plan.rows.updates.reserveCapacity(tracker.changes.count) }
      plan.append(
        ChangeSet.Update(
          layout: layout, row: row, changed: lastChanged, expectedVersion: object.knownVersion),
        at: place)
    }
    collectChecks(into: &plan)
    return plan
  }

  /// After a failed save, returns the rows to the objects, with all changes.
  func abandonPlan() { relationships.discardDeletedNew(tracker.abandonPlan()) }

  /// Removes and returns the changes that were saved.
  func removeSavedChanges() -> ChangeList {
    deliverInversesAfterSave()
    return tracker.removeSaved()
  }

  /// Adds version checks for objects that are watched but unchanged.
  private func collectChecks(into plan: inout SavePlan) {
    for object in tracker.conditions.watched where object.contextReference === self {
      // The version of a changed object is checked anyway.
      guard !object.isNew, !object.isDeleted, object.row != nil,
        !object.state.isInSave
      else { continue }
      plan.rows.checks.append(
        .init(layout: object.layout, key: object.key, expectedVersion: object.knownVersion))
    }
  }

  private func collectTransients(of object: ManagedObject, into plan: inout SavePlan) {
    guard let row = object.row, object.state.ownsRow else { return }
    let changed = object.layout.transients.filter { property in
      // A value of arbitrary type cannot be sent to another context.
      if property.isUntyped { return false }
      guard let snapshot = object.snapshot else {
        return !object.isInserted || object.wasGiven(property)
      }
      return !row.hasSameValue(as: snapshot, of: property)
    }
    guard !changed.isEmpty else { return }
    plan.transients.append(
      .init(
        layout: object.layout, row: row.copy(), changed: changed.map(\.index),
        expectedVersion: object.knownVersion))
  }

  /// - Returns: whether a pair was added to a join table, removed from it, or moved in its order.
  private func collectJoins(of object: ManagedObject, into plan: inout SavePlan) -> Bool {
    let count = plan.joins.count
    for (property, changes) in zip(object.layout.toManys, object.joinChanges()) {
      let joins = changes.map { change in
        SavePlan.Join(
          property: property, source: object.key, sourceEntity: object.layout.number,
          destination: change.object.key, destinationEntity: change.object.layout.number,
          isMember: change.isMember)
      }
      if property.isTransient { plan.transientJoins += joins } else { plan.joins += joins }
    }
    guard !object.layout.orderedJoins.isEmpty else { return plan.joins.count > count }
    let (orders, isMoved) = object.joinOrders()
    plan.rows.orders += orders
    return isMoved || plan.joins.count > count
  }
}
