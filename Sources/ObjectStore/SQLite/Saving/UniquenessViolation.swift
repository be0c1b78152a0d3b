import Foundation
import ObjectModel
import SQLite

/// Finds out which constraint a row breaks, and which other row has the values already.
struct UniquenessViolation {
  let session: SQLiteSession
  let layout: EntityLayout
  let row: Row
  let objectID: ManagedObjectID
  let keys: TemporaryKeys
  let changes: ChangeSet
  let assignedKeys: [Int64]

  /// The error as a context reports it: code 133021 with the constraint's keys under `constraint`
  /// and the other row's key, negative when this very save inserts it, under `conflictingKey`.
  ///
  /// The tables tell: a constraint is broken whose values another row has. What SQLite says of the
  /// columns is meant for people.
  func error(for error: SQLiteError) -> any Error {
    for constraint in UniquenessConstraint.all(in: session.model)
    where constraint.layout.includes(layout.number) {
      let properties = constraint.properties
      // What is nil never collides.
      guard !properties.contains(where: { row.isNull($0.index) }),
        let key = conflictingKey(properties)
      else { continue }
      return ObjectGraphError.constraint(
        properties, of: row, layout: layout, conflictingKey: key, objectID: objectID)
    }
    guard isKeyTaken else { return error }
    return ObjectGraphError.keyTaken(row.key, layout: layout, objectID: objectID)
  }

  private var isKeyTaken: Bool {
    let table = session.mapping.table(of: layout).name
    guard
      let statement = try? Statement(
        connection: session.connection, sql: "SELECT 1 FROM \(table) WHERE Z_PK = ?")
    else { return false }
    statement.bind(1, keys[row.key] ?? row.key)
    return (try? statement.step()) == true
  }

  private func conflictingKey(_ properties: [PropertyLayout]) -> Int64? {
    let table = session.mapping.table(of: layout).name
    let conditions = properties.flatMap { session.mapping.columnNames(of: $0) }
      .map { "\($0) IS ?" }
    let binder = RowBinder(layout: layout, properties: properties, firstParameter: 2)
    guard
      let statement = try? Statement(
        connection: session.connection,
        sql: "SELECT Z_PK FROM \(table) WHERE Z_PK <> ? AND "
          + conditions.joined(separator: " AND "))
    else { return nil }
    statement.bind(1, row.key)
    guard (try? binder.bind(row, to: statement, keys: keys)) != nil,
      (try? statement.step()) == true
    else { return nil }
    let key = statement.int64(0)
    // A row of this very save goes away with it, and its caller knows it by its reference.
    let insert = zip(changes.inserts, assignedKeys).first { insert, assigned in
      assigned == key && insert.layout.rootNumber == layout.rootNumber
    }
    return insert?.0.row.key ?? key
  }
}
