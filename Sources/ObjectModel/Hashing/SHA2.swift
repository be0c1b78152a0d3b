import Foundation

/// The hash functions SHA-256 and SHA-512 of FIPS 180-4.
///
/// They differ in the size of a word, in the number of rounds, and in the distances by which words
/// are rotated. A word of either is kept in 64 bits, because an unoptimized build would run rounds
/// for a generic type of word many times slower, and hashes the model whenever a program opens a
/// store.
package struct SHA2: Sendable {
  /// Returns 32 bytes.
  package static let sha256 = SHA2(wordSize: 4, rounds: 64)

  /// Returns 64 bytes.
  package static let sha512 = SHA2(wordSize: 8, rounds: 80)

  private typealias Distances = (UInt64, UInt64, UInt64)

  /// The words of a block, expanded to one for each round; or those of the state.
  private typealias Words = UnsafeMutableBufferPointer<UInt64>

  /// The size of a word in bytes: a sixteenth of a block, an eighth of the digest.
  private let wordSize: Int
  private let rounds: Int

  /// Hashes bytes.
  ///
  /// - Returns: 8 words, as bytes.
  package func digest(of bytes: some Sequence<UInt8>) -> Data {
    var message = Array(bytes)
    pad(&message)
    // The constants of SHA-256 are those of SHA-512, truncated.
    var state = Self.squareRoots.map { $0 >> UInt64(64 - 8 * wordSize) }
    var schedule = [UInt64](repeating: 0, count: rounds)
    message.withUnsafeBytes { message in
      schedule.withUnsafeMutableBufferPointer { schedule in
        state.withUnsafeMutableBufferPointer { state in
          for start in stride(from: 0, to: message.count, by: 16 * wordSize) {
            mix(UnsafeRawBufferPointer(rebasing: message[start...]), schedule, into: state)
          }
        }
      }
    }
    // Appending single bytes to data is slow.
    var digest: [UInt8] = []
    digest.reserveCapacity(8 * wordSize)
    for word in state { append(word, size: wordSize, to: &digest) }
    return Data(digest)
  }

  /// Extends a message to whole blocks, the last of which ends with its length in bits.
  private func pad(_ message: inout [UInt8]) {
    let blockSize = 16 * wordSize
    // The length takes two words, of which at most 8 bytes are used.
    let lengthSize = 2 * wordSize
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    let rest = (message.count + lengthSize) % blockSize
    let padding = (rest == 0 ? 0 : blockSize - rest) + lengthSize - 8
    message.append(contentsOf: repeatElement(0, count: padding))
    append(bitCount, size: 8, to: &message)
  }

  /// Appends the bytes of a number, the highest first.
  private func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
    for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number &>> UInt64(shift)))
    }
  }

  /// Mixes the first block of a message into the state.
  private func mix(_ block: UnsafeRawBufferPointer, _ schedule: Words, into state: Words) {
    // With literals, the compiler makes two functions with constant distances.
    if wordSize == 4 {
      for index in 0..<16 {
        let word = block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        schedule[index] = UInt64(UInt32(bigEndian: word))
      }
      Self.expand(schedule, excess: 32, early: (7, 18, 3), late: (17, 19, 10))
      Self.mix(schedule, into: state, excess: 32, upper: (6, 11, 25), lower: (2, 13, 22))
    } else {
      for index in 0..<16 {
        let word = block.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
        schedule[index] = UInt64(bigEndian: word)
      }
      Self.expand(schedule, excess: 0, early: (1, 8, 7), late: (19, 61, 6))
      Self.mix(schedule, into: state, excess: 0, upper: (14, 18, 41), lower: (28, 34, 39))
    }
  }

  /// Expands the first 16 words of the schedule, which are those of a block, into all of them.
  ///
  /// - Parameters:
  ///   - excess: the number of bits by which a word is shorter than 64.
  ///   - early: two rotations and a shift; and so is `late`.
  @inline(__always)
  private static func expand(
    _ schedule: Words, excess: UInt64, early: Distances, late: Distances
  ) {
    let mask = UInt64.max &>> excess
    var index = 16
    while index < schedule.count {
      let (former, latter) = (schedule[index &- 15], schedule[index &- 2])
      let first =
        rotated(former, early.0, excess) ^ rotated(former, early.1, excess) ^ (former &>> early.2)
      let second =
        rotated(latter, late.0, excess) ^ rotated(latter, late.1, excess) ^ (latter &>> late.2)
      schedule[index] =
        (schedule[index &- 16] &+ first &+ schedule[index &- 7] &+ second) & mask
      index &+= 1
    }
  }

  /// Mixes the expanded schedule into the state.
  ///
  /// - Parameter upper: three rotations; and so is `lower`.
  @inline(__always)
  private static func mix(
    _ schedule: Words, into state: Words, excess: UInt64, upper: Distances, lower: Distances
  ) {
    let mask = UInt64.max &>> excess
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    cubeRoots.withUnsafeBufferPointer { constants in
      var index = 0
      while index < schedule.count {
        let choice = (e & f) ^ (~e & g)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        let constant = constants[index] &>> excess
        let first = h &+ turned(e, by: upper, excess) &+ choice &+ constant &+ schedule[index]
        (h, g, f, e) = (g, f, e, (d &+ first) & mask)
        (d, c, b, a) = (c, b, a, (first &+ turned(a, by: lower, excess) &+ majority) & mask)
        index &+= 1
      }
    }
    state[0] = (state[0] &+ a) & mask
    state[1] = (state[1] &+ b) & mask
    state[2] = (state[2] &+ c) & mask
    state[3] = (state[3] &+ d) & mask
    state[4] = (state[4] &+ e) & mask
    state[5] = (state[5] &+ f) & mask
    state[6] = (state[6] &+ g) & mask
    state[7] = (state[7] &+ h) & mask
  }

  /// Three rotations of a word, combined.
  @inline(__always)
  private static func turned(_ word: UInt64, by distances: Distances, _ excess: UInt64) -> UInt64 {
    rotated(word, distances.0, excess) ^ rotated(word, distances.1, excess)
      ^ rotated(word, distances.2, excess)
  }

  /// Rotates a word to the right. In SHA-256, the upper half of the result has no meaning.
  @inline(__always)
  private static func rotated(_ word: UInt64, _ count: UInt64, _ excess: UInt64) -> UInt64 {
    word &>> count | word &<< (64 &- excess &- count)
  }

  /// The fractional parts of the square roots of the first 8 primes.
  private static let squareRoots: [UInt64] = [
    0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
  ]

  /// The fractional parts of the cube roots of the first 80 primes.
  private static let cubeRoots: [UInt64] = [
    0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
  ]
}
