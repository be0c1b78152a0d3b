import Foundation
import ObjectModel
import Synchronization

/// What the stores of a coordinator held at one moment, for contexts that go on reading it.
///
/// The moment is that of the first read, for all stores. Contexts that share a generation share its
/// connections and its cache of rows.
package final class QueryGeneration: Sendable {
  private enum State {
    case unread
    /// No store can be pinned.
    case unpinned
    /// What stands for the coordinator over pinned stores.
    case reading(PersistentStoreCoordinator, since: TimeInterval)
    case gone(lifetime: TimeInterval)
  }

  package let coordinator: PersistentStoreCoordinator
  private let state = Lock(State.unread)

  /// Whether it goes when it was open for as long as `queryGenerationLifetime` says.
  private let expires: Bool

  package init(of coordinator: PersistentStoreCoordinator, expires: Bool = true) {
    self.coordinator = coordinator
    self.expires = expires
  }

  /// What all stores hold now, for as long as it is wanted; nil where one of them cannot be pinned.
  package static func ofAllStores(of coordinator: PersistentStoreCoordinator) -> QueryGeneration? {
    let generation = QueryGeneration(of: coordinator, expires: false)
    guard let reader = try? generation.reader(), reader !== coordinator else { return nil }
    let own = coordinator.persistentStores
    return reader.persistentStores.contains { store in own.contains { $0 === store } }
      ? nil : generation
  }

  /// Whether its moment has come: somebody read, and found a store that can be pinned.
  package var isPinned: Bool {
    state.withLock { state in
      switch state {
      case .unread, .unpinned: false
      case .reading, .gone: true
      }
    }
  }

  /// What answers in the place of the coordinator.
  ///
  /// - Throws: code 134070 when the generation was let go, and what opening another connection may.
  package func reader() throws -> PersistentStoreCoordinator {
    expireIfOld()
    return try state.withLock { state in
      switch state {
      case .reading(let reader, _): return reader
      case .unpinned: return coordinator
      case .gone(let lifetime):
        throw ObjectGraphError(
          .persistentStoreOperation,
          "the query generation is gone: one is kept for "
            + "\(String(format: "%g", lifetime)) seconds",
          repair: "call setQueryGenerationFrom(.current) and refreshAllObjects(), or raise the "
            + "coordinator's queryGenerationLifetime")
      case .unread:
        let reader = try pin()
        state = reader.map { .reading($0, since: coordinator.now) } ?? .unpinned
        return reader ?? coordinator
      }
    }
  }

  private func pin() throws -> PersistentStoreCoordinator? {
    let own = coordinator.persistentStores
    let stores = try own.map { try $0.pinned() ?? $0 }
    guard !zip(own, stores).allSatisfy({ $0 === $1 }) else { return nil }
    coordinator.generations.add(self)
    if expires { scheduleExpiry() }
    return PersistentStoreCoordinator(stores, standingFor: coordinator)
  }

  // MARK: The end

  /// Closes its connections when they were open for too long.
  func expireIfOld() {
    guard expires else { return }
    let lifetime = coordinator.queryGenerationLifetime
    state.withLock { state in
      guard case .reading(let reader, let since) = state, coordinator.now - since > lifetime
      else { return }
      reader.closePinnedStores(of: coordinator)
      state = .gone(lifetime: lifetime)
    }
  }

  /// Sees to it that it goes also when nobody reads or saves.
  private func scheduleExpiry() {
    let lifetime = coordinator.queryGenerationLifetime
    // Beyond a century it is as good as never, and beyond what the timer can tell.
    guard lifetime < 3_000_000_000 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + max(lifetime, 0) + 1) { [weak self] in
      self?.expireIfOld()
    }
  }

  /// Goes on without a store that left its coordinator.
  func forget(_ identity: StoreIdentity) {
    state.withLock { state in
      guard case .reading(let reader, _) = state else { return }
      let store = reader.state.withLock { $0.forget(identity) }
      reader.emptyCache()
      store?.close()
    }
  }
}

extension PersistentStoreCoordinator {
  /// For how many seconds a query generation is kept after it was first read; the default is 600.
  ///
  /// For that long the write-ahead log of a store cannot shrink. A context whose generation is gone
  /// throws code 134070 when it reads, until it is given another one.
  public var queryGenerationLifetime: TimeInterval {
    get { state.withLock { $0.generationLifetime } }
    set { state.withLock { $0.generationLifetime = newValue.isNaN ? 0 : newValue } }
  }

  /// Closes the stores that are not those of the coordinator that this one stands for.
  fileprivate func closePinnedStores(of other: PersistentStoreCoordinator) {
    let own = other.persistentStores
    for store in persistentStores where !own.contains(where: { $0 === store }) { store.close() }
  }
}
