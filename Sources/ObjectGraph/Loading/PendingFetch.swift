import ObjectModel
import ObjectStore

/// A fetch that a context waits for. The context keeps it, so that its contents never leave the
/// queue.
struct PendingFetch {
  /// Reports the number of rows read so far.
  var reportRows: (Int) -> Void = { _ in }

  /// Ends the fetch.
  let deliver: (Result<[ManagedObject], any Error>) -> Void
}

/// The parameters of an asynchronous fetch, to be read on another thread.
struct DetachedFetch: Sendable {
  var plan: FetchPlan
  var withPendingChanges: Bool
  let prefetching: [PrefetchStep]
  let isRefreshing: Bool

  /// The maximum number of attempts to read current rows while others save.
  static let greatestAttempt = 3
}

/// The rows of a plan at one moment.
struct DetachedRows: Sendable {
  let rows: [Row]
  /// The number of changed objects for which there are rows beyond the limit; nil if the plan's
  /// limit and offset have been applied.
  let allowance: Int?
  /// The coordinator's epoch before the read; nil for rows that it does not cache.
  var epoch: UInt32?
}
