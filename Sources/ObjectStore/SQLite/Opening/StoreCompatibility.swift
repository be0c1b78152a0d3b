import Foundation
import ObjectModel
import SQLite

/// Checks whether a store was created with the model with which it is opened.
struct StoreCompatibility {
  let connection: Connection
  let mapping: StoreMapping
  let configuration: StoreConfiguration
  let metadata: StoreMetadata
  let path: String

  /// The names of the entities that differ between store and model.
  ///
  /// How Apple computes version hashes is not public, so Core Data's stores are compared by the
  /// structure of their tables; they can be opened whatever types the model assigns to the columns.
  func differences() throws -> Set<String> {
    if metadata.hasOwnHashes { return differingHashes(from: metadata.hashes) }
    return try metadata.isOwn ? carriedDifferences() : differingStructure()
  }

  /// The same, with differences from the store's embedded model, if only that can tell.
  func allDifferences() throws -> Set<String> {
    let differing = try differences()
    return try differing.isEmpty && !metadata.hasOwnHashes ? carriedDifferences() : differing
  }

  private func carriedDifferences() throws -> Set<String> {
    guard let carried = try? connection.carriedModel() else { return try differingStructure() }
    return differingHashes(
      from: carried.contents.entityVersionHashesByName(forConfigurationName: configuration.name))
  }

  /// - Throws: code 134100, naming the entities that differ between store and model.
  func check() throws {
    let differing = try differences()
    guard differing.isEmpty else {
      let names = differing.sorted().joined(separator: ", ")
      throw ObjectGraphError(
        .persistentStoreIncompatibleVersionHash,
        "the store \(path) was made with another version of the model; these differ: \(names)",
        repair: "migrate the store, or open it with the model that it was made with",
        details: .init(.entityNames, differing.sorted()))
    }
  }

  private func differingHashes(from stored: [String: Data]) -> Set<String> {
    let expected = mapping.model.contents.entityVersionHashesByName(
      forConfigurationName: configuration.name)
    return Set(stored.keys).union(expected.keys).filter { stored[$0] != expected[$0] }
  }

  /// Compares the entities, their numbers, and the columns that the model needs.
  private func differingStructure() throws -> Set<String> {
    let storedNames = Set(metadata.hashes.keys)
    let names = Set(heldEntities.map(\.name))
    var differing = storedNames.symmetricDifference(names)
    differing.formUnion(try renumbered(storedNames: storedNames))
    guard differing.isEmpty else { return differing }
    for table in mapping.tables
    where configuration.holdsHierarchy(of: table.root, in: mapping.model) {
      differing.formUnion(try differences(in: table))
    }
    for join in mapping.joins where configuration.holds(join, in: mapping.model) {
      let columns = Set(try self.columns(of: join.table).keys)
      if !columns.isSuperset(of: join.source.columns + join.destination.columns) {
        differing.insert(mapping.model[join.ownerNumber].name)
      }
    }
    return differing
  }

  private var heldEntities: [EntityLayout] { mapping.model.entities.filter(configuration.holds) }

  private func renumbered(storedNames: Set<String>) throws -> Set<String> {
    var differing = Set(heldEntities.map(\.name))
    // Numbers from 16001 belong to entities of the persistent history.
    let stored = try connection.rows(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000"
    ) { (Int($0.int64(0)), $0.string(1) ?? "", Int($0.int64(2))) }
    for (number, name, parent) in stored {
      guard let entity = mapping.model.entity(numbered: number), entity.superNumber == parent else {
        differing.insert(name)
        continue
      }
      // After a rename that did not change its number, an entity keeps its old name here.
      if entity.name == name || !storedNames.contains(name) { differing.remove(entity.name) }
    }
    return differing
  }

  private func differences(in table: TableMapping) throws -> Set<String> {
    var stored = try columns(of: table.name)
    var differing: Set<String> = []
    for column in table.columns {
      for (name, type) in column.definitions where stored.removeValue(forKey: name) != type {
        differing.insert(column.property.description?.entity?.name ?? table.root.name)
      }
    }
    for name in ["Z_PK", "Z_ENT", "Z_OPT"] where stored.removeValue(forKey: name) == nil {
      differing.insert(table.root.name)
    }
    // Remaining columns belong to properties that the model lacks.
    if !stored.isEmpty { differing.insert(table.root.name) }
    return differing
  }

  private func columns(of table: String) throws -> [String: String] {
    let columns = try connection.rows("SELECT name, type FROM pragma_table_info(?)", .text(table)) {
      ($0.string(0) ?? "", $0.string(1)?.uppercased() ?? "")
    }
    return Dictionary(firstOf: columns)
  }
}

extension Connection {
  /// The store's embedded model; nil if it has none, as in old Core Data stores.
  func carriedModel() throws -> ManagedObjectModel? {
    guard try tableNames().contains("Z_MODELCACHE") else { return nil }
    return try rows(
      "SELECT Z_CONTENT FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1"
    ) { try ManagedObjectModel(archivedInStore: Data($0.blobBytes(0))) }.first
  }
}
