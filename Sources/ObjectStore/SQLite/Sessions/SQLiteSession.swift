import ObjectModel
import SQLite

/// A connection, and the statements prepared on it, for requests to a store.
///
/// It is used by one thread at a time, which `StoreSessions` ensures.
final class SQLiteSession {
  let connection: Connection
  let mapping: StoreMapping
  let model: ModelLayout
  let identity: StoreIdentity
  /// The offset of the store's keys from its primary keys.
  var base: Int64 { identity.base }
  /// Whether any entity has attributes whose data may be stored externally.
  let hasExternals: Bool
  let limits: StatementLimits

  /// The search index.
  let searchIndex: SearchIndex
  /// Whether a search requires the index to exist and be up to date.
  var demandsIndex = false
  /// Whether queries are only created to be explained, so that nothing may be written.
  var isExplaining = false

  private let store: OpenStore

  // Exclusivity need not be checked at run time: a session is used by one thread, and an element is
  // set in one step.
  @exclusivity(unchecked) private var plans: [EntityPlans?]

  private let versionGuard: VersionGuard?
  /// The content version of the file when its model was last checked; nil if it never was.
  private var verifiedContent: UInt32?

  init(connection: Connection, store: OpenStore) {
    self.connection = connection
    self.store = store
    mapping = store.mapping
    identity = store.identity
    model = mapping.model
    limits = connection.limits
    searchIndex = SearchIndex(connection: connection, mapping: mapping)
    hasExternals = model.entities.contains { !$0.externals.isEmpty }
    plans = Array(repeating: nil, count: model.entities.count)
    versionGuard = store.versionGuard
    connection.standingInterruption = { store.interruption.isSet }
    connection.willWrite = { [unowned self] in try checkVersion() }
  }

  /// Checks that the store still has the version of the model with which it was opened.
  ///
  /// - Throws: code 134100 if it has been migrated in the meantime.
  @inline(__always)
  func checkVersion() throws {
    guard let versionGuard else { return }
    let content = connection.contentVersion
    guard content != verifiedContent else { return }
    try versionGuard.check(connection)
    verifiedContent = content
  }

  /// The prepared statements for the rows of an entity.
  func plans(for layout: EntityLayout) -> EntityPlans {
    if let known = plans[layout.number - 1] { return known }
    let new = EntityPlans(layout, on: connection, of: store)
    plans[layout.number - 1] = new
    return new
  }

  func rowPlan(for layout: EntityLayout, includesSubentities: Bool = true) -> RowPlan {
    withUncounted(optional: plans[layout.number - 1]) {
      $0.rows(includingSubentities: includesSubentities)
    } ?? plans(for: layout).rows(includingSubentities: includesSubentities)
  }

  /// A number that changes when another connection writes to the store.
  func dataVersion() throws -> Int64 { try connection.integer("PRAGMA data_version") ?? 0 }

  // MARK: Primary keys

  /// Reserves keys in a hierarchy that have never been used; call this in a write transaction.
  ///
  /// - Parameter given: the greatest key given for new rows; the reserved ones follow it.
  /// - Returns: the key before the first reserved one.
  func takeKeys(count: Int, of root: EntityLayout, after given: Int64 = 0) throws -> Int64 {
    let (query, claim) = try plans(for: root).claimingKeys()
    query.bind(1, given)
    let last = try query.step() ? query.int64(0) : nil
    query.reset()
    guard let last else {
      throw ObjectGraphError(
        .persistentStoreOperation,
        "the store has no record of the last primary key of \(model[root.rootNumber].name)",
        repair: "restore the store from a backup", entityName: root.name)
    }
    let (greatest, isTooLarge) = last.addingReportingOverflow(Int64(count))
    guard !isTooLarge else { throw store.keyBeyondRange }
    try checkPrimaryKeys(greatest)
    claim.bind(1, greatest)
    try claim.run()
    return last
  }

  /// The key of the row with a primary key that the file has.
  ///
  /// - Throws: code 134070 for one that leaves no room for the store's number.
  @inline(__always)
  func key(ofStored primaryKey: Int64) throws -> Int64 {
    guard base == 0 || StoreIdentity.isReference(primaryKey) else {
      throw store.keyBeyondRange
    }
    return primaryKey &+ base
  }

  /// Checks that primary keys leave the upper bits free for the stores' numbers.
  ///
  /// - Parameter bits: the OR of all keys.
  func checkPrimaryKeys(_ bits: Int64) throws {
    guard StoreIdentity.isReference(bits) else { throw store.keyBeyondRange }
  }
}
