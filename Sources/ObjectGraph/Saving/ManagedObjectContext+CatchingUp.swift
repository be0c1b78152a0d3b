import ObjectModel
import ObjectStore

/// Keeping up with a parent that saves objects shared with a child.
///
/// A child knows its parent's unsaved objects by their temporary references, and by rows that are
/// in no store. When the parent saves, they get keys and versions. The child looks these up when it
/// next fetches, reads or saves, so that it neither creates a second object for a row nor mistakes
/// its parent's save for somebody else's.
extension ManagedObjectContext {
  /// An object that a child shares with its parent.
  struct Shared {
    let formerKey: Int64
    var key: Int64
    /// The saved row, or nil if the object is still unsaved.
    var row: Row?
  }

  /// Records an object that shares unsaved values with the parent.
  func share(_ key: Int64, root: Int) {
    guard hasParent else { return }
    reader.share(key, root: root)
  }

  /// Adopts the keys and versions that shared objects got when the parent was saved.
  func catchUpWithParent() {
    if reader.noticeRemovals() { forgetRemovedStores() }
    guard reader.sharesAnything, case .context(let parent) = contextParent else { return }
    for (root, keys) in reader.removeShared() {
      var shared: [Shared] = []
      for key in keys {
        let object = registered(key: key, root: root)
        guard object.map({ !$0.isInserted }) ?? (key < 0) else { continue }
        shared.append(Shared(formerKey: key, key: identities.key(of: key) ?? key))
      }
      guard !shared.isEmpty else { continue }
      for one in parent.read({ $0.whatBecame(of: shared, root: root) }) { adopt(one, root: root) }
    }
    forgetIdentities()
  }

  private func adopt(_ one: Shared, root: Int) {
    let object = registered(key: one.formerKey, root: root)
    if let object, one.key != object.key {
      rekey(object, to: one.key)
      object.identifyRows()
    }
    guard let row = one.row else {
      // Not saved yet: look it up again next time.
      if one.key < 0 || object != nil { share(one.key, root: root) }
      return
    }
    guard let object, object.layout.number == row.entityNumber, let known = object.row else {
      return
    }
    // Another context may have changed the relationship before the save.
    if !object.state.isChanged {
      relationships.refaultOwners(of: object.layout, former: known, fresh: row)
    }
    apply(row, to: object, as: .relative)
  }

  /// For a child: the current keys of objects, and their rows if nothing of them is unsaved here.
  private func whatBecame(of shared: [Shared], root: Int) -> [Shared] {
    catchUpWithParent()
    return shared.map { one in
      var one = one
      let object = registered(key: one.key, root: root)
      one.key = object?.key ?? identities.key(of: one.key) ?? one.key
      guard one.key > 0 else { return one }
      if let object, object.row != nil {
        one.row = object.snapshot ?? object.row
      } else {
        // An error recurs when the object is read or saved.
        one.row = try? contextParent.row(key: one.key, root: model[root])
      }
      if one.row?.isUnsaved == true { one.row = nil }
      return one
    }
  }
}
