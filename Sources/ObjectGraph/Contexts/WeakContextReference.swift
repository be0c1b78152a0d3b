/// A context that is reached on its queue if it is still there.
final class WeakContextReference: @unchecked Sendable {
  // Sound: the weak references are set in init, and the context is read on its queue only.

  let id: ObjectIdentifier
  private let queue: ContextQueue
  private weak var owner: ContextHandle?
  private weak var context: ManagedObjectContext?

  /// Refers to the context's owner where it has one: an object that was ever referred to weakly
  /// counts its references the slow way, and each access to a managed object counts one of its
  /// context's.
  init(_ context: ManagedObjectContext) {
    id = ObjectIdentifier(context)
    queue = context.queue
    if context.links.isOwnedByHandle {
      owner = context.links.handle.object
    } else {
      self.context = context
    }
  }

  /// Runs the body with the context on its queue later, unless the context is gone by then.
  func enqueue(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    queue.enqueue {
      if let owner = self.owner {
        owner.performAndWait(body)
      } else if let context = self.context {
        body(context)
      }
    }
  }
}
