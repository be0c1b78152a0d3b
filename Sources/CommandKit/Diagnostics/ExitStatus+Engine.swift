import ObjectModel

extension ObjectGraphError {
  /// The exit status of a program that ends with this error.
  ///
  /// - Parameter outputs: the paths of files that were to be created, or both read and written.
  package func exitStatus(writing outputs: [String] = []) -> ExitStatus {
    switch code {
    case .userCancelled, .migrationCancelled: return .interrupted
    case .persistentStoreTimeout: return .temporaryFailure
    case .fileReadNoSuchFile, .fileReadUnknown: return .noInput
    case .fileWriteOutOfSpace: return .inputOutput
    case .persistentStoreOpen, .persistentStoreOperation, .persistentStoreSave, .sqlite:
      switch sqliteCode {
      // SQLITE_CORRUPT and SQLITE_NOTADB: the file exists but is not a database.
      case 11, 26: return .data
      // SQLITE_READONLY
      case 8: return .cannotCreate
      default: break
      }
      // SQLITE_CANTOPEN
      guard code == .persistentStoreOpen || sqliteCode == 14 else { return .inputOutput }
      let path = details[.filePath]
      return path.map(outputs.contains) ?? false ? .cannotCreate : .noInput
    default: return .data
    }
  }

  /// SQLite's primary result code; nil for an error that does not come from SQLite.
  private var sqliteCode: Int? { details[.sqliteResultCode].map { $0 & 0xFF } }
}
