import Foundation

/// What `ManagedObjectContext.didChangeObjectsNotification` says: which objects changed in a context
/// at the end of an event, before they are saved.
///
///     observation = context.addObjectsDidChangeNotificationObserver { change in
///       if change.invalidatedAllObjects || !change.deletedObjects.isEmpty { reload() }
///     }
public struct ObjectsDidChangeNotification {
  /// The context, or nil when the news was read from a notification of a background context.
  public let managedObjectContext: ManagedObjectContext?

  private let userInfo: [AnyHashable: Any]

  /// Reads a notification; nil for one of another name.
  public init?(_ notification: Notification) {
    guard notification.name == NotificationInterest.didChange.name else { return nil }
    managedObjectContext = notification.object as? ManagedObjectContext
    userInfo = notification.userInfo ?? [:]
  }

  init(context: ManagedObjectContext, userInfo: [AnyHashable: Any]) {
    managedObjectContext = context
    self.userInfo = userInfo
  }

  /// The objects that came into the context as new ones.
  public var insertedObjects: Set<ManagedObject> { userInfo.objects(.insertedObjects) }

  /// The objects of which a property was changed.
  public var updatedObjects: Set<ManagedObject> { userInfo.objects(.updatedObjects) }

  /// The objects that were marked as deleted.
  public var deletedObjects: Set<ManagedObject> { userInfo.objects(.deletedObjects) }

  /// The objects whose values were read again, without those that were changed as well.
  public var refreshedObjects: Set<ManagedObject> { userInfo.objects(.refreshedObjects) }

  /// The objects that cannot be used any more, each for itself: their store was removed.
  public var invalidatedObjects: Set<ManagedObject> { userInfo.objects(.invalidatedObjects) }

  /// Whether no object that the context had can be used any more: it was reset.
  public var invalidatedAllObjects: Bool {
    userInfo[ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil
  }
}
