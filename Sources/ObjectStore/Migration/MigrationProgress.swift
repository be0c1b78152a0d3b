import ObjectModel
import Synchronization

/// How far a migration is, for whoever waits for it; it can be cancelled here.
///
///     let progress = MigrationProgress()
///     description.migrationProgress = progress
///     Task { for await fraction in progress.updates { print("\(Int(fraction * 100)) %") } }
public final class MigrationProgress: Sendable {
  private struct State {
    var fraction = 0.0
    var handler: (@Sendable (Double) -> Void)?
    var continuations: [AsyncStream<Double>.Continuation] = []
    var isFinished = false
  }

  private let state: Lock<State>
  private let isStopped = Atomic(false)

  /// - Parameter handler: called with each new fraction, on the thread that migrates.
  public init(_ handler: (@Sendable (Double) -> Void)? = nil) {
    state = Lock(State(handler: handler))
  }

  /// What is done of the work, from 0 to 1.
  public var fractionCompleted: Double { state.withLock { $0.fraction } }

  /// The fractions from now on, each greater than the one before; it ends with the migration.
  public var updates: AsyncStream<Double> {
    AsyncStream { continuation in
      let isFinished = state.withLock { state in
        if !state.isFinished { state.continuations.append(continuation) }
        return state.isFinished
      }
      if isFinished { continuation.finish() }
    }
  }

  /// Cancels the migration, which ends with code 134120 and leaves the store as it was; from any thread.
  ///
  /// What has replaced the old content already stays.
  public func cancel() { isStopped.store(true, ordering: .relaxed) }

  /// Whether it was cancelled.
  public var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

  /// - Throws: code 134120 once it is cancelled.
  package func check() throws {
    guard !isCancelled else {
      throw ObjectGraphError(.migrationCancelled, "the migration was cancelled", repair: nil)
    }
  }

  /// Takes note of how far the work is; a smaller fraction than the last is none.
  package func report(_ fraction: Double) {
    let (handler, continuations) = state.withLock { state in
      guard fraction > state.fraction else { return (nil, []) as (Handler?, [Continuation]) }
      state.fraction = min(fraction, 1)
      return (state.handler, state.continuations)
    }
    handler?(min(fraction, 1))
    for continuation in continuations { continuation.yield(min(fraction, 1)) }
  }

  /// Ends the updates.
  package func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [] }
      return state.continuations
    }
    for continuation in continuations { continuation.finish() }
  }

  private typealias Handler = @Sendable (Double) -> Void
  private typealias Continuation = AsyncStream<Double>.Continuation
}
