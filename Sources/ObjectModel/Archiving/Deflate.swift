import Foundation

/// Decodes raw DEFLATE data (RFC 1951), without zlib's header and checksum.
package struct Inflate {
  private let input: [UInt8]
  private let limit: Int
  private var position = 0
  private var buffer: UInt32 = 0
  private var bufferedBits = 0
  private var output: [UInt8] = []

  /// Unpacks data.
  ///
  /// - Parameter limit: the maximum number of bytes to return.
  /// - Throws: code 134020 if the data is damaged, truncated or continues after its end, or if it
  ///   unpacks to more than the limit.
  package static func unpack(_ data: Data, limit: Int) throws -> Data {
    var inflate = Inflate(input: Array(data), limit: limit)
    try inflate.run()
    return Data(inflate.output)
  }

  private init(input: [UInt8], limit: Int) {
    self.input = input
    self.limit = limit
  }

  private mutating func run() throws {
    var isFinal = false
    while !isFinal {
      isFinal = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1: try expand(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try readCodes()
        try expand(literals, distances)
      default: throw damage("a block of unknown kind")
      }
    }
    guard position == input.count else { throw damage("there is data after its end") }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    while bufferedBits < count {
      guard position < input.count else { throw damage("it is truncated") }
      buffer |= UInt32(input[position]) << UInt32(bufferedBits)
      position += 1
      bufferedBits += 8
    }
    let result = buffer & (1 << UInt32(count) - 1)
    buffer >>= UInt32(count)
    bufferedBits -= count
    return Int(result)
  }

  private mutating func copyStored() throws {
    buffer = 0
    bufferedBits = 0
    guard input.count - position >= 4 else { throw damage("it is truncated") }
    let count = Int(input[position]) | Int(input[position + 1]) << 8
    let check = Int(input[position + 2]) | Int(input[position + 3]) << 8
    guard count == ~check & 0xFFFF else { throw damage("a block has an inconsistent length") }
    position += 4
    guard input.count - position >= count else { throw damage("it is truncated") }
    try reserve(count)
    output += input[position..<position + count]
    position += count
  }

  private mutating func expand(_ literals: HuffmanDecoder, _ distances: HuffmanDecoder) throws {
    while true {
      let symbol = try decode(literals)
      if symbol < 256 {
        try reserve(1)
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw damage("an unknown length") }
      let (lengthBase, lengthBits) = Self.lengths[symbol - 257]
      let length = lengthBase + (try bits(lengthBits))
      let code = try decode(distances)
      guard code < Self.distances.count else { throw damage("an unknown distance") }
      let (distanceBase, distanceBits) = Self.distances[code]
      let distance = distanceBase + (try bits(distanceBits))
      guard distance <= output.count else { throw damage("a distance beyond its start") }
      try reserve(length)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func decode(_ decoder: HuffmanDecoder) throws -> Int {
    var code = 0
    var first = 0
    var index = 0
    for count in decoder.counts.dropFirst() {
      code |= try bits(1)
      if code - first < count { return decoder.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw damage("a code without a symbol")
  }

  private mutating func readCodes() throws -> (HuffmanDecoder, HuffmanDecoder) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let orderCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw damage("a block with too many codes")
    }
    var orderLengths = [Int](repeating: 0, count: 19)
    for place in Self.codeLengthOrder.prefix(orderCount) { orderLengths[place] = try bits(3) }
    guard let decoder = HuffmanDecoder(orderLengths, mayBeIncomplete: false) else {
      throw damage("inconsistent code lengths")
    }

    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try decode(decoder)
      switch symbol {
      case 0...15: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw damage("a repetition of nothing") }
        lengths += repeatElement(last, count: try bits(2) + 3)
      case 17: lengths += repeatElement(0, count: try bits(3) + 3)
      default: lengths += repeatElement(0, count: try bits(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0,
      let literals = HuffmanDecoder(Array(lengths[..<literalCount]), mayBeIncomplete: true),
      let distances = HuffmanDecoder(Array(lengths[literalCount...]), mayBeIncomplete: true)
    else { throw damage("inconsistent code lengths") }
    return (literals, distances)
  }

  private func reserve(_ count: Int) throws {
    guard limit - output.count >= count else {
      throw ObjectGraphError.damage("the compressed data unpacks to more than \(limit) bytes")
    }
  }

  private func damage(_ what: String) -> ObjectGraphError {
    .damage("the compressed data is damaged near byte \(position): \(what)")
  }

  private static let fixedLiterals =
    HuffmanDecoder(fixedLiteralLengths, mayBeIncomplete: false) ?? .empty
  private static let fixedDistances =
    HuffmanDecoder([Int](repeating: 5, count: 32), mayBeIncomplete: false) ?? .empty
}

// MARK: The tables of RFC 1951

extension Inflate {
  /// The least length and the number of extra bits for the symbols from 257.
  private static let lengths: [(base: Int, bits: Int)] = {
    var table = ranges(count: 28, start: 3, plain: 8, step: 4)
    // 258, the maximum length, has its own symbol.
    table.append((258, 0))
    return table
  }()

  /// The least distance and the number of extra bits for each symbol.
  private static let distances = ranges(count: 30, start: 1, plain: 4, step: 2)

  /// The order in which the code lengths for code lengths are stored.
  private static let codeLengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The code lengths of the fixed code for literals and lengths.
  private static let fixedLiteralLengths: [Int] =
    [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
    + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)

  /// Doubling ranges: the first `plain` symbols have no extra bits, and then each `step` symbols
  /// have one more.
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

/// A canonical Huffman code: the number of codes of each length, and their symbols in order.
private struct HuffmanDecoder {
  let counts: [Int]
  let symbols: [Int]

  static let empty = HuffmanDecoder(counts: [], symbols: [])
}

extension HuffmanDecoder {
  /// Creates the code with the given lengths, one for each symbol, 0 for unused ones; nil if there
  /// are too many codes, or too few to be complete. If incomplete codes are allowed, a single
  /// one-bit code and an empty code are valid, as in zlib.
  init?(_ lengths: [Int], mayBeIncomplete: Bool) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[length] += 1 }
    var free = 1
    for count in counts.dropFirst() {
      free = free << 1 - count
      guard free >= 0 else { return nil }
    }
    let used = counts.reduce(0, +)
    let isTiny = used == 0 || (used == 1 && counts[1] == 1)
    guard free == 0 || (mayBeIncomplete && isTiny) else { return nil }
    let symbols = lengths.indices.filter { lengths[$0] > 0 }
      .sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    self.init(counts: counts, symbols: symbols)
  }
}

/// Encodes data as raw DEFLATE (RFC 1951) in stored blocks, without zlib's header and checksum.
///
/// It is used only for a store's model, a few tens of kilobytes, which do not justify a compressor.
package enum Deflate {
  private static let greatestBlock = 0xFFFF

  /// Packs data, which `Inflate`, or zlib with negative window bits, can unpack.
  package static func pack(_ data: Data) -> Data {
    var packed = Data()
    var rest = data[...]
    repeat {
      let block = rest.prefix(greatestBlock)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      packed.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] {
        packed += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
      }
      packed += block
    } while !rest.isEmpty
    return packed
  }
}
