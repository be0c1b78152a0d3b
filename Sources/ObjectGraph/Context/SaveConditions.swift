import ObjectModel

/// What the next save has to consider besides the changes.
struct SaveConditions {
  /// Errors of property accesses, which cannot throw; the save throws them instead.
  var errors: [ObjectGraphError]

  /// The stores that new objects were assigned to, by temporary reference.
  var assignments: [Int64: StoreIdentity] = [:]

  /// Objects whose rows must be unchanged in the stores.
  var watched: [ManagedObject] = []
}
