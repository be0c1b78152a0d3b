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

extension EntityDescription {
  /// A hash of everything about the entity that affects stored data: its name, its superentity,
  /// whether it is abstract, its own attributes and relationships, its uniqueness constraints and
  /// its modifier.
  ///
  /// Default values, bounds, delete rules, classes, user info and indexes are not included. A
  /// change to an entity changes its hash and those of its subentities only. 32 bytes; computed on
  /// each call until the model is in use, and once from then on.
  public var versionHash: Data {
    // Superentities and properties are frozen before the entity, so its hash can no longer change.
    guard isFrozen else { return computedHash }
    if let hash = frozenHash.withLock({ $0 }) { return hash }
    let hash = computedHash
    frozenHash.withLock { $0 = hash }
    return hash
  }

  private var computedHash: Data {
    var chain = [self]
    // A cyclic hierarchy is rejected later, when the model is checked.
    while let above = chain[chain.count - 1].superentity, !chain.contains(where: { $0 === above }) {
      chain.append(above)
    }
    let root = VersionHashText(entity: chain.removeLast(), superentityHash: nil).hash
    return chain.reversed().reduce(root) { VersionHashText(entity: $1, superentityHash: $0).hash }
  }
}

extension PropertyDescription {
  /// A hash of everything about the property that affects stored data: its name, whether it is
  /// optional or transient, and its modifier; the type of an attribute; the destination, inverse,
  /// counts and order of a relationship.
  ///
  /// 32 bytes; computed on each call.
  public var versionHash: Data { VersionHashText(property: self).hash }
}
