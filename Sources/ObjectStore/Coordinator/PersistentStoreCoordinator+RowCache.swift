import Foundation
import ObjectModel

/// The coordinator's row cache; see `RowCache`.
extension PersistentStoreCoordinator {
  /// A number that grows with each save and each time rows are removed from the cache.
  package var epoch: UInt32 { saves.load(ordering: .acquiring) }

  /// The moment that a reader records before it starts to read.
  package var cacheMoment: CacheMoment {
    CacheMoment(epoch: epoch, changeCount: changeCount.load(ordering: .acquiring))
  }

  /// Whether nothing has been saved, and no external change noticed, since the row was cached.
  package func isNewest(_ row: Row) -> Bool { row.epoch == epoch }

  package func cachedRow(key: Int64, root: Int) -> Row? {
    cache.withLock { $0.row(key: key, root: root) }
  }

  // MARK: The age of rows

  /// Whether the cache has a row for a key that was read at most that many seconds ago.
  package func hasRow(key: Int64, root: Int, maximumAge: TimeInterval) -> Bool {
    guard maximumAge > 0 else { return false }
    let earliest = now - maximumAge
    return cache.withLock { $0.row(key: key, root: root, readSince: earliest) != nil }
  }

  /// Makes the cache record when rows are read, for requests with a maximum age.
  package func keepReadTimes() { cache.withLock { $0.keepsReadTimes = true } }

  /// Sets the clock for the age of rows, in seconds since an arbitrary moment.
  package func setClock(_ clock: @escaping @Sendable () -> TimeInterval) {
    self.clock.withLock { $0.now = clock }
  }

  var now: TimeInterval {
    let clock = clock.withLock { $0 }
    return clock.now()
  }

  // MARK: What is read

  /// Reads rows and puts them into the cache.
  func remembering(root: Int, _ read: () throws -> [Row]) rethrows -> [Row] {
    let moment = cacheMoment
    let rows = try read()
    remember(rows, root: root, readAt: moment)
    return rows
  }

  /// Puts rows that were read into the cache, except those that have changed since.
  ///
  /// - Parameter moment: the moment before they were read.
  func remember(_ rows: [Row], root: Int, readAt moment: CacheMoment) {
    if rows.count <= Self.fewRows { return remember(few: rows, root: root, readAt: moment) }
    cache.withLock { $0.reserve(rows.count, root: root) }
    // In parts, so that a request for one row does not wait for all of these.
    for part in rows.parts(of: Self.rowsAtOnce) {
      _ = cache.withLock { insert(part, root: root, readAt: moment, into: &$0) }
    }
  }

  /// Puts a few rows that were read into the cache, unless the cache is locked: reading them again
  /// is faster than waiting.
  func remember(few rows: some Collection<Row> & Sendable, root: Int, readAt moment: CacheMoment) {
    let forgotten = cache.withLockIfAvailable {
      insert(rows, root: root, readAt: moment, into: &$0)
    }
    if forgotten == nil { for row in rows { row.stamp(epoch: moment.epoch) } }
  }

  private func insert(
    _ rows: some Collection<Row>, root: Int, readAt moment: CacheMoment,
    into cache: inout RowCache
  ) -> RowCache.Forgotten {
    cache.insert(rows, root: root, readAt: moment, time: cache.keepsReadTimes ? now : nil)
  }

  private static var fewRows: Int { 100 }

  private static var rowsAtOnce: Int { 1000 }

  // MARK: What is saved

  /// Records what a store committed; called in the order of commits, before the next one.
  func record(_ commit: StoreCommit) -> CacheMoment {
    saves.add(1, ordering: .acquiringAndReleasing)
    recordChanges(of: commit)
    return cacheMoment
  }

  /// Records everything that a write transaction did, as a single commit.
  func record(_ log: TransactionLog) -> CacheMoment {
    if log.hasBatches { forgetRows() } else { saves.add(1, ordering: .acquiringAndReleasing) }
    for commit in log.commits { recordChanges(of: commit) }
    return cacheMoment
  }

