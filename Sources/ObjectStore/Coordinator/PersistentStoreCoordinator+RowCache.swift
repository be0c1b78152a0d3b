import Foundation
import ObjectModel

/// The rows that a coordinator remembers; see `RowCache`.
extension PersistentStoreCoordinator {
  /// A number that rises with each save and each time that rows are forgotten.
  package var epoch: UInt32 { saves.load(ordering: .acquiring) }

  /// What whoever reads notes before the read begins.
  package var cacheMoment: CacheMoment {
    CacheMoment(epoch: epoch, changeCount: changeCount.load(ordering: .acquiring))
  }

  /// Whether nothing was saved, and no foreign change was noticed, since the row was remembered.
  package func isNewest(_ row: Row) -> Bool { row.epoch == epoch }

  package func cachedRow(key: Int64, root: Int) -> Row? {
    cache.withLock { $0.row(key: key, root: root) }
  }

  // MARK: The age of rows

  /// Whether the cache has a row of a key that was read at most that many seconds ago.
  package func hasRow(key: Int64, root: Int, maximumAge: TimeInterval) -> Bool {
    guard maximumAge > 0 else { return false }
    let earliest = now - maximumAge
    return cache.withLock { $0.row(key: key, root: root, readSince: earliest) != nil }
  }

  /// Notes from now on when rows are read, for those who ask for their age.
  package func keepReadTimes() { cache.withLock { $0.keepsReadTimes = true } }

  /// Sets the clock that the age of rows is told by, in seconds since some moment.
  package func setClock(_ clock: @escaping @Sendable () -> TimeInterval) {
    self.clock.withLock { $0.now = clock }
  }

  var now: TimeInterval {
    let clock = clock.withLock { $0 }
    return clock.now()
  }

  // MARK: What is read

  /// Reads rows, which go into the cache.
  func remembering(root: Int, _ read: () throws -> [Row]) rethrows -> [Row] {
    let moment = cacheMoment
    let rows = try read()
    remember(rows, root: root, readAt: moment)
    return rows
  }

  /// Puts rows that were read into the cache, those left out that were changed meanwhile.
  ///
  /// - Parameter moment: that before they were read.
  func remember(_ rows: [Row], root: Int, readAt moment: CacheMoment) {
    if rows.count <= Self.fewRows { return remember(few: rows, root: root, readAt: moment) }
    cache.withLock { $0.reserve(rows.count, root: root) }
    var rest = rows[...]
    while !rest.isEmpty {
      // Whoever asks for one row does not wait until all of these are in.
      let part = rest.prefix(Self.rowsAtOnce)
      rest = rest.dropFirst(part.count)
      _ = cache.withLock { insert(part, root: root, readAt: moment, into: &$0) }
    }
  }

  /// Puts a few rows that were read into the cache, unless somebody else is at it: to read them again
  /// takes less time than to wait.
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

  /// Takes note of what a store committed; called in the order of its commits, before the next one
  /// is made.
  func record(_ commit: StoreCommit) -> CacheMoment {
    saves.add(1, ordering: .acquiringAndReleasing)
    recordChanges(of: commit)
    return cacheMoment
  }

  /// Takes note of what a write transaction did, as of one commit.
  func record(_ log: TransactionLog) -> CacheMoment {
    if log.hasBatches { forgetRows() } else { saves.add(1, ordering: .acquiringAndReleasing) }
    for commit in log.commits { recordChanges(of: commit) }
    return cacheMoment
  }

  private func recordChanges(of commit: StoreCommit) {
    var counts = commit.changeCounts
    for (root, count) in counts where count > Self.rowsAtOnce {
      let forgotten = changingCache { $0.removeAll(root: root, ifMostlyChangedBy: count) }
      if forgotten != nil { counts[root] = nil }
    }
    guard !counts.isEmpty else { return }
    recordChanges { record in
      let recordOne = { (root: Int, key: Int64) in
        if counts[root] != nil { record(root, key) }
      }
      commit.visitUpdated(recordOne)
      commit.visitDeleted(recordOne)
    }
  }

  /// Takes note of keys, a run of one hierarchy at a time.
  ///
  /// - Parameter visit: calls what it is given with each root and key.
  private func recordChanges(_ visit: (_ record: (_ root: Int, _ key: Int64) -> Void) -> Void) {
    var keys: [Int64] = []
    var root = 0
    visit { next, key in
      if next != root || keys.count == Self.rowsAtOnce {
        recordChanges(of: keys, root: root)
        keys.removeAll(keepingCapacity: true)
        root = next
      }
      keys.append(key)
    }
    recordChanges(of: keys, root: root)
  }

  private func recordChanges(of keys: [Int64], root: Int) {
    changingCache { $0.recordChanges(of: keys, root: root) }
  }

  /// Runs the body with the cache, which is told of changes in it.
  private func changingCache<Result: Sendable>(_ body: (inout RowCache) -> Result) -> Result {
    cache.withLock { cache in
      defer { changeCount.store(cache.changeCount, ordering: .releasing) }
      return body(&cache)
    }
  }

  /// Puts rows that were saved into the cache, those left out that others changed since.
  ///
  /// - Parameter moments: those of the commits.
  package func remember(_ rows: [Row], root: Int, savedAt moments: CommitMoments) {
    moments.visit(rows) { remember($0, root: root, readAt: $1) }
  }

  /// Takes note of a batch request that was carried out: its deletions are forgotten, and whatever
  /// else it changed is not read into the cache by those who are reading.
  func recordBatch(_ deleted: [BatchOutcome.Named], rootsWithUnnamedDeletions roots: Set<Int>) {
    saves.add(1, ordering: .acquiringAndReleasing)
    changingCache { $0.recordChangesAnywhere() }
    recordChanges { record in
      for row in deleted { record(layout[row.entityNumber].rootNumber, row.key) }
    }
    for root in roots {
      _ = changingCache { $0.removeAll(root: root) }
    }
  }

  // MARK: What is no longer known

  /// Forgets all cached rows, so that the next look goes to the stores.
  package func forgetRows() {
    saves.add(1, ordering: .acquiringAndReleasing)
    emptyCache()
  }

  /// Forgets all cached rows, of which others may be newer than the store's.
  func emptyCache() { _ = changingCache { $0.removeAll() } }

  /// Forgets those rows of keys that nobody holds any more.
  package func forgetUnusedRows(keys: [Int64], root: Int) {
    for start in stride(from: 0, to: keys.count, by: Self.rowsAtOnce) {
      let part = keys[start..<min(start + Self.rowsAtOnce, keys.count)]
      _ = cache.withLock { $0.removeUnused(part, root: root) }
    }
  }

  /// Forgets one row, so that the next look goes to the store.
  package func forgetRow(key: Int64, root: Int) { recordChanges(of: [key], root: root) }

  /// Reads the rows again that a refused save met, for those who look for them from now on.
  ///
  /// What cannot be read now is read when it is asked for.
  package func readAgain(_ conflicts: [StoreConflict]) {
    for (root, met) in Dictionary(grouping: conflicts, by: \.layout.rootNumber) {
      let keys = met.map(\.key)
      recordChanges(of: keys, root: root)
      _ = try? rows(keys: keys, root: layout[root], maximumAge: 0)
    }
  }

  /// Whether another process, or another coordinator, wrote to one of the stores since the last
  /// call; the cached rows are forgotten when it did.
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
      if isNew { forgetRows() }
      isAnyNew = isAnyNew || isNew
    }
    return isAnyNew
  }
}
