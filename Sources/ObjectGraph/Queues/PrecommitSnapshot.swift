import ObjectModel
import ObjectStore

/// The content of the stores before a save commits, for children that read in the middle of the
/// save.
///
/// At that time, the save's contexts still have their unsaved changes; combined with the committed
/// rows, new objects would appear twice.
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

  /// The content before the commit; nil if it is too late to start reading it, or if a store cannot
  /// be read while it is being written.
  func generation() -> QueryGeneration? {
    state.withLock { state in
      if state.generation == nil, !state.isCommitting {
        state.generation = QueryGeneration.ofAllStores(of: coordinator)
      }
      return state.generation
    }
  }

  /// Records that the save is about to commit.
  func willCommit() { state.withLock { $0.isCommitting = true } }

  /// Discards the snapshot, so that the next read takes a new one; does nothing once the save
  /// commits.
  func renew() { state.withLock { if !$0.isCommitting { $0.generation = nil } } }
}
