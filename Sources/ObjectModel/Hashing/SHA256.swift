import Foundation

/// The hash function SHA-256 of FIPS 180-4.
package enum SHA256: SHA2 {
  /// Hashes the bytes.
  ///
  /// - Returns: 32 bytes.
  package static func digest(of bytes: some Sequence<UInt8>) -> Data { hash(of: bytes) }

  static func mix(_ schedule: inout [UInt32], into state: inout [UInt32]) {
    var index = 16
    while index < 64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let first = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
      let second = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
      index += 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = roundConstants
    index = 0
    while index < 64 {
      let upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first = h &+ upper &+ choice &+ constants[index] &+ schedule[index]
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ lower &+ majority)
      index += 1
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() {
      state[index] = state[index] &+ value
    }
  }

  /// Rotates a word to the right.
  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The constants of SHA-512, truncated to 32 bits.
  static let initialState = SHA512.initialState.map { UInt32($0 >> 32) }

  /// The constants of SHA-512, truncated to 32 bits.
  static let roundConstants = SHA512.roundConstants.prefix(64).map { UInt32($0 >> 32) }
}
