import ObjectModel
import SQLite

/// What requests to a store work with: a connection and the statements prepared on it.
///
/// Used by one thread at a time, for which `StoreSessions` cares.
final class SQLiteSession {
  let connection: Connection
  let mapping: StoreMapping
  let model: ModelLayout
  let identity: StoreIdentity
  private(set) lazy var guards = GuardedReferences(model: model)
  /// Whether any entity has attributes whose data may lie in files.
  let hasExternals: Bool
  let limits: StatementLimits

  /// What is kept for searches.
  let searchIndex: SearchIndex
  /// Whether a search demands that the index be there, and up to date.
  var demandsIndex = false
  /// Whether queries are made to be explained, for which nothing may be written.
  var isExplaining = false

  private var insertPlans: [InsertPlan?]
  private var lastUpdatePlans: [UpdatePlan?]
  private var updatePlans: [[[Int]: UpdatePlan]]
  private var deletes: [Statement?]
  private var joinDeletes: [[Statement]?]
  private var referrerQueries: [[ReferrerQuery]?]
  private var rowPlans: [RowPlan?]

  init(connection: Connection, mapping: StoreMapping, identity: StoreIdentity) {
    self.connection = connection
    self.mapping = mapping
    self.identity = identity
    model = mapping.model
    limits = connection.limits
    searchIndex = SearchIndex(connection: connection, mapping: mapping)
    hasExternals = model.entities.contains { !$0.externals.isEmpty }
    let count = model.entities.count + 1
    insertPlans = Array(repeating: nil, count: count)
    lastUpdatePlans = Array(repeating: nil, count: count)
    updatePlans = Array(repeating: [:], count: count)
    deletes = Array(repeating: nil, count: count)
    joinDeletes = Array(repeating: nil, count: count)
    referrerQueries = Array(repeating: nil, count: count)
    rowPlans = Array(repeating: nil, count: count * 2)
  }

  func insertPlan(for layout: EntityLayout) throws -> InsertPlan {
    if let plan = insertPlans[layout.number] { return plan }
    let plan = try InsertPlan(
      layout: layout, mapping: mapping, guards: guards, connection: connection)
    insertPlans[layout.number] = plan
    return plan
  }

  func updatePlan(for layout: EntityLayout, changed: [Int]) throws -> UpdatePlan {
    // Most saves change the same properties of one object after the other.
    if let last = lastUpdatePlans[layout.number], last.changed == changed { return last }
    let plan: UpdatePlan
    if let known = updatePlans[layout.number][changed] {
      plan = known
    } else {
      plan = try UpdatePlan(
        layout: layout, changed: changed, mapping: mapping, guards: guards, connection: connection)
      if updatePlans[layout.number].count >= Self.greatestPlanCount {
        updatePlans[layout.number].removeAll()
      }
      updatePlans[layout.number][changed] = plan
    }
    lastUpdatePlans[layout.number] = plan
    return plan
  }

  private static let greatestPlanCount = 100

  /// Deletes a row by key and version.
  func delete(for layout: EntityLayout) throws -> Statement {
    if let statement = deletes[layout.rootNumber] { return statement }
    let statement = try Statement(
      connection: connection,
      sql: "DELETE FROM \(mapping.table(of: layout).name) WHERE Z_PK = ? AND Z_OPT = ?",
      isPersistent: true)
    deletes[layout.rootNumber] = statement
    return statement
  }

  /// Delete the pairs of a row that goes away, whatever the relationship's delete rule.
  func joinDeletes(for layout: EntityLayout) throws -> [Statement] {
    if let statements = joinDeletes[layout.number] { return statements }
    let statements = try mapping.joinColumns(of: layout).map { table, column in
      try Statement(
        connection: connection, sql: "DELETE FROM \(table) WHERE \(column) = ?",
        isPersistent: true)
    }
    joinDeletes[layout.number] = statements
    return statements
  }

  /// Find rows that refer to a row of an entity.
  func referrerQueries(for layout: EntityLayout) throws -> [ReferrerQuery] {
    if let queries = referrerQueries[layout.number] { return queries }
    let queries = try guards.toOnes(leadingTo: layout).compactMap { property in
      try ReferrerQuery(property: property, mapping: mapping, connection: connection)
    }
    referrerQueries[layout.number] = queries
    return queries
  }

  func rowPlan(for layout: EntityLayout, includesSubentities: Bool = true) -> RowPlan {
    let index = layout.number * 2 + (includesSubentities ? 1 : 0)
    if let plan = rowPlans[index] { return plan }
    let plan = RowPlan(
      layout: layout, includesSubentities: includesSubentities, mapping: mapping)
    rowPlans[index] = plan
    return plan
  }

  /// A number that differs after another connection wrote to the store.
  func dataVersion() throws -> Int64 {
    let statement = try connection.statement("PRAGMA data_version")
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : 0
  }

  // MARK: Primary keys

  /// The greatest key of a hierarchy that was ever handed out, or that a row has.
  func greatestKey(of root: EntityLayout) throws -> Int64 {
    let table = mapping.table(of: root).name
    let statement = try connection.statement(
      "SELECT Z_MAX, (SELECT MAX(Z_PK) FROM \(table)) FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
    statement.bind(1, Int64(root.rootNumber))
    defer { statement.reset() }
    guard try statement.step() else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "the store does not know the last primary key of \(model[root.rootNumber].name)",
        repair: "restore the store from a backup", entityName: root.name)
    }
    return max(statement.int64(0), statement.int64(1), 0)
  }

  func setGreatestKey(_ key: Int64, of root: EntityLayout) throws {
    let statement = try connection.statement("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
    statement.bind(1, key)
    statement.bind(2, Int64(root.rootNumber))
    try statement.run()
  }

  /// The keys from the greatest one on, recorded as handed out; inside a write transaction.
  func takeKeys(count: Int, of root: EntityLayout) throws -> ClosedRange<Int64> {
    let greatest = try greatestKey(of: root)
    let (last, overflow) = greatest.addingReportingOverflow(Int64(count))
    guard !overflow else {
      throw ObjectGraphError(
        .persistentStoreOperation, "the primary keys of \(root.name) are used up",
        entityName: root.name)
    }
    try setGreatestKey(last, of: root)
    return (greatest + 1)...last
  }
}
