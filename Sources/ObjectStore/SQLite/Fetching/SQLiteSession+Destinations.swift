import ObjectModel
import SQLite

/// Reading to-many relationships.
extension SQLiteSession {
  /// The parts of a query for the destinations of a to-many relationship.
  private struct DestinationQuery {
    let plan: RowPlan
    /// The join with the join table, if there is one.
    let join: String
    /// The column with the key of the relationship's owner.
    let source: String
    /// The column with the relationship's order; nil if it has none.
    let order: String?

    /// The part after `FROM table t0` in an unordered query.
    func condition(_ comparison: String) -> String {
      "\(join) WHERE \(source) \(comparison)\(plan.entityCondition.map { " AND \($0)" } ?? "")"
    }

    /// The part after `FROM table t0` in a query in the relationship's order, or by key.
    func inOrder(_ comparison: String) -> String {
      "\(condition(comparison)) ORDER BY \(order.map { "\($0), " } ?? "")t0.Z_PK"
    }
  }

  /// - Returns: nil for a relationship that is not stored.
  /// - Throws: code 134061 if the relationship is not to-many.
  private func destinationQuery(of relationship: PropertyLayout) throws -> DestinationQuery? {
    guard let description = relationship.relationship, relationship.isToMany,
      let destination = model.entity(numbered: relationship.destinationNumber)
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(relationship.name) is not a to-many relationship",
        key: relationship.name)
    }
    return mapping.pairs(of: description).map { pairs in
      let (isJoin, order) = (pairs.foreignKey == nil, pairs.destination.orderColumn)
      let alias = isJoin ? "j" : "t0"
      return DestinationQuery(
        plan: rowPlan(for: destination),
        join: isJoin ? " JOIN \(pairs.table) j ON j.\(pairs.destination.column) = t0.Z_PK" : "",
        source: "\(alias).\(pairs.source.column)", order: order.map { "\(alias).\($0)" })
    }
  }

  /// The number of destinations of a to-many relationship.
  func destinationCount(of relationship: PropertyLayout, source: Int64) throws -> Int {
    guard let query = try destinationQuery(of: relationship) else { return 0 }
    let sql = "SELECT COUNT(*) FROM \(query.plan.table.name) t0\(query.condition("= ?"))"
    return Int(try connection.integer(sql, source - base) ?? 0)
  }

  /// The destinations of a to-many relationship, in its order or by key.
  func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    guard let query = try destinationQuery(of: relationship) else { return [] }
    let statement = try query.plan.statement(query.inOrder("= ?"), on: connection)
    statement.bind(1, source - base)
    return try rows(from: statement, query.plan)
  }

  /// The destinations of a to-many relationship for each source; each list is in the order of the
  /// relationship, or by key.
  func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    guard sources.count > 1 else {
      return try sources.map { try destinations(of: relationship, source: $0) }
    }
    var lists: [Int64: [Row]] = [:]
    if let side = relationship.relationship.flatMap({ mapping.join(of: $0) }) {
      try collect(over: side, to: model[relationship.destinationNumber], sources, into: &lists)
    } else if let query = try destinationQuery(of: relationship),
      let inverse = model.inverse(of: relationship)
    {
      let list = KeyList(sources, base: base)
      let statement = try query.plan.statement(query.inOrder("IN \(list.sql)"), on: connection)
      list.bind(to: statement)
      for row in try rows(from: statement, query.plan) {
        // In the row's own entity, the reference may be in another slot.
        guard let property = model[row.entityNumber].property(inverse.name) else { continue }
        lists[row.integer(slot: property.slot), default: []].append(row)
      }
    }
    return sources.map { lists[$0] ?? [] }
  }

  /// Reads the pairs of a join table first, because a row may be the destination of several
  /// sources.
  private func collect(
    over side: JoinMapping, to destination: EntityLayout, _ sources: [Int64],
    into lists: inout [Int64: [Row]]
  ) throws {
    var pairs: [(source: Int64, destination: Int64)] = []
    let list = KeyList(sources, base: base)
    let statement = try connection.statement(
      "SELECT \(side.source.column), \(side.destination.column) FROM \(side.table) "
        + "WHERE \(side.source.column) IN \(list.sql) "
        + "ORDER BY 1, \(side.destination.orderColumn.map { "\($0), " } ?? "")2")
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
