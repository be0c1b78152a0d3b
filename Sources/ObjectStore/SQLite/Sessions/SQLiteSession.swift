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

  private let versionGuard: VersionGuard?
  /// The content of the file at which its version was looked at last; nil for never.
  private var verifiedContent: UInt32?

  init(connection: Connection, store: OpenStore) {
    self.connection = connection
    mapping = store.mapping
    identity = store.identity
    model = mapping.model
    limits = connection.limits
    searchIndex = SearchIndex(connection: connection, mapping: mapping)
    hasExternals = model.entities.contains { !$0.externals.isEmpty }
    plans = Array(repeating: nil, count: model.entities.count)
    versionGuard = store.versionGuard
    connection.setStandingInterruption(Interruption { store.interruption.isSet })
    connection.willWrite = { [unowned self] in try checkVersion() }
  }

  /// Makes sure that the store still has the version of the model that it was opened with.
  ///
  /// - Throws: code 134100 when it was migrated meanwhile.
  @inline(__always)
  func checkVersion() throws {
    guard let versionGuard else { return }
    let content = connection.contentVersion
    guard content != verifiedContent else { return }
    try versionGuard.check(connection)
    verifiedContent = content
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

  /// Hands out keys of a hierarchy, none of which a row has or was given before; inside a write
  /// transaction.
  ///
  /// - Parameter given: the greatest key that new rows bring along, after which the others come.
  /// - Returns: the key before the first of them.
  func takeKeys(count: Int, of root: EntityLayout, after given: Int64 = 0) throws -> Int64 {
    let (query, claim) = try plans(for: root).claimingKeys()
    query.bind(1, given)
    let last = try query.step() ? query.int64(0) : nil
    query.reset()
    guard let last else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "the store does not know the last primary key of \(model[root.rootNumber].name)",
        repair: "restore the store from a backup", entityName: root.name)
    }
    let (greatest, isTooLarge) = last.addingReportingOverflow(Int64(count))
    guard !isTooLarge else { throw ObjectGraphError.keyBeyondRange(identity) }
    try checkPrimaryKeys(greatest)
    claim.bind(1, greatest)
    try claim.run()
    return last
  }

  /// Checks primary keys, which leave the upper bits to the stores' numbers.
  ///
  /// - Parameter bits: those of all keys put together.
  func checkPrimaryKeys(_ bits: Int64) throws {
    guard StoreIdentity.isReference(bits) else { throw ObjectGraphError.keyBeyondRange(identity) }
  }
}
