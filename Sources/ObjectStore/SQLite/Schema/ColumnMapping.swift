import ObjectModel

/// The columns of a property.
struct ColumnMapping: Sendable {
  let property: PropertyLayout
  let name: String
  /// The column for the destination's entity number, if the destination can be of several entities.
  let entityColumn: String?

  /// The property's one or two columns, with their types in the schema.
  var definitions: [(name: String, type: String)] {
    [(name, property.columnType.sql)] + (entityColumn.map { [($0, "INTEGER")] } ?? [])
  }
}

/// The groups in which Core Data orders the columns of a new table.
enum ColumnGroup: CaseIterable {
  case integer, number, decimal, string, uri, uuid, transformable, data
}

extension PropertyLayout {
  /// The SQL type of the property's column, and its group.
  var columnType: (sql: String, group: ColumnGroup) {
    switch kind {
    case .integer16, .integer32, .integer64, .orderKey, .boolean, .toOne, .toMany:
      ("INTEGER", .integer)
    case .date: ("TIMESTAMP", .number)
    case .double, .float: ("FLOAT", .number)
    case .decimal: ("DECIMAL", .decimal)
    case .string: ("VARCHAR", .string)
    case .uri: ("VARCHAR", .uri)
    case .uuid: ("BLOB", .uuid)
    case .data, .externalData:
      ("BLOB", attribute?.attributeType == .transformable ? .transformable : .data)
    }
  }
}
