import Foundation

/// Typed observers of one context.
///
/// They are called synchronously on the context's queue, as long as the returned observation
/// exists. A handler that uses its context should capture it unowned or weakly, or get it from the
/// notification, since the context retains its handlers.
///
/// Large saves of a context with observers are slower: see `didSaveObjectsNotification`.
extension ManagedObjectContext {
  /// Calls the handler after each save with the saved objects.
  public func addContextDidSaveNotificationObserver(
    _ handler: @escaping (ContextDidSaveNotification) -> Void
  ) -> ContextObservation {
    observe(NotificationInterest.didSave.name) {
      handler(ContextDidSaveNotification(news: $0))
    }
  }

  /// Calls the handler before each save, after pending changes have been processed.
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
