import Foundation

extension PersistentStoreCoordinator {
  /// Posted by the coordinator before stores are added, removed or migrated, on the thread that
  /// does it; see `StoreNotificationKey`.
  public static let storesWillChangeNotification = Notification.Name(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")

  /// Posted by the coordinator after stores were added, removed or migrated, on the thread that did
  /// it; see `StoreNotificationKey`.
  public static let storesDidChangeNotification = Notification.Name(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// The keys of the notifications' user info.
  public enum StoreNotificationKey: String, Sendable {
    /// An array of stores.
    case addedPersistentStores = "added"
    /// An array of stores.
    case removedPersistentStores = "removed"
    /// After a migration an array of the old store, the new one, and an array in which the old ID
    /// and the new ID of each object follow each other. Before it, an array of the old store alone.
    case uuidChangedPersistentStores = "changed"
  }

  func post(_ name: Notification.Name, _ info: [StoreNotificationKey: Any]) {
    NotificationCenter.default.post(
      name: name, object: self,
      userInfo: Dictionary(uniqueKeysWithValues: info.map { ($0.key.rawValue, $0.value) }))
  }
}
