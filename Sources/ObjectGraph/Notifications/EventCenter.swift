import Foundation

/// Reports the events of one context: first to its own observers, in the order in which they were
/// added, and then by posting a notification.
///
/// Invariant: all observers are called on the context's queue.
final class EventCenter {
  private struct Observer {
    let id: Int
    let name: Notification.Name
    /// The mailbox for events that are read on another queue.
    let mailbox: ChangeMailbox?
    let tell: ([AnyHashable: Any]) -> Void
  }

  private var observers: [Observer] = []
  private var lastID = 0

  /// The object of the notifications if the context itself must not leave its queue; nil for the
  /// context itself.
  var handle: Weak<AnyObject>?

  deinit {
    for observer in observers { observer.mailbox?.finish() }
  }

  /// - Returns: the number to remove the observer with.
  func add(
    _ name: Notification.Name, mailbox: ChangeMailbox? = nil,
    _ tell: @escaping ([AnyHashable: Any]) -> Void
  ) -> Int {
    observers.removeAll { $0.mailbox?.isClosed ?? false }
    lastID += 1
    observers.append(Observer(id: lastID, name: name, mailbox: mailbox, tell: tell))
    return lastID
  }

  /// Whether the context has its own observers for a name.
  func isObserved(_ name: Notification.Name) -> Bool { observers.contains { $0.name == name } }

  func remove(_ id: Int) { observers.removeAll { $0.id == id } }

  /// Calls the context's observers, and posts a notification.
  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any], from context: AnyObject) {
    // Observers may be added and removed during the calls.
    for observer in observers where observer.name == name {
      guard observers.contains(where: { $0.id == observer.id }) else { continue }
      if observer.mailbox?.isClosed ?? false {
        remove(observer.id)
      } else {
        observer.tell(userInfo)
      }
    }
    guard let sender = handle == nil ? context : handle?.object else { return }
    NotificationCenter.default.post(name: name, object: sender, userInfo: userInfo)
  }
}
