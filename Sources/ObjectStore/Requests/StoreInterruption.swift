import ObjectModel
import Synchronization

/// Whether what is asked of a store is to end.
package final class StoreInterruption: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .acquiring) }

  package func set(_ isSet: Bool) { flag.store(isSet, ordering: .releasing) }

  /// - Throws: code 3072 while it is set.
  package func check() throws {
    if isSet { throw ObjectGraphError.interrupted }
  }
}

extension ObjectGraphError {
  /// What a request ends with that `PersistentStoreCoordinator.interrupt()` came upon.
  static let interrupted = ObjectGraphError(
    .userCancelled, "the request was interrupted before it was through",
    repair: "call resume() of the coordinator, and ask again")
}
