import ObjectModel
import SQLite

extension SQLiteSession {
  /// The files that a row in the store refers to, by the index of the property.
  func externalNames(
    of key: Int64, _ layout: EntityLayout, _ properties: [PropertyLayout]
  ) throws -> [Int: String] {
    var names: [Int: String] = [:]
    let table = mapping.table(of: layout).name
    for property in properties {
      guard let column = mapping.column(of: property)?.name else { continue }
      let statement = try connection.statement(
        "SELECT \(column) FROM \(table) WHERE Z_PK = ? AND length(\(column)) = 38")
      statement.bind(1, key)
      defer { statement.reset() }
      if try statement.step() {
        names[property.index] = ExternalData(statement.blobBytes(0)).fileName
      }
    }
    return names
  }
}
