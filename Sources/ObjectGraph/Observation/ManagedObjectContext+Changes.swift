import Foundation

/// Changes as asynchronous sequences of IDs.
///
/// Large saves of a context cost more from the first of its own on: see `didSaveObjectsNotification`.
extension ManagedObjectContext {
  /// What changes in the context from now on, event by event and before it is saved.
  public var objectChanges: ObjectChangeSequence {
    sequence(of: NotificationInterest.didChange.name)
  }

  /// What the context saves from now on, save by save.
  public var saves: ObjectChangeSequence {
    sequence(of: NotificationInterest.didSave.name)
  }

  private func sequence(of name: Notification.Name) -> ObjectChangeSequence {
    let mailbox = ChangeMailbox()
    deliver(name, to: mailbox)
    return ObjectChangeSequence(mailbox)
  }

  fileprivate func deliver(_ name: Notification.Name, to mailbox: ChangeMailbox) {
    _ = events.add(name, mailbox: mailbox) { [unowned self] userInfo in
      mailbox.append(ChangedObjectIDs(userInfo: userInfo, from: self))
    }
  }
}

extension BackgroundContext {
  /// What changes in the context, event by event and before it is saved: all that is
  /// performed after this call.
  public var objectChanges: ObjectChangeSequence {
    sequence(of: NotificationInterest.didChange.name)
  }

  /// What the context saves, save by save: all that is performed after this call.
  public var saves: ObjectChangeSequence {
    sequence(of: NotificationInterest.didSave.name)
  }

  private func sequence(of name: Notification.Name) -> ObjectChangeSequence {
    let mailbox = ChangeMailbox()
    if handle.queue.isHeld {
      handle.performAndWait { $0.deliver(name, to: mailbox) }
    } else {
      handle.enqueue { $0.deliver(name, to: mailbox) }
    }
    return ObjectChangeSequence(mailbox)
  }
}
