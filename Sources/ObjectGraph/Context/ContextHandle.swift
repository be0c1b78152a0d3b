import Dispatch

/// A context together with its queue, for code that is not on that queue.
///
/// The context is only accessed on its queue.
final class ContextHandle: @unchecked Sendable {
  // Sound: `reference` is private, and every access to the context goes through its queue.

  let queue: ContextQueue

  /// Retained by the handle, and released on the context's queue.
  private let reference: Unmanaged<ManagedObjectContext>

  private var context: ManagedObjectContext { reference.takeUnretainedValue() }

  init(queue: ContextQueue, context: ManagedObjectContext) {
    self.queue = queue
    reference = .passRetained(context)
  }

  /// Creates the handle of a context that lives as long as the handle.
  convenience init(owning context: ManagedObjectContext) {
    self.init(queue: context.queue, context: context)
    context.links.handle = Weak(self)
    context.links.isOwnedByHandle = true
    MergeRegistry.of(context.coordinator).addResident(self)
  }

  deinit {
    // This may be the last reference to the context, whose objects another thread may be reading on
    // the queue.
    // Sound: it is not read here, only released, and on its own queue.
    nonisolated(unsafe) let reference = reference
    queue.performWhenFree { reference.release() }
  }

  /// Runs the body with the context on its queue and waits.
  func performAndWait<Result>(
    from caller: QueueCaller = .context, _ body: (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    try queue.performAndWait(from: caller) { try body(context) }
  }

  /// Runs a child's read with the context on its queue and waits.
  ///
  /// The read changes no state of the context, and so may run during its save.
  func read<Result>(_ body: (ManagedObjectContext) throws -> Result) rethrows -> Result {
    try queue.performAndWait(from: .reader) {
      guard let generation = queue.borrowedGeneration else { return try body(context) }
      return try context.reading(generation) { try body(context) }
    }
  }

  /// Runs the body with the context on its queue later.
  func enqueue(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    queue.enqueue { body(self.context) }
  }
}
