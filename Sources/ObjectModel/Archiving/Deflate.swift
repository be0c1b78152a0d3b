import Foundation

/// Packs data as raw DEFLATE (RFC 1951), without the header and the checksum of zlib.
///
/// Repetitions are found with hash chains and one step of lookahead; each block is written stored,
/// with the fixed codes or with codes of its own, whichever is shortest.
package struct Deflate {
  private let input: [UInt8]
  /// The last position of each hash, and for each position the one before it; -1 for none.
  private var heads = [Int32](repeating: -1, count: 1 << hashBits)
  private var previous: [Int32]
  private var hashed = 0
  private var tokens: [DeflateToken] = []
  private var blockStart = 0
  private var writer = DeflateBlockWriter()

  private static let hashBits = 15
  private static let window = 32_768
  private static let shortest = 3
  private static let longest = 258
  /// How many earlier places are looked at, and the length that ends the search at once.
  private static let chainLimit = 128
  private static let niceLength = 128
  private static let blockTokens = 16_384

  /// Packs the data; `Inflate` and zlib with negative window bits unpack it.
  package static func pack(_ data: Data) -> Data {
    var deflate = Deflate(input: Array(data))
    deflate.run()
    return Data(deflate.writer.finish())
  }

  private init(input: [UInt8]) {
    self.input = input
    previous = [Int32](repeating: -1, count: input.count)
  }

  private mutating func run() {
    var position = 0
    var pending: (length: Int, distance: Int)?
    while position < input.count {
      let match = pending ?? longestMatch(at: position)
      pending = nil
      guard match.length >= Self.shortest else {
        emit(.literal(input[position]), upTo: position + 1)
        position += 1
        continue
      }
      if match.length < Self.niceLength, position + 1 < input.count {
        let next = longestMatch(at: position + 1)
        if next.length > match.length {
          emit(.literal(input[position]), upTo: position + 1)
          position += 1
          pending = next
          continue
        }
      }
      position += match.length
      emit(.match(length: match.length, distance: match.distance), upTo: position)
    }
    writer.write(tokens, stored: input[blockStart...], isFinal: true)
  }

  private mutating func emit(_ token: DeflateToken, upTo position: Int) {
    tokens.append(token)
    guard tokens.count == Self.blockTokens, position < input.count else { return }
    writer.write(tokens, stored: input[blockStart..<position], isFinal: false)
    tokens.removeAll(keepingCapacity: true)
    blockStart = position
  }

  private mutating func longestMatch(at position: Int) -> (length: Int, distance: Int) {
    enterHashes(before: position)
    guard let hash = hash(at: position) else { return (0, 0) }
    let limit = min(Self.longest, input.count - position)
    var best = (length: 0, distance: 0)
    var candidate = Int(heads[hash])
    var steps = Self.chainLimit
    while candidate >= 0, candidate >= position - Self.window, steps > 0 {
      if best.length == 0 || input[candidate + best.length] == input[position + best.length] {
        var length = 0
        while length < limit, input[candidate + length] == input[position + length] { length += 1 }
        if length > best.length { best = (length, position - candidate) }
        if length >= min(limit, Self.niceLength) { break }
      }
      candidate = Int(previous[candidate])
      steps -= 1
    }
    return best
  }

  private mutating func enterHashes(before position: Int) {
    while hashed < position {
      if let hash = hash(at: hashed) {
        previous[hashed] = heads[hash]
        heads[hash] = Int32(hashed)
      }
      hashed += 1
    }
  }

  private func hash(at position: Int) -> Int? {
    guard position + Self.shortest <= input.count else { return nil }
    let word =
      UInt32(input[position]) | UInt32(input[position + 1]) << 8
      | UInt32(input[position + 2]) << 16
    return Int((word &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
  }
}

/// A byte as it is, or a repetition of earlier bytes.
enum DeflateToken {
  case literal(UInt8)
  case match(length: Int, distance: Int)
}
