/// A weak reference to a context, which is accessed on its queue if it still exists.
final class WeakContextReference: @unchecked Sendable {
  // Sound: the weak references are set in init, and the context is only accessed on its queue.

  let id: ObjectIdentifier
  private let queue: ContextQueue
  private weak var owner: ContextHandle?
  private weak var context: ManagedObjectContext?

  /// Refers to the context's owner, if any, since weakly referenced objects count their references
  /// the slow way from then on, and each access to a managed object counts one of its context's.
  init(_ context: ManagedObjectContext) {
    id = ObjectIdentifier(context)
    queue = context.queue
    if context.links.isOwnedByHandle {
      owner = context.links.handle.object
    } else {
      self.context = context
    }
  }

  /// Runs the body with the context on its queue later, unless the context is deallocated by then.
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
