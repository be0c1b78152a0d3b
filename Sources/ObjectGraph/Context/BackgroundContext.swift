import Foundation
import ObjectStore

/// A managed object context on a private queue, as other queues refer to it.
///
/// The context is accessible only inside `perform` and `performAndWait`. The compiler prevents the
/// context and its objects from leaving the closure. Pass a `ManagedObjectID`, or any other
/// sendable value, instead.
///
///     let count = try await background.perform { context in
///       let camper = Camper(context: context)
///       camper.fullName = "Johnny Appleseed"
///       try context.save()
///       return try context.count(for: Camper.fetchRequest())
///     }
///
/// Notifications about the context have this handle as their object.
public final class BackgroundContext: Sendable {
  let handle: ContextHandle
  let coordinator: PersistentStoreCoordinator

  /// Identifies the context.
  let contextIdentifier: ObjectIdentifier

  /// The background context that saves go to; nil if they go to a store, or to the context passed
  /// to `init(childOf:name:)`.
  public let parent: BackgroundContext?

  /// Creates a context on a separate queue whose saves go to a coordinator's store.
  public convenience init(coordinator: PersistentStoreCoordinator, name: String? = nil) {
    self.init(parent: .coordinator(coordinator), name: name)
  }

  /// Creates a context on a separate queue whose saves go to another background context.
  public convenience init(parent: BackgroundContext, name: String? = nil) {
    self.init(parent: .child(of: parent.handle), of: parent, name: name)
  }

  /// Creates a context on a separate queue whose saves go to a context that the caller can access,
  /// such as the main actor's.
  ///
  /// It keeps its parent alive. Saving it waits for the parent's queue; the main thread may
  /// nevertheless wait for such a save.
  public convenience init(childOf parent: ManagedObjectContext, name: String? = nil) {
    self.init(parent: .child(of: parent.makeHandle()), name: name)
  }

  init(parent: ContextParent, of background: BackgroundContext? = nil, name: String?) {
    self.parent = background
    let queue = ContextQueue(label: name ?? "ObjectGraph.BackgroundContext")
    let context = ManagedObjectContext(parent: parent, queue: queue)
    context.name = name
    contextIdentifier = ObjectIdentifier(context)
    handle = ContextHandle(owning: context)
    coordinator = context.coordinator
    context.events.handle = Weak(self)
  }

  /// When `perform(schedule:_:)` runs its body.
  public enum ScheduledTaskType: Sendable, Hashable {
    /// At once if the caller's call chain holds the context's queue, and otherwise like `enqueued`.
    case immediate
    /// After all work already enqueued.
    case enqueued
  }

  /// Runs the body on the context's queue and returns its result.
  ///
  /// Pending changes are processed when the body returns.
  public func perform<Result>(
    schedule: ScheduledTaskType = .immediate,
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> sending Result {
    if schedule == .immediate, handle.queue.isHeld {
      return try performAndWait { context in
        defer { context.processPendingChanges() }
        return try body(context)
      }
    }
    return try await withCheckedThrowingContinuation { continuation in
      handle.enqueue { context in
        let result = Swift.Result { Transfer(try body(context)) }
        context.processPendingChanges()
        continuation.resume(with: result.map(\.value))
      }
    }
  }

  /// Runs the body on the context's queue later, after all work already enqueued, without waiting
  /// for it.
  ///
  /// Pending changes are processed when the body returns. In an `async` function, `await` selects
  /// the other overload.
  public func perform(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    handle.enqueue { context in
      body(context)
      context.processPendingChanges()
      // Its notifications refer to this handle, which the caller may have released.
      withExtendedLifetime(self) {}
    }
  }

  /// Runs the body on the context's queue and waits for it.
  ///
  /// A call chain that already holds the queue runs the body inline. While the body waits for
  /// another context, work of that context's holder may run here if that holder is waiting for this
  /// context. Do not wait for other contexts in a save hook: two saves that do so can deadlock.
  public func performAndWait<Result>(
    _ body: @Sendable (ManagedObjectContext) throws -> sending Result
  ) rethrows -> sending Result {
    let box = try handle.performAndWait(from: .block) { context in
      Transfer(try body(context))
    }
    return box.value
  }
}

/// Carries a `sending` result out of a closure whose region the compiler considers it part of.
struct Transfer<Value>: @unchecked Sendable {
  // Sound: it is created from a sent value, and unwrapped once.
  let value: Value

  init(_ value: sending Value) {
    self.value = value
  }
}
