import ObjectModel
import Synchronization

/// Watches a fetch that runs on another thread: counts the rows that it reads, and can end it.
package final class FetchMonitor: Sendable {
  private let cancelled = Atomic<Bool>(false)
  private let rowCount = Atomic<Int>(0)
  private let onProgress: (@Sendable (Int) -> Void)?

  /// How many rows are read between two reports of progress.
  package static let reportInterval = 1000

  /// - Parameter onProgress: told how many rows were read, after every `reportInterval` of them, on
  ///   the thread that reads them.
  package init(onProgress: (@Sendable (Int) -> Void)? = nil) { self.onProgress = onProgress }

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Ends the fetch: the statement that runs is interrupted.
  package func cancel() { cancelled.store(true, ordering: .releasing) }

  /// - Throws: code 3072 when the fetch was cancelled.
  package func checkCancellation() throws {
    if isCancelled { throw ObjectGraphError.cancelledFetch }
  }

  func countRow() {
    let count = rowCount.add(1, ordering: .relaxed).newValue
    if count % Self.reportInterval == 0 { onProgress?(count) }
  }
}

extension ObjectGraphError {
  /// What a fetch ends with that somebody cancelled.
  package static let cancelledFetch = ObjectGraphError(
    .userCancelled, "the fetch was cancelled before it was through")
}
