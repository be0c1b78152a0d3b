import ObjectModel

/// The SQL type of a column, in the order in which Core Data places the columns of a new table.
enum ColumnGroup: Int, CaseIterable {
  case integer
  case number
  case decimal
  case string
  case uri
  case uuid
  case transformable
  case data

  init(_ property: PropertyLayout) {
    self =
      switch property.kind {
      case .integer16, .integer32, .integer64, .boolean, .toOne, .toMany: .integer
      case .double, .float, .date: .number
      case .decimal: .decimal
      case .string: .string
      case .uri: .uri
      case .uuid: .uuid
      case .data, .externalData:
        property.attribute?.attributeType == .transformable ? .transformable : .data
      }
  }
}

/// The columns that keep one property.
struct ColumnMapping: Sendable {
  let property: PropertyLayout
  let name: String
  /// The column of the destination's entity number, where the destination
  /// can be of several entities.
  let entityColumn: String?

  /// The type as it stands in the schema.
  var sqlType: String {
    switch property.kind {
    case .integer16, .integer32, .integer64, .boolean, .toOne, .toMany: "INTEGER"
    case .date: "TIMESTAMP"
    case .double, .float: "FLOAT"
    case .decimal: "DECIMAL"
    case .string, .uri: "VARCHAR"
    case .uuid, .data, .externalData: "BLOB"
    }
  }
}
