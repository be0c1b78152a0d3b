import Foundation
import Synchronization

/// Whether anybody in the process can be waiting for a notification: its name was read.
///
/// Code that spells a name out instead of reading it from `ManagedObjectContext` is not seen.
final class NotificationInterest: Sendable {
  static let didChange = NotificationInterest("NSObjectsChangedInManagingContextNotification")
  static let didSave = NotificationInterest("NSManagingContextDidSaveChangesNotification")
  static let didSaveIDs = NotificationInterest("NSManagedObjectContextDidSaveObjectIDsNotification")

  static let didMerge = NotificationInterest(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
  static let didDrop = NotificationInterest("ManagedObjectContextDidDropUnsavedChangesNotification")

  let name: Notification.Name
  private let noted = Atomic<Bool>(false)

  private init(_ name: String) { self.name = Notification.Name(name) }

  var isNoted: Bool { noted.load(ordering: .acquiring) }

  /// The name, for somebody who may wait for it.
  func nameForObserver() -> Notification.Name {
    noted.store(true, ordering: .releasing)
    return name
  }
}
