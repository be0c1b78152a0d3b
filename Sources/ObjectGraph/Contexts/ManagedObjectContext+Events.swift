import Foundation
import ObjectModel
import ObjectStore

/// Notifications and the end of an event.
extension ManagedObjectContext {
  // The sets that these carry cost more than a tenth of a large save. They are made from the moment
  // that somebody first reads a notification's name, without which nobody can wait for it.

  /// Posted when changes were processed: see `NotificationKey`.
  ///
  /// Posted from the moment that this name was first read in the process; an observer that spells
  /// the name out, or waits for all names, sees none before. Large saves cost more from then on.
  public static var didChangeObjectsNotification: Notification.Name {
    NotificationInterest.didChange.nameForObserver()
  }

  /// Posted before a save, after pending changes were processed.
  public static let willSaveObjectsNotification = Notification.Name(
    "NSManagingContextWillSaveChangesNotification")

  /// Posted after a save, with the saved objects.
  ///
  /// Posted from the moment that this name was first read in the process; an observer that spells
  /// the name out, or waits for all names, sees none before. Large saves cost more from then on.
  public static var didSaveObjectsNotification: Notification.Name {
    NotificationInterest.didSave.nameForObserver()
  }

  /// Posted after a save, with the IDs of the saved objects, which may go to other queues.
  ///
  /// Posted from the moment that this name was first read in the process; an observer that spells
  /// the name out, or waits for all names, sees none before. Large saves cost more from then on.
  public static var didSaveObjectIDsNotification: Notification.Name {
    NotificationInterest.didSaveIDs.nameForObserver()
  }

  /// Posted after changes that others saved were taken over, with the IDs that the save named.
  ///
  /// Posted from the moment that this name was first read in the process.
  public static var didMergeChangesObjectIDsNotification: Notification.Name {
    NotificationInterest.didMerge.nameForObserver()
  }

  /// Posted when a context goes while it has unsaved changes, which are lost with it, with the IDs
  /// of their objects and, under `name`, the context's name.
  ///
  /// A scratch pad that is dropped to drop its changes posts it too: it is for finding work that
  /// was forgotten. Its object is nil, and it comes on the thread that let go of the context.
  /// Posted from the moment that this name was first read in the process.
  public static var didDropUnsavedChangesNotification: Notification.Name {
    NotificationInterest.didDrop.nameForObserver()
  }

  /// Posted when an error was put into `errors`; the user info holds it under `error`.
  public static let didRecordErrorNotification = Notification.Name(
    "ManagedObjectContextDidRecordErrorNotification")

  /// The keys of the notifications' user info; each leads to a set, `invalidatedAllObjects` to an
  /// array of IDs, `queryGeneration` to a `QueryGenerationToken`.
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
    /// In `didSaveObjectsNotification` of a context that reads a query generation: the one that its
    /// save moved it on to.
    case queryGeneration = "newQueryGeneration"
  }

  /// Ends the event: deletions reach related objects, and what changed is posted.
  public func processPendingChanges() {
    checkQueue()
    guard !tracker.isPropagating else { return }
    reader.endEvent()
    reachRelatedObjects()
    // From here on observers may change, process and save as they like.
    guard let event = tracker.endEvent() else {
      tracker.undoHook?.endEvent()
      return
    }
    var lists = ObjectLists()
    let isWanted = self.isWanted(.didChange)
    func report(_ object: ManagedObject) {
      let isNewInEvent = object.state.contains(.newInEvent)
      object.state.remove([.pending, .newInEvent])
      object.visitToManys { $0.endEvent() }
      guard isWanted else { return }
      if object.isDeleted {
        // What came and went within one event was never there.
        if !isNewInEvent { lists.deleted.append(object) }
      } else if isNewInEvent {
        lists.inserted.append(object)
      } else {
        lists.updated.append(object)
      }
    }
    for index in event.entered {
      if let object = tracker.changes[index] { report(object) }
    }
    for again in event.events.changedAgain { report(again.object) }
    lists.refreshed = event.events.refreshed
    lists.deleted += event.events.inaccessible.filter(\.isDeleted)
    guard isWanted else { return }
    let outer = tracker.announced
    tracker.announced = event
    announceChange(lists)
    tracker.announced = outer
  }

  /// Lets deletions reach related objects, unless that has to wait for the save.
  func reachRelatedObjects() {
    guard propagatesDeletesAtEndOfEvent || isSaving, !tracker.isPropagating else { return }
    tracker.isPropagating = true
    propagateDeletions()
    tracker.isPropagating = false
  }

  /// The objects that changed in this event and are still here.
  var pendingObjects: [ManagedObject] {
    tracker.changes.unreported
      + tracker.pending.changedAgain.lazy.map(\.object).filter { $0.contextReference === self }
  }

  /// Posts that objects changed, if anybody can be waiting for it.
  func announceChange(_ lists: ObjectLists) {
    guard isWanted(.didChange), !lists.isEmpty else { return }
    post(NotificationInterest.didChange.name, userInfo: lists.userInfo)
  }

  func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]) {
    events.post(name, userInfo, from: self)
  }

  /// Whether anybody can be waiting for a notification of this context: one of its own observers, or
  /// somebody in the process who read the name.
  func isWanted(_ notification: NotificationInterest) -> Bool {
    notification.isNoted || events.isObserved(notification.name)
  }

  /// Whether anybody can be waiting for news of a save of this context.
  var isSaveWanted: Bool { isWanted(.didSave) || isWanted(.didSaveIDs) }
}
