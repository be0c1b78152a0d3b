import Foundation

/// The text of a file in any encoding, as UTF-8.
enum TextFile {
  /// The bytes of the text as UTF-8, without a byte order mark.
  ///
  /// A byte order mark says that the file is UTF-8 or UTF-16; otherwise it is UTF-8 unless another
  /// encoding is given.
  ///
  /// - Throws: `ImportError.malformed` where the bytes are not text in that encoding, other than
  ///   UTF-8, which the reader checks.
  static func utf8(_ data: Data, encoding: TextEncoding = .utf8) throws(ImportError) -> [UInt8] {
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(data.dropFirst(3)) }
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      return try decoded(data, .utf16, "UTF-16")
    }
    guard encoding != .utf8 else { return Array(data) }
    return try decoded(data, encoding.foundation, encoding.rawValue)
  }

  private static func decoded(
    _ data: Data, _ encoding: String.Encoding, _ name: String
  ) throws(ImportError) -> [UInt8] {
    guard let text = String(data: data, encoding: encoding) else {
      throw .malformed("the file is not text in \(name)")
    }
    return Array(text.utf8)
  }
}

/// The encoding of a text file that does not say it itself.
public enum TextEncoding: String, CaseIterable, Sendable, Hashable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// The encoding in which spreadsheets on Windows save CSV.
  case windows = "windows-1252"
  case latin1 = "iso-8859-1"
  /// The encoding in which old spreadsheets on a Mac save CSV.
  case macintosh = "macintosh"

  var foundation: String.Encoding {
    switch self {
    case .utf8: .utf8
    case .utf16: .utf16
    case .windows: .windowsCP1252
    case .latin1: .isoLatin1
    case .macintosh: .macOSRoman
    }
  }
}
