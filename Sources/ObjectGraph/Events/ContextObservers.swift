import Foundation

/// Those who wait for news of one context. They are told on its queue, in the order in which they
/// came.
///
/// A context has one only when somebody asked.
final class ContextObservers {
  private struct Observer {
    let id: Int
    let name: Notification.Name
    /// Where the news goes that is read elsewhere.
    let mailbox: ChangeMailbox?
    let tell: ([AnyHashable: Any]) -> Void
  }

  private var observers: [Observer] = []
  private var lastID = 0

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

  func remove(_ id: Int) {
    observers.removeAll { $0.id == id }
  }

  func deliver(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]) {
    // Those who are told may come and go meanwhile.
    for observer in observers where observer.name == name {
      guard observers.contains(where: { $0.id == observer.id }) else { continue }
      if observer.mailbox?.isClosed ?? false {
        remove(observer.id)
      } else {
        observer.tell(userInfo)
      }
    }
  }
}
