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

  var isEmpty: Bool { changedAgain.isEmpty && refreshed.isEmpty }
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
    announceChange(lists)
  }

  /// The objects that changed in this event.
  var pendingObjects: [ManagedObject] { changes.unreported + pending.changedAgain }

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
