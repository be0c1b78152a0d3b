import ObjectModel
import SQLite

/// Reading to-many relationships.
extension SQLiteSession {
  /// The part after `FROM table t0` of a query for the destinations of a to-many relationship, and
  /// the relationship's order, or the order by key; nil for a relationship that is not stored.
  ///
  /// - Parameter comparison: selects the owners by their keys.
  /// - Throws: code 134061 if the relationship is not to-many.
  private func destinationQuery(
    of relationship: PropertyLayout, whose comparison: String
  ) throws -> (plan: RowPlan, condition: String, order: String)? {
    guard let description = relationship.relationship, relationship.isToMany,
      let destination = model.entity(numbered: relationship.destinationNumber)
    else {
      throw ObjectGraphError(
        .invalidArgument, "\(relationship.name) is not a to-many relationship",
        key: relationship.name)
    }
    guard let pairs = mapping.pairs(of: description) else { return nil }
    let plan = rowPlan(for: destination)
    let isJoin = pairs.foreignKey == nil
    let alias = isJoin ? "j" : "t0"
    let join = isJoin ? " JOIN \(pairs.table) j ON j.\(pairs.destination.column) = t0.Z_PK" : ""
    let entity = plan.entityCondition.map { " AND \($0)" } ?? ""
    let order = pairs.destination.orderColumn.map { "\(alias).\($0), " } ?? ""
    return (
      plan, "\(join) WHERE \(alias).\(pairs.source.column) \(comparison)\(entity)",
      " ORDER BY \(order)t0.Z_PK"
    )
  }

  /// The number of destinations of a to-many relationship.
  func destinationCount(of relationship: PropertyLayout, source: Int64) throws -> Int {
    guard let query = try destinationQuery(of: relationship, whose: "= ?") else { return 0 }
    let sql = "SELECT COUNT(*) FROM \(query.plan.table.name) t0\(query.condition)"
    return Int(try connection.integer(sql, source - base) ?? 0)
  }

  /// The destinations of a to-many relationship, in its order or by key.
  func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    guard let query = try destinationQuery(of: relationship, whose: "= ?") else { return [] }
    let statement = try query.plan.statement(query.condition + query.order, on: connection)
    statement.bind(1, source - base)
    return try rows(from: statement, query.plan)
  }

  /// The destinations of a to-many relationship for each source; each list is in the order of the
  /// relationship, or by key.
  func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    guard sources.count > 1 else {
      return try sources.map { try destinations(of: relationship, source: $0) }
    }
    let list = KeyList(sources, base: base)
    var lists: [Int64: [Row]] = [:]
    if let side = relationship.relationship.flatMap({ mapping.join(of: $0) }) {
      try collect(over: side, to: model[relationship.destinationNumber], list, into: &lists)
    } else if let inverse = model.inverse(of: relationship),
      let query = try destinationQuery(of: relationship, whose: "IN \(list.sql)")
    {
      let statement = try query.plan.statement(query.condition + query.order, on: connection)
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
    over side: JoinMapping, to destination: EntityLayout, _ list: KeyList,
    into lists: inout [Int64: [Row]]
  ) throws {
    var pairs: [(source: Int64, destination: Int64)] = []
    let statement = try connection.statement(
      "SELECT \(side.source.column), \(side.destination.column) FROM \(side.table) "
        + "WHERE \(side.source.column) IN \(list.sql) "
        + "ORDER BY 1, \(side.destination.orderColumn.map { "\($0), " } ?? "")2")
    list.bind(to: statement)
    defer { statement.reset() }
    while try statement.step() {
      pairs.append((try key(ofStored: statement.int64(0)), try key(ofStored: statement.int64(1))))
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
