import ObjectModel
import ObjectStore

/// Keeping up with a parent that saves what a child shares with it.
///
/// A child knows unsaved objects of its parent by their temporary references, and by rows that no
/// store has seen. When the parent saves, they get keys and versions. The child asks for these when
/// it next fetches, reads or saves, so that it neither makes a second object of one row nor takes
/// its parent's save for somebody else's.
extension ManagedObjectContext {
  /// What became of an object that a child shares.
  struct Shared {
    let formerKey: Int64
    let key: Int64
    /// The row as it was saved, or nil while it was not.
    let row: Row?
  }

  /// Takes note of an object that shares unsaved values with the parent.
  func share(_ key: Int64, root: Int) {
    guard case .context = contextParent else { return }
    references.share(key, root: root)
  }

  /// Takes over the keys and versions that shared objects got when the parent was saved.
  func catchUpWithParent() {
    if reader.noticeRemovals() { forgetRemovedStores() }
    guard references.sharesAnything || references.link.isSettlingWanted,
      case .context(let parent) = contextParent
    else { return }
    defer { if references.link.isSettlingWanted { settleWithParent() } }
    for (root, shared) in references.removeShared() {
      let keys = shared.filter { key in
        guard let object = registered(key: key, root: root) else { return key < 0 }
        return !object.isInserted
      }
      guard !keys.isEmpty else { continue }
      for one in parent.read({ $0.whatBecame(of: keys, root: root) }) { adopt(one, root: root) }
    }
  }

  private func adopt(_ one: Shared, root: Int) {
    let object = registered(key: one.formerKey, root: root)
    if one.key != one.formerKey {
      references.keys[one.formerKey] = one.key
      if let object {
        rekey(object, to: one.key)
        object.identifyRows()
      }
    }
    guard let row = one.row else {
      // Not saved yet: asked for again next time.
      if one.key < 0 || object != nil { share(one.key, root: root) }
      return
    }
    guard let object, object.layout.number == row.entityNumber, let known = object.row else {
      return
    }
    if !object.state.contains(.changed) {
      if row.version > known.version {
        object.settle(row: object.withOwnTransients(row))
        object.forgetPlaces()
      }
    } else if row.version == object.knownVersion + 1 {
      // A greater distance is somebody else's doing, and a conflict.
      object.rebase(onto: row)
      object.forgetPlaces()
    }
  }

  /// For a child: keeps the key that an unsaved object will get.
  func keepKeyForChildren(key: Int64, root: Int) {
    if let object = registered(key: key, root: root) {
      object.state.insert(.knownToChildren)
    } else if references.keys[key] == nil {
      contextParent.keepKeyForChildren(key: key, root: root)
    }
  }

  /// For a child: the present keys of objects, and their rows where nothing
  /// of them is unsaved here.
  func whatBecame(of keys: Set<Int64>, root: Int) -> [Shared] {
    // What only a context below and one above know goes through here all the same.
    for key in keys where resolve(key) < 0 && registered(key: key, root: root) == nil {
      share(key, root: root)
    }
    catchUpWithParent()
    return keys.map { formerKey in
      let key = resolve(formerKey)
      guard key > 0 else { return Shared(formerKey: formerKey, key: key, row: nil) }
      var row: Row?
      if let object = registered(key: key, root: root), object.row != nil {
        row = object.snapshot ?? object.row
      } else {
        // An error comes up again when the object is read or saved.
        row = try? contextParent.row(key: key, root: model[root])
      }
      return Shared(formerKey: formerKey, key: key, row: row?.isUnsaved == true ? nil : row)
    }
  }
}
