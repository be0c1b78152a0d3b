import Foundation
import ObjectModel
import ObjectStore

/// Taking over what others saved.
///
/// Objects that are in use here get the new values, and are named as refreshed by the
/// `didChangeObjectsNotification` that follows; faults get them when they fire, and are not named.
/// New objects are named as inserted. Deleted ones that are in use here stay registered and
/// readable, with `isDeleted` true, and are named as deleted. Unsaved changes stay.
extension ManagedObjectContext {
  /// Takes over what another context saved, as its `didSaveObjectsNotification` or
  /// `didSaveObjectIDsNotification` says.
  ///
  /// Unsaved changes are laid over the new values, as `refresh(_:mergeChanges:)` does it: the next
  /// save writes them over what the other context wrote, without a conflict. The other context may
  /// be of another coordinator on the same file. What the notification names and this context's
  /// stores do not have is passed over.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(from: ChangedObjectIDs(notification))
  }

  /// Takes over changes that were not saved by a context of this process: what a batch request or
  /// another process wrote.
  ///
  /// The rows are read from the store again.
  ///
  /// - Parameters:
  ///   - changes: arrays or sets of `ManagedObjectID` or of their URIs, under the raw values of
  ///     `NotificationKey`.
  ///   - contexts: contexts of the caller's queue. For those on queues of their own see
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

  /// Takes over what others saved, as `mergeChanges(fromContextDidSave:)` does, from a value that
  /// may have come from any queue.
  ///
  ///     for await saved in background.saves { viewContext.mergeChanges(from: saved) }
  ///
  /// Where `invalidatedAllObjects` is true, all clean objects are read again.
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
          // Somebody deleted it, and somebody else inserted it again.
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
      // In a parent a row may be deleted that is still in the store.
      let isBack = !contextParent.isContext && isBackInStore(object)
      if !isBack, applyDeletion(of: object) {
        lists.deleted.append(object)
      }
    }
    finishMerge(&lists, changes)
  }

  /// Lets objects that are in use have the values that they would be read with now.
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
    // Those that are not in the cache are read in one go; an error comes up again with each.
    for (root, keys) in keys { _ = try? contextParent.rows(keys: keys, root: model[root]) }
    for object in objects where object.contextReference === self {
      let known = object.snapshot ?? object.row
      refresh(object, mergeChanges: true)
      if let known, let fresh = object.snapshot ?? object.row {
        refaultOwners(of: object.layout, former: known, fresh: fresh)
      }
    }
  }

  /// Lets those read their members again among whom a named object was before, or may be now.
  private func refaultOwners(named id: ManagedObjectID) {
    guard let layout = model.layout(of: id.entity) else { return }
    let object = registeredObject(for: id)
    if let known = object?.snapshot ?? object?.row { refaultDestinations(of: layout, row: known) }
    // What is read below is compared then.
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

  /// - Returns: whether an object counts as deleted from now on, and did not before.
  func applyDeletion(of object: ManagedObject) -> Bool {
    // Unsaved changes stay for the save, which says what stands against them.
    guard !object.state.contains(.changed), !object.isDeleted else { return false }
    object.state.insert(.deleted)
    return true
  }

  /// Tells of a merge: of objects first, and then of IDs.
  func finishMerge(_ lists: inout ObjectLists, _ changes: @autoclosure () -> ChangedObjectIDs) {
    membershipClocks.advanceFetchedProperties()
    lists.refreshed = tracker.pending.refreshed
    tracker.pending.refreshed = []
    announceChange(lists)
    // What objects changed when they were told of their new values.
    processPendingChanges()
    if isWanted(.didMerge) {
      post(NotificationInterest.didMerge.name, userInfo: changes().userInfo)
    }
  }
}

extension ChangedObjectIDs {
  /// Reads changes of another process; what was remembered of their rows is forgotten.
  init(remote changes: [AnyHashable: Any], for coordinator: PersistentStoreCoordinator) {
    self.init(userInfo: changes, from: nil, coordinator: coordinator)
    self = known(to: coordinator)
    forgetRows(in: coordinator)
  }

  private typealias Kind = WritableKeyPath<ChangedObjectIDs, Set<ManagedObjectID>>

  /// Where the IDs are of which there may be rows to read.
  private static var kinds: [Kind] {
    [\.insertedObjectIDs, \.updatedObjectIDs, \.deletedObjectIDs, \.refreshedObjectIDs]
  }

  var namesAny: Bool { Self.kinds.contains { !self[keyPath: $0].isEmpty } }

  /// Takes in what came behind these changes.
  mutating func insert(_ later: ChangedObjectIDs) {
    for kind in Self.kinds { self[keyPath: kind].formUnion(later[keyPath: kind]) }
    updatedObjectIDs.subtract(insertedObjectIDs.union(deletedObjectIDs))
    insertedObjectIDs.subtract(deletedObjectIDs)
  }

  private var all: Set<ManagedObjectID> {
    Self.kinds.reduce(into: []) { $0.formUnion(self[keyPath: $1]) }
  }

  private func forgetRows(in coordinator: PersistentStoreCoordinator) {
    for id in all where !id.isTemporaryID {
      guard let layout = coordinator.layout.layout(of: id.entity) else { continue }
      coordinator.forgetRow(key: id.key, root: layout.rootNumber)
    }
  }

  /// The changes with the IDs by which a coordinator knows the objects; others are left out.
  fileprivate func known(to coordinator: PersistentStoreCoordinator) -> ChangedObjectIDs {
    let own = coordinator.storeIdentities
    func isOwn(_ id: ManagedObjectID) -> Bool {
      id.isTemporaryID || own.contains { $0 === id.store }
    }
    guard !all.allSatisfy(isOwn) else { return self }
    var foreign = ChangedObjectIDs(inserted: [], updated: [], deleted: [])
    var result = foreign
    for kind in Self.kinds {
      for id in self[keyPath: kind] {
        if isOwn(id) {
          result[keyPath: kind].insert(id)
        } else if let own = coordinator.managedObjectID(
          forURIRepresentation: id.uriRepresentation())
        {
          result[keyPath: kind].insert(own)
          foreign[keyPath: kind].insert(own)
        }
      }
    }
    // Another coordinator on the file wrote them behind this one's back.
    foreign.forgetRows(in: coordinator)
    return result
  }
}
