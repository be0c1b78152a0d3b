import ObjectModel
import SQLite

/// The pragmas with which a store's connections are opened.
struct StorePragmas: Sendable {
  private let values: [(name: String, value: String)]

  /// - Parameter values: those that were asked for, by name.
  init(_ values: [String: String]) {
    self.values = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// - Throws: code 134061 for one that is none.
  func apply(to connection: Connection) throws {
    for (name, value) in values {
      guard Self.isPlain(name), Self.isPlain(value) else {
        throw ObjectGraphError(
          .invalidArgument, "\(name) = \(value) is not a pragma",
          repair: "give names and values of letters, digits, - and _")
      }
      try connection.execute("PRAGMA \(name) = \(value)")
    }
  }

  /// Applies what a connection that only reads can take: others are the file's, and are set.
  func applyForReading(to connection: Connection) throws {
    try connection.execute(Self.cacheSize)
    for (name, value) in values {
      do {
        try connection.execute("PRAGMA \(name) = \(value)")
      } catch let error as SQLiteError where error.kind == .readOnly {}
    }
  }

  /// 64 MB, of which a small file takes as much as it has.
  static let cacheSize = "PRAGMA cache_size = -65536"

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
