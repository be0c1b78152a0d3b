import ObjectStore

/// Adopting rows that others saved.
extension ManagedObjectContext {
  /// Adopts a newer row for an object, unless the object has conflicting unsaved changes.
  func adopt(_ row: Row, for object: ManagedObject) {
    if object.state.isChanged {
      guard !object.isDeleted, object.isApart(from: row) else { return }
      object.rebase(onto: row)
      relationships.forgetPlaces(of: object)
    } else {
      object.settle(row: object.withOwnTransients(row))
      guard !object.state.isFault else { return }
    }
    tracker.pending.refreshed.append(object)
    object.awake(fromSnapshotEvents: .refresh)
  }
}

extension ManagedObject {
  /// Whether a newer row still has the values that this object's unsaved changes are based on.
  fileprivate final func isApart(from fresh: Row) -> Bool {
    guard layout.number == fresh.entityNumber, !hasPairChanges else { return false }
    // Only its members changed, and they are saved with the members.
    guard let committed = snapshot else { return true }
    let changed = Set(changedStoredProperties())
    return layout.properties.allSatisfy { property in
      !changed.contains(property.index) || fresh.hasSameValue(as: committed, of: property)
    }
  }
}
