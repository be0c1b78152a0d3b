import ObjectModel
import SQLite

/// Finds the constraint that a row violates, and the other row with the same values.
extension SaveOperation {
  /// The error for the context: code 133021 with the constraint's keys under `constraint` and the
  /// other row's key, negative if this save inserts it, under `conflictingKey`.
  ///
  /// The constraint is found by querying the tables, because SQLite describes the columns only in
  /// its message.
  func violation(_ error: SQLiteError, _ layout: EntityLayout, _ row: Row) -> any Error {
    let objectID = objectID(layout, row.key)
    for constraint in UniquenessConstraint.all(in: session.model)
    where constraint.layout.includes(layout.number) {
      let properties = constraint.properties
      // Nil never conflicts.
      guard !properties.contains(where: { row.isNull($0.index) }),
        let key = try? conflictingKey(properties, of: row, layout)
      else { continue }
      return ObjectGraphError.constraint(
        properties, of: row, layout: layout, conflictingKey: key, objectID: objectID)
    }
    let table = session.mapping.table(of: layout).name
    let same = try? session.connection.integer(
      "SELECT 1 FROM \(table) WHERE Z_PK = ?", keys.primaryKey(of: row.key) ?? row.key)
    if same == nil { return error }
    return ObjectGraphError(
      .persistentStoreSave, "the store already has an object with the primary key \(row.key)",
      repair: "insert the object with a new key", entityName: layout.name, objectID: objectID)
  }

  /// The key, as used in the change set, of the row with the same values.
  private func conflictingKey(
    _ properties: [PropertyLayout], of row: Row, _ layout: EntityLayout
  ) throws -> Int64? {
    let table = session.mapping.table(of: layout).name
    let conditions = properties.flatMap { session.mapping.columnNames(of: $0) }
      .map { " AND \($0) IS ?" }
    let statement = try Statement(
      connection: session.connection,
      sql: "SELECT Z_PK FROM \(table) WHERE Z_PK <> ?\(conditions.joined())")
    statement.bind(1, keys.primaryKey(of: row.key) ?? row.key)
    try RowBinder(layout: layout, properties: properties, firstParameter: 2)
      .bind(row, to: statement, keys: keys)
    guard try statement.step() else { return nil }
    let key = try session.key(ofStored: statement.int64(0))
    let insert = zip(changes.inserts, result.keys).first { insert, assigned in
      assigned == key && insert.layout.rootNumber == layout.rootNumber
    }
    return insert?.0.row.key ?? key
  }
}
