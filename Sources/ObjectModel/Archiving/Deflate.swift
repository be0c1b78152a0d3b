import Foundation

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
