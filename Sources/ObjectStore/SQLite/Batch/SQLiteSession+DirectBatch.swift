import ObjectModel
import SQLite

/// Batch requests that one statement carries out, without reading the rows: those that nothing but
/// the rows themselves has to do with.
extension SQLiteSession {
  /// Thrown for a request that takes more; the transaction is to be rolled back.
  struct NotDirect: Error {}

  /// - Throws: `NotDirect`, and what the store reports.
  func executeDirectly(_ plan: BatchPlan) throws -> BatchOutcome {
    guard model.derivations.isEmpty else { throw NotDirect() }
    switch plan {
    case .update(let plan): return try updateDirectly(plan)
    case .delete(let plan):
      guard case .fetch(let fetch) = plan.target else { throw NotDirect() }
      return try deleteDirectly(fetch, namesRows: plan.namesRows)
    case .insert(let plan): return try insertDirectly(plan)
    }
  }

  private func layouts(of plan: FetchPlan) -> ArraySlice<EntityLayout> {
    let last = plan.includesSubentities ? plan.layout.lastNumber : plan.layout.number
    return model.entities[(plan.layout.number - 1)..<last]
  }

  // MARK: Updates

  private func updateDirectly(_ plan: BatchUpdatePlan) throws -> BatchOutcome {
    let unique = mapping.uniqueProperties(of: plan.fetch.layout)
    guard layouts(of: plan.fetch).allSatisfy({ $0.ownDerived.isEmpty }),
      plan.assignments.allSatisfy({ assignment in
        let property = assignment.property
        return property.kind != .toOne && property.kind != .externalData
          && !unique.contains(ObjectIdentifier(property))
      })
    else { throw NotDirect() }
    let compiler = compiler(for: plan.fetch.layout.entity)
    let condition = try rowCondition(plan.fetch, compiler)
    let table = mapping.table(of: plan.fetch.layout)
    let scope = SQLScope(root: "t0", table: table)
    var assignments = ["Z_OPT = Z_OPT + 1"]
    for assignment in plan.assignments {
      guard let column = mapping.column(of: assignment.property),
        let text = try directValue(of: assignment, compiler, scope)
      else { throw NotDirect() }
      assignments.append("\(column.name) = \(text)")
    }
    // What is beside the row takes a join, which an update has no place for.
    guard scope.joins.isEmpty else { throw NotDirect() }
    let sql =
      "UPDATE \(table.name) AS t0 SET \(assignments.joined(separator: ", "))\(condition)"
    do {
      return try run(sql, compiler, namesRows: plan.namesRows)
    } catch let error as SQLiteError where error.kind == .refused {
      // `abs` of the least integer failed, which stands for a value that does not fit. An ordinary
      // save says which.
      throw NotDirect()
    }
  }

  /// The SQL of a new value, or nil for one that is not worked out by SQLite as in memory.
  private func directValue(
    of assignment: BatchUpdatePlan.Assignment, _ compiler: SQLCompiler, _ scope: SQLScope
  ) throws -> String? {
    switch assignment.value {
    case .constant(.null): return "NULL"
    case .constant(let value): return SQLParameter(value).map { compiler.bind($0) }
    case .expression(let expression):
      let greatest: Int64
      switch assignment.property.kind {
      case .integer16: greatest = Int64(Int16.max)
      case .integer32: greatest = Int64(Int32.max)
      case .integer64: greatest = .max
      default: return nil
      }
      guard expression.isOfIntegers else { return nil }
      let value = try compiler.value(expression, in: scope)
      guard value.digits == .exact || value.digits == .double else { return nil }
      let text = value.text
      return "CASE WHEN \(text) IS NULL THEN NULL WHEN typeof(\(text)) = 'integer' "
        + "AND \(text) BETWEEN \(-greatest) - 1 AND \(greatest) THEN \(text) "
        + "ELSE abs(-9223372036854775807 - 1) END"
    }
  }

  // MARK: Deletions

  private func deleteDirectly(_ plan: FetchPlan, namesRows: Bool) throws -> BatchOutcome {
    guard layouts(of: plan).allSatisfy(standsAlone) else { throw NotDirect() }
    let compiler = compiler(for: plan.layout.entity)
    let condition = try rowCondition(plan, compiler)
    let table = mapping.table(of: plan.layout).name
    var outcome = try run(
      "DELETE FROM \(table) AS t0\(condition)", compiler, namesRows: namesRows)
    if !namesRows { outcome.rootsWithUnnamedDeletions = [plan.layout.rootNumber] }
    return outcome
  }

  /// Whether the rows of an entity can go without a look at any other row or file.
  private func standsAlone(_ layout: EntityLayout) -> Bool {
    externals(of: layout).isEmpty && mapping.joinColumns(of: layout).isEmpty
      && guards.toOnes(leadingTo: layout).isEmpty
      && layout.properties.allSatisfy { property in
        guard let relationship = property.relationship, !property.isTransient else { return true }
        let rule = relationship.deleteRule
        return property.kind == .toOne
          && (rule == .nullifyDeleteRule || rule == .noActionDeleteRule)
          && model.inverse(of: property)?.kind != .toOne
      }
  }

  // MARK: Statements

  /// What follows the table of an UPDATE or a DELETE.
  private func rowCondition(_ plan: FetchPlan, _ compiler: SQLCompiler) throws -> String {
    let rows = rowPlan(for: plan.layout, includesSubentities: plan.includesSubentities)
    let isWindow = plan.limit > 0 || plan.offset > 0
    let text = try compiler.query(
      plan, entityCondition: rows.entityCondition, isOrdered: isWindow
    ).text
    if text.isEmpty || (!isWindow && text.hasPrefix(" WHERE ")) { return text }
    return " WHERE Z_PK IN (SELECT t0.Z_PK FROM \(rows.table.name) t0\(text))"
  }

  private func run(
    _ sql: String, _ compiler: SQLCompiler, namesRows: Bool
  ) throws -> BatchOutcome {
    let statement = try compiler.nesting.locating {
      try connection.statement(namesRows ? "\(sql) RETURNING Z_PK, Z_ENT" : sql)
    }
    statement.bind(compiler.bindings)
    defer { statement.reset() }
    var outcome = BatchOutcome()
    while try statement.step() {
      outcome.rows.append(
        .init(entityNumber: Int(statement.int64(1)), key: statement.int64(0) + base))
    }
    outcome.count = namesRows ? outcome.rows.count : Int(connection.changes)
    outcome.rows.sort { $0.key < $1.key }
    return outcome
  }
}

extension ResolvedExpression {
  /// Whether it adds, subtracts and multiplies integers of the row alone.
  fileprivate var isOfIntegers: Bool {
    switch self {
    case .constant(.integer): return true
    case .path(let path):
      guard path.steps.isEmpty, case .attribute(let attribute) = path.terminal else { return false }
      switch attribute.attributeType {
      case .integer16, .integer32, .integer64: return true
      default: return false
      }
    case .arithmetic(let symbol, let left, let right):
      guard symbol == .add || symbol == .subtract || symbol == .multiply else { return false }
      return left.isOfIntegers && right.isOfIntegers
    default: return false
    }
  }
}
