import Foundation
import ObjectModel

extension PersistentStore {
  /// The row with the data of its files in it, fit to be saved into another store.
  ///
  /// - Throws: code 134070 when a file is missing or cannot be read.
  package func rowWithExternalData(_ row: Row, _ layout: EntityLayout) throws -> Row {
    var data: [Int: Data] = [:]
    for property in layout.externals {
      guard let name = row.externalFileName(of: property) else { continue }
      guard let content = try externalData(named: name) else { throw Self.missingFile(name) }
      data[property.index] = ExternalData.inline(content)
    }
    return data.isEmpty ? row : row.replacing(data, in: layout)
  }

  static func missingFile(_ name: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation, "the file \(name) with data of the store is missing",
      repair: "refresh the object, whose data may have been changed meanwhile, or restore the "
        + "_EXTERNAL_DATA folder beside the store from a backup",
      details: ["NSFilePath": name])
  }
}

extension PersistentStoreCoordinator {
  /// The data that one of the stores keeps in a file of that name.
  ///
  /// - Throws: code 134070 when the file is not there or cannot be read.
  package func externalData(named name: String) throws -> Data {
    for store in persistentStores {
      if let data = try store.externalData(named: name) { return data }
    }
    throw PersistentStore.missingFile(name)
  }
}
