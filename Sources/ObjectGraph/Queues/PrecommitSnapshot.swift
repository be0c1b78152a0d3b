import ObjectModel
import ObjectStore

/// What the stores held before a save commits, for children that read in the midst of it.
///
/// The save's contexts still have their unsaved changes then: laid over what was committed, new objects
/// would be there twice.
final class PrecommitSnapshot: Sendable {
  private struct State {
    var generation: QueryGeneration?
    var isCommitting = false
  }

  private let coordinator: PersistentStoreCoordinator
  private let state = Lock(State())

  init(of coordinator: PersistentStoreCoordinator) {
    self.coordinator = coordinator
  }

  /// What was there before the commit; nil where it is too late to begin reading it, or where a store
  /// cannot be read while it is written to.
  func generation() -> QueryGeneration? {
    state.withLock { state in
      if state.generation == nil, !state.isCommitting {
        state.generation = QueryGeneration.ofAllStores(of: coordinator)
      }
      return state.generation
    }
  }

  /// Takes note that the save is about to commit.
  func willCommit() { state.withLock { $0.isCommitting = true } }

  /// Forgets the snapshot, so that the next read takes a new one; not once the save commits.
  func renew() { state.withLock { if !$0.isCommitting { $0.generation = nil } } }
}
