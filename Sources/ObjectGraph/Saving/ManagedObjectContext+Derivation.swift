import ObjectModel
import ObjectStore

/// Derived attributes that changed with a save of other objects.
extension ManagedObjectContext {
  /// Applies the derived values; unsaved changes to other properties are kept.
  ///
  /// - Returns: the objects whose values had been read and have changed.
  func applyDerived(_ commit: Commit) -> [ManagedObject] {
    var taken: [ManagedObject] = []
    for derived in commit.derived {
      let root = derived.layout.rootNumber
      guard let object = registered(key: derived.row.key, root: root), !object.isDeleted,
        object.layout.number == derived.layout.number
      else { continue }
      // Another context's news may arrive late.
      let newest = coordinator.cachedRow(key: derived.row.key, root: root) ?? derived.row
      let isNews = object.applyDerived(derived.properties, from: newest)
      if isNews, !object.state.isFault { taken.append(object) }
    }
    return taken
  }
}

extension ManagedObject {
  /// - Returns: whether any value differs from the object's.
  fileprivate final func applyDerived(_ all: [PropertyLayout], from fresh: Row) -> Bool {
    guard let row, let known = snapshot ?? self.row else { return false }
    let properties = all.filter { !known.hasSameValue(as: fresh, of: $0) }
    guard !properties.isEmpty else { return false }
    guard state.ownsRow else {
      self.row = row.taking(properties.map(\.index), from: fresh, layout: layout)
      return true
    }
    snapshot = snapshot?.taking(properties.map(\.index), from: fresh, layout: layout)
    // A value set by hand stays until the object is saved.
    let untouched = properties.filter { changedMask & $0.maskBit == 0 }
    self.row = row.replacing(untouched.map(\.index), from: fresh, layout: layout)
    return true
  }
}
