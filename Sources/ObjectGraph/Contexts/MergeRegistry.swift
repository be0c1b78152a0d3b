import ObjectStore
import Synchronization

/// The contexts of a coordinator that take over what others save.
final class MergeRegistry: Sendable {
  private let targets = Mutex<[WeakContextReference]>([])

  func add(_ target: WeakContextReference) {
    targets.withLock { $0.append(target) }
  }

  func remove(_ id: ObjectIdentifier) {
    targets.withLock { $0.removeAll { $0.id == id } }
  }

  /// Lets every context merge a commit, on its own queue and later, but for those that made it.
  func announce(_ commit: Commit, except origins: [ObjectIdentifier]) {
    let receivers = targets.withLock { $0 }.filter { !origins.contains($0.id) }
    for target in receivers { target.enqueue { $0.merge(commit) } }
  }

  /// The registry of a coordinator.
  static func of(_ coordinator: PersistentStoreCoordinator) -> MergeRegistry {
    coordinator.attachment.value { MergeRegistry() }
  }
}
