import Foundation

/// Lays data out as raw DEFLATE (RFC 1951) in stored blocks, without the header and the checksum of
/// zlib.
///
/// A store's model is all that is written so: some tens of kilobytes a file, which a compressor of
/// our own is not worth.
package enum Deflate {
  private static let greatestBlock = 0xFFFF

  /// Packs the data; `Inflate` and zlib with negative window bits unpack it.
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
