import ObjectModel

/// What the next save has to heed beside the changes.
struct SaveConditions {
  /// Errors of properties, which cannot throw; the save throws them.
  var errors: [ObjectGraphError]

  /// The stores that new objects were assigned to, by their temporary references.
  var assignments: [Int64: StoreIdentity] = [:]

  /// Objects that must be in the stores as they were read.
  var watched: [ManagedObject] = []
}
