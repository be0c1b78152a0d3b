import Foundation

/// The common part of SHA-256 and SHA-512 in FIPS 180-4: blocks, padding and the digest.
///
/// Each has rounds of its own, for its own type of words: an unoptimized build would run generic
/// ones many times slower, and hashes the model whenever a program opens a store.
protocol SHA2 {
  /// A word: a sixteenth of a block, an eighth of the digest.
  associatedtype Word: FixedWidthInteger & UnsignedInteger

  /// The fractional parts of the square roots of the first 8 primes.
  static var initialState: [Word] { get }

  /// The fractional parts of the cube roots of the first primes, one for each round.
  static var roundConstants: [Word] { get }

  /// Expands the first 16 words of the schedule, which are those of a block, into all of them, and
  /// mixes these into the state.
  static func mix(_ schedule: inout [Word], into state: inout [Word])
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
    let rest = (message.count + lengthSize) % blockSize
    let padding = (rest == 0 ? 0 : blockSize - rest) + lengthSize - 8
    message.append(contentsOf: repeatElement(0, count: padding))
    message.append(contentsOf: bigEndian(bitCount))

    var state = initialState
    var schedule = [Word](repeating: 0, count: roundConstants.count)
    message.withUnsafeBytes { message in
      for start in stride(from: 0, to: message.count, by: blockSize) {
        for index in 0..<16 {
          let place = start + index * wordSize
          schedule[index] = Word(
            bigEndian: message.loadUnaligned(fromByteOffset: place, as: Word.self))
        }
        mix(&schedule, into: &state)
      }
    }
    return Data(state.flatMap(bigEndian))
  }

  private static func bigEndian(_ word: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    stride(from: word.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: word >> $0)
    }
  }
}
