import ObjectModel
import SQLite

/// What derived attributes are worked out from, inside the transaction of a save.
extension SQLiteSession {
  /// How many rows there are at the other end of a to-many relationship.
  func destinationCount(of relationship: PropertyLayout, source: Int64) throws -> Int {
    guard let description = relationship.relationship,
      let destination = model.entity(numbered: relationship.destinationNumber)
    else { return 0 }
    let table = mapping.table(of: destination).name
    let condition = rowPlan(for: destination).entityCondition.map { " AND \($0)" } ?? ""
    let sql: String
    if let side = mapping.join(of: description) {
      sql =
        "SELECT COUNT(*) FROM \(side.table) j JOIN \(table) t0 ON t0.Z_PK = j.\(side.destinationColumn) "
        + "WHERE j.\(side.sourceColumn) = ?\(condition)"
    } else if let column = model.inverse(of: relationship).flatMap({ mapping.column(of: $0) }) {
      sql = "SELECT COUNT(*) FROM \(table) t0 WHERE t0.\(column.name) = ?\(condition)"
    } else {
      return 0
    }
    return Int(try connection.integer(sql, source - base) ?? 0)
  }

  /// The keys of the rows whose relationship leads to a row; not for a to-many relationship
  /// that the destination keeps.
  func sources(of relationship: PropertyLayout, destination: Int64) throws -> [Int64] {
    let sql: String
    if let side = relationship.relationship.flatMap({ mapping.join(of: $0) }) {
      sql = "SELECT \(side.sourceColumn) FROM \(side.table) WHERE \(side.destinationColumn) = ?"
    } else if let column = mapping.column(of: relationship) {
      let table = mapping.table(of: model[relationship.declaringNumber]).name
      sql = "SELECT Z_PK FROM \(table) WHERE \(column.name) = ?"
    } else {
      return []
    }
    return try connection.integers(sql, destination - base).map { $0 + base }
  }

  /// Keeps the row's value of one attribute; its version stays.
  func write(_ row: Row, _ property: PropertyLayout, _ layout: EntityLayout) throws {
    guard let column = mapping.column(of: property) else { return }
    let statement = try connection.statement(
      "UPDATE \(mapping.table(of: layout).name) SET \(column.name) = ? WHERE Z_PK = ?")
    try RowBinder(layout: layout, properties: [property], firstParameter: 1)
      .bind(row, to: statement, keys: TemporaryKeys())
    statement.bind(2, row.key - base)
    try statement.run()
  }
}
