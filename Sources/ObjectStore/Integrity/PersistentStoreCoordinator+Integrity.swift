import Foundation
import ObjectModel
import SQLite

/// Checking the content of stores.
extension PersistentStoreCoordinator {
  /// Checks the whole content of a store: the database itself, that to-one relationships refer to
  /// objects that exist, that the external files are those to which rows refer, and that no primary
  /// key is given twice.
  ///
  /// It reads everything, and changes nothing. A damaged database is reported alone, because
  /// questions about it have no reliable answers.
  ///
  /// - Parameter most: the most faults to report of each kind.
  /// - Returns: the faults; empty for a store that is in order.
  /// - Throws: code 134070 if the store does not belong to this coordinator or cannot be read, 3072
  ///   if requests are interrupted.
  public func faults(in store: PersistentStore, most: Int = 100) throws -> [StoreFault] {
    guard persistentStores.contains(where: { $0 === store }) else { throw isForeign }
    return try store.faults(most: max(1, most))
  }
}

extension PersistentStore {
  fileprivate func faults(most: Int) throws -> [StoreFault] {
    try sessions.reading { session in
      let connection = session.connection
      return try connection.readTransaction {
        let found = try connection.integrityFaults(most: most)
        guard found.isEmpty else { return found.map { StoreFault(kind: .database, message: $0) } }
        return try missingDestinations(connection, most) + freeKeys(connection)
          + externalFaults(connection, most)
      }
    }
  }

  private func id(_ entity: EntityLayout?, _ key: Int64) -> ManagedObjectID? {
    guard let entity else { return nil }
    return ManagedObjectID(
      store: identity, entity: entity.identity, reference: key)
  }

  private func fault(
    _ kind: StoreFault.Kind, _ message: String, entityNumber: Int, key: Int64
  ) -> StoreFault {
    let entity = model.entity(numbered: entityNumber)
    return StoreFault(
      kind: kind, message: message, entityName: entity?.name, objectID: id(entity, key))
  }

  // MARK: References

  private func missingDestinations(
    _ connection: Connection, _ most: Int
  ) throws -> [StoreFault] {
    var faults: [StoreFault] = []
    for table in store.mapping.tables
    where configuration.holdsHierarchy(of: table.root, in: model) {
      for column in table.columns where column.property.kind == .toOne {
        let destination = store.mapping.table(of: model[column.property.destinationNumber])
        faults += try connection.rows(
          """
          SELECT Z_ENT, Z_PK, \(column.name) FROM \(table.name) AS a
          WHERE \(column.name) IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM \(destination.name) AS b WHERE b.Z_PK = a.\(column.name))
          ORDER BY Z_PK LIMIT \(most)
          """
        ) { row in
          let name = column.property.name
          return fault(
            .missingDestination(name),
            "its \(name) is \(destination.root.name) \(row.int64(2)), which does not exist",
            entityNumber: Int(row.int64(0)), key: row.int64(1))
        }
      }
    }
    return faults
  }

  /// The tables whose counter is behind their rows.
  private func freeKeys(_ connection: Connection) throws -> [StoreFault] {
    try store.mapping.tables.compactMap { table in
      guard configuration.holdsHierarchy(of: table.root, in: model),
        let last = try connection.integer("SELECT max(Z_PK) FROM \(table.name)"),
        let counted = try connection.integer(
          "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", Int64(table.root.number)),
        counted < last
      else { return nil }
      return fault(
        .primaryKey, "the last key given is \(counted), but there is a row with the key \(last)",
        entityNumber: table.root.number, key: last)
    }
  }

  // MARK: External files

  private func externalFaults(_ connection: Connection, _ most: Int) throws -> [StoreFault] {
    guard let folder else { return [] }
    var named: Set<String> = []
    var faults: [StoreFault] = []
    for table in store.mapping.tables {
      for column in table.columns where column.property.kind == .externalData {
        let rows = try connection.rows(
          "SELECT Z_ENT, Z_PK, \(column.name) FROM \(table.name) WHERE length(\(column.name)) = 38"
        ) { (Int($0.int64(0)), $0.int64(1), ExternalData($0.blobBytes(2)).fileName) }
        for case (let entity, let key, let name?) in rows {
          named.insert(name)
          let path = folder.filePath(name)
          guard !FileManager.default.fileExists(atPath: path), faults.count < most else { continue }
          faults.append(
            fault(
              .missingFile(column.property.name, path: path),
              "the file of its \(column.property.name), \(path), does not exist",
              entityNumber: entity, key: key))
        }
      }
    }
    return faults + (try unusedFiles(in: folder, besides: named, connection, most))
  }

  private func unusedFiles(
    in folder: ExternalFolder, besides named: Set<String>, _ connection: Connection, _ most: Int
  ) throws -> [StoreFault] {
    // Another store may need them.
    guard !folder.isShared else { return [] }
    // Saves that have not been committed list their files; the next opening removes what they leave.
    let pending = try folder.names
      .filter { $0.hasPrefix(ExternalFolder.markPrefix(of: identifier)) }
      .flatMap { name in
        try folder.data(named: name).map {
          String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
        } ?? []
      }
    return folder.fileNames.subtracting(named).subtracting(pending).sorted().prefix(most)
      .map { name in
        let path = folder.filePath(name)
        return StoreFault(
          kind: .unusedFile(path: path), message: "nothing refers to the file \(path)")
      }
  }
}
