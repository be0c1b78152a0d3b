import ObjectModel
import SQLite

/// Batch requests executed by a single statement, without reading rows: those that affect nothing
/// but the rows themselves.
extension SQLiteSession {
  /// Thrown for a request that needs more; the transaction must be rolled back.
  struct NotDirect: Error {}

  /// - Throws: `NotDirect`, and errors of the store.
  func executeDirectly(_ plan: BatchPlan) throws -> BatchOutcome {
    guard model.derivations.isEmpty else { throw NotDirect() }
    switch plan.work {
    case .update(let update): return try updateDirectly(update, namesRows: plan.namesRows)
    case .delete(.fetch(let fetch)): return try deleteDirectly(fetch, namesRows: plan.namesRows)
    case .delete(.keys): throw NotDirect()
    case .insert(let insert): return try insertDirectly(insert, namesRows: plan.namesRows)
    }
  }

  private func layouts(of plan: FetchPlan) -> ArraySlice<EntityLayout> {
    plan.includesSubentities ? model.hierarchy(of: plan.layout) : [plan.layout]
  }

  // MARK: Updates

  private func updateDirectly(_ plan: BatchUpdatePlan, namesRows: Bool) throws -> BatchOutcome {
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
    let scope = SQLScope(key: "t0.Z_PK", alias: "t0", table: table)
    var assignments = ["Z_OPT = Z_OPT + 1"]
    for assignment in plan.assignments {
      guard let column = mapping.column(of: assignment.property),
        let text = try directValue(of: assignment, compiler, scope)
      else { throw NotDirect() }
      assignments.append("\(column.name) = \(text)")
    }
    // Values of other objects need a join, which an UPDATE does not support.
    guard scope.joins.isEmpty else { throw NotDirect() }
    let new = assignments.joined(separator: ", ")
    do {
      return try run(
        "UPDATE \(table.name) AS t0 SET \(new)\(condition)", compiler, namesRows: namesRows)
    } catch let error as SQLiteError where error.kind == .refused {
      // `abs` of the least integer failed, which signals a value that does not fit. An ordinary
      // save reports which.
      throw NotDirect()
    }
  }

  /// The SQL for a new value, or nil if SQLite does not compute it as in-memory evaluation does.
  private func directValue(
    of assignment: BatchUpdatePlan.Assignment, _ compiler: SQLCompiler, _ scope: SQLScope
  ) throws -> String? {
    switch assignment.value {
    case .constant(.null): return "NULL"
    case .constant(let value): return SQLParameter(value).map { compiler.bind($0) }
    case let expression:
      guard let greatest = assignment.property.kind.greatestInteger, expression.isOfIntegers else {
        return nil
      }
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
    var outcome = try run("DELETE FROM \(table) AS t0\(condition)", compiler, namesRows: namesRows)
    if !namesRows { outcome.rootsWithUnnamedDeletions = [plan.layout.rootNumber] }
    return outcome
  }

  /// Whether rows of an entity can be deleted without considering other rows or files.
  private func standsAlone(_ layout: EntityLayout) -> Bool {
    externals(of: layout).isEmpty && mapping.joinColumns(of: layout).isEmpty
      && model.guardedToOnes(leadingTo: layout).isEmpty
      && layout.properties.allSatisfy { property in
        guard let relationship = property.relationship, !property.isTransient else { return true }
        let rule = relationship.deleteRule
        return property.kind == .toOne
          && (rule == .nullifyDeleteRule || rule == .noActionDeleteRule)
          && model.inverse(of: property)?.kind != .toOne
      }
  }

  // MARK: Statements

  /// The part of an UPDATE or DELETE after the table.
  private func rowCondition(_ plan: FetchPlan, _ compiler: SQLCompiler) throws -> String {
    let rows = rowPlan(for: plan)
    let text = try compiler.query(
      plan, entityCondition: rows.entityCondition, isOrdered: plan.hasWindow
    ).text
    if text.isEmpty || (!plan.hasWindow && text.hasPrefix(" WHERE ")) { return text }
    return " WHERE Z_PK IN (SELECT t0.Z_PK FROM \(rows.table.name) t0\(text))"
  }

  private func run(_ sql: String, _ compiler: SQLCompiler, namesRows: Bool) throws -> BatchOutcome {
    let statement = try compiler.nesting.locating {
      try connection.statement(namesRows ? "\(sql) RETURNING Z_PK, Z_ENT" : sql)
    }
    statement.bind(compiler.bindings)
    defer { statement.reset() }
    var outcome = BatchOutcome()
    while try statement.step() {
      outcome.rows.append(
        RowKey(try key(ofStored: statement.int64(0)), entityNumber: Int(statement.int64(1))))
    }
    outcome.count = namesRows ? outcome.rows.count : Int(connection.changes)
    outcome.rows.sort { $0.key < $1.key }
    return outcome
  }
}

extension ResolvedExpression {
  /// Whether it adds, subtracts and multiplies only integers of the row itself.
  fileprivate var isOfIntegers: Bool {
    switch self {
    case .constant(.integer): true
    case .path(let path):
      path.steps.isEmpty && path.attribute.map(SlotKind.init)?.greatestInteger != nil
    case .function(let call):
      [.add, .subtract, .multiply].contains(call.function)
        && call.arguments.allSatisfy(\.isOfIntegers)
    default: false
    }
  }
}

/// Batch insertions that write one row after the other, without checks beforehand: those of rows
/// that affect nothing but themselves and the objects to which they refer.
extension SQLiteSession {
  /// - Throws: `NotDirect` if the rows affect others, or the store cannot accept a row as it is; an
  ///   ordinary save reports why.
  func insertDirectly(_ plan: BatchInsertPlan, namesRows: Bool) throws -> BatchOutcome {
    guard plan.rows.count > 0, standsByItself(plan) else { throw NotDirect() }
    let insertion = try plans(for: plan.layout).inserting()
    guard insertion.externals.isEmpty, insertion.sequences.isEmpty else { throw NotDirect() }
    let first = try takeKeys(count: plan.rows.count, of: model[plan.layout.rootNumber]) + 1
    let writer = DirectWriter(insertion, layout: plan.layout, firstKey: first, base: base)
    try plan.rows.visit { try writer.write($0) }
    guard try writer.leadsToRowsOnly(of: self) else { throw NotDirect() }
    try searchIndex.update()
    var outcome = BatchOutcome()
    outcome.count = plan.rows.count
    if namesRows {
      outcome.rows = (0..<plan.rows.count).map {
        RowKey(base + first + Int64($0), entityNumber: plan.layout.number)
      }
    }
    return outcome
  }

