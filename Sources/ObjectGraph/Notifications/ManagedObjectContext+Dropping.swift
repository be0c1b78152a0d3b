import Foundation
import ObjectModel

/// The end of a context that has unsaved changes.
extension ManagedObjectContext {
  /// Posts the changes that are lost with the context, if anyone can be observing them.
  func announceDroppedChanges() {
    guard NotificationInterest.didDrop.isNoted, hasChanges else { return }
    func ids(_ isIncluded: (ManagedObject) -> Bool) -> Set<ManagedObjectID> {
      Set(tracker.changes.filter(isIncluded).map { identity(of: $0) })
    }
    let dropped = ChangedObjectIDs(
      inserted: ids { $0.isInserted && !$0.isDeleted }, updated: ids(\.isUpdated),
      deleted: ids(\.isDeleted))
    var info = dropped.userInfo
    if let name { info["name"] = name }
    NotificationCenter.default.post(
      name: NotificationInterest.didDrop.name, object: nil, userInfo: info)
  }
}
