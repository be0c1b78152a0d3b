import ObjectModel
import SQLite

/// What a batch request reads inside its transaction.
extension SQLiteSession {
  /// The stored row that has the values of a constraint which a row has, or nil.
  func holder(of constraint: UniquenessConstraint, valuesOf row: Row) throws -> Row? {
    guard UniqueValues(row, constraint.properties) != nil else { return nil }
    let layout = model[row.entityNumber]
    // The entity of a destination adds nothing: its key is unique in its hierarchy.
    let names = constraint.properties.compactMap { mapping.column(of: $0)?.name }
    let condition = names.map { "\($0) = ?" }.joined(separator: " AND ")
    let statement = try connection.statement(
      "SELECT Z_PK FROM \(mapping.table(of: layout).name) WHERE \(condition)")
    for (index, property) in constraint.properties.enumerated() {
      let parameter = Int32(index + 1)
      guard property.kind != .toOne else {
        statement.bind(parameter, row.integer(slot: property.slot))
        continue
      }
      // A value that no column holds is refused when it is written.
      guard let binding = SQLBinding(row.value(of: property)) else { return nil }
      binding.bind(to: statement, parameter)
    }
    defer { statement.reset() }
    while try statement.step() {
      if let found = try self.row(key: statement.int64(0), root: layout),
        constraint.layout.includes(found.entityNumber)
      {
        return found
      }
    }
    return nil
  }
}
