import Foundation

/// Tells what happens in one context: first to its own observers, in the order in which they were added,
/// then by posting a notification.
///
/// Invariant: everybody is told on the context's queue.
final class EventCenter {
  private struct Observer {
    let id: Int
    let name: Notification.Name
    /// Where the news goes that is read elsewhere.
    let mailbox: ChangeMailbox?
    let tell: ([AnyHashable: Any]) -> Void
  }

  private var observers: [Observer] = []
  private var lastID = 0

  /// What notifications carry as their object in place of the context, where that must not leave its
  /// queue; nil for the context itself.
  var handle: Weak<AnyObject>?

  deinit {
    for observer in observers { observer.mailbox?.finish() }
  }

  /// - Returns: the number under which the observer is removed.
  func add(
    _ name: Notification.Name, mailbox: ChangeMailbox? = nil,
    _ tell: @escaping ([AnyHashable: Any]) -> Void
  ) -> Int {
    observers.removeAll { $0.mailbox?.isClosed ?? false }
    lastID += 1
    observers.append(Observer(id: lastID, name: name, mailbox: mailbox, tell: tell))
    return lastID
  }

  /// Whether the context has observers of its own for a name.
  func isObserved(_ name: Notification.Name) -> Bool { observers.contains { $0.name == name } }

  func remove(_ id: Int) { observers.removeAll { $0.id == id } }

  /// Tells the context's observers, and posts a notification.
  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any], from context: AnyObject) {
    // Those who are told may come and go meanwhile.
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