  private func recordChanges(of commit: StoreCommit) {
    for (root, keys) in commit.changedKeys {
      if keys.count > Self.rowsAtOnce,
        changingCache({ $0.removeAll(root: root, ifMostlyChangedBy: keys.count) }) != nil
      {
        continue
      }
      recordChanges(of: keys, root: root)
    }
  }

  /// Records changed keys, in parts, so that a request for a row does not wait for all of them.
  private func recordChanges(of keys: [Int64], root: Int) {
    for part in keys.parts(of: Self.rowsAtOnce) {
      changingCache { $0.recordChanges(of: part, root: root) }
    }
  }

  /// Runs the body with the cache locked, and publishes its change count.
  private func changingCache<Result: Sendable>(_ body: (inout RowCache) -> Result) -> Result {
    cache.withLock { cache in
      defer { changeCount.store(cache.changeCount, ordering: .releasing) }
      return body(&cache)
    }
  }

  /// Puts saved rows into the cache, except those that others have changed since.
  ///
  /// - Parameter moments: the moments of the commits.
  package func remember(_ rows: [Row], root: Int, savedAt moments: CommitMoments) {
    moments.visit(rows) { remember($0, root: root, readAt: $1) }
  }

  /// Records a batch request: deleted rows are removed from the cache, and rows that are being read
  /// at the moment will not be cached, because the request may have changed them.
  func recordBatch(_ deleted: [RowKey], rootsWithUnnamedDeletions roots: Set<Int>) {
    saves.add(1, ordering: .acquiringAndReleasing)
    changingCache { $0.recordChangesAnywhere() }
    let byRoot = Dictionary(grouping: deleted) { layout[$0.entityNumber].rootNumber }
    for (root, rows) in byRoot { recordChanges(of: rows.map(\.key), root: root) }
    for root in roots {
      _ = changingCache { $0.removeAll(root: root) }
    }
  }

  // MARK: What is no longer known

  /// Clears the cache, so that the next lookups go to the stores.
  package func forgetRows() {
    saves.add(1, ordering: .acquiringAndReleasing)
    emptyCache()
  }

  /// Clears the cache, without marking other copies of the rows as outdated.
  func emptyCache() { _ = changingCache { $0.removeAll() } }

  /// Removes the rows for keys that nothing else references.
  package func forgetUnusedRows(keys: [Int64], root: Int) {
    for part in keys.parts(of: Self.rowsAtOnce) {
      _ = cache.withLock { $0.removeUnused(part, root: root) }
    }
  }

  /// Removes one row, so that the next lookup goes to the store.
  package func forgetRow(key: Int64, root: Int) { recordChanges(of: [key], root: root) }

  /// Reads the rows again that a failed save conflicted with, so that later lookups find the
  /// newest.
  ///
  /// Rows that cannot be read now are read on demand.
  package func readAgain(_ conflicts: [StoreConflict]) {
    for (root, met) in Dictionary(grouping: conflicts, by: \.layout.rootNumber) {
      let keys = met.map(\.key)
      recordChanges(of: keys, root: root)
      _ = try? rows(keys: keys, root: layout[root], maximumAge: 0)
    }
  }

  /// Whether another process, or another coordinator, has written to one of the stores since the
  /// last call; if so, the cache is cleared, and the metadata is read again.
  package func noticeForeignChanges() throws -> Bool {
    var isAnyNew = false
    for store in try allStores() {
      let version = try store.foreignVersion()
      let number = store.identity.number
      let isNew = state.withLock { state in
        guard let known = state.foreignVersions[number], known != version else { return false }
        state.foreignVersions[number] = version
        return true
      }
      if isNew {
        forgetRows()
        try store.readMetadataAgain()
      }
      isAnyNew = isAnyNew || isNew
    }
    return isAnyNew
  }
}

extension Array {
  /// Consecutive parts with a number of elements; the last may have fewer.
  fileprivate func parts(of count: Int) -> some Sequence<ArraySlice<Element>> {
    stride(from: 0, to: self.count, by: count).lazy
      .map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}

/// The clock for the age of rows.
///
/// A closure that is itself the value behind a lock would be wrapped in another one on each access,
/// so it is kept in a struct.
struct RowClock: Sendable {
  /// Returns the seconds since an arbitrary moment; never decreases.
  var now: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
}
