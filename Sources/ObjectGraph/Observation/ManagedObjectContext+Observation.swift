import Foundation

/// Typed observers of one context.
///
/// They are called on the context's queue, in the midst of what they tell of, for as long as the
/// returned observation lives. A handler that uses its context captures it unowned or weakly, or gets
/// it from the notification: the context keeps its handlers.
///
/// From the first call in the process on, large saves cost more: see `didSaveObjectsNotification`.
extension ManagedObjectContext {
  /// Calls the handler after each save with the objects that were saved.
  public func addContextDidSaveNotificationObserver(
    _ handler: @escaping (ContextDidSaveNotification) -> Void
  ) -> ContextObservation {
    observe(NotificationInterest.didSave.note()) { context, userInfo in
      handler(ContextDidSaveNotification(context: context, userInfo: userInfo))
    }
  }

  /// Calls the handler before each save, after pending changes were processed.
  public func addContextWillSaveNotificationObserver(
    _ handler: @escaping (ContextWillSaveNotification) -> Void
  ) -> ContextObservation {
    observe(Self.willSaveObjectsNotification) { context, _ in
      handler(ContextWillSaveNotification(context: context))
    }
  }

  /// Calls the handler at the end of each event in which objects changed.
  public func addObjectsDidChangeNotificationObserver(
    _ handler: @escaping (ObjectsDidChangeNotification) -> Void
  ) -> ContextObservation {
    observe(NotificationInterest.didChange.note()) { context, userInfo in
      handler(ObjectsDidChangeNotification(context: context, userInfo: userInfo))
    }
  }

  private func observe(
    _ name: Notification.Name,
    _ tell: @escaping (ManagedObjectContext, [AnyHashable: Any]) -> Void
  ) -> ContextObservation {
    let observers = makeObservers()
    return ContextObservation(observers, id: observers.add(name, tell))
  }

  func makeObservers() -> ContextObservers {
    if let observers { return observers }
    let made = ContextObservers()
    observers = made
    return made
  }
}
