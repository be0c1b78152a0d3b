import Foundation
import ObjectModel
import ObjectStore

/// Merging the saves of others.
///
/// Objects with values here get the new values, and the following `didChangeObjectsNotification`
/// lists them as refreshed; faults get the values when they fire, and are not listed. New objects
/// are listed as inserted. Deleted objects with values here stay registered and readable, with
/// `isDeleted` true, and are listed as deleted. Unsaved changes are kept.
extension ManagedObjectContext {
  /// Merges another context's save, given its `didSaveObjectsNotification` or
  /// `didSaveObjectIDsNotification`.
  ///
  /// Unsaved changes are reapplied on top of the new values, as by `refresh(_:mergeChanges:)`: the
  /// next save overwrites the other context's changes with them, without a conflict. The other
  /// context may belong to another coordinator for the same file. Objects that are not in this
  /// context's stores are skipped.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    mergeChanges(from: ChangedObjectIDs(notification))
  }

  /// Merges changes that were not saved by a context of this process, but by a batch request or
  /// another process.
  ///
  /// The rows are read from the store again.
  ///
  /// - Parameters:
  ///   - changes: arrays or sets of `ManagedObjectID` or of their URIs, under the raw values of
  ///     `NotificationKey`.
  ///   - contexts: contexts on the caller's queue. For those on private queues, use
  ///     `BackgroundContext.mergeChanges(fromRemoteContextSave:into:)`.
  public static func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [ManagedObjectContext]
  ) {
    var read: [ObjectIdentifier: ChangedObjectIDs] = [:]
    for context in contexts {
      let coordinator = context.coordinator
      let known = read[ObjectIdentifier(coordinator)]
      let remote = known ?? ChangedObjectIDs(remote: changes, for: coordinator)
      read[ObjectIdentifier(coordinator)] = remote
      context.mergeChanges(from: remote)
    }
  }

  /// Merges changes that others saved, as `mergeChanges(fromContextDidSave:)` does, from a value
  /// that can come from any queue.
  ///
  ///     for await saved in background.saves { viewContext.mergeChanges(from: saved) }
  ///
  /// If `invalidatedAllObjects` is true, all clean objects are read again.
  public func mergeChanges(from changes: ChangedObjectIDs) {
    if changes.invalidatedAllObjects { refreshCleanObjects() }
    let changes = changes.known(to: coordinator)
    guard changes.namesAny else { return processPendingChanges() }
    var merger = Merger(into: self)
    merger.merge(changes)
  }
}
