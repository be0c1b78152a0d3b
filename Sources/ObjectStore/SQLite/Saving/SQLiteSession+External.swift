import ObjectModel
import SQLite

extension SQLiteSession {
  /// The properties of an entity's table whose data may lie in files: those of all entities of the
  /// hierarchy, since the row may be of one below the entity that its deleter knows.
  func externals(of layout: EntityLayout) -> [PropertyLayout] {
    mapping.table(of: layout).columns.map(\.property).filter { $0.kind == .externalData }
  }

  /// The files that a row in the store refers to, by the indexes of the properties.
  func externalNames(
    of key: Int64, _ layout: EntityLayout, _ properties: [PropertyLayout]
  ) throws -> [Int: String] {
    var names: [Int: String] = [:]
    let table = mapping.table(of: layout).name
    for property in properties {
      guard let column = mapping.column(of: property)?.name else { continue }
      let statement = try connection.statement(
        "SELECT \(column) FROM \(table) WHERE Z_PK = ? AND length(\(column)) = 38")
      statement.bind(1, key - base)
      defer { statement.reset() }
      if try statement.step() {
        names[property.index] = ExternalData(statement.blobBytes(0)).fileName
      }
    }
    return names
  }
}
