/// A set of primary keys, with a bit for each, because keys are mostly consecutive.
final class KeySet {
  /// By the keys' upper bits plus one; the lower six bits select a bit of the word.
  private let words = KeyTable<UInt64>()

  /// - Parameter key: must not be negative.
  @inline(__always)
  func insert(_ key: Int64) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: key & 63)
    let place = words.find(key >> 6 + 1)
    if place >= 0 {
      words.values[place] |= bit
    } else {
      words.set(bit, for: key >> 6 + 1)
    }
  }

  /// All keys, ascending.
  var sorted: [Int64] {
    var keys: [Int64] = []
    for block in words.sortedKeys {
      var word = words.value(for: block) ?? 0
      while word != 0 {
        keys.append((block - 1) << 6 + Int64(word.trailingZeroBitCount))
        word &= word - 1
      }
    }
    return keys
  }
}
