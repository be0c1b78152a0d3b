import Foundation
import ObjectModel
import SQLite

/// A store that a coordinator opened: a SQLite file, or a database in memory, in the schema that Core
/// Data itself uses.
///
/// It may be used from any thread: calls wait for each other where they have to. A store in memory is
/// the same database without a file: one connection has it to itself, nothing reads beside it, and
/// large values stay in their rows.
///
/// Rows of several stores may have the same primary key. The key that a store's rows have outside of
/// it is the primary key plus the base of the store's identity, its number among the coordinator's
/// stores in the bits above the 48th: one integer tells the row and the store.
public final class PersistentStore: @unchecked Sendable {
  // Sound: what changes is read and written while its lock is held, or on the session that writes.

  let store: OpenStore

  /// The kind of store, such as `StoreType.sqlite`.
  public var type: StoreType { store.settings.type }

  /// Where the store is; for a store in memory mostly `/dev/null`.
  public var url: URL { store.settings.url }

  /// Whether the store refuses every write.
  public let isReadOnly: Bool

  /// What was done to open the store; nil where it had the version of the model already.
  public let migrationReport: MigrationReport?

  package var model: ModelLayout { store.mapping.model }

  /// The entities that the store holds.
  package var configuration: StoreConfiguration { store.configuration }

  /// The name of the model's configuration that the store was opened with.
  public var configurationName: String { configuration.name }

  /// The store's UUID, shared by the IDs of its objects.
  package var identity: StoreIdentity { store.identity }

  /// The store's UUID in upper case.
  public var identifier: String { identity.identifier }

  let sessions: StoreSessions
  let facts: Lock<StoreFacts>
  var isLeaving = false
  /// What was done in the transaction that this store stands for another one in; nil for a store
  /// that commits by itself.
  var log: TransactionLog?
  /// Where large values are kept; nil for a store in memory, which keeps them in their rows.
  let folder: ExternalFolder?

  /// Data of attributes that allow it is kept in a file of its own when it is longer than this many
  /// bytes: 100 KB. A store in memory has no files.
  public static let externalDataThreshold = ExternalData.threshold

  /// Opens a store, and creates it when the file is missing or empty, or when it is in memory.
  ///
  /// - Parameters:
  ///   - original: the store that one in memory is to be a copy of; nil for a new one.
  ///   - migration: what was done to bring it to the model's version; nil for nothing.
  /// - Throws: code 134080 when the file cannot be opened or is damaged, 134090 when
  ///   another process holds it for longer than the timeout, 134020 when it is a database
  ///   of something else, 134100 when it was made with another version of the model, 134061
  ///   for a pragma that is none.
  package init(
    settings: StoreSettings, model: ModelLayout,
    copying original: PersistentStore? = nil, after migration: MigrationReport? = nil,
    work: WorkObservers = WorkObservers()
  ) throws {
    let opened = try StoreOpener(
      settings: settings, model: model,
      configuration: StoreConfiguration(name: settings.configuration, model: model),
      fill: original.map { $0.copy(to:) }
    ).open()
    store = opened.store
    migrationReport = migration
    isReadOnly = settings.isReadOnly
    sessions = StoreSessions(
      SQLiteSession(connection: opened.connection, store: store),
      readers: try ReaderPool(beside: opened.connection, of: store), of: store, work: work)
    facts = Lock(StoreFacts(stored: opened.metadata.values))
    folder = store.path.map { ExternalFolder(storePath: $0) }
  }

  /// Stands for another store on sessions of its own.
  init(
    standingFor other: PersistentStore, on sessions: StoreSessions, _ facts: StoreFacts,
    isReadOnly: Bool, noting log: TransactionLog? = nil
  ) {
    store = other.store
    migrationReport = other.migrationReport
    self.isReadOnly = isReadOnly
    self.sessions = sessions
    self.facts = Lock(facts)
    self.log = log
    folder = other.folder
  }

  /// A store that goes on reading what is in this one now, whatever is saved later, with the same
  /// identity; nil without a write-ahead log, where a reader keeps writers out, and in memory, where
  /// there is one connection.
  ///
  /// One more connection reads in a transaction, which keeps nobody from writing, but the log from
  /// shrinking, for as long as it is open.
  package func pinned() throws -> PersistentStore? {
    guard let sessions = try sessions.pinned() else { return nil }
    let facts = StoreFacts(stored: facts.withLock { $0.stored })
    return PersistentStore(standingFor: self, on: sessions, facts, isReadOnly: true)
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { type.isInMemory(at: url) }

  /// The path of the file, or what says that there is none.
  var name: String { store.name }

  /// Ends what is being asked, and refuses what is asked next, while it is set.
  var interruption: StoreInterruption { store.interruption }

  /// Facts about the store that are kept with it: its type, its UUID and
  /// what the application added.
  public var metadata: [String: any Sendable] { facts.withLock { $0.all } }

  /// Closes the store; later calls throw.
  package func close() { sessions.close() }
}

// MARK: - Reading

extension PersistentStore {
  /// The rows that a plan asks for, in its order.
  package func fetch(_ plan: FetchPlan) throws -> [Row] {
    try searching(plan) { try $0.fetch(plan) }
  }

  /// Which rows a plan asks for, in its order.
  package func keys(for plan: FetchPlan) throws -> RowKeys {
    try searching(plan) { try $0.keys(for: plan) }
  }

