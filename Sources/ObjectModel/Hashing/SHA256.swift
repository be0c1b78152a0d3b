import Foundation

/// The hash function SHA-256 of FIPS 180-4.
package enum SHA256: SHA2 {
  /// Hashes the bytes.
  ///
  /// - Returns: 32 bytes.
  package static func digest(of bytes: some Sequence<UInt8>) -> Data { hash(of: bytes) }

  static var rotations: SHA2Rotations {
    SHA2Rotations(early: (7, 18, 3), late: (17, 19, 10), lower: (2, 13, 22), upper: (6, 11, 25))
  }

  /// The constants of SHA-512, truncated to 32 bits.
  static let initialState = SHA512.initialState.map { UInt32($0 >> 32) }

  /// The constants of SHA-512, truncated to 32 bits.
  static let roundConstants = SHA512.roundConstants.prefix(64).map { UInt32($0 >> 32) }
}
