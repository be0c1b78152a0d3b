import ObjectModel
import ObjectStore

/// Derived attributes that became different with a save of other objects.
extension ManagedObjectContext {
  /// Takes the values over; unsaved changes of other properties stay.
  ///
  /// - Returns: the objects whose values were read before.
  func takeDerived(_ commit: Commit) -> [ManagedObject] {
    var taken: [ManagedObject] = []
    for derived in commit.derived {
      let root = derived.layout.rootNumber
      guard let object = registered(key: derived.row.key, root: root), !object.isDeleted,
        object.layout.number == derived.layout.number
      else { continue }
      // News of another context may come late.
      let newest = coordinator.cachedRow(key: derived.row.key, root: root) ?? derived.row
      object.takeDerived(derived.properties, from: newest)
      if !object.state.contains(.fault) { taken.append(object) }
    }
    return taken
  }
}

extension ManagedObject {
  fileprivate final func takeDerived(_ properties: [PropertyLayout], from fresh: Row) {
    guard let row else { return }
    guard state.contains(.ownsRow) else {
      self.row = row.copy().replacing(properties.map(\.index), from: fresh, layout: layout)
      return
    }
    snapshot = snapshot?.copy().replacing(properties.map(\.index), from: fresh, layout: layout)
    // A value that was set by hand stays until the object is saved.
    let untouched = properties.filter { changedMask & $0.maskBit == 0 }
    self.row = row.replacing(untouched.map(\.index), from: fresh, layout: layout)
  }
}
