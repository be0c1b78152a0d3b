import Foundation

/// The contents of `ManagedObjectContext.willSaveObjectsNotification`: a context is about to save.
public struct ContextWillSaveNotification {
  let news: ContextNews

  /// The context, or nil if this was read from a notification of a background context.
  public var managedObjectContext: ManagedObjectContext? { news.context }
}

extension ContextWillSaveNotification {
  /// Reads a notification; nil if it has another name.
  public init?(_ notification: Notification) {
    guard notification.name == ManagedObjectContext.willSaveObjectsNotification else { return nil }
    self.init(news: ContextNews(notification))
  }
}
