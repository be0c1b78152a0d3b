import ObjectModel
import ObjectStore

/// The contexts of a coordinator that merge the saves of others, and those that are notified
/// immediately when a store is removed.
final class MergeRegistry: Sendable {
  private let targets = Lock<[WeakContextReference]>([])
  private let residents = Lock(Residents())

  /// The messages held back during a transaction; nil outside of one.
  private let held = Lock<[any MergeMessage]?>(nil)

  /// Weak references to the handles of contexts; those of deallocated contexts are removed now and
  /// then.
  private struct Residents {
    var handles: [Weak<ContextHandle>] = []
    var limit = 64
  }

  /// Records a context that lives as long as its handle.
  func addResident(_ handle: ContextHandle) {
    residents.withLock { residents in
      if residents.handles.count >= residents.limit {
        residents.handles.removeAll { $0.object == nil }
        residents.limit = max(64, residents.handles.count * 2)
      }
      residents.handles.append(Weak(handle))
    }
  }

  /// Makes the contexts give up the objects of removed stores: at once if the caller holds their
  /// queue, and otherwise when their queue gets to it.
  private func forgetRemovedStores() {
    for handle in residents.withLock({ $0.handles.compactMap(\.object) }) {
      if handle.queue.isHeld {
        handle.performAndWait { $0.catchUpWithParent() }
      } else {
        handle.enqueue { $0.catchUpWithParent() }
      }
    }
  }

  func add(_ target: WeakContextReference) { targets.withLock { $0.append(target) } }

  /// - Parameter id: the identifier of the target's context.
  func remove(_ id: ObjectIdentifier) { targets.withLock { $0.removeAll { $0.id == id } } }

  /// Whether no context merges anything.
  var isEmpty: Bool { targets.withLock { $0.isEmpty } }

  /// Holds messages back until they are removed, since the transaction that they describe may fail.
  func holdMessages() { held.withLock { $0 = [] } }

  /// Removes and returns the messages that were held back.
  func removeMessages() -> [any MergeMessage] {
    held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
  }

  /// Sends a message to every context other than its origins, to be delivered later on the
  /// context's own queue.
  func send(except origins: [ObjectIdentifier], _ message: any MergeMessage) {
    let isHeld = held.withLock { held in
      held?.append(message)
      return held != nil
    }
    guard !isHeld else { return }
    let receivers = targets.withLock { $0 }.filter { !origins.contains($0.id) }
    for target in receivers { target.enqueue { message.merge(into: $0) } }
  }

  /// The registry of a coordinator.
  static func of(_ coordinator: PersistentStoreCoordinator) -> MergeRegistry {
    coordinator.attachment.value {
      let registry = MergeRegistry()
      coordinator.onRemoval { [weak registry] in registry?.forgetRemovedStores() }
      return registry
    }
  }
}
