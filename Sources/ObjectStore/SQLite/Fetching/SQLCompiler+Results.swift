import ObjectModel

/// Columns, groups and their conditions.
extension SQLCompiler {
  /// The whole text of a fetch of values.
  ///
  /// - Parameters:
  ///   - table: the table of the entity.
  ///   - entityCondition: on `t0.Z_ENT`, or nil.
  func query(
    _ fetch: ValueFetch, from table: TableMapping, entityCondition: String?
  ) throws -> Query {
    let scope = SQLScope(root: "t0")
    let plan = fetch.results
    var columns: [String] = []
    for (index, column) in plan.columns.enumerated() {
      columns.append("\(try result(column.expression, in: scope)) AS r\(index)")
      names[ObjectIdentifier(column.stand)] = "r\(index)"
    }
    for case .path(let path) in plan.columns.map(\.expression) {
      if let column = try entityColumn(at: path, in: scope, table) { columns.append(column) }
    }
    var conditions: [String] = []
    if let entityCondition {
      // A plus keeps the index over Z_ENT out of the way of better ones.
      conditions.append(fetch.rows.predicate == nil ? entityCondition : "+\(entityCondition)")
    }
    if let predicate = fetch.rows.predicate {
      conditions.append(try condition(predicate, isExact: false, in: scope))
    }
    let groups = try plan.groups.map { try result($0, in: scope) }
    let having = try plan.having.map { try condition($0, isExact: false, in: scope) }
    let order = try order(plan, in: scope)

    var text = "SELECT \(plan.isDistinct ? "DISTINCT " : "")\(columns.joined(separator: ", "))"
    text += " FROM \(table.name) t0\(scope.joins)"
    if !conditions.isEmpty { text += " WHERE \(conditions.joined(separator: " AND "))" }
    if !groups.isEmpty { text += " GROUP BY \(groups.joined(separator: ", "))" }
    if let having { text += " HAVING \(having)" }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    if fetch.rows.limit > 0 || fetch.rows.offset > 0 {
      text += " LIMIT ? OFFSET ?"
      bind(.integer(fetch.rows.limit > 0 ? Int64(fetch.rows.limit) : -1))
      bind(.integer(Int64(fetch.rows.offset)))
    }
    return Query(text: text, bindings: bindings)
  }

  /// Ties end on what tells the results apart.
  private func order(_ plan: ResultPlan, in scope: SQLScope) throws -> [String] {
    var terms = try plan.sorts.map { try term($0, in: scope) }
    if plan.isOfRows {
      terms.append("t0.Z_PK")
    } else if plan.isDistinct {
      terms += plan.columns.indices.map { "r\($0)" }
    } else {
      terms += try plan.groups.map { try result($0, in: scope) }
    }
    return terms
  }

  /// The number of the entity of the object that a path leads to, where that is open.
  private func entityColumn(
    at path: ResolvedPath, in scope: SQLScope, _ table: TableMapping
  ) throws -> String? {
    switch path.terminal {
    case .object where path.steps.isEmpty: return table.isPolymorphic ? "t0.Z_ENT" : nil
    case .toOne(let relationship):
      guard let column = mapping.column(of: relationship), let entityColumn = column.entityColumn
      else { return nil }
      let key = try self.column(at: path, in: scope)
      return key.dropLast(column.name.count) + entityColumn
    default: return nil
    }
  }

  // MARK: Expressions

  private func result(_ expression: ResolvedExpression, in scope: SQLScope) throws -> String {
    if case .aggregate(let aggregate) = expression, case .rows(let values) = aggregate.source,
      let text = try plain(aggregate, of: values, in: scope)
    {
      return text
    }
    switch try operand(expression, against: expression, in: scope) {
    case .text(let text, _): return text
    case .null, .unmatchable: return "NULL"
    }
  }

  /// An aggregate that SQLite has and that answers as memory does; nil for others.
  ///
  /// SQLite's sum of integers fails where it does not fit; `sumsExactly` then takes another one.
  private func plain(
    _ aggregate: ResolvedAggregate, of values: ResolvedExpression, in scope: SQLScope
  ) throws -> String? {
    switch (aggregate.function, values.type) {
    case (.count, _), (.minimum, _), (.maximum, _): break
    case (.sum, .decimal), (.average, .decimal), (.sum, nil), (.average, nil): return nil
    case (.sum, _), (.average, _): if sumsExactly { return nil }
    default: return nil
    }
    let distinct = aggregate.isDistinct ? "DISTINCT " : ""
    let text = try result(values, in: scope)
    switch aggregate.function {
    case .count:
      return text == "t0.Z_PK" ? "COUNT(*)" : "COUNT(\(distinct)\(text))"
    case .sum:
      let zero = aggregate.type == .double ? "0.0" : "0"
      return "COALESCE(SUM(\(distinct)\(text)), \(zero))"
    case .average: return "AVG(\(distinct)\(text))"
    case .minimum: return "MIN(\(text))"
    default: return "MAX(\(text))"
    }
  }
}
