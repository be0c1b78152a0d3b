import ObjectModel
import ObjectStore

/// Resolving a conflict on the objects.
extension MergeConflict {
  /// Which of the values changed here are kept.
  struct Rule {
    /// Whether a value changed here is kept; also receives whether both sides changed it.
    let keepsMine: (_ property: PropertyLayout, _ isDisputed: Bool) -> Bool

    /// Whether values that only the store changed are overwritten.
    var isWhole = false

    /// Whether a deletion here, or an object whose row is gone, wins.
    let winsDeletions: Bool
  }

  /// - Parameter type: nothing happens for that of errors.
  func resolve(by type: MergePolicyType) {
    switch type {
    case .errorMergePolicyType: break
    case .mergeByPropertyStoreTrumpMergePolicyType:
      resolve(Rule(keepsMine: { !$1 }, winsDeletions: false))
    case .mergeByPropertyObjectTrumpMergePolicyType:
      resolve(Rule(keepsMine: { _, _ in true }, winsDeletions: true))
    case .overwriteMergePolicyType:
      resolve(Rule(keepsMine: { _, _ in true }, isWhole: true, winsDeletions: true))
    case .rollbackMergePolicyType: rollback()
    }
  }

  /// Keeps the disputed values of some properties, and the store's of all others.
  func resolve(keeping names: Set<String>) {
    resolve(Rule(keepsMine: { !$1 || names.contains($0.name) }, winsDeletions: !names.isEmpty))
  }

  private func resolve(_ rule: Rule) {
    var incoming = persisted
    for object in levels {
      guard let context = object.contextReference else { continue }
      if object.isDeleted {
        settleDeletion(of: object, onto: incoming, isWanted: rule.winsDeletions, in: context)
      } else if let incoming {
        context.merge(object, onto: incoming, by: rule)
      } else if object.hasChanges, rule.winsDeletions {
        // For the contexts below it, the object is simply a new one.
        object.becomeNewAgain()
        return
      } else {
        context.acceptDeletion(of: object)
      }
      incoming = object.isDeleted ? nil : object.row?.copy()
    }
  }

  private func rollback() {
    for object in levels {
      guard let context = object.contextReference else { continue }
      if object.isDeleted {
        settleDeletion(of: object, onto: persisted, isWanted: false, in: context)
      } else if persisted == nil {
        context.acceptDeletion(of: object)
      } else {
        context.refresh(object, mergeChanges: false)
      }
    }
  }

  private func settleDeletion(
    of object: ManagedObject, onto fresh: Row?, isWanted: Bool, in context: ManagedObjectContext
  ) {
    guard let fresh else { return context.acceptDeletion(of: object) }
    if isWanted {
      context.deleteAgain(object, onto: fresh)
    } else {
      context.revive(object, onto: fresh)
    }
  }
}
