import ObjectModel
import ObjectStore

/// Which identities of new objects a context needs to keep.
extension ManagedObjectContext {
  /// Forgets identities that no object refers to any more, once there are many of them.
  ///
  /// Visits all registered objects, each time the number of identities has doubled.
  func forgetIdentities() {
    guard identities.isCrowded, tracker.pending.isEmpty, tracker.announced == nil else { return }
    var named: Set<Int64> = []
    for object in registry.objects { object.visitNames { named.insert($0) } }
    identities.forget(except: named)
  }

  /// Violations of the identities' invariant, for tests.
  func checkIdentities() -> [String] {
    var problems: [String] = []
    let new = Set(registry.objects.filter { $0.isInserted }.map(\.key))
    for object in registry.objects {
      object.visitNames { reference in
        if !new.contains(reference), !identities.knows(reference) {
          problems.append("\(object) refers to \(reference), whose identity is unknown")
        }
      }
    }
    return problems
  }
}

extension ManagedObject {
  /// Calls the body with each temporary reference of the object and its rows.
  fileprivate final func visitNames(_ body: (Int64) -> Void) {
    if key < 0 { body(key) }
    for case let row? in [row, snapshot] where row.isUnsaved {
      row.visitTemporaryReferences(of: layout) { body($1) }
    }
  }
}
