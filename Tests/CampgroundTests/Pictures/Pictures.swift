import Campground
import Foundation

/// Heads of pictures, written out byte by byte from the formats' specifications.
enum Pictures {
  static func png(width: UInt32, height: UInt32) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
      + big(width) + big(height) + Data([8, 2, 0, 0, 0])
  }

  static func gif(width: UInt16, height: UInt16) -> Data {
    Data("GIF89a".utf8) + little(width) + little(height) + Data([0, 0, 0])
  }

  /// With an APP0 segment, a Huffman table and fill bytes before the frame.
  static func jpeg(width: UInt16, height: UInt16) -> Data {
    var data = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]) + Data(count: 14)
    data += Data([0xFF, 0xC4, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xC2, 0, 17, 8])
    return data + big(height) + big(width) + Data([3, 0, 0, 0])
  }

  /// A lossy, a lossless and an extended one.
  static func webps(width: UInt16, height: UInt16) -> [Data] {
    func file(_ kind: String, _ body: Data) -> Data {
      Data("RIFF".utf8) + Data(count: 4) + Data("WEBP".utf8) + Data(kind.utf8) + Data(count: 4)
        + body
    }
    let bits = UInt32(width - 1) | UInt32(height - 1) << 14
    let lossy = Data([0, 0, 0, 0x9D, 0x01, 0x2A]) + little(width) + little(height)
    let extended = Data(count: 4) + little(width - 1) + Data([0]) + little(height - 1) + Data([0])
    return [
      file("VP8 ", lossy), file("VP8L", Data([0x2F]) + little(bits)), file("VP8X", extended),
    ]
  }

  private static func big(_ number: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  private static func little(_ number: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}

/// A machine on which nothing can scale pictures.
struct NoScaler: ImageScaler {
  func thumbnail(of picture: Data, _ header: PictureHeader, side: Int) throws -> Data? { nil }
}
