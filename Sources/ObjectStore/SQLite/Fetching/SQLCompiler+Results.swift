import ObjectModel

/// Columns, groups and their conditions.
extension SQLCompiler {
  /// The whole text of a fetch of values: the columns, and then the numbers of the entities of those
  /// objects among them for which that is open.
  ///
  /// - Parameters:
  ///   - table: the table of the entity.
  ///   - entityCondition: on `t0.Z_ENT`, or nil.
  func query(
    _ fetch: ValueFetch, from table: TableMapping, entityCondition: String?
  ) throws -> Query {
    let scope = SQLScope(root: "t0", table: table)
    let plan = fetch.results
    var columns: [String] = []
    for (index, column) in plan.columns.enumerated() {
      var value = try result(column.expression, in: scope)
      columns.append("\(value.text) AS r\(index)")
      value.text = "r\(index)"
      stands[ObjectIdentifier(column.stand)] = value
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
    let groups = try plan.groups.map { try result($0, in: scope).text }
    let having = try plan.having.map { try condition($0, isExact: false, in: scope) }
    let order = try order(plan, groups, in: scope)

    var text = "SELECT \(plan.isDistinct ? "DISTINCT " : "")\(columns.joined(separator: ", "))"
    text += " FROM \(table.name) t0\(scope.joins)"
    if !conditions.isEmpty { text += " WHERE \(conditions.joined(separator: " AND "))" }
    if !groups.isEmpty { text += " GROUP BY \(groups.joined(separator: ", "))" }
    if let having { text += " HAVING \(having)" }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    if fetch.rows.limit > 0 || fetch.rows.offset > 0 {
      let limit = bind(.integer(fetch.rows.limit > 0 ? Int64(fetch.rows.limit) : -1))
      text += " LIMIT \(limit) OFFSET \(bind(.integer(Int64(fetch.rows.offset))))"
    }
    return Query(text: text, bindings: bindings)
  }

  /// Ties end on what tells the results apart.
  private func order(
    _ plan: ResultPlan, _ groups: [String], in scope: SQLScope
  ) throws -> [String] {
    var terms = try plan.sorts.map { sort in
      guard let stand = stand(for: sort.path.terminal), stand.digits == .written,
        sort.path.type != .string
      else { return try term(sort, in: scope) }
      // Decimals that our functions gave are text.
      return "CAST(\(stand.text) AS NUMERIC)\(sort.ascending ? "" : " DESC")"
    }
    if plan.isOfRows {
      terms.append("t0.Z_PK")
    } else if plan.isDistinct {
      terms += plan.columns.indices.map { "r\($0)" }
    } else {
      terms += groups
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
      let owner = try scope.alias(of: path.steps[...], mapping: mapping, next: nextAlias)
      return "\(owner).\(entityColumn)"
    default: return nil
    }
  }

  /// What stands for the property of a result; nil for the properties of rows.
  func stand(for terminal: ResolvedPath.Terminal) -> SQLValue? {
    guard !stands.isEmpty else { return nil }
    return switch terminal {
    case .attribute(let attribute): stands[ObjectIdentifier(attribute)]
    case .toOne(let relationship): stands[ObjectIdentifier(relationship)]
    case .toMany, .object, .entityName: nil
    }
  }

  // MARK: Expressions

  private func result(
    _ expression: ResolvedExpression, in scope: SQLScope
  ) throws -> SQLValue {
    guard case .aggregate(let aggregate) = expression, case .rows(let values) = aggregate.source,
      aggregate.function == .sum || aggregate.function == .average, let type = values.type
    else { return try value(expression, in: scope) }
    let number = try value(values, in: scope)
    guard number.isPlainNumber else { return try value(expression, in: scope) }
    let argument = "(\(aggregate.isDistinct ? "DISTINCT " : "")\(number.text))"
    switch type {
    case .double, .float:
      let isSum = aggregate.function == .sum
      let name = isSum ? SQLFunctions.doubleSum : SQLFunctions.doubleAverage
      return SQLValue(text: name + argument, digits: .double)
    case .integer16, .integer32, .integer64, .boolean:
      if sumsBeyondIntegers { return try value(expression, in: scope) }
      // SQLite's own sum is the faster one, and exact until it overflows and fails.
      let text =
        aggregate.function == .sum
        ? "COALESCE(SUM\(argument), 0)" : "CAST(SUM\(argument) AS REAL) / COUNT\(argument)"
      return SQLValue(text: text, digits: .double)
    default: return try value(expression, in: scope)
    }
  }
}
