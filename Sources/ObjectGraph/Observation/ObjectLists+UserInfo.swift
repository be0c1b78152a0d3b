import ObjectModel

/// The lists as notifications carry them.
extension ObjectLists {
  /// Sets of the objects that there are, under Core Data's keys.
  var userInfo: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    func add(_ objects: [ManagedObject], _ key: ManagedObjectContext.NotificationKey) {
      if !objects.isEmpty { info[key.rawValue] = Set(objects) }
    }
    add(inserted, .insertedObjects)
    add(updated, .updatedObjects)
    add(deleted, .deletedObjects)
    add(invalidated, .invalidatedObjects)
    if !refreshed.isEmpty {
      let others = Set(refreshed).subtracting(updated)
      if !others.isEmpty {
        info[ManagedObjectContext.NotificationKey.refreshedObjects.rawValue] = others
      }
    }
    return info
  }

  /// Sets of the objects' IDs, under Core Data's keys.
  func idUserInfo(in context: ManagedObjectContext) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    func add(_ objects: [ManagedObject], _ key: ManagedObjectContext.NotificationKey) {
      guard !objects.isEmpty else { return }
      var ids = Set<ManagedObjectID>(minimumCapacity: objects.count)
      for object in objects { ids.insert(context.identity(of: object)) }
      info[key.rawValue] = ids
    }
    add(inserted, .insertedObjectIDs)
    add(updated, .updatedObjectIDs)
    add(deleted, .deletedObjectIDs)
    return info
  }
}
