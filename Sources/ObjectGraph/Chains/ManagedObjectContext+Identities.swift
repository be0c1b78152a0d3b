import ObjectModel
import ObjectStore

/// Which identities of new objects a context needs.
extension ManagedObjectContext {
  /// Forgets identities that nothing here names any more, when there are many of them.
  ///
  /// Costs a visit of all registered objects, each time the number of identities has doubled.
  func forgetIdentities() {
    guard identities.isCrowded, tracker.pending.isEmpty, tracker.announced == nil else { return }
    var named: Set<Int64> = []
    for object in registry.objects { object.visitNames { named.insert($0) } }
    identities.forget(except: named)
  }

  /// What breaks the invariant of the identities, for tests; empty when nothing does.
  func checkIdentities() -> [String] {
    var problems: [String] = []
    let new = Set(registry.objects.filter { $0.isInserted }.map(\.key))
    for object in registry.objects {
      object.visitNames { reference in
        if !new.contains(reference), !identities.knows(reference) {
          problems.append("\(object) names \(reference), whose identity is not known")
        }
      }
    }
    return problems
  }
}

extension ManagedObject {
  /// Calls the body with each temporary reference that the object has, or names in its rows.
  fileprivate final func visitNames(_ body: (Int64) -> Void) {
    if key < 0 { body(key) }
    for case let row? in [row, snapshot] where row.isUnsaved {
      row.visitTemporaryReferences(of: layout) { body($1) }
    }
  }
}
