/// Finds the number of a column by its name.
///
/// The dictionaries of a batch have the same few keys over and over: those that were seen are known
/// by the two words that a string is, which are the same for the same short text and for the same
/// literal. Only others are hashed.
struct ColumnFinder {
  private struct Known {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var number = -1
  }

  private let numbers: [String: Int]
  private var known = Array(repeating: Known(), count: Self.capacity)
  /// They keep what the words point to in its place.
  private var keys: [String] = []

  private static let capacity = 128
  private static let greatestCount = 64

  init(_ numbers: [String: Int]) {
    self.numbers = numbers
  }

  @inline(__always)
  mutating func number(of key: String) -> Int? {
    let (low, high) = unsafeBitCast(key, to: (UInt64, UInt64).self)
    var place = Int(truncatingIfNeeded: ((low ^ high &* 3) &* 0x9e37_79b9_7f4a_7c15) >> 57)
    while known[place].number >= 0 {
      if known[place].low == low, known[place].high == high { return known[place].number }
      place = (place + 1) & (Self.capacity - 1)
    }
    return learn(key, Known(low: low, high: high), at: place)
  }

  @inline(never)
  private mutating func learn(_ key: String, _ words: Known, at place: Int) -> Int? {
    guard let number = numbers[key] else { return nil }
    if keys.count < Self.greatestCount {
      keys.append(key)
      known[place] = words
      known[place].number = number
    }
    return number
  }
}
