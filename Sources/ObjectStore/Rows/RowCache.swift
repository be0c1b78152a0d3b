/// The rows that a coordinator remembers, so that firing a fault need not go to the store.
///
/// It keeps two generations of bounded size for each hierarchy of entities: when the young one is
/// full it becomes the old one and the old one is forgotten, so that memory stays flat however many
/// rows pass through.
struct RowCache {
  private struct Generations {
    var young = KeyTable<Row>()
    var old = KeyTable<Row>()
  }

  private var byRoot: [Int: Generations] = [:]
  private let limit: Int

  /// - Parameter limit: the greatest number of rows in one generation of one hierarchy.
  init(limit: Int = 131_072) {
    self.limit = limit
  }

  mutating func row(key: Int64, root: Int) -> Row? {
    guard let generations = byRoot[root] else { return nil }
    if let row = generations.young.value(for: key) { return row }
    return generations.old.value(for: key)
  }

  mutating func insert(_ rows: [Row], root: Int) {
    var generations = byRoot[root] ?? Generations()
    generations.young.reserve(min(limit, generations.young.count + rows.count))
    for row in rows {
      if generations.young.count >= limit {
        generations.old = generations.young
        generations.young = KeyTable()
      }
      generations.young.set(row, for: row.key)
    }
    byRoot[root] = generations
  }

  mutating func remove(key: Int64, root: Int) {
    guard let generations = byRoot[root] else { return }
    generations.young.remove(key)
    generations.old.remove(key)
  }

  mutating func removeAll() {
    byRoot = [:]
  }
}
