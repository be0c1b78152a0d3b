import Foundation

/// Changes as asynchronous sequences of IDs.
///
/// Large saves of a context are slower once it has such a sequence: see
/// `didSaveObjectsNotification`.
extension ManagedObjectContext {
  /// The context's changes from now on, one element per event, before they are saved.
  public var objectChanges: ObjectChangeSequence {
    sequence(of: NotificationInterest.didChange.name)
  }

  /// The context's saves from now on.
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
  /// The context's changes, one element per event, before they are saved: all changes performed
  /// after this call.
  public var objectChanges: ObjectChangeSequence {
    sequence(of: NotificationInterest.didChange.name)
  }

  /// The context's saves: all that are performed after this call.
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
