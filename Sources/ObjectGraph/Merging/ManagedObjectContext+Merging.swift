import Foundation
import ObjectModel
import ObjectStore

/// Merging the saves of others.
///
/// Objects with values here get the new values, and the following `didChangeObjectsNotification`
/// lists them as refreshed; faults get the values when they fire, and are not listed. New objects
/// are listed as inserted. Deleted objects with values here stay registered and readable, with
/// `isDeleted` true, and are listed as deleted. Unsaved changes are kept.
extension ManagedObjectContext {
  /// Merges another context's save, given its `didSaveObjectsNotification` or
  /// `didSaveObjectIDsNotification`.
  ///
  /// Unsaved changes are reapplied on top of the new values, as by `refresh(_:mergeChanges:)`: the
  /// next save overwrites the other context's changes with them, without a conflict. The other
  /// context may belong to another coordinator for the same file. Objects that are not in this
  /// context's stores are skipped.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(from: ChangedObjectIDs(notification))
  }

  /// Merges changes that were not saved by a context of this process, but by a batch request or
  /// another process.
  ///
  /// The rows are read from the store again.
  ///
  /// - Parameters:
  ///   - changes: arrays or sets of `ManagedObjectID` or of their URIs, under the raw values of
  ///     `NotificationKey`.
  ///   - contexts: contexts on the caller's queue. For those on private queues, use
  ///     `BackgroundContext.mergeChanges(fromRemoteContextSave:into:)`.
  public static func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [ManagedObjectContext]
  ) {
    var read: [ObjectIdentifier: ChangedObjectIDs] = [:]
    for context in contexts {
      let coordinator = context.coordinator
      let known = read[ObjectIdentifier(coordinator)]
      let remote = known ?? ChangedObjectIDs(remote: changes, for: coordinator)
      read[ObjectIdentifier(coordinator)] = remote
      context.mergeChanges(from: remote)
    }
  }

  /// Merges changes that others saved, as `mergeChanges(fromContextDidSave:)` does, from a value
  /// that can come from any queue.
  ///
  ///     for await saved in background.saves { viewContext.mergeChanges(from: saved) }
  ///
  /// If `invalidatedAllObjects` is true, all clean objects are read again.
  public func mergeChanges(from changes: ChangedObjectIDs) {
    if changes.invalidatedAllObjects { refreshCleanObjects() }
    let changes = changes.known(to: coordinator)
    guard changes.namesAny else { return processPendingChanges() }
    advanceQueryGeneration()
    processPendingChanges()
    catchUpWithParent()
    var lists = ObjectLists()
    let isWanted = self.isWanted(.didChange)
    for id in changes.insertedObjectIDs {
      refaultOwners(named: id)
      if isWanted || registeredObject(for: id) != nil {
        let object = object(with: id)
        if object.isDeleted, !object.state.contains(.changed) {
          // It was deleted, and then inserted again by others.
          object.state.remove(.deleted)
          turnIntoFault(object)
        }
        reconsider(object)
        lists.inserted.append(object)
      }
    }
    refresh(changes.updatedObjectIDs.union(changes.refreshedObjectIDs))
    for id in changes.deletedObjectIDs {
      guard let object = registeredObject(for: id) else { continue }
      refaultOwners(ofDeleted: object.layout, key: object.key, row: nil)
      // A parent may have deleted a row that is still in the store.
      let isBack = !contextParent.isContext && isBackInStore(object)
      if !isBack, applyDeletion(of: object) {
        lists.deleted.append(object)
      }
    }
    finishMerge(&lists, changes)
  }

  /// Updates objects with values to what reading them now returns.
  private func refresh(_ ids: Set<ManagedObjectID>) {
    var keys: [Int: [Int64]] = [:]
    var objects: [ManagedObject] = []
    for id in ids {
      refaultOwners(named: id)
      guard let object = registeredObject(for: id), !object.isInserted, !object.isDeleted else {
        continue
      }
      if object.state.contains(.fault), !object.state.contains(.changed) {
        turnIntoFault(object)
      } else {
        objects.append(object)
        keys[object.layout.rootNumber, default: []].append(object.key)
      }
    }
    // Rows that are not cached are read together; an error recurs with each object.
    for (root, keys) in keys { _ = try? contextParent.rows(keys: keys, root: model[root]) }
    for object in objects where object.contextReference === self {
      let known = object.snapshot ?? object.row
      refresh(object, mergeChanges: true)
      if let known, let fresh = object.snapshot ?? object.row {
        refaultOwners(of: object.layout, former: known, fresh: fresh)
      }
    }
  }

  /// Refaults the relationships that had a named object as a member, or may have it now.
  private func refaultOwners(named id: ManagedObjectID) {
    guard let layout = model.layout(of: id.entity) else { return }
    let object = registeredObject(for: id)
    if let known = object?.snapshot ?? object?.row { refaultDestinations(of: layout, row: known) }
    // In this case, the values are compared when they are read below.
    if let object, object.row != nil, !object.state.contains(.fault) { return }
    let isInStore = !id.isTemporaryID && !contextParent.isContext
    if isInStore, let row = coordinator.cachedRow(key: id.key, root: layout.rootNumber),
      object == nil || object?.row != nil
    {
      refaultDestinations(of: layout, row: row)
    } else {
      refaultAll(leadingTo: layout)
    }
  }

  /// - Returns: whether the object has now become deleted.
  func applyDeletion(of object: ManagedObject) -> Bool {
    // Unsaved changes are kept for the save, which reports the conflict.
    guard !object.state.contains(.changed), !object.isDeleted else { return false }
    object.state.insert(.deleted)
    return true
  }

  /// Posts a merge: first the objects, and then the IDs.
  func finishMerge(_ lists: inout ObjectLists, _ changes: @autoclosure () -> ChangedObjectIDs) {
    membershipClocks.advanceFetchedProperties()
    lists.refreshed = tracker.pending.refreshed
    tracker.pending.refreshed = []
    announceChange(lists)
    // Observers may have changed objects when they were notified.
    processPendingChanges()
    if isWanted(.didMerge) {
      post(NotificationInterest.didMerge.name, userInfo: changes().userInfo)
    }
  }
}

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
  fileprivate func known(to coordinator: PersistentStoreCoordinator) -> ChangedObjectIDs {
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
