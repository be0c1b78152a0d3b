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

/// Monitors a fetch on another thread: counts the rows that it reads, and can cancel it.
package final class FetchMonitor: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let rowCount = Atomic<Int>(0)
  private let onProgress: (@Sendable (Int) -> Void)?

  /// The number of rows between progress reports.
  package static let reportInterval = 1000

  /// - Parameter onProgress: called with the number of rows read, after every `reportInterval`
  ///   rows, on the reading thread.
  package init(onProgress: (@Sendable (Int) -> Void)? = nil) { self.onProgress = onProgress }

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Cancels the fetch: the running statement is interrupted.
  package func cancel() { cancelled.store(true, ordering: .releasing) }

  /// - Throws: code 3072 if the fetch was canceled.
  package func checkCancellation() throws {
    if isCancelled { throw ObjectGraphError.cancelledFetch }
  }

  func countRow() {
    let count = rowCount.add(1, ordering: .relaxed).newValue
    if count % Self.reportInterval == 0 { onProgress?(count) }
  }
}

extension ObjectGraphError {
  /// The error of a canceled fetch.
  package static let cancelledFetch = ObjectGraphError(
    .userCancelled, "the fetch was cancelled before it finished")
}
