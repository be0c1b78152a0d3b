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
}
