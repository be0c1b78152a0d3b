import ObjectModel

/// Columns, groups and their conditions.
extension SQLCompiler {
  /// The complete text of a fetch of values: the columns, followed by the entity numbers of objects
  /// among them whose entity is not known.
  ///
  /// - Parameter entityCondition: the condition on `t0.Z_ENT`, or nil.
  func query(_ fetch: ValueFetch, entityCondition: String?) throws -> Query {
    let table = mapping.table(of: fetch.rows.layout)
    let scope = scope(of: fetch.rows)
    let plan = fetch.results
    var columns: [String] = []
    for (index, column) in plan.columns.enumerated() {
      part = "the column \(column.name)"
      var value = try result(column.expression, in: scope)
      recordNesting(of: value.text)
      columns.append("\(value.text) AS r\(index)")
      value.text = "r\(index)"
      stands[ObjectIdentifier(column.stand)] = value
    }
    for case .path(let path) in plan.columns.map(\.expression) {
      guard let column = mapping.entityColumn(at: path, from: table) else { continue }
      columns.append("\(try alias(of: path.steps[...], in: scope)).\(column)")
    }
    let conditions = try conditions(of: fetch.rows, entityCondition, in: scope)
    part = "propertiesToGroupBy"
    let groups = try plan.groups.map { group in
      let value = try result(group, in: scope)
      recordNesting(of: value.text)
      return (value: value, type: group.type)
    }
    let having = try plan.having.map { having in
      try compiling("havingPredicate") { try condition(having, isExact: false, in: scope) }
    }
    let order = try order(fetch, groups, in: scope)
    try checkTerms(columns: columns.count, groups: groups.count, sorts: order.count)

    var text = "SELECT \(plan.isDistinct ? "DISTINCT " : "")\(columns.joined(separator: ", "))"
    text += " FROM \(table.name) t0\(scope.joins)"
    if !conditions.isEmpty { text += " WHERE \(conditions.joined(separator: " AND "))" }
    if !groups.isEmpty { text += " GROUP BY \(groups.map(\.value.text).joined(separator: ", "))" }
    if let having { text += " HAVING \(having)" }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    return try query(text, windowOf: fetch.rows)
  }

  /// Ties are broken by the values that distinguish the results.
  private func order(
    _ fetch: ValueFetch, _ groups: [(value: SQLValue, type: AttributeType?)], in scope: SQLScope
  ) throws -> [String] {
    let plan = fetch.results
    var terms = try plan.sorts.map { sort in
      guard let stand = stand(for: sort.path.terminal), isDecimalText(stand, sort.path.type) else {
        return try wholeTerm(sort, in: scope)
      }
      return "\(orderedText(of: stand, sort.path.type))\(sort.ascending ? "" : " DESC")"
    }
    if plan.isOfRows {
      if !fetch.isInAnyOrder { terms.append("t0.Z_PK") }
    } else if plan.isDistinct {
      terms += plan.columns.enumerated().map { index, column in
        let value = stands[ObjectIdentifier(column.stand)] ?? SQLValue(text: "r\(index)")
        return orderedText(of: value, column.expression.type)
      }
    } else {
      terms += groups.map { orderedText(of: $0.value, $0.type) }
    }
    return terms
  }

  /// Whether the values are decimal texts returned by custom functions.
  private func isDecimalText(_ value: SQLValue, _ type: AttributeType?) -> Bool {
    value.digits == .written && type == .decimal
  }

  /// The text for ORDER BY, because decimal texts do not sort numerically.
  private func orderedText(of value: SQLValue, _ type: AttributeType?) -> String {
    isDecimalText(value, type) ? "\(SQLFunctions.decimalKey)(\(value.text))" : value.text
  }

  /// The expression for a property of a result; nil for properties of rows.
  func stand(for terminal: ResolvedPath.Terminal) -> SQLValue? {
    guard !stands.isEmpty else { return nil }
    return switch terminal {
    case .attribute(let attribute): stands[ObjectIdentifier(attribute)]
    case .toOne(let relationship): stands[ObjectIdentifier(relationship)]
    case .object, .entityName: nil
    }
  }

  // MARK: Expressions

  private func result(_ expression: ResolvedExpression, in scope: SQLScope) throws -> SQLValue {
    guard case .aggregate(let aggregate) = expression, case .rows(let values) = aggregate.source,
      aggregate.function == .sum || aggregate.function == .average, let type = values.type
    else { return try value(expression, in: scope) }
    let number = try value(values, in: scope)
    guard number.isPlainNumber else { return try value(expression, in: scope) }
    let distinct = aggregate.isDistinct ? "DISTINCT " : ""
    switch type {
    case .double, .float:
      let isSum = aggregate.function == .sum
      let name = isSum ? SQLFunctions.doubleSum : SQLFunctions.doubleAverage
      return SQLValue(text: "\(name)(\(distinct)\(number.text))", digits: .double)
    case .integer16, .integer32, .integer64, .boolean:
      if sumsBeyondIntegers { return try value(expression, in: scope) }
      // SQLite's own sum is faster, and exact until it overflows, when it fails.
      let isColumn = if case .path = values { true } else { false }
      let argument = "(\(distinct)\(isColumn ? number.text : Self.integers(number.text)))"
      let text =
        aggregate.function == .sum
        ? "COALESCE(SUM\(argument), 0)" : "CAST(SUM\(argument) AS REAL) / COUNT\(argument)"
      return SQLValue(text: text, digits: .double)
    default: return try value(expression, in: scope)
    }
  }

  /// An expression that fails with an overflow, as a sum does, if an integer calculation has
  /// overflowed to a double, so that the custom sum is used instead.
  private static func integers(_ text: String) -> String {
    "CASE typeof(\(text)) WHEN 'real' THEN abs(-9223372036854775808 + (\(text) IS NULL)) "
      + "ELSE \(text) END"
  }
}
