import ObjectModel

/// The choice and order of a coordinator's stores for a request.
extension PersistentStore {
  /// Whether the store may hold rows of a plan.
  func mayHold(_ plan: FetchPlan) -> Bool {
    configuration.holdsAny(of: plan) && plan.stores?.contains { $0 === identity } ?? true
  }
}

extension [PersistentStore] {
  /// The default store for a new object of an entity: the first writable one or, if there is none,
  /// the first.
  func first(for layout: EntityLayout) -> PersistentStore? {
    let holders = filter { $0.configuration.holds(layout) }
    return holders.first { !$0.isReadOnly } ?? holders.first
  }

  /// The stores from the one that commits last to the one that commits first: in-memory stores
  /// commit last, because they cannot fail, and all processes lock files in the order of their
  /// paths.
  var inOrderOfWriting: [PersistentStore] {
    func rank(_ place: Int, _ store: PersistentStore) -> (Int, String, Int) {
      store.isInMemory ? (0, "", place) : (1, store.url.path, place)
    }
    return enumerated().sorted { rank($0.offset, $0.element) < rank($1.offset, $1.element) }
      .map(\.element)
  }
}
