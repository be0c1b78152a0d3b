import ObjectModel
import SQLite

extension StoreFile {
  /// The model embedded in the store.
  ///
  /// - Throws: code 134130 if there is none.
  func model() throws -> ManagedObjectModel {
    try withStore(isReadOnly: true, leavesNoTrace: true) { connection in
      guard let model = try connection.carriedModel() else {
        throw ObjectGraphError(
          .migrationMissingSourceModel, "the store \(path) has no embedded model",
          repair: "give the model that it was made with", details: ["NSFilePath": path])
      }
      return model
    }
  }
}
