import Foundation
import ObjectModel

/// A coordinator's cache of rows, so that firing a fault need not go to the store.
///
/// A row is inserted only if its key has not changed - been written, deleted or invalidated - since
/// the reader started to read, because others may have committed in the meantime. Its version
/// cannot tell, because a deleted row has none. Readers record `changeCount` before they start;
/// writers record the keys after the commit, so that a read that starts afterwards sees what was
/// written. The cache thus matches the store, as far as the coordinator knows.
///
/// It has two generations of rows of limited size: when the young one is full, it becomes the old
/// one, and the old one is discarded, so that memory use stays constant, however many and however
/// large the rows are.
struct RowCache {
  fileprivate struct Generation {
    let rows = KeyTable<Row>()
    /// When the rows were read; only if this is recorded.
    var times: KeyTable<TimeInterval>?

    func row(of key: Int64, readSince earliest: TimeInterval?) -> Row? {
      guard let earliest else { return withUncounted(rows) { $0.value(for: key) } }
      guard let time = times?.value(for: key), time >= earliest else { return nil }
      return rows.value(for: key)
    }
  }

  fileprivate final class Hierarchy {
    // Exclusivity need not be checked at run time: a hierarchy belongs to the holder of the cache's
    // lock, and no method calls out while it changes one of these.
    @exclusivity(unchecked) var young = Generation()
    /// Nil at first.
    @exclusivity(unchecked) var old: Generation?

    /// For recently changed keys, the number of the last change; nil for none.
    var changes: KeyTable<UInt64>?
    /// The number of the last change to any key.
    var lastChange: UInt64 = 0
    /// The number of the last change that may have affected every key.
    var lastWholeChange: UInt64 = 0

    func row(of key: Int64, readSince earliest: TimeInterval?) -> Row? {
      young.row(of: key, readSince: earliest) ?? old?.row(of: key, readSince: earliest)
    }

    func accepts(_ key: Int64, readAt count: UInt64) -> Bool {
      if lastChange <= count { return true }
      return lastWholeChange <= count && changes?.value(for: key) ?? 0 <= count
    }

    func insert(_ row: Row, at time: TimeInterval?) {
      withUncounted(young.rows) { $0.set(row, for: row.key) }
      guard let time else { return }
      let times = young.times ?? KeyTable()
      young.times = times
      times.set(time, for: row.key)
    }

    /// Starts a new young generation.
    ///
    /// - Returns: the old generation, which is discarded.
    func age() -> Generation? {
      defer { (old, young) = (young, Generation()) }
      return old
    }
  }

  /// Discarded rows. Releasing many of them takes time, so it is done outside the lock.
  struct Forgotten: @unchecked Sendable {
    // Sound: nothing else accesses it any more.
    fileprivate var generations: [Generation] = []
    fileprivate var hierarchies: [Hierarchy] = []
  }

  /// Indexed by the root's number - 1; nil if nothing is cached, which is usual in a transaction.
  private var byRoot: [Hierarchy?] = []

  /// The maximum size of a generation, in bytes.
  private let byteLimit: Int

  /// The number of bytes added to the young generation.
  private var youngBytes = 0

  /// Incremented with each recorded change.
  private(set) var changeCount: UInt64 = 0

  /// The number of the last change that may have affected every row.
  private var lastWholeChange: UInt64 = 0

  /// The maximum number of changed keys in a hierarchy that are tracked individually; beyond it,
  /// all its keys count as changed.
  private let changeLimit: Int

  /// Whether the time at which rows are read is recorded.
  var keepsReadTimes = false

  /// - Parameter byteLimit: the maximum size of each of the two generations; a single row always
  ///   fits.
  init(byteLimit: Int = 64 << 20, changeLimit: Int = 4096) {
    self.byteLimit = byteLimit
    self.changeLimit = changeLimit
  }

  /// The row for a key, if it was read at a time or later; one without a recorded time counts as
  /// old.
  func row(key: Int64, root: Int, readSince earliest: TimeInterval? = nil) -> Row? {
    guard root <= byRoot.count else { return nil }
    return withUncounted(optional: byRoot[root - 1]) { $0.row(of: key, readSince: earliest) } ?? nil
  }

  // MARK: What was read

  /// Stamps rows with their moment and inserts them, except those that may be outdated.
  ///
  /// - Parameter moment: the moment before they were read.
  mutating func insert(
    _ rows: some Collection<Row>, root: Int, readAt moment: CacheMoment, time: TimeInterval?
  ) -> Forgotten {
    var forgotten = Forgotten()
    let hierarchy = hierarchy(of: root)
    let isOfThePast = lastWholeChange > moment.changeCount
    for row in rows {
      row.stamp(epoch: moment.epoch)
      guard !isOfThePast, hierarchy.accepts(row.key, readAt: moment.changeCount) else { continue }
      let bytes = row.byteCount
      if youngBytes + bytes > byteLimit, youngBytes > 0 {
        forgotten.generations += byRoot.compactMap { $0?.age() }
        youngBytes = 0
      }
      hierarchy.insert(row, at: time)
      youngBytes += bytes
    }
    return forgotten
  }

