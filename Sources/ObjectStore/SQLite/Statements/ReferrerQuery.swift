import ObjectModel
import SQLite

/// Asks whether some row refers to a row of a given key over one to-one relationship.
struct ReferrerQuery {
  let property: PropertyLayout
  private let statement: Statement

  /// Nothing when the relationship has no column.
  init?(property: PropertyLayout, mapping: StoreMapping, connection: Connection) throws {
    guard let column = mapping.column(of: property) else { return nil }
    let table = mapping.table(of: mapping.model[property.declaringNumber]).name
    self.property = property
    statement = try Statement(
      connection: connection,
      sql: "SELECT Z_ENT FROM \(table) WHERE \(column.name) = ? ORDER BY Z_PK LIMIT 1",
      isPersistent: true)
  }

  /// The entity number of the first row that refers to that key, or nil when none does.
  func referrer(to key: Int64) throws -> Int? {
    statement.bind(1, key)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.int64(0)) : nil
  }
}
