import ObjectModel

/// The progress of a migration, which also cancels it; for use from any thread.
///
///     let progress = MigrationProgress()
///     description.migrationProgress = progress
///     Task { for await part in progress.updates { bar.value = part } }
///     stopButton.action = { progress.cancel() }
public final class MigrationProgress: Sendable {
  private struct State {
    var isUnderWay = false
    var fraction = 0.0
    var cancellation: (any Error)?
  }

  private let state = Lock(State())
  private let handler: (@Sendable (Double) -> Void)?
  private let readers = StreamReaders<Double>()

  /// - Parameter handler: called on the migrating thread each time the fraction grows.
  public init(_ handler: (@Sendable (Double) -> Void)? = nil) {
    self.handler = handler
  }

  /// The fraction of the work that is done, from 0 to 1; 0 when no migration is running.
  public var fractionCompleted: Double { state.withLock { $0.fraction } }

  /// The values of `fractionCompleted` from now until the end of the current migration, or of the
  /// next one; they increase, and end with 1 if it succeeds.
  public var updates: AsyncStream<Double> { readers.makeStream() }

  /// Cancels the current migration, or the next one: it throws the error and leaves the store
  /// unchanged. It has no effect once the store's content has been replaced.
  ///
  /// - Parameter error: nil for code 134120.
  public func cancel(with error: (any Error)? = nil) {
    let error =
      error
      ?? ObjectGraphError(
        .migrationCancelled, "the migration was cancelled", repair: "start it again")
    state.withLock { $0.cancellation = $0.cancellation ?? error }
  }

  /// Cancels the current migration, if there is one. A migration that is still waiting for other
  /// processes has not begun.
  ///
  /// - Returns: whether there is one.
  public func cancelIfUnderWay() -> Bool {
    guard state.withLock({ $0.isUnderWay }) else { return false }
    cancel()
    return true
  }

  package var isCancelled: Bool { state.withLock { $0.cancellation != nil } }

  /// - Throws: the error of a cancellation.
  package func checkCancellation() throws {
    if let error = state.withLock({ $0.cancellation }) { throw error }
  }

  /// Marks the start of the work, before anything is created.
  package func begin() { state.withLock { $0.isUnderWay = true } }

  /// - Returns: whether the fraction has grown.
  @discardableResult
  package func advance(to fraction: Double) -> Bool {
    let hasGrown = state.withLock { state in
      guard fraction > state.fraction else { return false }
      state.fraction = fraction
      return true
    }
    guard hasGrown else { return false }
    handler?(fraction)
    readers.yield(fraction)
    return true
  }

  /// Marks the end of the work, whether it succeeded or not.
  package func end() {
    state.withLock { $0 = State() }
    readers.finish()
  }
}
