import ObjectModel
import ObjectStore

/// The contexts of a coordinator that take over what others save, and those that learn at once
/// when a store is removed.
final class MergeRegistry: Sendable {
  private let targets = Lock<[WeakContextReference]>([])
  private let residents = Lock(Residents())

  /// What there is to tell of a transaction that is not over; nil without one.
  private let held = Lock<[any MergeMessage]?>(nil)

  /// The handles of contexts, weakly; those that are gone are taken out now and then.
  private struct Residents {
    var handles: [Weak<ContextHandle>] = []
    var limit = 64
  }

  /// Takes note of a context that lives as long as its handle.
  func addResident(_ handle: ContextHandle) {
    residents.withLock { residents in
      if residents.handles.count >= residents.limit {
        residents.handles.removeAll { $0.object == nil }
        residents.limit = max(64, residents.handles.count * 2)
      }
      residents.handles.append(Weak(handle))
    }
  }

  /// Lets the contexts give up the objects of removed stores: at once where the caller holds their
  /// queue, and otherwise when their queue comes to it.
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

  func remove(_ target: WeakContextReference) {
    targets.withLock { $0.removeAll { $0 === target } }
  }

  /// Whether nobody takes anything over.
  var isEmpty: Bool { targets.withLock { $0.isEmpty } }

  /// Keeps messages from now on until they are taken: they tell of a transaction that is not over.
  func holdMessages() { held.withLock { $0 = [] } }

  /// The messages that were kept.
  func removeMessages() -> [any MergeMessage] {
    held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
  }

  /// Sends every context a message, which comes to it later and on its own queue, but for those that
  /// it comes from.
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
