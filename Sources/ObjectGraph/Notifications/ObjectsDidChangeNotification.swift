import Foundation

/// The contents of `ManagedObjectContext.didChangeObjectsNotification`: the objects that changed in
/// a context in an event, before they are saved.
///
///     observation = context.addObjectsDidChangeNotificationObserver { change in
///       if change.invalidatedAllObjects || !change.deletedObjects.isEmpty { reload() }
///     }
public struct ObjectsDidChangeNotification {
  let news: ContextNews

  /// The context, or nil if this was read from a notification of a background context.
  public var managedObjectContext: ManagedObjectContext? { news.context }

  /// The objects that were inserted into the context.
  public var insertedObjects: Set<ManagedObject> { news.objects(.insertedObjects) }

  /// The objects with a changed property.
  public var updatedObjects: Set<ManagedObject> { news.objects(.updatedObjects) }

  /// The objects that were marked as deleted.
  public var deletedObjects: Set<ManagedObject> { news.objects(.deletedObjects) }

  /// The objects whose values were read again, without those that were changed as well.
  public var refreshedObjects: Set<ManagedObject> { news.objects(.refreshedObjects) }

  /// The objects that became unusable because their store was removed.
  public var invalidatedObjects: Set<ManagedObject> { news.objects(.invalidatedObjects) }

  /// Whether all of the context's former objects became unusable, because it was reset.
  public var invalidatedAllObjects: Bool { news.has(.invalidatedAllObjects) }
}

extension ObjectsDidChangeNotification {
  /// Reads a notification; nil if it has another name.
  public init?(_ notification: Notification) {
    guard notification.name == NotificationInterest.didChange.name else { return nil }
    self.init(news: ContextNews(notification))
  }
}
