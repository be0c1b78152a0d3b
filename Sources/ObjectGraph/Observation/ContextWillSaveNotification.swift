import Foundation

/// What `ManagedObjectContext.willSaveObjectsNotification` says: a context is about to save.
public struct ContextWillSaveNotification {
  let news: ContextNews

  /// The context, or nil when the news was read from a notification of a background context.
  public var managedObjectContext: ManagedObjectContext? { news.context }
}

extension ContextWillSaveNotification {
  /// Reads a notification; nil for one of another name.
  public init?(_ notification: Notification) {
    guard notification.name == ManagedObjectContext.willSaveObjectsNotification else { return nil }
    self.init(news: ContextNews(notification))
  }
}
