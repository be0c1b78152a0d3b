import ObjectModel
import SQLite

/// Reading a relationship of several objects at once.
extension SQLiteSession {
  /// The rows at the other end of a to-many relationship of each source, each list in the order of
  /// an ordered relationship, and by key otherwise.
  ///
  /// One statement for what a foreign key keeps, two for a join table: one for its
  /// pairs and one for the rows.
  func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    guard sources.count > 1, let description = relationship.relationship,
      let destination = model.entity(numbered: relationship.destinationNumber)
    else { return try sources.map { try destinations(of: relationship, source: $0) } }
    var lists: [Int64: [Row]] = [:]
    if let side = mapping.join(of: description) {
      try collect(over: side, to: destination, sources, into: &lists)
    } else if let inverse = model.inverse(of: relationship),
      let column = mapping.column(of: inverse)
    {
      let order = model.orderKey(of: relationship).flatMap { mapping.column(of: $0) }
      try collect(
        over: inverse, column: column.name, order: order?.name, of: destination, sources,
        into: &lists)
    }
    return sources.map { lists[$0] ?? [] }
  }

  private func collect(
    over inverse: PropertyLayout, column: String, order: String?,
    of destination: EntityLayout, _ sources: [Int64], into lists: inout [Int64: [Row]]
  ) throws {
    let plan = rowPlan(for: destination)
    let condition = plan.entityCondition.map { " AND \($0)" } ?? ""
    let list = KeyList(sources, base: base)
    let statement = try plan.statement(
      " WHERE t0.\(column) IN \(list.sql)\(condition) "
        + "ORDER BY \(order.map { "t0.\($0), " } ?? "")t0.Z_PK", on: connection)
    list.bind(to: statement)
    var rows: [Row] = []
    try append(to: &rows, from: statement, plan)
    for row in rows {
      // The row's own entity may keep the reference in another slot.
      guard let property = model[row.entityNumber].property(inverse.name) else { continue }
      lists[row.integer(slot: property.slot), default: []].append(row)
    }
  }

  private func collect(
    over side: JoinMapping, to destination: EntityLayout, _ sources: [Int64],
    into lists: inout [Int64: [Row]]
  ) throws {
    var pairs: [(source: Int64, destination: Int64)] = []
    let list = KeyList(sources, base: base)
    let statement = try connection.statement(
      "SELECT \(side.sourceColumn), \(side.destinationColumn) FROM \(side.table) "
        + "WHERE \(side.sourceColumn) IN \(list.sql) "
        + "ORDER BY 1, \(side.destinationOrderColumn.map { "\($0), " } ?? "")2")
    list.bind(to: statement)
    defer { statement.reset() }
    while try statement.step() {
      pairs.append((statement.int64(0) + base, statement.int64(1) + base))
    }
    let keys = Set(pairs.map(\.destination)).sorted()
    guard !keys.isEmpty else { return }
    var byKey: [Int64: Row] = [:]
    for row in try rows(keys: keys, root: model[destination.rootNumber])
    where destination.includes(row.entityNumber) {
      byKey[row.key] = row
    }
    for pair in pairs {
      if let row = byKey[pair.destination] { lists[pair.source, default: []].append(row) }
    }
  }
}
