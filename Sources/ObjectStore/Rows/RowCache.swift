import Foundation

/// The rows that a coordinator remembers, so that firing a fault need not go to the store.
///
/// A row enters only if its key was not changed - written, deleted or invalidated - since the one
/// who brings it began to read: others may have committed meanwhile, and what was read before is of
/// the past then. Its version does not tell, since a row that was deleted has none. Whoever reads
/// notes `changeCount` before the read begins; whoever writes notes the keys after the commit, so
/// that a read that begins after the note sees what was written. What is here is thus what the
/// store has, as far as the coordinator was told.
///
/// It keeps two generations of bounded size for each hierarchy of entities: when the young one is
/// full it becomes the old one and the old one is forgotten, so that memory stays flat however many
/// rows pass through.
struct RowCache {
  fileprivate final class Hierarchy {
    var young = KeyTable<Row>()
    var old = KeyTable<Row>()

    /// When the rows were read; there only while somebody asks.
    var youngTimes: KeyTable<TimeInterval>?
    var oldTimes: KeyTable<TimeInterval>?

    /// For keys that were changed lately, the number of the last change.
    var changes = KeyTable<UInt64>()
    /// The number of the last change of any key.
    var lastChange: UInt64 = 0
    /// The number of the last change that may have been one of every key.
    var lastWholeChange: UInt64 = 0

    func accepts(_ key: Int64, readAt count: UInt64) -> Bool {
      if lastChange <= count { return true }
      return lastWholeChange <= count && changes.value(for: key) ?? 0 <= count
    }

    /// - Returns: the generation that is forgotten for it, if one is.
    func insert(_ row: Row, limit: Int, at time: TimeInterval?) -> KeyTable<Row>? {
      var forgotten: KeyTable<Row>?
      if young.count >= limit {
        forgotten = old
        old = young
        oldTimes = youngTimes
        young = KeyTable()
        youngTimes = nil
      }
      young.set(row, for: row.key)
      if let time {
        let times = youngTimes ?? KeyTable()
        youngTimes = times
        times.set(time, for: row.key)
      }
      return forgotten
    }
  }

  /// What was forgotten: to free so many rows takes time, which nobody should have to wait for.
  struct Forgotten: @unchecked Sendable {
    // Sound: nobody else reaches it any more.
    fileprivate var generations: [KeyTable<Row>] = []
    fileprivate var hierarchies: [Hierarchy] = []
  }

  /// At the root's number - 1.
  private var byRoot: [Hierarchy] = []
  private let limit: Int

  /// Rises with each change that is noted.
  private(set) var changeCount: UInt64 = 0

  /// The number of the last change that may have been one of every row.
  private var lastWholeChange: UInt64 = 0

  /// Of how many changed keys of a hierarchy the changes are told apart; with one more, all its keys
  /// count as changed.
  private let changeLimit: Int

  /// Whether it is noted when rows are read.
  var keepsReadTimes = false

  /// - Parameter limit: the greatest number of rows in one generation of one hierarchy.
  init(limit: Int = 131_072, changeLimit: Int = 4096) {
    self.limit = limit
    self.changeLimit = changeLimit
  }

  func row(key: Int64, root: Int) -> Row? {
    guard root <= byRoot.count else { return nil }
    let hierarchy = byRoot[root - 1]
    if let row = hierarchy.young.value(for: key) { return row }
    return hierarchy.old.value(for: key)
  }

  /// The row of a key, if it was read at that time or later; one whose time was not noted is taken
  /// for an old one.
  func row(key: Int64, root: Int, readSince earliest: TimeInterval?) -> Row? {
    guard root <= byRoot.count else { return nil }
    let hierarchy = byRoot[root - 1]
    if let row = hierarchy.young.value(for: key) {
      guard let earliest else { return row }
      return (hierarchy.youngTimes?.value(for: key)).map { $0 >= earliest } == true ? row : nil
    }
    guard let row = hierarchy.old.value(for: key) else { return nil }
    guard let earliest else { return row }
    return (hierarchy.oldTimes?.value(for: key)).map { $0 >= earliest } == true ? row : nil
  }

  // MARK: What was read

  /// Puts rows in, those that may be of the past left out.
  ///
  /// - Parameter count: `changeCount` from before they were read.
  mutating func insert(
    _ rows: some Collection<Row>, root: Int, readAt count: UInt64, time: TimeInterval?
  ) -> Forgotten {
    var forgotten = Forgotten()
    guard lastWholeChange <= count else { return forgotten }
    let hierarchy = hierarchy(of: root)
    for row in rows where hierarchy.accepts(row.key, readAt: count) {
      guard let old = hierarchy.insert(row, limit: limit, at: time) else { continue }
      forgotten.generations.append(old)
    }
    return forgotten
  }

  /// Makes room for that many more rows.
  mutating func reserve(_ count: Int, root: Int) {
    let young = hierarchy(of: root).young
    young.reserve(min(limit, young.count + count))
  }

  private mutating func hierarchy(of root: Int) -> Hierarchy {
    while byRoot.count < root { byRoot.append(Hierarchy()) }
    return byRoot[root - 1]
  }

  // MARK: What was changed

  /// Forgets the rows of keys that were changed, and notes that they were.
  mutating func noteChanges(of keys: some Collection<Int64>, root: Int) {
    guard !keys.isEmpty else { return }
    let hierarchy = hierarchy(of: root)
    changeCount += 1
    hierarchy.lastChange = changeCount
    if hierarchy.changes.count + keys.count > changeLimit {
      hierarchy.changes = KeyTable()
      hierarchy.lastWholeChange = changeCount
    }
    for key in keys {
      hierarchy.young.remove(key)
      hierarchy.old.remove(key)
      if hierarchy.lastWholeChange != changeCount { hierarchy.changes.set(changeCount, for: key) }
    }
  }

  /// Notes that any row may have been changed; those that are here stay.
  mutating func noteChangesAnywhere() {
    changeCount += 1
    lastWholeChange = changeCount
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
    noteChangesAnywhere()
    defer { byRoot = [] }
    return Forgotten(hierarchies: byRoot)
  }
}
