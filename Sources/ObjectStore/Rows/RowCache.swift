/// The rows that a coordinator remembers, so that firing a fault need not go to the store.
///
/// It keeps two generations of bounded size for each hierarchy of entities: when the young one is
/// full it becomes the old one and the old one is forgotten, so that memory stays flat however many
/// rows pass through.
struct RowCache {
  private final class Generations {
    var young = KeyTable<Row>()
    var old = KeyTable<Row>()

    func insert(_ row: Row, limit: Int) {
      if young.count >= limit {
        old = young
        young = KeyTable()
      }
      young.set(row, for: row.key)
    }
  }

  /// At the root's number - 1.
  private var byRoot: [Generations] = []
  private let limit: Int

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

  mutating func insert(_ rows: [Row], root: Int) {
    let generations = generations(of: root)
    generations.young.reserve(min(limit, generations.young.count + rows.count))
    for row in rows { generations.insert(row, limit: limit) }
  }

  mutating func insert(_ row: Row, root: Int) {
    generations(of: root).insert(row, limit: limit)
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
}
