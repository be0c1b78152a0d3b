import Foundation

/// Merging on private queues: asynchronously, in the order of the calls, and before blocks that are
/// enqueued later. Nothing waits, so that two contexts can merge each other's saves.
extension BackgroundContext {
  /// Merges another context's save: see `ManagedObjectContext.mergeChanges(fromContextDidSave:)`.
  ///
  /// Call it where the notification is received.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(from: ChangedObjectIDs(notification))
  }

  /// Merges changes that others saved: see `ManagedObjectContext.mergeChanges(from:)`.
  public func mergeChanges(from changes: ChangedObjectIDs) {
    handle.enqueue { $0.mergeChanges(from: changes) }
  }

  /// Merges changes that were not saved by a context of this process: see
  /// `ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
  public static func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [BackgroundContext]
  ) {
    for context in contexts {
      let coordinator = context.coordinator
      context.mergeChanges(from: ChangedObjectIDs(remote: changes, for: coordinator))
    }
  }
}
