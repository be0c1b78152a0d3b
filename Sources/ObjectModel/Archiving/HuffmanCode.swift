/// A canonical Huffman code for writing: the length and the reversed bits of each symbol's code.
struct HuffmanCode {
  /// The lengths by symbol; 0 for symbols that do not occur.
  let lengths: [Int]
  /// The codes by symbol, lowest bit first, as DEFLATE packs them.
  let codes: [Int]

  /// Makes the code that the lengths determine.
  init(lengths: [Int]) {
    self.lengths = lengths
    var codes = [Int](repeating: 0, count: lengths.count)
    var next = 0
    for length in 1...15 {
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = (0..<length).reduce(0) { $0 << 1 | (next >> $1) & 1 }
        next += 1
      }
      next <<= 1
    }
    self.codes = codes
  }

  /// Makes a short code for symbols that occur so many times, none longer than the limit.
  init(counts: [Int], limit: Int) {
    var counts = counts
    var lengths = Self.lengths(for: counts)
    // Counts that are closer together make a flatter tree; equal ones make the flattest.
    while lengths.contains(where: { $0 > limit }) {
      counts = counts.map { $0 > 0 ? $0 / 2 + 1 : 0 }
      lengths = Self.lengths(for: counts)
    }
    self.init(lengths: lengths)
  }

  /// The bits that the symbols take up.
  func cost(_ counts: [Int]) -> Int {
    zip(lengths, counts).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func lengths(for counts: [Int]) -> [Int] {
    var lengths = [Int](repeating: 0, count: counts.count)
    let leaves = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    guard leaves.count > 1 else {
      // Readers want a code of one bit even where there is nothing to tell apart.
      if let only = leaves.first { lengths[only] = 1 }
      return lengths
    }

    // Two queues, both in order of weight: the leaves, and the inner nodes as they are made.
    var weights = leaves.map { counts[$0] }
    var parents = [Int](repeating: 0, count: leaves.count * 2 - 1)
    var nextLeaf = 0
    var nextInner = leaves.count
    func lightest() -> Int {
      let takesLeaf =
        nextInner == weights.count
        || (nextLeaf < leaves.count && weights[nextLeaf] <= weights[nextInner])
      defer { if takesLeaf { nextLeaf += 1 } else { nextInner += 1 } }
      return takesLeaf ? nextLeaf : nextInner
    }
    while weights.count < parents.count {
      let left = lightest()
      let right = lightest()
      parents[left] = weights.count
      parents[right] = weights.count
      weights.append(weights[left] + weights[right])
    }

    var depths = [Int](repeating: 0, count: parents.count)
    for node in depths.indices.dropLast().reversed() { depths[node] = depths[parents[node]] + 1 }
    for (place, symbol) in leaves.enumerated() { lengths[symbol] = depths[place] }
    return lengths
  }
}
