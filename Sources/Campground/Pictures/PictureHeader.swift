import Foundation

/// The format and size of a picture, read from the first bytes of its file.
///
/// Supports JPEG, PNG, GIF and WebP. Sources: ITU T.81 annex B, the PNG specification (third
/// edition) section 11.2.1, GIF89a section 18, RFC 9649.
public struct PictureHeader: Hashable, Sendable {
  /// A picture format.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp
  }

  /// The format.
  public let format: Format

  /// The width in pixels.
  public let width: Int

  /// The height in pixels.
  public let height: Int

  /// Reads the header of a file; nil for anything but a picture with a complete header.
  public init?(_ data: Data) {
    var bytes = Bytes(data)
    guard let (format, size) = Self.read(&bytes), size.width > 0, size.height > 0 else {
      return nil
    }
    (self.format, width, height) = (format, size.width, size.height)
  }

  private typealias Size = (width: Int, height: Int)

  private static func read(_ bytes: inout Bytes) -> (Format, Size)? {
    if bytes.begin(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      return pngSize(&bytes).map { (.png, $0) }
    }
    if bytes.begin(with: Array("GIF87a".utf8)) || bytes.begin(with: Array("GIF89a".utf8)) {
      guard let width = bytes.little(at: 6, 2), let height = bytes.little(at: 8, 2) else {
        return nil
      }
      return (.gif, (width, height))
    }
    if bytes.begin(with: Array("RIFF".utf8)), bytes.has(Array("WEBP".utf8), at: 8) {
      return webpSize(bytes).map { (.webp, $0) }
    }
    if bytes.begin(with: [0xFF, 0xD8]) { return jpegSize(bytes).map { (.jpeg, $0) } }
    return nil
  }

  private static func pngSize(_ bytes: inout Bytes) -> Size? {
    guard bytes.has(Array("IHDR".utf8), at: 12), let width = bytes.big(at: 16, 4),
      let height = bytes.big(at: 20, 4)
    else { return nil }
    return (width, height)
  }

  /// The size in the frame header; the segments before it are skipped.
  private static func jpegSize(_ bytes: Bytes) -> Size? {
    var offset = 2
    while bytes.big(at: offset, 1) == 0xFF, let kind = bytes.big(at: offset + 1, 1) {
      switch kind {
      case 0xFF:  // Fill bytes may stand before a marker.
        offset += 1
      case 0x01, 0xD0...0xD7:  // Markers without a segment.
        offset += 2
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(kind):
        guard let height = bytes.big(at: offset + 5, 2), let width = bytes.big(at: offset + 7, 2)
        else { return nil }
        return (width, height)
      case 0xD8, 0xD9, 0xDA:  // The picture begins or ends before its frame.
        return nil
      default:
        guard let length = bytes.big(at: offset + 2, 2), length >= 2 else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  private static func webpSize(_ bytes: Bytes) -> Size? {
    if bytes.has(Array("VP8X".utf8), at: 12) {
      guard let width = bytes.little(at: 24, 3), let height = bytes.little(at: 27, 3) else {
        return nil
      }
      return (width + 1, height + 1)
    }
    if bytes.has(Array("VP8L".utf8), at: 12) {
      guard bytes.big(at: 20, 1) == 0x2F, let bits = bytes.little(at: 21, 4) else { return nil }
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard bytes.has(Array("VP8 ".utf8), at: 12), bytes.has([0x9D, 0x01, 0x2A], at: 23),
      let width = bytes.little(at: 26, 2), let height = bytes.little(at: 28, 2)
    else { return nil }
    return (width & 0x3FFF, height & 0x3FFF)
  }
}

/// Bytes that may be read at offsets beyond their end.
private struct Bytes {
  private let data: Data

  init(_ data: Data) { self.data = data }

  func begin(with signature: [UInt8]) -> Bool { has(signature, at: 0) }

  func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    data.count >= offset + bytes.count && data.dropFirst(offset).prefix(bytes.count) == Data(bytes)
  }

  /// A big-endian number; nil beyond the end.
  func big(at offset: Int, _ count: Int) -> Int? {
    guard data.count >= offset + count else { return nil }
    return data.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A little-endian number; nil beyond the end.
  func little(at offset: Int, _ count: Int) -> Int? {
    guard data.count >= offset + count else { return nil }
    return data.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
