import Foundation
import ObjectStore

/// A managed object context on a private queue, seen from outside.
///
/// The context exists only inside `perform` and `performAndWait`. Neither it nor its objects can be
/// taken out: the compiler refuses. What crosses is a `ManagedObjectID`, or any value that may be
/// sent.
///
///     let count = try await background.perform { context in
///       let camper = Camper(context: context)
///       camper.fullName = "Johnny Appleseed"
///       try context.save()
///       return try context.count(for: Camper.fetchRequest())
///     }
///
/// Notifications about the context carry this handle as their object.
public final class BackgroundContext: Sendable {
  let handle: ContextHandle
  let coordinator: PersistentStoreCoordinator

  /// Tells the context from others.
  let contextIdentifier: ObjectIdentifier

  /// The background context that saves go to; nil for one whose saves go to a store, or to a
  /// context that `init(childOf:name:)` was given.
  public let parent: BackgroundContext?

  /// Makes a context on a queue of its own whose saves go to a coordinator's store.
  public convenience init(coordinator: PersistentStoreCoordinator, name: String? = nil) {
    self.init(parent: .coordinator(coordinator), name: name)
  }

  /// Makes a context on a queue of its own whose saves go to another background context.
  public convenience init(parent: BackgroundContext, name: String? = nil) {
    self.init(parent: .child(of: parent.handle), of: parent, name: name)
  }

  /// Makes a context on a queue of its own whose saves go to a context that the caller has, such as
  /// the main actor's.
  ///
  /// It keeps its parent. Saving it waits for the parent's queue; on the main thread it may be
  /// waited for all the same.
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
    /// At once where the caller's thread holds the context's queue, and otherwise as `enqueued`.
    case immediate
    /// After what waits for the queue already.
    case enqueued
  }

  /// Runs the body on the context's queue and returns its result.
  ///
  /// Pending changes are processed at its end.
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
        do {
          let result = try body(context)
          context.processPendingChanges()
          continuation.resume(returning: result)
        } catch {
          context.processPendingChanges()
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Runs the body on the context's queue later, after what waits for the queue
  /// already. Nobody waits for it.
  ///
  /// Pending changes are processed at its end. In an `async` function
  /// `await` chooses the other form.
  public func perform(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    handle.enqueue { context in
      body(context)
      context.processPendingChanges()
      // Its notifications carry this handle, which the caller may have let go of.
      withExtendedLifetime(self) {}
    }
  }

  /// Runs the body on the context's queue and waits for it.
  ///
  /// A chain of calls that holds the queue already runs it inline. While the body waits for another
  /// context, that context's holder may be served here if it waits for this one. Do not wait for other
  /// contexts in a hook of a save: two saves that do so can wait for each other for good.
  public func performAndWait<Result>(
    _ body: @Sendable (ManagedObjectContext) throws -> sending Result
  ) rethrows -> sending Result {
    let box = try handle.performAndWait(from: .block) { context in
      Transfer(try body(context))
    }
    return box.value
  }
}

/// Carries a `sending` result out of a closure that the compiler takes to capture its region.
struct Transfer<Value>: @unchecked Sendable {
  // Sound: it is made from a value that is sent, and taken apart once.
  let value: Value

  init(_ value: sending Value) {
    self.value = value
  }
}
