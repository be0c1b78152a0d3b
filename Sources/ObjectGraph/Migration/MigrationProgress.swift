import ObjectModel
import ObjectStore

/// How far a migration is, and the way to end it, for whichever thread.
///
///     let progress = manager.progress
///     Task { for await part in progress.updates { bar.value = part } }
///     stopButton.action = { progress.cancel() }
public final class MigrationProgress: Sendable {
  private struct State {
    var fraction: Float = 0
    var cancellation: (any Error)?
    var watchers: [Int: AsyncStream<Float>.Continuation] = [:]
    var lastWatcher = 0
  }

  private let state = Lock(State())

  init() {}

  /// The part of the work that is done, from 0 to 1; 0 when no migration is under way.
  public var fractionCompleted: Float { state.withLock { $0.fraction } }

  /// The values of `fractionCompleted` from now to the end of the migration that is under way, or of
  /// the next one: ascending, and 1 at last where it succeeds.
  public var updates: AsyncStream<Float> {
    AsyncStream { continuation in
      let watcher = state.withLock { state in
        state.lastWatcher += 1
        state.watchers[state.lastWatcher] = continuation
        return state.lastWatcher
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.watchers[watcher] = nil }
      }
    }
  }

  /// Ends the migration that is under way, or the next one: it throws the error, and both stores are
  /// as they were.
  ///
  /// - Parameter error: nil for code 134120.
  public func cancel(with error: (any Error)? = nil) {
    let error =
      error
      ?? ObjectGraphError(
        .migrationCancelled, "the migration was cancelled", repair: "start it again")
    state.withLock { $0.cancellation = $0.cancellation ?? error }
  }

  /// - Throws: the error of a cancellation.
  func checkCancellation() throws {
    if let error = state.withLock({ $0.cancellation }) { throw error }
  }

  /// - Returns: whether that is further than before.
  @discardableResult
  func advance(to fraction: Float) -> Bool {
    let watchers = state.withLock { state -> [AsyncStream<Float>.Continuation]? in
      guard fraction > state.fraction else { return nil }
      state.fraction = fraction
      return Array(state.watchers.values)
    }
    guard let watchers else { return false }
    for watcher in watchers { watcher.yield(fraction) }
    return true
  }

  /// The end, whether all was done or not.
  func end() {
    let watchers = state.withLock { state in
      state.fraction = 0
      state.cancellation = nil
      defer { state.watchers = [:] }
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.finish() }
  }
}
