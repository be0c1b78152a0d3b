/// The kind of a persistent store.
public struct StoreType: RawRepresentable, Hashable, Sendable {
  /// The name that the store's metadata carries.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A SQLite file in Core Data's own schema.
  public static let sqlite = StoreType(rawValue: "SQLite")

  /// Rows in memory, gone when the store is closed.
  public static let inMemory = StoreType(rawValue: "InMemory")
}
