import Foundation

/// What `ManagedObjectContext.willSaveObjectsNotification` says: a context is about to save.
public struct ContextWillSaveNotification {
  private let news: ContextNews

  init(_ news: ContextNews) {
    self.news = news
  }

  /// Reads a notification; nil for one of another name.
  public init?(_ notification: Notification) {
    guard
      let news = ContextNews(notification, named: ManagedObjectContext.willSaveObjectsNotification)
    else { return nil }
    self.news = news
  }

  /// The context, or nil when the news was read from a notification of a background context.
  public var managedObjectContext: ManagedObjectContext? { news.context }
}
