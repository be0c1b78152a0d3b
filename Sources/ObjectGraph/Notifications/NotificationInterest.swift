import Foundation
import Synchronization

/// Whether anyone in the process can be observing a notification, since its name was read.
///
/// Code that spells a name out instead of reading it from `ManagedObjectContext` is not detected.
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

  /// The name, for code that may observe it.
  func nameForObserver() -> Notification.Name {
    noted.store(true, ordering: .releasing)
    return name
  }
}
