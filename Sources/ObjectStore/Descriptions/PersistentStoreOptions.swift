import Foundation
import ObjectModel

// The options of `addPersistentStore(type:configuration:at:options:)`, by Core Data's names.

/// Whether a store that was created with another version of the model is migrated: a Bool, false by
/// default.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let MigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// Whether the mapping of a migration may be inferred: a Bool, false by default.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let InferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Whether the store is opened read-only: a Bool, false by default.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let ReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// How long to wait for another process's lock, in seconds: a number, 10 by default.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let PersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// SQLite pragmas: strings by name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let SQLitePragmasOption = "NSSQLitePragmasOption"

extension StoreSettings {
  /// Applies options given without a description; missing ones have Core Data's defaults.
  ///
  /// - Throws: code 134061 for an unknown option, or a value that it cannot have.
  mutating func apply(_ options: [AnyHashable: Any]?) throws {
    migration.isAutomatic = false
    migration.infersMapping = false
    for (key, value) in options ?? [:] {
      switch key.base as? String {
      case MigratePersistentStoresAutomaticallyOption:
        migration.isAutomatic = try Self.flag(value, key)
      case InferMappingModelAutomaticallyOption:
        migration.infersMapping = try Self.flag(value, key)
      case ReadOnlyPersistentStoreOption: isReadOnly = try Self.flag(value, key)
      case PersistentStoreTimeoutOption: timeout = try Self.number(value, key)
      case SQLitePragmasOption:
        guard let pragmas = value as? [String: String] else {
          throw Self.wrong(key, "needs strings by name, such as [\"synchronous\": \"NORMAL\"]")
        }
        self.pragmas = pragmas
      default: throw Self.wrong(key, "is unknown")
      }
    }
  }

  private static func flag(_ value: Any, _ key: AnyHashable) throws -> Bool {
    if let flag = value as? Bool { return flag }
    if let number = value as? NSNumber { return number.boolValue }
    throw wrong(key, "needs true or false")
  }

  private static func number(_ value: Any, _ key: AnyHashable) throws -> Double {
    if let number = value as? Double { return number }
    if let number = value as? any BinaryInteger { return Double(Int64(clamping: number)) }
    throw wrong(key, "needs a number of seconds")
  }

  private static func wrong(_ key: AnyHashable, _ what: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "the option \(key) \(what)",
      repair: "use options such as MigratePersistentStoresAutomaticallyOption")
  }
}
