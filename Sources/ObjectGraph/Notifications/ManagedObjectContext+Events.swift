import Foundation
import ObjectModel
import ObjectStore

/// Notifications and the end of an event.
extension ManagedObjectContext {
  // Creating the sets that these notifications carry takes over a tenth of a large save's time. So
  // they are only created after a notification's name was first read, which observing it requires.

  /// Posted when changes have been processed: see `NotificationKey`.
  ///
  /// Posted only after this property was first read in the process; an observer that spells out the
  /// name, or observes all names, receives none before. Large saves are slower from then on.
  public static var didChangeObjectsNotification: Notification.Name {
    NotificationInterest.didChange.nameForObserver()
  }

  /// Posted before a save, after pending changes have been processed.
  public static let willSaveObjectsNotification = Notification.Name(
    "NSManagingContextWillSaveChangesNotification")

  /// Posted after a save, with the saved objects.
  ///
  /// Posted only after this property was first read in the process; an observer that spells out the
  /// name, or observes all names, receives none before. Large saves are slower from then on.
  public static var didSaveObjectsNotification: Notification.Name {
    NotificationInterest.didSave.nameForObserver()
  }

  /// Posted after a save, with the IDs of the saved objects, which can be passed to other queues.
  ///
  /// Posted only after this property was first read in the process; an observer that spells out the
  /// name, or observes all names, receives none before. Large saves are slower from then on.
  public static var didSaveObjectIDsNotification: Notification.Name {
    NotificationInterest.didSaveIDs.nameForObserver()
  }

  /// Posted after changes that others saved have been merged, with the IDs in the save.
  ///
  /// Posted only after this property was first read in the process.
  public static var didMergeChangesObjectIDsNotification: Notification.Name {
    NotificationInterest.didMerge.nameForObserver()
  }

  /// Posted when a context with unsaved changes, which are lost, is deallocated; carries the IDs of
  /// the changed objects and, under `name`, the context's name.
  ///
  /// It helps to find forgotten saves, but is also posted for a scratch pad that is meant to be
  /// discarded. Its object is nil, and it is posted on the thread that released the context. Posted
  /// only after this property was first read in the process.
  public static var didDropUnsavedChangesNotification: Notification.Name {
    NotificationInterest.didDrop.nameForObserver()
  }

  /// Posted when an error was added to `errors`; the user info contains it under `error`.
  public static let didRecordErrorNotification = Notification.Name(
    "ManagedObjectContextDidRecordErrorNotification")

  /// The keys of the notifications' user info. The values are sets, except for an array of IDs
  /// under `invalidatedAllObjects` and a `QueryGenerationToken` under `queryGeneration`.
  public enum NotificationKey: String, Sendable {
    case insertedObjects = "inserted"
    case updatedObjects = "updated"
    case deletedObjects = "deleted"
    case refreshedObjects = "refreshed"
    case invalidatedObjects = "invalidated"
    case invalidatedAllObjects = "invalidatedAll"
    case insertedObjectIDs = "inserted_objectIDs"
    case updatedObjectIDs = "updated_objectIDs"
    case deletedObjectIDs = "deleted_objectIDs"
    case refreshedObjectIDs = "refreshed_objectIDs"
    case invalidatedObjectIDs = "invalidated_objectIDs"
    /// In `didSaveObjectsNotification` of a context that reads a query generation: the generation
    /// that the save moved it to.
    case queryGeneration = "newQueryGeneration"
  }

  /// Ends the event: propagates deletions to related objects, and posts the changes.
  public func processPendingChanges() {
    checkQueue()
    guard !tracker.isPropagating else { return }
    reader.endEvent()
    reachRelatedObjects()
    var lists = ObjectLists()
    let isWanted = self.isWanted(.didChange)
    // From here on, observers may change, process and save anything.
    let ended = tracker.endEvent { object, isNew in
      guard isWanted else { return }
      if object.isDeleted {
        // Objects that came and went within one event are not announced.
        if !isNew { lists.deleted.append(object) }
      } else if isNew {
        lists.inserted.append(object)
      } else {
        lists.updated.append(object)
      }
    }
    guard let event = ended else {
      tracker.undoRecorder?.manager.endEvent()
      return
    }
    lists.refreshed = event.events.refreshed
    lists.deleted += event.events.inaccessible.filter(\.isDeleted)
    guard isWanted else { return }
    tracker.announce(event) { announceChange(lists) }
  }

  /// The objects that changed in this event and still exist.
  var pendingObjects: [ManagedObject] {
    tracker.changes.unreported
      + tracker.pending.changedAgain.lazy.map(\.object).filter { $0.contextReference === self }
  }

  /// Posts the changes of objects, if anyone can be observing them.
  func announceChange(_ lists: ObjectLists) {
    guard isWanted(.didChange), !lists.isEmpty else { return }
    post(NotificationInterest.didChange.name, userInfo: lists.userInfo)
  }

  func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]) {
    events.post(name, userInfo, from: self)
  }

  /// Whether anyone can be observing a notification of this context: one of its own observers, or
  /// code in the process that read the name.
  func isWanted(_ notification: NotificationInterest) -> Bool {
    notification.isNoted || events.isObserved(notification.name)
  }

  /// Whether anyone can be observing the saves of this context.
  var isSaveWanted: Bool { isWanted(.didSave) || isWanted(.didSaveIDs) }
}
