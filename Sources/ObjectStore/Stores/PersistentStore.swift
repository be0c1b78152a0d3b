import Foundation
import ObjectModel
import Synchronization

/// A store that a coordinator opened: a file or a place in memory that keeps rows.
///
/// It may be used from any thread: calls wait for each other where they have to.
public class PersistentStore: @unchecked Sendable {
  // Sound: what a subclass changes after it was opened is behind its lock.

  /// The kind of store, such as `PersistentStore.sqlite`.
  public let type: StoreType

  /// Where the store is; for a store in memory mostly `/dev/null`.
  public let url: URL

  /// Whether the store refuses every write.
  public let isReadOnly: Bool

  package let model: ModelLayout

  /// The entities that the store holds.
  package let configuration: StoreConfiguration

  /// The name of the model's configuration that the store was opened with.
  public var configurationName: String { configuration.name }

  /// The store's UUID, shared by the IDs of its objects.
  package let identity: StoreIdentity

  /// The store's UUID in upper case.
  public var identifier: String { identity.identifier }

  /// Ends what is being asked, and refuses what is asked next, while it is set.
  package let interruption: StoreInterruption

  /// - Parameter interruption: that of the store that this one reads for, if any.
  package init(
    type: StoreType, url: URL, isReadOnly: Bool, model: ModelLayout, identity: StoreIdentity,
    configuration: StoreConfiguration, interruption: StoreInterruption = StoreInterruption()
  ) {
    self.interruption = interruption
    self.type = type
    self.url = url
    self.isReadOnly = isReadOnly
    self.model = model
    self.identity = identity
    self.configuration = configuration
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { type.isInMemory(at: url) }

  /// Facts about the store that are kept with it: its type, its UUID and
  /// what the application added.
  public var metadata: [String: any Sendable] { [:] }

  /// The rows that a plan asks for, in its order.
  package func fetch(_ plan: FetchPlan) throws -> [Row] { [] }

  /// Which rows a plan asks for, in its order.
  package func keys(for plan: FetchPlan) throws -> RowKeys { RowKeys(try fetch(plan)) }

  /// The number of rows that a plan asks for, limit and offset included.
  package func count(_ plan: FetchPlan) throws -> Int { try fetch(plan).count }

  /// What `fetch(_:)`, `keys(for:)` or `count(_:)` would do for a plan.
  ///
  /// - Parameter offset: how many objects the request leaves out, if not the store.
  func explain(
    _ plan: FetchPlan, as form: FetchForm, offset: Int
  ) throws -> FetchExplanation.Store {
    FetchExplanation.Store(
      url: url, type: type, sql: "", bindings: [], queryPlan: QueryPlan(rows: []), tables: [],
      warnings: [])
  }

  /// What `values(_:)` would do.
  func explain(_ fetch: ValueFetch) throws -> FetchExplanation.Store {
    try explain(fetch.rows, as: .rows, offset: fetch.rows.offset)
  }

  /// The values of the columns of a fetch, a list for each result.
  package func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] { [] }

  /// The rows of the given keys in the hierarchy of an entity; missing ones are left out, and the
  /// order is not defined.
  package func rows(keys: [Int64], root: EntityLayout) throws -> [Row] { [] }

  /// The row of the given key in the hierarchy of an entity, or nil when there is none.
  package func row(key: Int64, root: EntityLayout) throws -> Row? {
    try rows(keys: [key], root: root).first
  }

