import ObjectModel
import ObjectStore

/// Which of the changes concern a coordinator.
extension ChangedObjectIDs {
  /// Reads the changes of another process; the cached rows of their objects are removed.
  init(remote changes: [AnyHashable: Any], for coordinator: PersistentStoreCoordinator) {
    self.init(userInfo: changes, from: nil, coordinator: coordinator)
    self = known(to: coordinator)
    for id in all { coordinator.forgetRow(of: id) }
  }

  private typealias Kind = WritableKeyPath<ChangedObjectIDs, Set<ManagedObjectID>>

  /// The sets of IDs whose rows can be read.
  private static var kinds: [Kind] {
    [\.insertedObjectIDs, \.updatedObjectIDs, \.deletedObjectIDs, \.refreshedObjectIDs]
  }

  var namesAny: Bool { Self.kinds.contains { !self[keyPath: $0].isEmpty } }

  /// Adds later changes to these.
  mutating func insert(_ later: ChangedObjectIDs) {
    for kind in Self.kinds { self[keyPath: kind].formUnion(later[keyPath: kind]) }
    updatedObjectIDs.subtract(insertedObjectIDs.union(deletedObjectIDs))
    insertedObjectIDs.subtract(deletedObjectIDs)
  }

  private var all: Set<ManagedObjectID> {
    Self.kinds.reduce(into: []) { $0.formUnion(self[keyPath: $1]) }
  }

  /// The changes of objects in a coordinator's stores; others are left out.
  func known(to coordinator: PersistentStoreCoordinator) -> ChangedObjectIDs {
    let own = coordinator.storeIdentities
    func isOwn(_ id: ManagedObjectID) -> Bool {
      id.isTemporaryID || own.contains { $0 === id.store }
    }
    guard !all.allSatisfy(isOwn) else { return self }
    var result = ChangedObjectIDs(inserted: [], updated: [], deleted: [])
    for kind in Self.kinds {
      result[keyPath: kind] = Set(
        self[keyPath: kind].compactMap { id in
          if isOwn(id) { return id }
          // Another coordinator for the same file wrote it without this one noticing.
          let own = coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation())
          if let own { coordinator.forgetRow(of: own) }
          return own
        })
    }
    return result
  }
}

extension PersistentStoreCoordinator {
  /// Removes an object's row from the cache, so that the next lookup goes to the store.
  func forgetRow(of id: ManagedObjectID) {
    guard !id.isTemporaryID, let layout = layout.layout(of: id.entity) else { return }
    forgetRow(key: id.key, root: layout.rootNumber)
  }
}
