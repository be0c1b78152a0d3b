import ObjectModel

/// The query generations of a coordinator that are in use.
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

  /// Lets those go that are too old.
  func expire() {
    for generation in generations { generation.expireIfOld() }
  }

  /// Lets all of them go on without a store.
  func forget(_ identity: StoreIdentity) {
    for generation in generations { generation.forget(identity) }
  }

  private var generations: [QueryGeneration] { entries.withLock { $0.compactMap(\.generation) } }
}
