import ObjectModel

/// Aggregates of collections.
extension SQLCompiler {
  func aggregate(_ aggregate: ResolvedAggregate, in scope: SQLScope) throws -> SQLValue {
    switch aggregate.source {
    case .rows(let expression):
      let value = try value(expression, in: scope)
      return SQLValue(
        text: call(aggregate, of: value, expression.type), digits: digits(of: aggregate, value))
    case .list(let elements): return try list(elements, aggregate, in: scope)
    case .values(let path):
      let (source, rest) = try source(of: path, in: scope)
      let value = try value(over: rest, to: path.terminal, in: source.scope)
      return collected(
        call(aggregate, of: value, path.type), digits: digits(of: aggregate, value), from: source)
    case .subquery(let subquery, let path):
      let source = try matching(subquery, in: scope)
      let value = try value(at: path, in: source.scope)
      return collected(
        call(aggregate, of: value, path.type), digits: digits(of: aggregate, value), from: source)
    }
  }

  /// The rows of a subquery's collection that match its predicate.
  private func matching(_ subquery: ResolvedSubquery, in scope: SQLScope) throws -> Source {
    var (source, _) = try source(of: subquery.collection, in: scope, depth: subquery.depth)
    source.scope.neededSteps = subquery.predicate.neededSteps(from: .variable(subquery.depth))
    source.condition +=
      " AND \(try condition(subquery.predicate, isExact: false, in: source.scope))"
    return source
  }

  private func collected(
    _ result: String, digits: SQLValue.Digits, from source: Source
  ) -> SQLValue {
    let (owner, text) = (source.owner, "(SELECT \(result) \(source.clause))")
    return SQLValue(
      text: owner.canBeNull ? "CASE WHEN \(owner.text) IS NOT NULL THEN \(text) END" : text,
      canBeNull: owner.canBeNull || !result.hasPrefix("COUNT("), digits: digits)
  }

  // MARK: Functions

  /// The aggregate call in a SELECT: SQLite's own function, if it gives the same result as
  /// in-memory evaluation.
  private func call(
    _ aggregate: ResolvedAggregate, of value: SQLValue, _ type: AttributeType?
  ) -> String {
    let distinct = aggregate.isDistinct ? "DISTINCT " : ""
    switch aggregate.function {
    case .count where value.digits != .written:
      // There is a row for each object, so no values need to be read.
      return !aggregate.isDistinct && !value.canBeNull
        ? "COUNT(*)" : "COUNT(\(distinct)\(value.text))"
    case .minimum where value.digits != .written: return "MIN(\(value.text))"
    case .maximum where value.digits != .written: return "MAX(\(value.text))"
    default: return call(aggregate, of: value.written, type)
    }
  }

  /// A call to a custom function, with the types of the values and of the result, which determine
  /// how it reads and adds them.
  private func call(
    _ aggregate: ResolvedAggregate, of text: String, _ type: AttributeType?
  ) -> String {
    let call =
      "\(SQLFunctions.name(of: aggregate.function))(\(text), \((type ?? .undefined).rawValue), "
      + "\(aggregate.type.rawValue), \(aggregate.isDistinct ? 1 : 0))"
    guard aggregate.function == .sum else { return call }
    // Without rows, the function cannot know the type of its 0.
    let zero: SQLParameter =
      switch aggregate.type {
      case .decimal: .text("0")
      case .double, .float: .real(0)
      default: .integer(0)
      }
    return "CASE WHEN COUNT(\(text)) > 0 THEN \(call) ELSE \(bind(zero)) END"
  }

  private func digits(of aggregate: ResolvedAggregate, _ value: SQLValue) -> SQLValue.Digits {
    switch aggregate.function {
    case .count: .exact
    case .minimum, .maximum: value.digits
    default: value.isPlainNumber ? .double : .written
    }
  }

  /// An aggregate of several expressions in one row, computed over a table of them.
  private func list(
    _ elements: [ResolvedExpression], _ aggregate: ResolvedAggregate, in scope: SQLScope
  ) throws -> SQLValue {
    try checkElements(elements.count)
    let type = elements.lazy.compactMap(\.type).first
    // The plus removes the column's affinity, which would turn the other integers into doubles.
    let rows = try elements.map { "SELECT +\(try value($0, in: scope).written) AS v" }
    return SQLValue(
      text:
        "(SELECT \(call(aggregate, of: "v", type)) FROM (\(rows.joined(separator: " UNION ALL "))))",
      digits: aggregate.function == .count ? .exact : .written)
  }

  // MARK: Existence

  /// A comparison of a count with 0 or 1 as a search for one row, which can stop at the first; nil
  /// for other comparisons, and if the count may be nil.
  func existence(_ comparison: ResolvedComparison, in scope: SQLScope) throws -> String? {
    guard comparison.modifier == .direct, case .aggregate(let aggregate) = comparison.left,
      let isWanted = Self.asksForOne(comparison.operator, comparison.right)
    else { return nil }
    let source: Source
    if let path = aggregate.countedPath, path.steps.first?.isToMany == true {
      source = try self.source(of: path, in: scope).rows
    } else if aggregate.function == .count,
      case .subquery(let subquery, let path) = aggregate.source, path.steps.isEmpty,
      case .object = path.terminal, subquery.collection.steps.first?.isToMany == true
    {
      source = try matching(subquery, in: scope)
    } else {
      return nil
    }
    return "\(isWanted ? "" : "NOT ")EXISTS (SELECT 1 \(source.clause))"
  }

  /// True if the comparison means that the count is above 0, false if it means 0; nil for other
  /// comparisons.
  private static func asksForOne(
    _ symbol: ComparisonOperator, _ right: ResolvedExpression
  ) -> Bool? {
    guard case .constant(.integer(let number)) = right else { return nil }
    return switch (symbol, number) {
    case (.greaterThan, 0), (.notEqualTo, 0), (.greaterThanOrEqualTo, 1): true
    case (.equalTo, 0), (.lessThanOrEqualTo, 0), (.lessThan, 1): false
    default: nil
    }
  }
}
