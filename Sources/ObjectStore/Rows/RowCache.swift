import Foundation
import ObjectModel

/// The rows that a coordinator remembers, so that firing a fault need not go to the store.
///
/// A row enters only if its key was not changed - written, deleted or invalidated - since the one
/// who brings it began to read: others may have committed meanwhile, and what was read before is of
/// the past then. Its version does not tell, since a row that was deleted has none. Whoever reads
/// notes `changeCount` before the read begins; whoever writes notes the keys after the commit, so
/// that a read that begins after the note sees what was written. What is here is thus what the
/// store has, as far as the coordinator was told.
///
/// It keeps two generations of rows, each of bounded size in bytes: when the young one is full it
/// becomes the old one and the old one is forgotten, so that memory stays flat however many and
/// however large rows pass through.
struct RowCache {
  fileprivate struct Generation {
    let rows = KeyTable<Row>()
    /// When the rows were read; there only while somebody asks.
    var times: KeyTable<TimeInterval>?

    func row(of key: Int64, readSince earliest: TimeInterval?) -> Row? {
      guard let earliest else { return rows.value(for: key) }
      guard let time = times?.value(for: key), time >= earliest else { return nil }
      return rows.value(for: key)
    }
  }

  fileprivate final class Hierarchy {
    var young = Generation()
    /// Nil before the first one.
    var old: Generation?

    /// For keys that were changed lately, the number of the last change; nil for none.
    var changes: KeyTable<UInt64>?
    /// The number of the last change of any key.
    var lastChange: UInt64 = 0
    /// The number of the last change that may have been one of every key.
    var lastWholeChange: UInt64 = 0

    func accepts(_ key: Int64, readAt count: UInt64) -> Bool {
      if lastChange <= count { return true }
      return lastWholeChange <= count && changes?.value(for: key) ?? 0 <= count
    }

    func insert(_ row: Row, at time: TimeInterval?) {
      young.rows.set(row, for: row.key)
      guard let time else { return }
      let times = young.times ?? KeyTable()
      young.times = times
      times.set(time, for: row.key)
    }

    /// Begins a young generation.
    ///
    /// - Returns: the old one, which is forgotten.
    func age() -> Generation? {
      defer { (old, young) = (young, Generation()) }
      return old
    }
  }

  /// What was forgotten: to free so many rows takes time, which nobody should have to wait for.
  struct Forgotten: @unchecked Sendable {
    // Sound: nobody else reaches it any more.
    fileprivate var generations: [Generation] = []
    fileprivate var hierarchies: [Hierarchy] = []
  }

  /// At the root's number - 1; nil for what nothing is known of, as of most in a transaction.
  private var byRoot: [Hierarchy?] = []

  /// The greatest size of a generation in bytes.
  private let byteLimit: Int

  /// How many bytes entered the young generation.
  private var youngBytes = 0

  /// Rises with each change that is noted.
  private(set) var changeCount: UInt64 = 0

  /// The number of the last change that may have been one of every row.
  private var lastWholeChange: UInt64 = 0

  /// Of how many changed keys of a hierarchy the changes are told apart; with one more, all its keys
  /// count as changed.
  private let changeLimit: Int

  /// Whether it is noted when rows are read.
  var keepsReadTimes = false

  /// - Parameter byteLimit: the greatest size of one of the two generations; one row always fits.
  init(byteLimit: Int = 64 << 20, changeLimit: Int = 4096) {
    self.byteLimit = byteLimit
    self.changeLimit = changeLimit
  }

  /// The row of a key, if it was read at that time or later; one whose time was not noted is taken
  /// for an old one.
  func row(key: Int64, root: Int, readSince earliest: TimeInterval? = nil) -> Row? {
    guard root <= byRoot.count, let hierarchy = byRoot[root - 1] else { return nil }
    return hierarchy.young.row(of: key, readSince: earliest)
      ?? hierarchy.old?.row(of: key, readSince: earliest)
  }

  // MARK: What was read

  /// Stamps rows with their moment and puts them in, those that may be of the past left out.
  ///
  /// - Parameter moment: that before they were read.
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

  /// Forgets those rows of keys that nobody else holds; they were not changed.
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

  /// Makes room for that many more rows, of which a generation will hardly keep more than one for
  /// each 256 bytes.
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

  /// Forgets the rows of keys that were changed, and notes that they were.
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

  /// Notes that any row may have been changed; those that are here stay.
  mutating func recordChangesAnywhere() {
    changeCount += 1
    lastWholeChange = changeCount
  }

  /// Forgets all rows of a hierarchy if at least half of them were changed: that takes one step, and
  /// one for each key otherwise.
  ///
  /// - Parameter count: how many rows were changed, at most.
  /// - Returns: nil when the rows are still there, and no change was noted.
  mutating func removeAll(root: Int, ifMostlyChangedBy count: Int) -> Forgotten? {
    let hierarchy = hierarchy(of: root)
    let known = hierarchy.young.rows.count + (hierarchy.old?.rows.count ?? 0)
    guard known <= 2 * count else { return nil }
    return removeAll(root: root)
  }

  /// Forgets all rows of a hierarchy, and notes that they may have been changed.
  mutating func removeAll(root: Int) -> Forgotten {
    changeCount += 1
    let forgotten = Forgotten(hierarchies: [hierarchy(of: root)])
    let empty = Hierarchy()
    (empty.lastChange, empty.lastWholeChange) = (changeCount, changeCount)
    byRoot[root - 1] = empty
    return forgotten
  }

  /// Forgets all rows, and notes that they may have been changed.
  mutating func removeAll() -> Forgotten {
    recordChangesAnywhere()
    youngBytes = 0
    defer { byRoot = [] }
    return Forgotten(hierarchies: byRoot.compactMap { $0 })
  }
}

extension KeyTable<Row> {
  /// Takes the row of a key out if nobody else holds it.
  fileprivate func removeIfUnused(_ key: Int64) -> Row? {
    guard withValue(for: key, { $0.isHeldOnce }) == true, let row = value(for: key) else {
      return nil
    }
    remove(key)
    return row
  }
}
