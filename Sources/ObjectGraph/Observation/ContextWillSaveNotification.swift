import Foundation

/// What `ManagedObjectContext.willSaveObjectsNotification` says: a context is about to save.
public struct ContextWillSaveNotification {
  /// The context, or nil when the news was read from a notification of a background context.
  public let managedObjectContext: ManagedObjectContext?

  /// Reads a notification; nil for one of another name.
  public init?(_ notification: Notification) {
    guard notification.name == ManagedObjectContext.willSaveObjectsNotification else { return nil }
    managedObjectContext = notification.object as? ManagedObjectContext
  }

  init(context: ManagedObjectContext) {
    managedObjectContext = context
  }
}
