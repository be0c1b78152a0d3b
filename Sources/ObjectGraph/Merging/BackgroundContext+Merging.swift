import Foundation

/// Merging on queues of their own: later, in the order of the calls, and before what is performed
/// after them. Nobody waits, so that two contexts may merge each other's saves.
extension BackgroundContext {
  /// Takes over what another context saved: see
  /// `ManagedObjectContext.mergeChanges(fromContextDidSave:)`.
  ///
  /// It is called where the notification arrives.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(from: ChangedObjectIDs(notification))
  }

  /// Takes over what others saved: see `ManagedObjectContext.mergeChanges(from:)`.
  public func mergeChanges(from changes: ChangedObjectIDs) {
    handle.enqueue { $0.mergeChanges(from: changes) }
  }

  /// Takes over changes that were not saved by a context of this process: see
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
