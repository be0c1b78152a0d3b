import Foundation
import ObjectModel
import ObjectStore

/// What happened in a context since it was last told to the world.
struct PendingEvents {
  /// New, changed and deleted objects.
  var objects: [ManagedObject] = []
  /// Objects whose values were read again.
  var refreshed: [ManagedObject] = []

  var isEmpty: Bool { objects.isEmpty && refreshed.isEmpty }
}

/// Notifications and the end of an event.
extension ManagedObjectContext {
  /// Posted when changes were processed: see `NotificationKey`.
  public static let didChangeObjectsNotification = Notification.Name(
    "NSObjectsChangedInManagingContextNotification")

  /// Posted before a save, after pending changes were processed.
  public static let willSaveObjectsNotification = Notification.Name(
    "NSManagingContextWillSaveChangesNotification")

  /// Posted after a save, with the saved objects.
  public static let didSaveObjectsNotification = Notification.Name(
    "NSManagingContextDidSaveChangesNotification")

  /// Posted after a save, with the IDs of the saved objects, which may go to other queues.
  public static let didSaveObjectIDsNotification = Notification.Name(
    "NSManagedObjectContextDidSaveObjectIDsNotification")

  /// Posted when an error was put into `errors`; the user info holds it under `error`.
  public static let didRecordErrorNotification = Notification.Name(
    "ManagedObjectContextDidRecordErrorNotification")

  /// The keys of the notifications' user info; each leads to a set.
  public enum NotificationKey: String, Sendable {
    case insertedObjects = "inserted"
    case updatedObjects = "updated"
    case deletedObjects = "deleted"
    case refreshedObjects = "refreshed"
    case invalidatedAllObjects = "invalidatedAll"
    case insertedObjectIDs = "inserted_objectIDs"
    case updatedObjectIDs = "updated_objectIDs"
    case deletedObjectIDs = "deleted_objectIDs"
  }

  /// Ends the event: deletions reach related objects, and what changed is posted.
  public func processPendingChanges() {
    guard !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    if propagatesDeletesAtEndOfEvent || isSaving { propagateDeletions() }
    guard !pending.isEmpty else { return }
    let events = pending
    pending = PendingEvents()
    var sets = ObjectSets()
    for object in events.objects {
      object.state.remove(.pending)
      if object.isDeleted {
        // What came and went within one event was never there.
        if !object.isNew { sets.deleted.insert(object) }
      } else if object.state.contains(.newInEvent) {
        sets.inserted.insert(object)
      } else {
        sets.updated.insert(object)
      }
      object.state.remove(.newInEvent)
    }
    sets.refreshed.formUnion(events.refreshed)
    sets.refreshed.subtract(sets.updated)
    guard !sets.isEmpty else { return }
    post(Self.didChangeObjectsNotification, userInfo: sets.userInfo)
  }

  /// Carries deletions over to related objects by the delete rules, cascades included.
  func propagateDeletions() {
    var next = 0
    while next < unpropagatedDeletions.count {
      let object = unpropagatedDeletions[next]
      next += 1
      guard !object.state.contains(.propagated) else { continue }
      object.state.insert(.propagated)
      propagateDeletion(of: object)
      if object.isNew { discard(object) }
    }
    unpropagatedDeletions = []
  }

  private func propagateDeletion(of object: ManagedObject) {
    for property in object.layout.properties {
      guard let relationship = property.relationship else { continue }
      let destinations: [ManagedObject]
      if property.isToMany {
        destinations = object.destinations(of: property).sorted { $0.key < $1.key }
      } else {
        destinations = object.destination(at: PropertySlot(property)).map { [$0] } ?? []
      }
      switch relationship.deleteRule {
      case .noActionDeleteRule, .denyDeleteRule:
        continue
      case .cascadeDeleteRule:
        for destination in destinations where !destination.isDeleted { delete(destination) }
      case .nullifyDeleteRule:
        for destination in destinations where !destination.isDeleted {
          if property.isToMany {
            object.removeDestination(destination, from: property)
          } else {
            object.setDestination(nil, at: PropertySlot(property))
          }
        }
      }
    }
  }

  /// Forgets a new object that was deleted.
  private func discard(_ object: ManagedObject) {
    changes.remove(object)
    object.state.remove(.changed)
    tables[object.layout.rootNumber - 1].remove(object.key)
    object.contextReference = nil
    object.toManys = nil
  }

  func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]) {
    let object: Any
    switch sender {
    case .context: object = self
    case .background(let reference):
      guard let handle = reference.object else { return }
      object = handle
    }
    NotificationCenter.default.post(name: name, object: object, userInfo: userInfo)
  }
}

/// The sets that notifications carry.
struct ObjectSets {
  var inserted: Set<ManagedObject> = []
  var updated: Set<ManagedObject> = []
  var deleted: Set<ManagedObject> = []
  var refreshed: Set<ManagedObject> = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }

  /// The sets that are not empty, under Core Data's keys.
  var userInfo: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    func add(_ set: Set<ManagedObject>, _ key: ManagedObjectContext.NotificationKey) {
      if !set.isEmpty { info[key.rawValue] = set }
    }
    add(inserted, .insertedObjects)
    add(updated, .updatedObjects)
    add(deleted, .deletedObjects)
    add(refreshed, .refreshedObjects)
    return info
  }
}
