import ObjectModel
import Synchronization

/// A flag that interrupts requests to a store.
package final class StoreInterruption: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isSet: Bool { flag.load(ordering: .acquiring) }

  package func set(_ isSet: Bool) { flag.store(isSet, ordering: .releasing) }

  /// - Throws: code 3072 while the flag is set.
  package func check() throws {
    if isSet { throw ObjectGraphError.interrupted }
  }
}

extension ObjectGraphError {
  /// The error of a request interrupted by `PersistentStoreCoordinator.interrupt()`.
  static let interrupted = ObjectGraphError(
    .userCancelled, "the request was interrupted before it finished",
    repair: "call resume() on the coordinator, and try again")
}
