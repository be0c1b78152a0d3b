import Foundation
import ObjectModel
import SQLite

/// What becomes of the data of an attribute that may be kept in files from one version on, or no more.
enum ExternalDataConversion {
  /// `(data)`: the data itself, read from its file where it is in one.
  static let plain = "OBJECTGRAPH_PLAIN_DATA"
  /// `(data)`: data with the mark of what is not in a file.
  static let marked = "OBJECTGRAPH_MARKED_DATA"

  /// - Parameter folder: where the files of the old store are.
  static func register(on connection: Connection, folder: ExternalFolder) throws {
    try connection.register(function: plain, argumentCount: 1) { arguments in
      guard case .blob(let bytes) = arguments[0] else { return arguments[0] }
      return try bytes.withUnsafeBytes { bytes in
        let value = ExternalData(bytes)
        guard let name = value.fileName else { return .blob(Array(value.content)) }
        guard let data = try folder.data(named: name) else {
          throw PersistentStore.missingFile(name)
        }
        return .blob(Array(data))
      }
    }
    try connection.register(function: marked, argumentCount: 1) { arguments in
      guard case .blob(let bytes) = arguments[0] else { return arguments[0] }
      return .blob(Array(ExternalData.inline(Data(bytes))))
    }
  }
}
