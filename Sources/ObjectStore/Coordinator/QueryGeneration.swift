import Foundation
import ObjectModel
import Synchronization

/// A snapshot of a coordinator's stores, for contexts that keep reading it.
///
/// It is taken at the first read, for all stores. Contexts that share a generation share its
/// connections and its row cache.
package final class QueryGeneration: Sendable {
  private enum State {
    case unread
    /// No store can be pinned.
    case unpinned
    /// A coordinator over pinned stores that stands in for the original.
    case reading(PersistentStoreCoordinator, since: TimeInterval)
    case gone(lifetime: TimeInterval)
  }

  package let coordinator: PersistentStoreCoordinator
  private let state = Lock(State.unread)

  /// Whether it expires after `queryGenerationLifetime`.
  private let expires: Bool

  package init(of coordinator: PersistentStoreCoordinator, expires: Bool = true) {
    self.coordinator = coordinator
    self.expires = expires
  }

  /// A snapshot of all stores as they are now, without expiry; nil if one of them cannot be pinned.
  package static func ofAllStores(of coordinator: PersistentStoreCoordinator) -> QueryGeneration? {
    let generation = QueryGeneration(of: coordinator, expires: false)
    guard let reader = try? generation.reader(), reader !== coordinator else { return nil }
    let own = coordinator.persistentStores
    return reader.persistentStores.contains { store in own.contains { $0 === store } }
      ? nil : generation
  }

  /// Whether the snapshot was taken: a read occurred, and a store could be pinned.
  package var isPinned: Bool {
    state.withLock { state in
      switch state {
      case .unread, .unpinned: false
      case .reading, .gone: true
      }
    }
  }

  /// The coordinator from which to read.
  ///
  /// - Throws: code 134070 if the generation has expired, and errors from opening another
  ///   connection.
  package func reader() throws -> PersistentStoreCoordinator {
    expireIfOld()
    return try state.withLock { state in
      switch state {
      case .reading(let reader, _): return reader
      case .unpinned: return coordinator
      case .gone(let lifetime):
        throw ObjectGraphError(
          .persistentStoreOperation,
          "the query generation has expired: its lifetime is "
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

  /// Closes the connections if they have been open for too long.
  func expireIfOld() {
    guard expires else { return }
    let lifetime = coordinator.queryGenerationLifetime
    let old: PersistentStoreCoordinator? = state.withLock { state in
      guard case .reading(let reader, let since) = state, coordinator.now - since > lifetime
      else { return nil }
      state = .gone(lifetime: lifetime)
      return reader
    }
    guard let old else { return }
    // A save must not wait for a read that still runs, and closing does.
    DispatchQueue.global().async { [coordinator] in old.closePinnedStores(of: coordinator) }
  }

  /// Makes the generation expire even if nothing reads or saves.
  private func scheduleExpiry() {
    let lifetime = coordinator.queryGenerationLifetime
    // More than a century is as good as never, and exceeds the timer's range.
    guard lifetime < 3_000_000_000 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + max(lifetime, 0) + 1) { [weak self] in
      self?.expireIfOld()
    }
  }

  /// Drops a store that left its coordinator.
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
  /// The lifetime of a query generation after its first read, in seconds; the default is 600.
  ///
  /// A store's write-ahead log cannot shrink during that time. A context whose generation has
  /// expired throws code 134070 when it reads, until it is given another one.
  public var queryGenerationLifetime: TimeInterval {
    get { state.withLock { $0.generationLifetime } }
    set { state.withLock { $0.generationLifetime = newValue.isNaN ? 0 : newValue } }
  }

  /// Closes the stores that do not belong to the coordinator that this one stands in for.
  fileprivate func closePinnedStores(of other: PersistentStoreCoordinator) {
    let own = other.persistentStores
    for store in persistentStores where !own.contains(where: { $0 === store }) { store.close() }
  }
}

/// The active query generations of a coordinator.
final class QueryGenerationList: Sendable {
  private struct Entry: Sendable {
    weak var generation: QueryGeneration?
  }

  private let entries = Lock<[Entry]>([])

  func add(_ generation: QueryGeneration) {
    entries.withLock { entries in
      entries.removeAll { $0.generation == nil }
      entries.append(Entry(generation: generation))
    }
  }

  /// Expires the generations that are too old.
  func expire() {
    for generation in generations { generation.expireIfOld() }
  }

  /// Drops a store from all generations.
  func forget(_ identity: StoreIdentity) {
    for generation in generations { generation.forget(identity) }
  }

  private var generations: [QueryGeneration] { entries.withLock { $0.compactMap(\.generation) } }
}
