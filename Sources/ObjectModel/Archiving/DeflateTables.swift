/// The tables of RFC 1951 that packing and unpacking share.
enum DeflateTables {
  /// The least length and the count of extra bits of the symbols from 257 on.
  static let lengths: [(base: Int, bits: Int)] = {
    var table = ranges(count: 28, start: 3, plain: 8, step: 4)
    // 258, the greatest length, has a symbol of its own.
    table.append((258, 0))
    return table
  }()

  /// The least distance and the count of extra bits of each symbol.
  static let distances: [(base: Int, bits: Int)] = ranges(count: 30, start: 1, plain: 4, step: 2)

  /// The order in which the lengths of the code for code lengths are written.
  static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The lengths of the fixed code for literals and lengths.
  static let fixedLiteralLengths: [Int] =
    [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
    + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)

  /// Ranges that double: the first `plain` symbols have no extra bits, then each `step` one more.
  private static func ranges(
    count: Int, start: Int, plain: Int, step: Int
  ) -> [(base: Int, bits: Int)] {
    var base = start
    return (0..<count).map { symbol in
      let bits = symbol < plain ? 0 : (symbol - plain) / step + 1
      defer { base += 1 << bits }
      return (base, bits)
    }
  }
}
