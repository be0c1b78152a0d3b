import Foundation

extension ManagedObjectModel {
  /// The version hashes of the model's entities by name, which a store records to determine whether
  /// a model is compatible.
  public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

  /// Whether a store with the metadata was created with the model's configuration.
  ///
  /// How Core Data computes version hashes is not public, so the result is false for stores written
  /// by Core Data. Use `StoreMigration.storedVersion()` to find the version that created such a
  /// store.
  ///
  /// - Parameters:
  ///   - configuration: the name of a configuration; nil for all entities.
  ///   - metadata: the result of `metadataForPersistentStore(type:at:)`.
  public func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: any Sendable]
  ) -> Bool {
    guard let stored = metadata["NSStoreModelVersionHashes"] as? [String: any Sendable],
      entities(forConfigurationName: configuration) != nil
    else { return false }
    return stored.compactMapValues { $0 as? Data }
      == contents.entityVersionHashesByName(forConfigurationName: configuration)
  }

  /// A string for comparing models: the Base64 of the SHA-256 of all version hashes, in the order
  /// of the entities' names.
  ///
  /// A store records it under `NSStoreModelVersionChecksumKey`.
  public var versionChecksum: String { Self.versionChecksum(of: entityVersionHashesByName) }

  /// The version's name or identifiers or, if it has none, the start of its checksum.
  package var versionTitle: String {
    if let name = contents.versionName { return name }
    let names = versionIdentifiers.filter { !$0.isEmpty }.sorted()
    guard names.isEmpty else { return names.joined(separator: "/") }
    return "the version \(versionChecksum.prefix(8))"
  }

  /// The Base64 of the SHA-512 of names and hashes, which a store records under
  /// `NSStoreModelVersionHashesDigest`.
  package var versionHashesDigest: String {
    Self.versionHashesDigest(of: entityVersionHashesByName)
  }

  /// The checksum of a store's recorded hashes, whatever created them.
  package static func versionChecksum(of hashes: [String: Data]) -> String {
    let bytes = inOrder(hashes).flatMap(\.value)
    return SHA2.sha256.digest(of: bytes).base64EncodedString()
  }

  /// The digest of a store's recorded hashes, whatever created them.
  package static func versionHashesDigest(of hashes: [String: Data]) -> String {
    let bytes = inOrder(hashes).flatMap { Data($0.key.utf8) + $0.value }
    return SHA2.sha512.digest(of: bytes).base64EncodedString()
  }

  private static func inOrder(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { VersionHashText.areInOrder($0.key, $1.key) }
  }
}

extension ModelContents {
  /// The version hashes of a configuration's entities by name; for nil, those of all entities.
  package func entityVersionHashesByName(forConfigurationName name: String?) -> [String: Data] {
    let held = (entities(forConfigurationName: name) ?? []).map { ($0.name ?? "", $0.versionHash) }
    return Dictionary(firstOf: held)
  }
}
