import ObjectModel

/// The objects of an event or a save, each once, by kind of change.
struct ObjectLists {
  var inserted: [ManagedObject] = []
  var updated: [ManagedObject] = []
  var deleted: [ManagedObject] = []
  var refreshed: [ManagedObject] = []
  var invalidated: [ManagedObject] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidated.isEmpty
  }

  /// Adds a saved object to the list it belongs in.
  mutating func addSaved(_ object: ManagedObject) {
    if object.isDeletedInSave {
      deleted.append(object)
    } else if object.isInserted {
      inserted.append(object)
    } else {
      updated.append(object)
    }
  }
}
