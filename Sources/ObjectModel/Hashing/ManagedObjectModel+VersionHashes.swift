import Foundation

extension ManagedObjectModel {
  /// The version hashes of the model's entities by name: what a store records to tell whether a
  /// model fits it.
  public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

  /// Whether a store with that metadata was made with the model's configuration.
  ///
  /// How Core Data's version hashes are made is not public: for the metadata of a store that Core Data
  /// wrote the answer is no. Ask `StoreMigration.storedVersion()` which version made it.
  ///
  /// - Parameters:
  ///   - configuration: the name of a configuration; nil for all entities.
  ///   - metadata: as `metadataForPersistentStore(type:at:)` gives it.
  public func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: any Sendable]
  ) -> Bool {
    guard let stored = metadata["NSStoreModelVersionHashes"] as? [String: any Sendable],
      entities(forConfigurationName: configuration) != nil
    else { return false }
    return stored.compactMapValues { $0 as? Data }
      == contents.entityVersionHashesByName(forConfigurationName: configuration)
  }

  /// One text for all the version hashes, to compare models by: the Base64 of the SHA-256 of the
  /// hashes in the order of the entities' names.
  ///
  /// A store keeps it under `NSStoreModelVersionChecksumKey`.
  public var versionChecksum: String { Self.versionChecksum(of: entityVersionHashesByName) }

  /// The Base64 of the SHA-512 of names and hashes, as a store keeps it under
  /// `NSStoreModelVersionHashesDigest`.
  package var versionHashesDigest: String {
    Self.versionHashesDigest(of: entityVersionHashesByName)
  }

  /// The checksum of the hashes that a store records, whoever made them.
  package static func versionChecksum(of hashes: [String: Data]) -> String {
    let bytes = inOrder(hashes).flatMap(\.value)
    return SHA256.digest(of: bytes).base64EncodedString()
  }

  /// The digest of the hashes that a store records, whoever made them.
  package static func versionHashesDigest(of hashes: [String: Data]) -> String {
    let bytes = inOrder(hashes).flatMap { Data($0.key.utf8) + $0.value }
    return SHA512.digest(of: bytes).base64EncodedString()
  }

  private static func inOrder(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { VersionHashText.areInOrder($0.key, $1.key) }
  }
}

extension ModelContents {
  /// The version hashes of a configuration's entities by name; nil for those of all entities.
  package func entityVersionHashesByName(forConfigurationName name: String?) -> [String: Data] {
    let held = (entities(forConfigurationName: name) ?? []).map { ($0.name ?? "", $0.versionHash) }
    return Dictionary(firstOf: held)
  }
}