  /// Whether new rows change no other rows, and none of their values are computed.
  private func standsByItself(_ plan: BatchInsertPlan) -> Bool {
    let layout = plan.layout
    guard layout.ownDerived.isEmpty else { return false }
    // Unless a conflict makes the request fail, existing rows must be looked up first.
    guard plan.onConflict == .fail || mapping.uniqueProperties(of: layout).isEmpty else {
      return false
    }
    return layout.toOnes.allSatisfy { property in
      !property.isTransient && property.orderKeyIndex < 0 && !property.hasEntitySlot
        && model.inverse(of: property)?.kind != .toOne
    }
  }
}

/// Writes rows one after the other, and records the objects to which they refer.
private final class DirectWriter {
  private let plan: WritePlan
  private let none = TemporaryKeys()
  private let references: [(field: StoredField, keys: KeySet)]
  private let base: Int64
  // No method calls out while it changes this.
  @exclusivity(unchecked) private var key: Int64

  init(_ plan: WritePlan, layout: EntityLayout, firstKey: Int64, base: Int64) {
    self.plan = plan
    self.base = base
    references = layout.toOnes.map { (StoredField($0), KeySet()) }
    key = firstKey
  }

  /// - Throws: `NotDirect` for a value that cannot be bound, and for one that is not unique.
  @inline(__always)
  func write(_ memory: RowMemory) throws {
    plan.statement.bind(plan.keyParameter, key)
    key &+= 1
    guard plan.binder.bind(memory, to: plan.statement, keys: none) == nil else {
      throw SQLiteSession.NotDirect()
    }
    do {
      try plan.statement.run()
    } catch let error as SQLiteError where error.kind == .notUnique {
      throw SQLiteSession.NotDirect()
    }
    references.withUnsafeBufferPointer { references in
      for place in references.indices where !memory.isNull(references[place].field.index) {
        let key = Int64(bitPattern: memory.slots[references[place].field.slot])
        references[place].keys.insert(key + base)
      }
    }
  }

  /// Whether all destinations exist; each is looked up once.
  func leadsToRowsOnly(of session: SQLiteSession) throws -> Bool {
    let check = ReferenceCheck(session: session)
    return try references.allSatisfy { field, keys in
      try check.missing(keys.sorted, session.model[field.property.destinationNumber]).isEmpty
    }
  }
}
