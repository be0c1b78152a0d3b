import ObjectModel

/// The objects that an event or a save is about, each once, by what happened to them.
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

  /// Puts an object of a save where it belongs.
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