  /// Removes the rows for keys if they are not referenced elsewhere; they have not changed.
  mutating func removeUnused(_ keys: some Collection<Int64>, root: Int) -> Forgotten {
    guard root <= byRoot.count, let hierarchy = byRoot[root - 1] else { return Forgotten() }
    let unused = Generation()
    for key in keys {
      for generation in [hierarchy.young, hierarchy.old].compactMap({ $0 }) {
        guard let row = generation.rows.removeIfUnused(key) else { continue }
        unused.rows.set(row, for: key)
      }
    }
    return Forgotten(generations: [unused])
  }

  /// Reserves capacity for more rows; a generation will hardly hold more than one for each 256
  /// bytes.
  mutating func reserve(_ count: Int, root: Int) {
    let young = hierarchy(of: root).young.rows
    young.reserve(min(byteLimit / 256, young.count + count))
  }

  private mutating func hierarchy(of root: Int) -> Hierarchy {
    while byRoot.count < root { byRoot.append(nil) }
    if let known = byRoot[root - 1] { return known }
    let new = Hierarchy()
    byRoot[root - 1] = new
    return new
  }

  // MARK: What was changed

  /// Removes the rows for changed keys, and records the change.
  mutating func recordChanges(of keys: some Collection<Int64>, root: Int) {
    guard !keys.isEmpty else { return }
    let hierarchy = hierarchy(of: root)
    changeCount += 1
    hierarchy.lastChange = changeCount
    let changes = hierarchy.changes ?? KeyTable()
    hierarchy.changes = changes
    if changes.count + keys.count > changeLimit {
      hierarchy.changes = nil
      hierarchy.lastWholeChange = changeCount
    }
    for key in keys {
      hierarchy.young.rows.remove(key)
      hierarchy.old?.rows.remove(key)
      if hierarchy.lastWholeChange != changeCount { changes.set(changeCount, for: key) }
    }
  }

  /// Records that any row may have changed, but keeps those in the cache.
  mutating func recordChangesAnywhere() {
    changeCount += 1
    lastWholeChange = changeCount
  }

  /// Removes all rows of a hierarchy if at least half of them have changed, which takes a single
  /// step instead of one for each key.
  ///
  /// - Parameter count: the maximum number of changed rows.
  /// - Returns: nil if the rows were kept, and no change was recorded.
  mutating func removeAll(root: Int, ifMostlyChangedBy count: Int) -> Forgotten? {
    let hierarchy = hierarchy(of: root)
    let known = hierarchy.young.rows.count + (hierarchy.old?.rows.count ?? 0)
    guard known <= 2 * count else { return nil }
    return removeAll(root: root)
  }

  /// Removes all rows of a hierarchy, and records that they may have changed.
  mutating func removeAll(root: Int) -> Forgotten {
    changeCount += 1
    let forgotten = Forgotten(hierarchies: [hierarchy(of: root)])
    let empty = Hierarchy()
    (empty.lastChange, empty.lastWholeChange) = (changeCount, changeCount)
    byRoot[root - 1] = empty
    return forgotten
  }

  /// Removes all rows, and records that they may have changed.
  mutating func removeAll() -> Forgotten {
    recordChangesAnywhere()
    youngBytes = 0
    defer { byRoot = [] }
    return Forgotten(hierarchies: byRoot.compactMap { $0 })
  }
}

extension KeyTable<Row> {
  /// Removes the row for a key if it is not referenced elsewhere.
  fileprivate func removeIfUnused(_ key: Int64) -> Row? {
    let place = find(key)
    guard place >= 0, values[place].isHeldOnce else { return nil }
    defer { remove(key) }
    return values[place]
  }
}

/// A moment at which a coordinator's cache had recorded certain changes, and no others.
package struct CacheMoment: Sendable, Hashable {
  /// The coordinator's epoch, for rows read from then on.
  let epoch: UInt32
  /// See `RowCache`.
  let changeCount: UInt64
}

/// The moments of a save's commits, one for each store.
package struct CommitMoments: Sendable {
  private var entries: [(store: Int, moment: CacheMoment)] = []

  mutating func append(_ moment: CacheMoment, ofStore number: Int) {
    entries.append((number, moment))
  }

  /// Calls the body with the rows of each store, and the moment of its commit.
  func visit(_ rows: [Row], _ body: ([Row], CacheMoment) -> Void) {
    if entries.count == 1 { return body(rows, entries[0].moment) }
    for (number, moment) in entries {
      body(rows.filter { StoreIdentity.number(ofKey: $0.key) == number }, moment)
    }
  }
}
