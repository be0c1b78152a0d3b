import ObjectModel
import ObjectStore

/// Forgetting which keys the temporary references of saved objects stand for.
///
/// A context keeps them for children, and for rows that still hold such references. From some
/// number on it lets them go as soon as nobody can ask any more: children that know references are
/// told to take over the keys, which they do when they are next used. A temporary `objectID` that a
/// caller has kept leads nowhere after that.
extension ManagedObjectContext {
  /// From how many keys on it is worth the visit of all registered objects.
  static let settlingLimit = 4096

  /// Runs a body that may take over unsaved objects of the parent.
  func asking<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard case .context = contextParent else { return try body() }
    references.link.beginAsking()
    defer { references.link.endAsking() }
    return try body()
  }

  /// After a save: forgets the keys if nobody can ask for them, or sees to it that soon nobody can.
  func forgetPermanentKeys() {
    guard references.keys.count >= Self.settlingLimit else { return }
    if references.link.mayChildrenAsk {
      references.link.wantSettledChildren()
    } else if resolveRows() {
      references.keys = [:]
    }
  }

  /// In a child that has caught up with its parent: takes over what is left, so that the parent can
  /// forget it.
  func settleWithParent() {
    guard !references.sharesAnything, !references.link.mayChildrenAsk, resolveRows(),
      case .context(let parent) = contextParent
    else { return }
    references.keys = [:]
    references.link.knowsReferences = false
    references.link.finishSettling()
    parent.performAndWait { $0.forgetPermanentKeys() }
  }

  /// Puts keys for the temporary references in the rows of all objects.
  ///
  /// - Returns: false when an object or a reference is left that has no key yet.
  private func resolveRows() -> Bool {
    var open: [Set<Int64>] = Array(repeating: [], count: model.entities.count)
    var holders: [ManagedObject] = []
    var isSettled = true
    for object in registry.objects {
      if object.key < 0, !object.isInserted { isSettled = false }
      let found = unresolved(object.row, object) + unresolved(object.snapshot, object)
      guard !found.isEmpty else { continue }
      holders.append(object)
      for (root, reference) in found where references.keys[reference] == nil {
        open[root - 1].insert(reference)
      }
    }
    guard isSettled else { return false }
    if case .context(let parent) = contextParent {
      for index in open.indices where !open[index].isEmpty {
        let found = parent.read { $0.whatBecame(of: open[index], root: index + 1) }
        for one in found where one.key > 0 { references.keys[one.formerKey] = one.key }
      }
    }
    for object in holders {
      object.row = resolved(object.row, of: object, isOwn: object.state.contains(.ownsRow))
      object.snapshot = resolved(object.snapshot, of: object, isOwn: false)
      if !(unresolved(object.row, object) + unresolved(object.snapshot, object)).isEmpty {
        isSettled = false
      }
    }
    return isSettled
  }

  /// The temporary references in a row that do not lead to a new object of this context.
  private func unresolved(_ row: Row?, _ object: ManagedObject) -> [(root: Int, key: Int64)] {
    guard let row, row.isUnsaved else { return [] }
    var found: [(root: Int, key: Int64)] = []
    for property in object.layout.toOnes where !row.isNull(property.index) {
      let reference = row.integer(slot: property.slot)
      guard reference < 0 else { continue }
      let root = model[property.destinationNumber].rootNumber
      if registered(key: reference, root: root)?.isInserted != true {
        found.append((root, reference))
      }
    }
    return found
  }

  private func resolved(_ row: Row?, of object: ManagedObject, isOwn: Bool) -> Row? {
    guard let row, !unresolved(row, object).isEmpty else { return row }
    let own = isOwn ? row : row.copy()
    references.resolve(in: own, object.layout)
    return own
  }
}
