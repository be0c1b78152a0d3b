import Foundation

/// The rows that a coordinator remembers, so that firing a fault need not go to the store.
///
/// It keeps two generations of bounded size for each hierarchy of entities: when the young one is
/// full it becomes the old one and the old one is forgotten, so that memory stays flat however many
/// rows pass through.
struct RowCache {
  private final class Generations {
    var young = KeyTable<Row>()
    var old = KeyTable<Row>()

    /// When the rows were read; there only while somebody asks.
    var youngTimes: KeyTable<TimeInterval>?
    var oldTimes: KeyTable<TimeInterval>?

    func insert(_ row: Row, limit: Int, at time: TimeInterval?) {
      if young.count >= limit {
        old = young
        oldTimes = youngTimes
        young = KeyTable()
        youngTimes = nil
      }
      young.set(row, for: row.key)
      guard let time else { return }
      let times = youngTimes ?? KeyTable()
      youngTimes = times
      times.set(time, for: row.key)
    }
  }

  /// At the root's number - 1.
  private var byRoot: [Generations] = []
  private let limit: Int

  /// Whether it is noted when rows are read.
  var keepsReadTimes = false

  /// - Parameter limit: the greatest number of rows in one generation of one hierarchy.
  init(limit: Int = 131_072) {
    self.limit = limit
  }

  mutating func row(key: Int64, root: Int) -> Row? {
    guard root <= byRoot.count else { return nil }
    let generations = byRoot[root - 1]
    if let row = generations.young.value(for: key) { return row }
    return generations.old.value(for: key)
  }

  /// The row of a key, if it was read at that time or later; one whose time was not noted is taken
  /// for an old one.
  func row(key: Int64, root: Int, readSince earliest: TimeInterval?) -> Row? {
    guard root <= byRoot.count else { return nil }
    let generations = byRoot[root - 1]
    if let row = generations.young.value(for: key) {
      guard let earliest else { return row }
      return (generations.youngTimes?.value(for: key)).map { $0 >= earliest } == true ? row : nil
    }
    guard let row = generations.old.value(for: key) else { return nil }
    guard let earliest else { return row }
    return (generations.oldTimes?.value(for: key)).map { $0 >= earliest } == true ? row : nil
  }

  mutating func insert(_ rows: [Row], root: Int, at time: TimeInterval?) {
    let generations = generations(of: root)
    generations.young.reserve(min(limit, generations.young.count + rows.count))
    for row in rows { generations.insert(row, limit: limit, at: time) }
  }

  mutating func insert(_ row: Row, root: Int, at time: TimeInterval?) {
    generations(of: root).insert(row, limit: limit, at: time)
  }

  private mutating func generations(of root: Int) -> Generations {
    while byRoot.count < root { byRoot.append(Generations()) }
    return byRoot[root - 1]
  }

  mutating func remove(key: Int64, root: Int) {
    guard root <= byRoot.count else { return }
    let generations = byRoot[root - 1]
    generations.young.remove(key)
    generations.old.remove(key)
  }

  mutating func removeAll() {
    byRoot = []
  }

  mutating func removeAll(root: Int) {
    guard root <= byRoot.count else { return }
    byRoot[root - 1] = Generations()
  }
}