  /// Which rows a plan asks for, in its order, and the values of a fetch, of one and the same moment.
  package func keys(
    for plan: FetchPlan, and fetch: ValueFetch
  ) throws -> (keys: RowKeys, values: [[AttributeValue]]) {
    try searching(plan) { session in
      try session.connection.readTransaction {
        (try session.keys(for: plan), try session.values(fetch))
      }
    }
  }

  /// The number of rows that a plan asks for, limit and offset included.
  package func count(_ plan: FetchPlan) throws -> Int { try searching(plan) { try $0.count(plan) } }

  /// What `fetch(_:)`, `keys(for:)` or `count(_:)` would do for a plan.
  ///
  /// - Parameter offset: how many objects the request leaves out, if not the store.
  func explain(
    _ plan: FetchPlan, as form: FetchForm, offset: Int
  ) throws -> FetchExplanation.Store {
    try sessions.reading { session in
      try session.explanation(of: plan, offset: offset, in: self) { try $0.query(plan, as: form) }
    }
  }

  /// What `values(_:)` would do.
  func explain(_ fetch: ValueFetch) throws -> FetchExplanation.Store {
    try sessions.reading { session in
      try session.explanation(of: fetch.sortedRows, offset: fetch.rows.offset, in: self) {
        try $0.valueQuery(fetch, sumsBeyondIntegers: false)
      }
    }
  }

  /// The values of the columns of a fetch, a list for each result.
  package func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] {
    guard fetch.results.readsExternalData else {
      return try searching(fetch.rows) { try $0.values(fetch) }
    }
    // A save removes the files that its rows no longer refer to; until it does, it keeps the session
    // that writes.
    return try sessions.writing { session in
      try session.connection.readTransaction {
        try session.values(fetch, folder: folder)
      }
    }
  }

  /// The row of the given key in the hierarchy of an entity, or nil when there is none.
  package func row(key: Int64, root: EntityLayout) throws -> Row? {
    try sessions.reading { try $0.row(key: key, root: root) }
  }

  /// The rows of the given keys in the hierarchy of an entity; missing ones are left out, and the
  /// order is not defined.
  package func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try sessions.reading { try $0.rows(keys: keys, root: root) }
  }

  /// The rows at the other end of a to-many relationship of the object of that key: in the order of
  /// an ordered one, by key otherwise.
  package func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    try sessions.reading { try $0.destinations(of: relationship, source: source) }
  }

  /// The rows at the other end of a to-many relationship of each of several objects, each list by
  /// key.
  package func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    try sessions.reading { try $0.destinations(of: relationship, sources: sources) }
  }

  /// The data of a file beside the store, or nil when there is no such file.
  package func externalData(named name: String) throws -> Data? { try folder?.data(named: name) }

  /// A number that differs after another process, or another connection, wrote to the store.
  package func foreignVersion() throws -> Int64 { try sessions.writing { try $0.dataVersion() } }

  // MARK: Copying

  /// Copies the whole database, with what nobody here understands, into a file that is empty,
  /// and the files beside it.
  func copy(toPath path: String) throws {
    let other = ExternalFolder(storePath: path)
    if let folder {
      return try folder.copyFiles(to: other) {
        try sessions.writing { try $0.connection.copy(toPath: path) }
      }
    }
    try sessions.writing { session in
      try session.connection.copy(toPath: path)
      guard session.hasExternals else { return }
      let copy = try Connection(path: path)
      try SQLFunctions.register(on: copy)
      try other.moveOutOfRows(of: copy, session.mapping)
    }
  }

  /// Makes an empty database in memory a copy of the whole database, with the large values in it.
  func copy(to connection: Connection) throws {
    try sessions.writing { session in
      try connection.copy(from: session.connection)
      guard let folder, session.hasExternals else { return }
      try folder.moveIntoRows(of: connection, session.mapping)
    }
  }

  // MARK: Searching

  @inline(__always)
  func searching<Result>(
    _ plan: FetchPlan, _ body: (SQLiteSession) throws -> Result
  ) throws -> Result {
    guard plan.searches else { return try sessions.reading(body) }
    return try searching(body)
  }

  /// Runs a request that searches; the index that it wants and does not find is made first.
  func searching<Result>(_ body: (SQLiteSession) throws -> Result) throws -> Result {
    func search(demandingIndex: Bool) throws -> Result {
      try sessions.reading { session in
        session.demandsIndex = demandingIndex
        defer { session.demandsIndex = false }
        return try session.connection.readTransaction { try body(session) }
      }
    }
    guard !isReadOnly else { return try search(demandingIndex: false) }
    do {
      return try search(demandingIndex: true)
    } catch is OldSearchIndex {
      try updateSearchIndex()
      return try search(demandingIndex: false)
    }
  }

  /// Makes the search index, or brings it up to date; left for another time while somebody writes.
  private func updateSearchIndex() throws {
    while try sessions.writingIfFree({ session in
      try !isLeaving && session.searchIndex.advance(isPatient: false)
    }) == true { Self.giveWay() }
    _ = try sessions.writingIfFree { session in
      if !isLeaving { try session.searchIndex.takeWaiting() }
    }
  }

  /// Whoever waits for the store gets at it between two steps; a lock alone is not fair.
  static func giveWay() { usleep(500) }

  /// Makes the search index by one step.
  ///
  /// - Returns: whether there is more to do.
  func advanceSearchIndex(isPatient: Bool) throws -> Bool {
    try sessions.writing { try $0.searchIndex.advance(isPatient: isPatient) }
  }
}
