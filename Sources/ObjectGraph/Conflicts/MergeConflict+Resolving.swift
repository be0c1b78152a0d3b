import ObjectModel
import ObjectStore

/// Resolving a conflict on the objects, each of which stands for what its context was going to save.
extension MergeConflict {
  /// - Parameter type: nothing happens for that of errors.
  func resolve(by type: MergePolicyType) {
    var incoming = persisted
    for object in levels {
      guard let context = object.contextReference,
        let resolution = type.resolution(
          of: object.plannedChange, against: incoming, layout: object.layout)
      else { continue }
      context.settle(object, as: resolution)
      switch resolution {
      // For the contexts below it, the object is simply a new one.
      case .insert: return
      // The others, too, adopt the store's row.
      case .refresh: continue
      case .revive where type == .rollbackMergePolicyType: continue
      case .delete, .skip: incoming = nil
      case .update, .revive: incoming = object.row?.copy()
      }
    }
  }
}

extension ManagedObject {
  /// What a save of the object's context is going to save of it.
  fileprivate final var plannedChange: PlannedChange {
    if isDeleted { return .deletion }
    guard hasChanges, let row else { return .none }
    return .row(row, base: state.ownsRow ? snapshot : nil)
  }
}
