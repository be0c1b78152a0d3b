import Foundation

/// What `ManagedObjectContext.didSaveObjectsNotification` says: which objects a context saved.
///
///     observation = context.addContextDidSaveNotificationObserver { saved in
///       log("\(saved.insertedObjects.count) new objects")
///     }
public struct ContextDidSaveNotification {
  /// The context, or nil when the news was read from a notification of a background context.
  public let managedObjectContext: ManagedObjectContext?

  private let userInfo: [AnyHashable: Any]

  /// Reads a notification; nil for one of another name.
  public init?(_ notification: Notification) {
    guard notification.name == NotificationInterest.didSave.name else { return nil }
    managedObjectContext = notification.object as? ManagedObjectContext
    userInfo = notification.userInfo ?? [:]
  }

  init(context: ManagedObjectContext, userInfo: [AnyHashable: Any]) {
    managedObjectContext = context
    self.userInfo = userInfo
  }

  /// The objects that are new in the store, or in the parent context.
  public var insertedObjects: Set<ManagedObject> { userInfo.objects(.insertedObjects) }

  /// The objects that were changed, without new and deleted ones.
  public var updatedObjects: Set<ManagedObject> { userInfo.objects(.updatedObjects) }

  /// The objects that were deleted; they have left the context.
  public var deletedObjects: Set<ManagedObject> { userInfo.objects(.deletedObjects) }
}

extension [AnyHashable: Any] {
  /// The set of objects under one of Core Data's keys.
  func objects(_ key: ManagedObjectContext.NotificationKey) -> Set<ManagedObject> {
    self[key.rawValue] as? Set<ManagedObject> ?? []
  }
}
