import Foundation

/// The kind of a persistent store.
public struct StoreType: RawRepresentable, Hashable, Sendable {
  /// The name that the store's metadata carries.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A SQLite file in Core Data's own schema; in memory where the URL is that of `/dev/null`.
  public static let sqlite = StoreType(rawValue: "SQLite")

  /// A SQLite database in memory, gone when the store is closed.
  public static let inMemory = StoreType(rawValue: "InMemory")

  /// The URL of what keeps nothing.
  static let nowhere = URL(fileURLWithPath: "/dev/null")

  /// What a store without a file is called.
  static let nameInMemory = "in memory"

  /// Whether a store of this type at a URL has no file.
  func isInMemory(at url: URL) -> Bool {
    self == .inMemory || url.isFileURL && url.path == Self.nowhere.path
  }
}