  /// The rows at the other end of a to-many relationship of the object of that key: in the order of
  /// an ordered one, by key otherwise.
  package func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] { [] }

  /// The rows at the other end of a to-many relationship of each of several objects, each list by
  /// key.
  package func destinations(
    of relationship: PropertyLayout, sources: [Int64]
  ) throws -> [[Row]] {
    try sources.map { try destinations(of: relationship, source: $0) }
  }

  /// The data of a file beside the store, or nil when there is no such file.
  package func externalData(named name: String) throws -> Data? { nil }

  /// Carries out a change set whole or not at all.
  ///
  /// - Throws: code 133020 with `StoreConflict` values under `conflictList` for rows whose version
  ///   is not the expected one, and for deleted rows that others still refer to; code 133021 when a
  ///   uniqueness constraint would be broken; code 133000 for a relationship that would lead to a
  ///   row which is not there. `GuardedReferences` says which relationships are looked at. Code
  ///   133020 too when the store does not hold what the change set expects.
  package final func save(_ changes: ChangeSet) throws -> SaveOutcome {
    try save(changes, committingAfter: {}, didCommit: { _ in })
  }

  /// Carries out a change set whole or not at all, and commits it after others have done theirs.
  ///
  /// - Parameters:
  ///   - others: called once, when all is written and only the commit is left to do; when it
  ///     throws, the store stays as it was.
  ///   - didCommit: called once, right after the commit and before any other can be made.
  package func save(
    _ changes: ChangeSet, committingAfter others: () throws -> Void,
    didCommit: (StoreCommit) -> Void
  ) throws -> SaveOutcome {
    try others()
    return SaveOutcome()
  }

  /// Carries out a batch request by statements that look at nothing but the rows themselves, whole or
  /// not at all, and commits it after others have done theirs.
  ///
  /// - Parameter others: as for a save.
  /// - Returns: nil for a request that takes more than that; then nothing has happened.
  /// - Throws: as a save.
  package func executeDirectly(
    _ plan: BatchPlan, committingAfter others: () throws -> Void
  ) throws -> BatchOutcome? { nil }

  /// Runs a body in one transaction, the store's write lock first: all that the body saves is
  /// committed when it returns, and nothing when it throws.
  ///
  /// - Parameters:
  ///   - log: what notes what the body does.
  ///   - body: is given a store that stands for this one, and reads and saves in the transaction; it
  ///     is of no use when the body has returned.
  ///   - didCommit: as for a save, with all that the body did.
  /// - Throws: what the body throws; 134091 where the store cannot do it.
  package func write<Result>(
    noting log: TransactionLog, _ body: (PersistentStore) throws -> Result,
    didCommit: (TransactionLog) -> Void
  ) throws -> Result {
    throw ObjectGraphError(
      .persistentStoreUnsupportedRequestType,
      "a store of type \(type.rawValue) has no write transactions", repair: "save what was changed")
  }

  /// Sets the application's facts about the store, to be written with its next save.
  ///
  /// - Throws: code 134061 for a value that a property list cannot hold.
  package func stageMetadata(_ values: [String: any Sendable]) throws {}

  /// Whether there are facts that wait for the next save.
  package var hasStagedMetadata: Bool { false }

  /// Refuses every write from now on, or takes that back; it returns when no write is under way.
  package func setLeaving(_ isLeaving: Bool) {}

  /// Hands out primary keys for objects that are not saved yet; they are never handed out again.
  package func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] { [] }

  /// A number that differs after another process, or another connection, wrote to the store.
  package func foreignVersion() throws -> Int64 { 0 }

  /// A value that differs after anybody wrote to the store, through it or past it.
  package func contentVersion() throws -> ContentVersion { ContentVersion(foreign: 0, own: 0) }

  /// A store that goes on reading what is in this one now, whatever is saved later, with the same
  /// identity; nil where the store cannot do that.
  package func pinned() throws -> PersistentStore? { nil }

  /// Makes what the store keeps for searches anew, where it keeps anything.
  package func rebuildSearchIndex() throws {}

  /// Looks for words of the store's values that are near to one that was typed.
  ///
  /// - Parameter near: takes them.
  package func considerWords(of fields: [SearchField], for near: inout NearWords) throws {}

  /// Closes the store; later calls throw.
  package func close() {}
}

/// A row that is not in the store as the context that changed it had read it.
package struct StoreConflict: Sendable {
  package let layout: EntityLayout
  package let key: Int64
  /// The version that the context had read.
  package let expectedVersion: Int64
  /// The row that is in the store now, or nil when it was deleted.
  package let persisted: Row?

  package init(layout: EntityLayout, key: Int64, expectedVersion: Int64, persisted: Row?) {
    self.layout = layout
    self.key = key
    self.expectedVersion = expectedVersion
    self.persisted = persisted
  }
}
