/// Writes the blocks of a DEFLATE stream.
struct DeflateBlockWriter {
  private var bytes: [UInt8] = []
  private var buffer: UInt64 = 0
  private var bufferedBits = 0

  private static let fixedLiterals = HuffmanCode(lengths: DeflateTables.fixedLiteralLengths)
  private static let fixedDistances = HuffmanCode(lengths: [Int](repeating: 5, count: 30))
  private static let endOfBlock = 256
  private static let storedLimit = 65_535

  /// Writes one block of tokens, or the bytes that they stand for, whichever is shorter.
  mutating func write(_ tokens: [DeflateToken], stored: ArraySlice<UInt8>, isFinal: Bool) {
    var literalCounts = [Int](repeating: 0, count: 286)
    var distanceCounts = [Int](repeating: 0, count: 30)
    literalCounts[Self.endOfBlock] = 1
    for token in tokens {
      switch token {
      case .literal(let byte): literalCounts[Int(byte)] += 1
      case .match(let length, let distance):
        literalCounts[Self.lengthSymbol(length)] += 1
        distanceCounts[Self.distanceSymbol(distance)] += 1
      }
    }
    let literals = HuffmanCode(counts: literalCounts, limit: 15)
    let distances = HuffmanCode(counts: distanceCounts, limit: 15)
    let header = CodeLengths(literals: literals, distances: distances)
    func cost(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Int {
      literals.cost(literalCounts) + distances.cost(distanceCounts)
    }
    let own = cost(literals, distances) + header.cost
    let fixed = cost(Self.fixedLiterals, Self.fixedDistances)
    let extra = tokens.reduce(0) { $0 + Self.extraBits($1) }
    let plain = stored.count * 8 + 40 * (1 + stored.count / Self.storedLimit)

    if plain < min(own, fixed) + extra {
      store(stored, isFinal: isFinal)
    } else if own < fixed {
      put(isFinal ? 1 : 0, 1)
      put(2, 2)
      header.write { put($0, $1) }
      write(tokens, literals, distances)
    } else {
      put(isFinal ? 1 : 0, 1)
      put(1, 2)
      write(tokens, Self.fixedLiterals, Self.fixedDistances)
    }
  }

  /// Ends the stream and returns all of it.
  mutating func finish() -> [UInt8] {
    align()
    return bytes
  }

  private mutating func store(_ content: ArraySlice<UInt8>, isFinal: Bool) {
    var rest = content
    repeat {
      let part = rest.prefix(Self.storedLimit)
      rest = rest.dropFirst(part.count)
      put(isFinal && rest.isEmpty ? 1 : 0, 1)
      put(0, 2)
      align()
      put(part.count, 16)
      put(~part.count & 0xFFFF, 16)
      bytes += part
    } while !rest.isEmpty
  }

  private mutating func write(
    _ tokens: [DeflateToken], _ literals: HuffmanCode, _ distances: HuffmanCode
  ) {
    for token in tokens {
      switch token {
      case .literal(let byte): put(literals, Int(byte))
      case .match(let length, let distance):
        let lengthSymbol = Self.lengthSymbol(length)
        put(literals, lengthSymbol)
        let (lengthBase, lengthBits) = DeflateTables.lengths[lengthSymbol - 257]
        put(length - lengthBase, lengthBits)
        let distanceSymbol = Self.distanceSymbol(distance)
        put(distances, distanceSymbol)
        let (distanceBase, distanceBits) = DeflateTables.distances[distanceSymbol]
        put(distance - distanceBase, distanceBits)
      }
    }
    put(literals, Self.endOfBlock)
  }

  private mutating func put(_ code: HuffmanCode, _ symbol: Int) {
    put(code.codes[symbol], code.lengths[symbol])
  }

  private mutating func put(_ value: Int, _ count: Int) {
    buffer |= UInt64(value) << UInt64(bufferedBits)
    bufferedBits += count
    while bufferedBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: buffer))
      buffer >>= 8
      bufferedBits -= 8
    }
  }

  private mutating func align() {
    if bufferedBits > 0 { bytes.append(UInt8(truncatingIfNeeded: buffer)) }
    buffer = 0
    bufferedBits = 0
  }

  private static func extraBits(_ token: DeflateToken) -> Int {
    guard case .match(let length, let distance) = token else { return 0 }
    return DeflateTables.lengths[lengthSymbol(length) - 257].bits
      + DeflateTables.distances[distanceSymbol(distance)].bits
  }

  private static func lengthSymbol(_ length: Int) -> Int { 257 + lengthSymbols[length] }

  private static func distanceSymbol(_ distance: Int) -> Int {
    // Two symbols for each power of two: the exponent and the bit below the highest one.
    let value = distance - 1
    guard value >= 4 else { return value }
    let exponent = Int.bitWidth - 1 - value.leadingZeroBitCount
    return 2 * exponent + (value >> (exponent - 1)) & 1
  }

  /// The place in the table of lengths by length.
  private static let lengthSymbols: [Int] = (0...258).map { length in
    DeflateTables.lengths.lastIndex { $0.base <= length } ?? 0
  }
}

/// How the lengths of a block's codes are themselves written: in runs, with a code of their own.
private struct CodeLengths {
  private let literalCount: Int
  private let distanceCount: Int
  private let runs: [(symbol: Int, extra: Int, bits: Int)]
  private let code: HuffmanCode
  private let orderCount: Int

  init(literals: HuffmanCode, distances: HuffmanCode) {
    literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let lengths = literals.lengths.prefix(literalCount) + distances.lengths.prefix(distanceCount)
    let runs = Self.runs(of: Array(lengths))
    self.runs = runs
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = HuffmanCode(counts: counts, limit: 7)
    self.code = code
    let last = DeflateTables.codeLengthOrder.lastIndex { code.lengths[$0] > 0 } ?? 0
    orderCount = max(4, last + 1)
  }

  var cost: Int {
    14 + 3 * orderCount + runs.reduce(0) { $0 + code.lengths[$1.symbol] + $1.bits }
  }

  func write(_ put: (_ value: Int, _ count: Int) -> Void) {
    put(literalCount - 257, 5)
    put(distanceCount - 1, 5)
    put(orderCount - 4, 4)
    for place in DeflateTables.codeLengthOrder.prefix(orderCount) { put(code.lengths[place], 3) }
    for run in runs {
      put(code.codes[run.symbol], code.lengths[run.symbol])
      put(run.extra, run.bits)
    }
  }

  private static func runs(of lengths: [Int]) -> [(symbol: Int, extra: Int, bits: Int)] {
    var runs: [(symbol: Int, extra: Int, bits: Int)] = []
    var index = 0
    while index < lengths.count {
      let length = lengths[index]
      var count = lengths[index...].prefix { $0 == length }.count
      index += count
      if length > 0 {
        runs.append((length, 0, 0))
        count -= 1
      }
      while count >= 3 {
        let part = min(count, length > 0 ? 6 : 138)
        if length > 0 {
          runs.append((16, part - 3, 2))
        } else if part <= 10 {
          runs.append((17, part - 3, 3))
        } else {
          runs.append((18, part - 11, 7))
        }
        count -= part
      }
      runs += repeatElement((symbol: length, extra: 0, bits: 0), count: count)
    }
    return runs
  }
}
