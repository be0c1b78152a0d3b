import ObjectStore

/// A property whose values a batch insertion puts straight into rows.
struct BatchColumn {
  let index: Int
  let slot: Int
  let kind: SlotKind

  var bit: UInt64 { 1 << UInt64(index) }
}

/// Finds columns by name.
///
/// The dictionaries of a batch repeat the same few keys. Their lengths and first bytes distinguish
/// them as well as a hash does, in a tenth of the time.
struct ColumnFinder {
  private typealias Entry = (key: String, column: BatchColumn)

  /// Open-addressed, at most a quarter full; the length is a power of two.
  private let entries: [Entry?]

  init(_ columns: [String: BatchColumn]) {
    var capacity = 4
    while capacity < columns.count * 4 { capacity *= 2 }
    var entries = [Entry?](repeating: nil, count: capacity)
    for (key, column) in columns {
      var place = Self.place(of: key, among: capacity)
      while entries[place] != nil { place = (place + 1) & (capacity - 1) }
      entries[place] = (key, column)
    }
    self.entries = entries
  }

  @inline(__always)
  func column(of key: String) -> BatchColumn? {
    var place = Self.place(of: key, among: entries.count)
    while let entry = entries[place] {
      if entry.key == key { return entry.column }
      place = (place &+ 1) & (entries.count &- 1)
    }
    return nil
  }

  @inline(__always)
  private static func place(of key: String, among count: Int) -> Int {
    (key.utf8.count &* 31 &+ Int(key.utf8.first ?? 0)) & (count &- 1)
  }
}
