import ObjectModel

/// Which of a coordinator's stores a request goes to, and in which order.
extension PersistentStore {
  /// Whether the store may have rows that a plan asks for.
  func mayHold(_ plan: FetchPlan) -> Bool {
    configuration.holdsAny(of: plan) && plan.stores?.contains { $0 === identity } ?? true
  }
}

extension [PersistentStore] {
  /// The one that a new object of an entity goes to by itself: the first that can be written, if any.
  func first(for layout: EntityLayout) -> PersistentStore? {
    let holders = filter { $0.configuration.holds(layout) }
    return holders.first { !$0.isReadOnly } ?? holders.first
  }

  /// The stores from the one that commits last to the one that commits first: those in memory
  /// cannot fail when they commit, and files are locked in the order of their paths by everybody.
  var inOrderOfWriting: [PersistentStore] {
    func rank(_ place: Int, _ store: PersistentStore) -> (Int, String, Int) {
      store.isInMemory ? (0, "", place) : (1, store.url.path, place)
    }
    return enumerated().sorted { rank($0.offset, $0.element) < rank($1.offset, $1.element) }
      .map(\.element)
  }
}
