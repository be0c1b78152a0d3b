import Foundation
import ObjectModel
import SQLite

/// Finds the version of a model that created a store.
struct StoredVersion {
  let connection: Connection
  let metadata: StoreMetadata
  let configuration: String?
  let path: String

  /// - Throws: codes 134020 and 134080 for a file without a store, or with a damaged one.
  init(of file: StoreFile, on connection: Connection, configuration: String?) throws {
    try file.requireStore(connection)
    self.connection = connection
    metadata = try StoreMetadata(from: connection, path: file.path)
    self.configuration = configuration
    path = file.path
  }

  /// The model that created the store: one of the versions, or else the model embedded in the
  /// store.
  ///
  /// This engine's own stores are identified by their version hashes. How Core Data computes its
  /// hashes is not public, so its stores are identified by their embedded model or, if there is
  /// none, by the structure of their tables.
  ///
  /// - Throws: code 134130 if no version created the store, or if several may have.
  func model(among versions: [ManagedObjectModel]) throws -> ManagedObjectModel {
    if metadata.hasOwnHashes {
      let stored = metadata.hashes
      if let version = versions.first(where: { hashes(of: $0) == stored }) { return version }
      if let carried = try connection.carriedModel(), hashes(of: carried) == stored {
        return carried
      }
    } else if let carried = try connection.carriedModel() {
      return versions.first { hashes(of: $0) == hashes(of: carried) } ?? carried
    } else {
      let fitting = try versions.filter(hasStructure)
      if fitting.count == 1 { return fitting[0] }
      if fitting.count > 1 { throw isAmbiguous(fitting) }
    }
    throw ObjectGraphError(
      .migrationMissingSourceModel,
      "the store \(path) was made with an unknown model, which has the entities "
        + metadata.hashes.keys.sorted().joined(separator: ", "),
      repair: "add the model that it was made with to the modelVersions of its description",
      details: .init(.filePath, path))
  }

  /// Returns the version if it can have created the store.
  ///
  /// - Throws: code 134130 if it cannot have.
  func checked(_ version: ManagedObjectModel) throws -> ManagedObjectModel {
    let fits =
      try metadata.hasOwnHashes ? hashes(of: version) == metadata.hashes : hasStructure(version)
    guard fits else {
      throw ObjectGraphError(
        .migrationMissingSourceModel,
        "the store \(path) was not made with \(version.versionTitle)",
        repair: "give another version, or none if the store has an embedded model",
        details: .init(.filePath, path))
    }
    return version
  }

  private func hashes(of model: ManagedObjectModel) -> [String: Data] {
    model.contents.entityVersionHashesByName(forConfigurationName: configuration)
  }

  private func hasStructure(_ version: ManagedObjectModel) throws -> Bool {
    try compatibility(with: ModelLayout.forCopying(version)).differences().isEmpty
  }

  /// Whether the store needs no migration to a version.
  func isCurrent(_ version: ManagedObjectModel) throws -> Bool {
    try compatibility(with: ModelLayout.of(version)).allDifferences().isEmpty
  }

  private func compatibility(with layout: ModelLayout) throws -> StoreCompatibility {
    StoreCompatibility(
      connection: connection,
      mapping: StoreMapping(model: layout, existingTables: try connection.tableNames()),
      configuration: try StoreConfiguration(name: configuration, model: layout),
      metadata: metadata, path: path)
  }

  private func isAmbiguous(_ versions: [ManagedObjectModel]) -> ObjectGraphError {
    ObjectGraphError(
      .migrationMissingSourceModel,
      "several versions of the model may have made the store \(path): "
        + versions.map(\.versionTitle).joined(separator: ", "),
      repair: "leave out the versions that did not make it", details: .init(.filePath, path))
  }
}

extension ManagedObjectModel {
  /// Whether stores of the two models are interchangeable.
  package func isSameVersion(as other: ManagedObjectModel) -> Bool {
    entityVersionHashesByName == other.entityVersionHashesByName
  }
}
