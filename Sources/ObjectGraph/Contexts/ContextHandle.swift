import Dispatch

/// A context together with the queue that it belongs to, for those who are not on that queue.
///
/// The context is reached on its queue only.
final class ContextHandle: @unchecked Sendable {
  // Sound: `reference` is private, and every way to the context goes through its queue.

  let queue: ContextQueue

  /// Retained by the handle, which releases it on the context's queue.
  private let reference: Unmanaged<ManagedObjectContext>

  private var context: ManagedObjectContext { reference.takeUnretainedValue() }

  init(queue: ContextQueue, context: ManagedObjectContext) {
    self.queue = queue
    reference = .passRetained(context)
  }

  /// Makes the handle of a context that lives for as long as the handle.
  convenience init(owning context: ManagedObjectContext) {
    self.init(queue: context.queue, context: context)
    context.links.handle = Weak(self)
    context.links.isOwnedByHandle = true
    MergeRegistry.of(context.coordinator).addResident(self)
  }

  deinit {
    // It may be the last that keeps the context, whose objects the main thread may be reading.
    guard queue.isMain, !queue.isHeld else { return reference.release() }
    // Sound: nobody reads it here; it is only released, and on its own queue.
    nonisolated(unsafe) let reference = reference
    DispatchQueue.main.async { reference.release() }
  }

  /// Runs the body with the context on its queue and waits.
  func performAndWait<Result>(
    from caller: QueueCaller = .context, _ body: (ManagedObjectContext) throws -> Result
  ) rethrows -> Result {
    try queue.performAndWait(from: caller) { try body(context) }
  }

  /// Runs a child's read with the context on its queue and waits.
  ///
  /// It changes nothing of the context's own, and so may run in the midst of its save.
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

  /// Whether this is the handle of that context.
  func holds(_ other: ManagedObjectContext) -> Bool { context === other }
}
