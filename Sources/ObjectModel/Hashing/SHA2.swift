import Foundation

/// The common part of SHA-256 and SHA-512 in FIPS 180-4, which differ in word size, constants and
/// rotations.
protocol SHA2 {
  /// A word: a sixteenth of a block, an eighth of the digest.
  associatedtype Word: FixedWidthInteger & UnsignedInteger

  /// The fractional parts of the square roots of the first 8 primes.
  static var initialState: [Word] { get }

  /// The fractional parts of the cube roots of the first primes, one for each round.
  static var roundConstants: [Word] { get }

  /// The distances by which words are rotated.
  static var rotations: SHA2Rotations { get }
}

/// The distances by which SHA-256 or SHA-512 rotates words to the right, in bits.
struct SHA2Rotations {
  /// For the word 15 rounds back, in the schedule; the third is a shift.
  let early: (Int, Int, Int)

  /// For the word 2 rounds back, in the schedule; the third is a shift.
  let late: (Int, Int, Int)

  /// For the first word of the state.
  let lower: (Int, Int, Int)

  /// For the fifth word of the state.
  let upper: (Int, Int, Int)
}

extension SHA2 {
  private static var wordSize: Int { Word.bitWidth / 8 }

  /// Hashes bytes.
  ///
  /// - Returns: 8 words, as bytes.
  static func hash(of bytes: some Sequence<UInt8>) -> Data {
    let blockSize = 16 * wordSize
    // The length takes two words, of which at most 8 bytes are used.
    let lengthSize = 2 * wordSize
    var message = Array(bytes)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % blockSize != blockSize - lengthSize { message.append(0) }
    message.append(contentsOf: repeatElement(0, count: lengthSize - 8))
    message.append(contentsOf: bigEndian(bitCount))

    var state = initialState
    var schedule = [Word](repeating: 0, count: roundConstants.count)
    message.withUnsafeBufferPointer { message in
      for start in stride(from: 0, to: message.count, by: blockSize) {
        fill(&schedule, from: message, at: start)
        mix(&state, with: schedule)
      }
    }
    return Data(state.flatMap(bigEndian))
  }

  private static func fill(
    _ schedule: inout [Word], from message: UnsafeBufferPointer<UInt8>, at start: Int
  ) {
    for index in 0..<16 {
      var word: Word = 0
      for byte in 0..<wordSize { word = word << 8 | Word(message[start + index * wordSize + byte]) }
      schedule[index] = word
    }
    let (early, late) = (rotations.early, rotations.late)
    for index in 16..<schedule.count {
      let first = shifted(schedule[index - 15], early)
      let second = shifted(schedule[index - 2], late)
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
  }

  private static func mix(_ state: inout [Word], with schedule: [Word]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let (lower, upper) = (rotations.lower, rotations.upper)
    for (word, constant) in zip(schedule, roundConstants) {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first = h &+ rotated(e, upper) &+ choice &+ constant &+ word
      let second = rotated(a, lower) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() {
      state[index] = state[index] &+ value
    }
  }

  private static func rotated(_ word: Word, _ by: (Int, Int, Int)) -> Word {
    rotate(word, by.0) ^ rotate(word, by.1) ^ rotate(word, by.2)
  }

  private static func shifted(_ word: Word, _ by: (Int, Int, Int)) -> Word {
    rotate(word, by.0) ^ rotate(word, by.1) ^ word >> by.2
  }

  /// Rotates a word to the right.
  private static func rotate(_ word: Word, _ count: Int) -> Word {
    word >> count | word << (Word.bitWidth - count)
  }

  private static func bigEndian(_ word: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    stride(from: word.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: word >> $0)
    }
  }
}
