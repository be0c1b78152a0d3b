import Foundation
import ObjectModel

/// How a store is to be opened.
public struct PersistentStoreDescription: Sendable {
  /// Where the store is; not used by stores in memory. A store at `/dev/null` is in memory, of
  /// whichever type it is.
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
      url: StoreType.nowhere, type: .inMemory, configuration: configuration)
  }

  /// A store of a type at a URL.
  ///
  /// - Throws: code 134080 where a file is needed and none is named.
  init(type: StoreType, at url: URL?, configuration: String?) throws {
    guard url != nil || type != .sqlite else {
      throw ObjectGraphError(
        .persistentStoreOpen, "a store of type \(type.rawValue) needs a place",
        repair: "give the URL of a file, or that of /dev/null for a store in memory")
    }
    self.init(url: url ?? StoreType.nowhere, type: type, configuration: configuration)
  }

  /// The timeout as SQLite takes it, in milliseconds.
  var busyTimeout: Int32 {
    let milliseconds = min(max(timeout, 0) * 1000, Double(Int32.max))
    return milliseconds.isNaN ? 0 : Int32(milliseconds)
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { type.isInMemory(at: url) }
}
