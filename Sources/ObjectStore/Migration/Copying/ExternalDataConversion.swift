import Foundation
import ObjectModel
import SQLite

/// Converts data attributes that gain or lose external storage.
enum ExternalDataConversion {
  /// `(data)`: the data itself, read from its external file if necessary.
  static let plain = "OBJECTGRAPH_PLAIN_DATA"
  /// `(data)`: the data with the mark for inline storage.
  static let marked = "OBJECTGRAPH_MARKED_DATA"

  /// - Parameter folder: the old store's folder of external files.
  static func register(on connection: Connection, folder: ExternalFolder) throws {
    try connection.register(function: plain, argumentCount: 1) { arguments in
      guard case .blob(let bytes) = arguments[0] else { return arguments[0] }
      return try bytes.withUnsafeBytes { bytes in
        let value = ExternalData(bytes)
        guard let name = value.fileName else { return .blob(Array(value.content)) }
        guard let data = try folder.data(named: name) else {
          throw ExternalFolder.missingFile(name)
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
