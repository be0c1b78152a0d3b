import Foundation
import ObjectModel
import ObjectStore

/// What happened in a context since it was last told to the world.
struct PendingEvents {
  /// Objects that were new or changed before and changed again; those that entered the list of
  /// changes in this event are its tail.
  var changedAgain: [ManagedObject] = []
  /// Objects whose values were read again.
  var refreshed: [ManagedObject] = []
  /// Objects whose rows were found to be gone, and which count as deleted.
  var inaccessible: [ManagedObject] = []

  var isEmpty: Bool { changedAgain.isEmpty && refreshed.isEmpty && inaccessible.isEmpty }
}

/// Notifications and the end of an event.
extension ManagedObjectContext {
  // The sets that these carry cost more than a tenth of a large save. They are made from the moment
  // that somebody first reads a notification's name, without which nobody can wait for it.

  /// Posted when changes were processed: see `NotificationKey`.
  ///
  /// Posted from the moment that this name was first read in the process; an observer that spells the
  /// name out, or waits for all names, sees none before. Large saves cost more from then on.
  public static var didChangeObjectsNotification: Notification.Name {
    NotificationInterest.didChange.note()
  }

  /// Posted before a save, after pending changes were processed.
  public static let willSaveObjectsNotification = Notification.Name(
    "NSManagingContextWillSaveChangesNotification")

  /// Posted after a save, with the saved objects.
  ///
  /// Posted from the moment that this name was first read in the process; an observer that spells the
  /// name out, or waits for all names, sees none before. Large saves cost more from then on.
  public static var didSaveObjectsNotification: Notification.Name {
    NotificationInterest.didSave.note()
  }

  /// Posted after a save, with the IDs of the saved objects, which may go to other queues.
  ///
  /// Posted from the moment that this name was first read in the process; an observer that spells the
  /// name out, or waits for all names, sees none before. Large saves cost more from then on.
  public static var didSaveObjectIDsNotification: Notification.Name {
    NotificationInterest.didSaveIDs.note()
  }

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
    if !readAheads.isEmpty { readAheads = [:] }
    if propagatesDeletesAtEndOfEvent || isSaving {
      isProcessing = true
      propagateDeletions()
      isProcessing = false
    }
    // From here on observers may change, process and save as they like.
    guard !pending.isEmpty || changes.hasUnreported else { return }
    let events = pending
    pending = PendingEvents()
    let newlyChanged = changes.firstUnreported..<changes.end
    changes.markReported()
    var lists = ObjectLists()
    let isWanted = NotificationInterest.didChange.isNoted
    func report(_ object: ManagedObject) {
      let isNewInEvent = object.state.contains(.newInEvent)
      object.state.remove([.pending, .newInEvent])
      guard isWanted else { return }
      if object.isDeleted {
        // What came and went within one event was never there.
        if !object.isNew { lists.deleted.append(object) }
      } else if isNewInEvent {
        lists.inserted.append(object)
      } else {
        lists.updated.append(object)
      }
    }
    for index in newlyChanged {
      if let object = changes[index] { report(object) }
    }
    for object in events.changedAgain { report(object) }
    lists.refreshed = events.refreshed
    lists.deleted += events.inaccessible.filter(\.isDeleted)
    announceChange(lists)
  }

  /// The objects that changed in this event.
  var pendingObjects: [ManagedObject] { changes.unreported + pending.changedAgain }

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
        for destination in destinations where !destination.isGone { delete(destination) }
      case .nullifyDeleteRule:
        for destination in destinations where !destination.isGone {
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
    held?.remove(object)
    object.contextReference = nil
    object.toManys = nil
  }

  /// Posts that objects changed, if anybody can be waiting for it.
  func announceChange(_ lists: ObjectLists) {
    guard NotificationInterest.didChange.isNoted, !lists.isEmpty else { return }
    post(NotificationInterest.didChange.name, userInfo: lists.userInfo)
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
