import Foundation
import ObjectModel
import SQLite

/// Finds out which version of a model made a store.
struct StoredVersion {
  let connection: Connection
  let metadata: StoreMetadata
  let configuration: String?
  let path: String

  /// The model that made the store: one of the versions, or else the one that the store carries.
  ///
  /// Our own stores tell it by their version hashes. How Core Data's hashes are made is not public, so
  /// that of a store of Core Data's the model that it carries counts, or where there is none the
  /// structure of its tables.
  ///
  /// - Throws: code 134130 when no version made the store, or when several may have.
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
      "the store \(path) was made with a model that is not known: it has the entities "
        + metadata.hashes.keys.sorted().joined(separator: ", "),
      repair: "add the model that it was made with to the modelVersions of its description",
      details: ["NSFilePath": path])
  }

  /// The version that is said to have made the store.
  ///
  /// - Throws: code 134130 when it cannot have.
  func checked(_ version: ManagedObjectModel) throws -> ManagedObjectModel {
    let fits =
      try metadata.hasOwnHashes ? hashes(of: version) == metadata.hashes : hasStructure(version)
    guard fits else {
      throw ObjectGraphError(
        .migrationMissingSourceModel,
        "the store \(path) was not made with \(version.versionTitle)",
        repair: "give another version, or none where the store carries its model",
        details: ["NSFilePath": path])
    }
    return version
  }

  private func hashes(of model: ManagedObjectModel) -> [String: Data] {
    model.contents.entityVersionHashesByName(forConfigurationName: configuration)
  }

  private func hasStructure(_ version: ManagedObjectModel) throws -> Bool {
    let layout = try ModelLayout.forCopying(version)
    let compatibility = StoreCompatibility(
      connection: connection,
      mapping: StoreMapping(model: layout, existingTables: try connection.tableNames()),
      configuration: try StoreConfiguration(name: configuration, model: layout),
      metadata: metadata, path: path)
    return try compatibility.differences().isEmpty
  }

  private func isAmbiguous(_ versions: [ManagedObjectModel]) -> ObjectGraphError {
    ObjectGraphError(
      .migrationMissingSourceModel,
      "several versions of the model may have made the store \(path): "
        + versions.map(\.versionTitle).joined(separator: ", "),
      repair: "leave the versions out that did not make it", details: ["NSFilePath": path])
  }
}

extension ManagedObjectModel {
  /// The version by its name or its identifiers, or by its entities where it has none.
  package var versionTitle: String {
    if let name = contents.versionName { return name }
    let names = versionIdentifiers.filter { !$0.isEmpty }.sorted()
    guard names.isEmpty else { return names.joined(separator: "/") }
    return "the version \(versionChecksum.prefix(8))"
  }

  /// Whether stores of both models are the same.
  package func isSameVersion(as other: ManagedObjectModel) -> Bool {
    entityVersionHashesByName == other.entityVersionHashesByName
  }
}
