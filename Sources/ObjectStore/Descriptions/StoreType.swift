import Foundation

/// The kind of a persistent store.
public struct StoreType: RawRepresentable, Hashable, Sendable {
  /// The name recorded in the store's metadata.
  public let rawValue: String

  /// Creates a type by the name in the metadata of stores.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An SQLite file with Core Data's schema; in memory if the URL is `/dev/null`.
  public static let sqlite = StoreType(rawValue: "SQLite")

  /// An SQLite database in memory, which is lost when the store is closed.
  public static let inMemory = StoreType(rawValue: "InMemory")

  /// The URL that denotes an in-memory store.
  static let nowhere = URL(fileURLWithPath: "/dev/null")

  /// The name of a store without a file.
  static let nameInMemory = "in memory"

  /// Whether a store of this type at a URL has no file.
  func isInMemory(at url: URL) -> Bool {
    self == .inMemory || url.isFileURL && url.path == Self.nowhere.path
  }
}
