import ObjectModel
import ObjectStore

/// A fetch that a context waits for. The context keeps it: what it holds never leaves the queue.
struct PendingFetch {
  /// Takes note of how many rows were read.
  var reportRows: (Int) -> Void = { _ in }

  /// Ends the fetch.
  let deliver: (Result<[ManagedObject], any Error>) -> Void
}

/// What an asynchronous fetch reads, for whatever thread comes to it.
struct DetachedFetch: Sendable {
  var plan: FetchPlan
  var withPendingChanges: Bool
  let prefetching: [PrefetchStep]
  let isRefreshing: Bool

  /// Others may save while the rows are read; that often it is tried to read what is there then.
  static let greatestAttempt = 3
}

/// The rows of a plan as they were at some moment.
struct DetachedRows: Sendable {
  let rows: [Row]
  /// For how many changed objects there are rows beyond the window; nil where the plan's window was
  /// applied.
  let allowance: Int?
  /// The coordinator's number from before they were read; nil for rows that it does not cache.
  var epoch: UInt32?
}
