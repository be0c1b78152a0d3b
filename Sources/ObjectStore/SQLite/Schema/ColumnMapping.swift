import ObjectModel

/// The columns that keep one property.
struct ColumnMapping: Sendable {
  let property: PropertyLayout
  let name: String
  /// The column of the destination's entity number, where the destination
  /// can be of several entities.
  let entityColumn: String?

  /// Both columns, or the one that there is, with their types as they stand in the schema.
  var definitions: [(name: String, type: String)] {
    [(name, property.columnType.sql)] + (entityColumn.map { [($0, "INTEGER")] } ?? [])
  }
}

/// What Core Data places side by side in a new table, in that order.
enum ColumnGroup: CaseIterable {
  case integer, number, decimal, string, uri, uuid, transformable, data
}

extension PropertyLayout {
  /// The SQL type of the property's column, and the group that it stands in.
  var columnType: (sql: String, group: ColumnGroup) {
    switch kind {
    case .integer16, .integer32, .integer64, .boolean, .toOne, .toMany: ("INTEGER", .integer)
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
