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
  /// What the keys of the store's rows are more than their primary keys.
  var base: Int64 { identity.base }
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

  private var plans: [EntityPlans?]

  init(connection: Connection, store: OpenStore) {
    self.connection = connection
    mapping = store.mapping
    identity = store.identity
    model = mapping.model
    limits = connection.limits
    searchIndex = SearchIndex(connection: connection, mapping: mapping)
    hasExternals = model.entities.contains { !$0.externals.isEmpty }
    plans = Array(repeating: nil, count: model.entities.count)
    connection.setStandingInterruption(Interruption { store.interruption.isSet })
  }

  /// What is prepared for the rows of an entity.
  func plans(for layout: EntityLayout) -> EntityPlans {
    if let known = plans[layout.number - 1] { return known }
    let new = EntityPlans(layout, in: self)
    plans[layout.number - 1] = new
    return new
  }

  func rowPlan(for layout: EntityLayout, includesSubentities: Bool = true) -> RowPlan {
    plans(for: layout).rows(includingSubentities: includesSubentities)
  }

  /// A number that differs after another connection wrote to the store.
  func dataVersion() throws -> Int64 { try connection.integer("PRAGMA data_version") ?? 0 }

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

  /// Checks primary keys, which leave the upper bits to the stores' numbers.
  ///
  /// - Parameter bits: those of all keys put together.
  func checkPrimaryKeys(_ bits: Int64) throws {
    guard StoreIdentity.isReference(bits) else { throw ObjectGraphError.keyBeyondRange(identity) }
  }
}
