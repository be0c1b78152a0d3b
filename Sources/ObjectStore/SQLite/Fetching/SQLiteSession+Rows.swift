import ObjectModel
import SQLite

/// Reading rows by key and over relationships.
extension SQLiteSession {
  func row(key: Int64, root: EntityLayout) throws -> Row? {
    let plan = rowPlan(for: model[root.rootNumber])
    let statement = try plan.statementByKey(on: connection)
    statement.bind(1, key - base)
    defer { statement.reset() }
    return try statement.step() ? plan.row(from: statement) : nil
  }

  func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    guard !keys.isEmpty else { return [] }
    let plan = rowPlan(for: model[root.rootNumber])
    var rows: [Row] = []
    rows.reserveCapacity(keys.count)
    let list = KeyList(keys, base: base)
    let statement = try plan.statement(" WHERE t0.Z_PK IN \(list.sql)", on: connection)
    list.bind(to: statement)
    try append(to: &rows, from: statement, plan)
    return rows
  }

  /// The rows at the other end of a to-many relationship: in its order, or by key.
  func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    guard let description = relationship.relationship, relationship.isToMany,
      let destination = model.entity(numbered: relationship.destinationNumber)
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(relationship.name) is not a to-many relationship",
        key: relationship.name)
    }
    let plan = rowPlan(for: destination)
    let condition = plan.entityCondition.map { " AND \($0)" } ?? ""
    let statement: Statement
    if let side = mapping.join(of: description) {
      statement = try plan.statement(
        " JOIN \(side.table) j ON j.\(side.destinationColumn) = t0.Z_PK "
          + "WHERE j.\(side.sourceColumn) = ?\(condition) "
          + "ORDER BY \(side.destinationOrderColumn.map { "j.\($0), " } ?? "")t0.Z_PK",
        on: connection)
    } else if let column = model.inverse(of: relationship).flatMap({ mapping.column(of: $0) }) {
      let orderKey = model.orderKey(of: relationship).flatMap { mapping.column(of: $0) }
      statement = try plan.statement(
        " WHERE t0.\(column.name) = ?\(condition) "
          + "ORDER BY \(orderKey.map { "t0.\($0.name), " } ?? "")t0.Z_PK", on: connection)
    } else {
      return []
    }
    statement.bind(1, source - base)
    var rows: [Row] = []
    try append(to: &rows, from: statement, plan)
    return rows
  }

  /// Steps a statement to its end.
  func append(to rows: inout [Row], from statement: Statement, _ plan: RowPlan) throws {
    defer { statement.reset() }
    while try statement.step() {
      if let row = try plan.row(from: statement) { rows.append(row) }
    }
  }
}
