/// A context that is reached on its queue if it is still there.
final class WeakContextReference: @unchecked Sendable {
  // Sound: the weak reference is set in init and read on the context's queue only.

  let id: ObjectIdentifier
  private let queue: ContextQueue
  private weak var context: ManagedObjectContext?

  init(_ context: ManagedObjectContext) {
    id = ObjectIdentifier(context)
    queue = context.queue
    self.context = context
  }

  /// Runs the body with the context on its queue later, unless the context is gone by then.
  func enqueue(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    queue.enqueue {
      if let context = self.context { body(context) }
    }
  }
}
