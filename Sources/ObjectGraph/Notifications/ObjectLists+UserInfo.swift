import ObjectModel

/// The lists in the form in which notifications carry them.
extension ObjectLists {
  /// The non-empty sets of objects, under Core Data's keys.
  var userInfo: [AnyHashable: Any] {
    ManagedObjectContext.userInfo([
      (.insertedObjects, Set(inserted)), (.updatedObjects, Set(updated)),
      (.deletedObjects, Set(deleted)), (.invalidatedObjects, Set(invalidated)),
      (.refreshedObjects, refreshed.isEmpty ? [] : Set(refreshed).subtracting(updated)),
    ])
  }

  /// The sets of the objects' IDs, under Core Data's keys.
  func idUserInfo(in context: ManagedObjectContext) -> [AnyHashable: Any] {
    func ids(_ objects: [ManagedObject]) -> Set<ManagedObjectID> {
      var ids = Set<ManagedObjectID>(minimumCapacity: objects.count)
      for object in objects { ids.insert(context.identity(of: object)) }
      return ids
    }
    return ManagedObjectContext.userInfo([
      (.insertedObjectIDs, ids(inserted)), (.updatedObjectIDs, ids(updated)),
      (.deletedObjectIDs, ids(deleted)),
    ])
  }
}

extension ManagedObjectContext {
  /// The non-empty sets, under Core Data's keys.
  static func userInfo<Element>(
    _ sets: [(key: NotificationKey, elements: Set<Element>)]
  ) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    for (key, elements) in sets where !elements.isEmpty { info[key.rawValue] = elements }
    return info
  }
}
