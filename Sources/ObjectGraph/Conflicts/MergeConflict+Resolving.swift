import ObjectModel
import ObjectStore

/// Resolving a conflict on the objects.
extension MergeConflict {
  /// - Parameter type: nothing happens for that of errors.
  func resolve(by type: MergePolicyType) {
    guard type != .errorMergePolicyType else { return }
    let isRollback = type == .rollbackMergePolicyType
    var incoming = persisted
    for object in levels {
      guard let context = object.contextReference else { continue }
      if let incoming {
        switch (object.isDeleted, type.keepsMine) {
        case (true, true): context.deleteAgain(object, onto: incoming)
        case (true, false): context.revive(object, onto: incoming)
        case (false, _) where isRollback: context.refresh(object, mergeChanges: false)
        case (false, _): context.merge(object, onto: incoming, by: type)
        }
      } else if object.hasChanges, !object.isDeleted, type.keepsMine {
        // For the contexts below it, the object is simply a new one.
        context.tracker.recordFormer(of: object)
        return object.becomeNewAgain()
      } else {
        context.acceptDeletion(of: object)
      }
      if !isRollback { incoming = object.isDeleted ? nil : object.row?.copy() }
    }
  }
}

extension MergePolicyType {
  /// Whether a value that both sides changed keeps the one set here, and a deletion here, or an
  /// object whose row is gone, wins.
  var keepsMine: Bool {
    self == .mergeByPropertyObjectTrumpMergePolicyType || self == .overwriteMergePolicyType
  }
}
