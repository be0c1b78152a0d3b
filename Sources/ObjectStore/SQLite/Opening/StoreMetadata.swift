import Foundation
import ObjectModel
import SQLite

/// The row of Z_METADATA: the store's UUID and its metadata property list.
struct StoreMetadata {
  /// The UUID in upper case.
  var identifier: String
  /// The property list as read, including entries written by others.
  var plist: [String: Any]

  /// Marks version hashes as computed by this engine; the value is the number of the algorithm.
  static let ownHashesKey = "ObjectGraphVersionHashes"
  /// The first algorithm ignored external storage.
  private static let ownHashesNumber = 2
  static let hashesKey = "NSStoreModelVersionHashes"
  static let typeKey = "NSStoreType"
  static let identifierKey = "NSStoreUUID"

  /// Creates the metadata of a new store.
  ///
  /// - Parameter configuration: the name of the configuration whose entities the store holds.
  init(model: ModelContents, configuration: String, type: StoreType) {
    identifier = UUID().uuidString
    let hashes = model.entityVersionHashesByName(forConfigurationName: configuration)
    plist = [
      Self.typeKey: type.rawValue,
      "_NSAutoVacuumLevel": "2",
      // The framework of macOS 14, whose schema is used.
      "NSPersistenceFrameworkVersion": 1344,
      Self.hashesKey: hashes,
      "NSStoreModelVersionHashesVersion": 3,
      "NSStoreModelVersionIdentifiers": model.versionIdentifiers.sorted(),
      "NSStoreModelVersionHashesDigest": ManagedObjectModel.versionHashesDigest(of: hashes),
      "NSStoreModelVersionChecksumKey": ManagedObjectModel.versionChecksum(of: hashes),
      Self.ownHashesKey: Self.ownHashesNumber,
    ]
  }

  /// Reads the metadata of a store.
  ///
  /// - Parameter schema: the name under which the database is attached to the connection.
  /// - Throws: code 134080 if it is missing or cannot be read.
  init(from connection: Connection, path: String, schema: String = "main") throws {
    let rows = try connection.rows(
      "SELECT Z_UUID, Z_PLIST FROM \(schema).Z_METADATA ORDER BY Z_VERSION LIMIT 1"
    ) { ($0.string(0) ?? "", Data($0.blobBytes(1))) }
    guard let (identifier, bytes) = rows.first else {
      throw Self.damaged(path, "it has no metadata row")
    }
    guard !identifier.isEmpty else { throw Self.damaged(path, "it has no UUID") }
    guard
      let plist = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
        as? [String: Any]
    else { throw Self.damaged(path, "its metadata is not a property list") }
    self.identifier = identifier.uppercased()
    self.plist = plist
  }

  /// Changes the metadata of a store.
  ///
  /// - Returns: the new metadata.
  static func change(
    in connection: Connection, path: String, _ body: (inout StoreMetadata) -> Void
  ) throws -> StoreMetadata {
    var metadata = try StoreMetadata(from: connection, path: path)
    body(&metadata)
    try metadata.write(to: connection)
    return metadata
  }

  /// Writes the metadata row.
  func write(to connection: Connection) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: plist, format: .binary, options: 0)
    try connection.run(
      "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
      .text(identifier), .blob(Array(data)))
  }

  /// Replaces the UUID in the metadata row.
  func writeIdentifier(to connection: Connection) throws {
    try connection.run("UPDATE Z_METADATA SET Z_UUID = ?", .text(identifier))
  }

  /// The version hashes of the entities with which the store was created.
  var hashes: [String: Data] { plist[Self.hashesKey] as? [String: Data] ?? [:] }

  /// Whether the version hashes were computed by the engine's current algorithm, rather than by
  /// Apple's or an earlier one.
  var hasOwnHashes: Bool {
    (plist[Self.ownHashesKey] as? NSNumber)?.intValue == Self.ownHashesNumber
  }

  /// Whether this engine created the store, whatever the algorithm for version hashes.
  var isOwn: Bool { plist[Self.ownHashesKey] != nil }

  /// Turns the metadata of a copy into that of a separate store.
  mutating func makeOwn(of type: StoreType) {
    identifier = UUID().uuidString
    plist[Self.typeKey] = type.rawValue
  }

  /// Adopts the model version of a new store's metadata.
  mutating func takeVersion(of new: StoreMetadata) {
    plist.merge(new.plist) { $1 }
  }

  /// Replaces the application's entries; the store's own are kept.
  mutating func replaceFacts(_ values: [String: any Sendable]) {
    plist = plist.filter { Self.isOwn($0.key) }
    for (key, value) in values where !Self.isOwn(key) { plist[key] = value }
  }

  /// Whether an entry is the store's own, rather than the application's.
  static func isOwn(_ key: String) -> Bool {
    key.hasPrefix("NS") || key.hasPrefix("_NS") || key == ownHashesKey
  }

  /// - Throws: code 134061 for a value that a property list cannot hold.
  static func check(_ values: [String: any Sendable]) throws {
    guard PropertyListSerialization.propertyList(values, isValidFor: .binary) else {
      throw ObjectGraphError(
        .invalidArgument, "the metadata contains a value that a property list cannot hold",
        repair: "use strings, numbers, dates, data, and arrays and dictionaries of them")
    }
  }

  /// The property list and the UUID, as `Sendable` values.
  var values: [String: any Sendable] {
    var values = plist.compactMapValues(Self.sendable)
    values[Self.identifierKey] = identifier
    return values
  }

  private static func sendable(_ value: Any) -> (any Sendable)? {
    switch value {
    case let text as String: return text
    case let data as Data: return data
    case let date as Date: return date
    case let number as NSNumber:
      // A cast would take the integers 0 and 1 for a Boolean value.
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "c"), UInt8(ascii: "B"): return number.boolValue
      case UInt8(ascii: "f"), UInt8(ascii: "d"): return number.doubleValue
      default: return number.intValue
      }
    case let hashes as [String: Data]: return hashes
    case let array as [Any]: return array.compactMap(sendable) as [any Sendable]
    case let dictionary as [String: Any]:
      return dictionary.compactMapValues(sendable) as [String: any Sendable]
    default: return nil
    }
  }

  private static func damaged(_ path: String, _ reason: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOpen, "the store \(path) is damaged: \(reason)",
      repair: "restore it from a backup")
  }
}

/// The store's metadata: the entries in its file, and those of the application that wait for the
/// next save.
struct StoreFacts {
  var stored: [String: any Sendable]
  private(set) var staged: [String: any Sendable]?

  var all: [String: any Sendable] {
    guard let staged else { return stored }
    return staged.merging(stored.filter { StoreMetadata.isOwn($0.key) }) { $1 }
  }

  mutating func stage(_ values: [String: any Sendable]) {
    staged = values.filter { !StoreMetadata.isOwn($0.key) }
  }

  /// Records that a save has written the staged entries.
  mutating func settle(_ values: [String: any Sendable]) {
    stored = values
    staged = nil
  }
}
