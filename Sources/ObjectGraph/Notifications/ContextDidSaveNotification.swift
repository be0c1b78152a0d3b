import Foundation

/// The contents of `ManagedObjectContext.didSaveObjectsNotification`: the objects that a context
/// saved.
///
///     observation = context.addContextDidSaveNotificationObserver { saved in
///       log("\(saved.insertedObjects.count) new objects")
///     }
public struct ContextDidSaveNotification {
  let news: ContextNews

  /// The context, or nil if this was read from a notification of a background context.
  public var managedObjectContext: ManagedObjectContext? { news.context }

  /// The objects that are new in the store, or in the parent context.
  public var insertedObjects: Set<ManagedObject> { news.objects(.insertedObjects) }

  /// The objects that were changed, without new and deleted ones.
  public var updatedObjects: Set<ManagedObject> { news.objects(.updatedObjects) }

  /// The objects that were deleted; they have left the context.
  public var deletedObjects: Set<ManagedObject> { news.objects(.deletedObjects) }
}

extension ContextDidSaveNotification {
  /// Reads a notification; nil if it has another name.
  public init?(_ notification: Notification) {
    guard notification.name == NotificationInterest.didSave.name else { return nil }
    self.init(news: ContextNews(notification))
  }
}
