import Foundation
import ObjectModel

extension PersistentStore {
  /// The row with the content of its external files, ready to be saved into another store.
  ///
  /// - Throws: code 134070 if a file is missing or cannot be read.
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
      .persistentStoreOperation, "the store's external data file \(name) is missing",
      repair: "refresh the object, in case its data has changed, or restore the "
        + "_EXTERNAL_DATA folder next to the store from a backup",
      details: ["NSFilePath": name])
  }
}

extension PersistentStoreCoordinator {
  /// The data that one of the stores keeps in a file with a name.
  ///
  /// - Throws: code 134070 if the file is missing or cannot be read.
  package func externalData(named name: String) throws -> Data {
    for store in persistentStores {
      if let data = try store.externalData(named: name) { return data }
    }
    throw PersistentStore.missingFile(name)
  }
}
