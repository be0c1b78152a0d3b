import Foundation
import ObjectModel

extension PersistentStoreCoordinator {
  /// The data that one of the stores keeps in a file of that name.
  ///
  /// - Throws: code 134070 when the file is not there or cannot be read.
  package func externalData(named name: String) throws -> Data {
    for store in persistentStores {
      if let data = try store.externalData(named: name) { return data }
    }
    throw ObjectGraphError(
      .persistentStoreOperation, "the file \(name) with data of the store is missing",
      repair: "refresh the object, whose data may have been changed meanwhile, or restore the "
        + "_EXTERNAL_DATA folder beside the store from a backup",
      details: ["NSFilePath": name])
  }
}
