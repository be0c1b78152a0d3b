import Foundation

/// Typed observers of one context.
///
/// They are called on the context's queue, in the midst of what they tell of, for as long as the
/// returned observation lives. A handler that uses its context captures it unowned or weakly, or
/// gets it from the notification: the context keeps its handlers.
///
/// While a context has one, its large saves cost more: see `didSaveObjectsNotification`.
extension ManagedObjectContext {
  /// Calls the handler after each save with the objects that were saved.
  public func addContextDidSaveNotificationObserver(
    _ handler: @escaping (ContextDidSaveNotification) -> Void
  ) -> ContextObservation {
    observe(NotificationInterest.didSave.name) {
      handler(ContextDidSaveNotification(news: $0))
    }
  }

  /// Calls the handler before each save, after pending changes were processed.
  public func addContextWillSaveNotificationObserver(
    _ handler: @escaping (ContextWillSaveNotification) -> Void
  ) -> ContextObservation {
    observe(Self.willSaveObjectsNotification) { handler(ContextWillSaveNotification(news: $0)) }
  }

  /// Calls the handler at the end of each event in which objects changed.
  public func addObjectsDidChangeNotificationObserver(
    _ handler: @escaping (ObjectsDidChangeNotification) -> Void
  ) -> ContextObservation {
    observe(NotificationInterest.didChange.name) {
      handler(ObjectsDidChangeNotification(news: $0))
    }
  }

  private func observe(
    _ name: Notification.Name, _ tell: @escaping (ContextNews) -> Void
  ) -> ContextObservation {
    let id = events.add(name) { [unowned self] userInfo in
      tell(ContextNews(context: self, userInfo: userInfo))
    }
    return ContextObservation(events, id: id)
  }
}
