import ObjectModel

/// What the next save has to consider besides the changes.
struct SaveConditions {
  /// Errors of property accesses, which cannot throw; the save throws them instead.
  var errors: [ObjectGraphError]

  /// The stores that new objects were assigned to, by temporary reference.
  var assignments: [Int64: StoreIdentity] = [:]

  /// Objects whose rows must be unchanged in the stores.
  var watched: [ManagedObject] = []

  /// Forgets what a save has considered.
  ///
  /// - Parameter changes: those that remain.
  mutating func endSave(_ changes: ChangeList) {
    watched = []
    guard !assignments.isEmpty else { return }
    let keys = Set(changes.filter(\.isInserted).map(\.key))
    assignments = assignments.filter { keys.contains($0.key) }
  }
}
