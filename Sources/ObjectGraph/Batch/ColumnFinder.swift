import ObjectStore

/// A property of which a batch insertion puts values straight into rows.
struct BatchColumn {
  let index: Int
  let slot: Int
  let kind: SlotKind

  var bit: UInt64 { 1 << UInt64(index) }
}

/// Finds columns by their names.
///
/// The dictionaries of a batch have the same few keys over and over: those that were seen are known
/// by the two words that a string is, which are the same for the same short text and for the same
/// literal. Only others are hashed.
struct ColumnFinder {
  private struct Known {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var column: BatchColumn?
  }

  private let columns: [String: BatchColumn]
  private var known = Array(repeating: Known(), count: Self.capacity)
  /// They keep what the words point to in its place.
  private var keys: [String] = []

  private static let capacity = 128
  private static let greatestCount = 64

  init(_ columns: [String: BatchColumn]) {
    self.columns = columns
  }

  @inline(__always)
  mutating func column(of key: String) -> BatchColumn? {
    let (low, high) = unsafeBitCast(key, to: (UInt64, UInt64).self)
    var place = Int(truncatingIfNeeded: ((low ^ high &* 3) &* 0x9e37_79b9_7f4a_7c15) >> 57)
    while let column = known[place].column {
      if known[place].low == low, known[place].high == high { return column }
      place = (place &+ 1) & (Self.capacity - 1)
    }
    return learn(key, Known(low: low, high: high), at: place)
  }

  @inline(never)
  private mutating func learn(_ key: String, _ words: Known, at place: Int) -> BatchColumn? {
    guard let column = columns[key] else { return nil }
    if keys.count < Self.greatestCount {
      keys.append(key)
      known[place] = words
      known[place].column = column
    }
    return column
  }
}
