import ObjectModel

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
