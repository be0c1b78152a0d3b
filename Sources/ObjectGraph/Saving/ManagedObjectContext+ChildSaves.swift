import ObjectModel
import ObjectStore

/// Saves of a child into this context, and no further.
extension ManagedObjectContext {
  /// Applies the changes of a child.
  func absorb(_ changes: SavePlan) {
    // The child's changes form an undo group of their own, separate from earlier changes here.
    if tracker.undoRecorder != nil { processPendingChanges() }
    let arrived = changes.rows.inserts.map { adopt($0) }
    tracker.conditions.assignments.merge(changes.rows.assignments) { $1 }
    for (index, object) in arrived.enumerated() {
      // Relationships follow once all their possible destinations are here.
      object.setGivenValues(of: changes.rows.inserts[index], mask: changes.givenMasks[index])
    }
    for update in [changes.rows.updates, changes.transients].joined() {
      object(key: update.row.key, entityNumber: update.layout.number)
        .setValues(of: update.changed, from: update.row)
    }
    for join in changes.joins + changes.transientJoins {
      let source = object(key: join.source, entityNumber: join.sourceEntity)
      let destination = object(key: join.destination, entityNumber: join.destinationEntity)
      source.set(destination, isMember: join.isMember, of: join.property)
    }
    for order in changes.rows.orders {
      let named = order.destinations.map { object(key: $0.key, entityNumber: $0.entity) }
      let owner = object(key: order.source.key, entityNumber: order.source.entity)
      let members = owner.orderedDestinations(of: order.relationship)
      relationships.arrange(
        order.applied(naming: named, to: members), in: order.relationship, of: owner)
    }
    // A cascade may remove an unsaved object before its turn.
    let deleted = changes.rows.deletes.map {
      object(key: $0.key, entityNumber: $0.layout.number)
    }
    for object in deleted where object.contextReference === self { delete(object) }
    for check in changes.rows.checks {
      // A row that was deleted in the meantime is reported when the parent is saved.
      try? detectConflicts(for: object(key: check.key, entityNumber: check.layout.number))
    }
    processPendingChanges()
  }

  /// Inserts an object under the temporary reference that a child gave it.
  private func adopt(_ insert: ChangeSet.Insert) -> ManagedObject {
    let key = insert.row.key
    let binding = bindings.entities[insert.layout.number - 1]
    if let known = registered(key: key, root: insert.layout.rootNumber) {
      if known.isInserted || known.row != nil { return known }
      if known.binding === binding {
        // A fault created from the ID before the object arrived.
        known.becomeUnattached(row: binding.layout.template.copy(extraBytes: 96))
        didInsert(known)
        return known
      }
      unregisterMisnamed(known)
    }
    let object = binding.objectClass.init(.new(binding, key: key))
    didInsert(object)
    return object
  }
}

extension ManagedObject {
  /// Sets the values given to a child's new object. Defaults are not treated as set, so a merge
  /// with a duplicate keeps the duplicate's values.
  fileprivate final func setGivenValues(of insert: ChangeSet.Insert, mask: UInt64) {
    let given = insert.layout.storedIndexes.filter { index in
      let property = layout.properties[index]
      // The last bit stands for all further properties.
      if index < 63, mask & property.maskBit != 0 { return true }
      return row.map { !$0.hasSameValue(as: insert.row, of: property) } ?? true
    }
    setValues(of: given, from: insert.row)
  }
}
