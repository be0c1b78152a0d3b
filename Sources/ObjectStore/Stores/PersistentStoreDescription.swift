import Foundation

/// How a store is to be opened.
public struct PersistentStoreDescription: Sendable {
  /// Where the store is; not used by stores in memory.
  public var url: URL

  /// The kind of store. The default is SQLite.
  public var type: StoreType

  /// The name of the configuration of the model whose entities the store
  /// holds; nil for all of them.
  public var configuration: String?

  /// Whether nothing is ever written, and a missing file is an error. The default is false.
  public var isReadOnly: Bool

  /// For how many seconds a lock of another process is waited for. The default is 10.
  public var timeout: TimeInterval

  /// SQLite pragmas by name, set when the store is opened, such as `synchronous`.
  public var pragmas: [String: String]

  public init(
    url: URL, type: StoreType = .sqlite, isReadOnly: Bool = false, timeout: TimeInterval = 10,
    pragmas: [String: String] = [:], configuration: String? = nil
  ) {
    self.url = url
    self.type = type
    self.isReadOnly = isReadOnly
    self.timeout = timeout
    self.pragmas = pragmas
    self.configuration = configuration
  }

  /// A store in memory that nothing else shares.
  public static func inMemory(configuration: String? = nil) -> PersistentStoreDescription {
    PersistentStoreDescription(
      url: URL(fileURLWithPath: "/dev/null"), type: .inMemory, configuration: configuration)
  }
}
