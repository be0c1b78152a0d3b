import Foundation
import ObjectGraph

/// The restore that the content of a store comes from, in the store's metadata.
///
/// Everyone who has the store open compares it with the one that they know: numbers and keys before a
/// restore say nothing about the content after it.
struct RestoreMark: Hashable {
  let identifier: String
  let restoredAt: Date

  static let key = "CampgroundRestore"

  init(identifier: String, restoredAt: Date) {
    (self.identifier, self.restoredAt) = (identifier, restoredAt)
  }

  /// The last restore of a store; nil for none.
  init?(of stack: StoreStack) {
    guard let store = stack.persistentStoreCoordinator.persistentStores.first,
      let entry = store.metadata[Self.key] as? [String: any Sendable],
      let identifier = entry["identifier"] as? String, let restoredAt = entry["restoredAt"] as? Date
    else { return nil }
    self.init(identifier: identifier, restoredAt: restoredAt)
  }

  var entry: [String: any Sendable] { ["identifier": identifier, "restoredAt": restoredAt] }
}
