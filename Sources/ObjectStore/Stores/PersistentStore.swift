import Foundation
import ObjectModel
import SQLite

/// A store opened by a coordinator: an SQLite file, or a database in memory, with Core Data's
/// schema.
///
/// It can be used from any thread; calls wait for each other if necessary. An in-memory store is
/// the same database without a file: it has a single connection, reads cannot run alongside writes,
/// and large values stay in their rows.
///
/// Rows of several stores may have the same primary key. Outside the store, a row's key is its
/// primary key plus the base of the store's identity, which is the store's number in its
/// coordinator, shifted left by 48 bits, so that one integer identifies both the row and the store.
public final class PersistentStore: @unchecked Sendable {
  // Sound: mutable state is accessed only under its lock, or on the writing session.

  let store: OpenStore

  /// The kind of store, such as `StoreType.sqlite`.
  public var type: StoreType { store.settings.type }

  /// The store's location; usually `/dev/null` for an in-memory store.
  public var url: URL { store.settings.url }

  /// Whether the store rejects all writes.
  public let isReadOnly: Bool

  /// A report of the migration done to open the store; nil if it already had the model's version.
  public let migrationReport: MigrationReport?

  package var model: ModelLayout { store.mapping.model }

  /// The entities that the store holds.
  package var configuration: StoreConfiguration { store.configuration }

  /// The name of the model's configuration with which the store was opened.
  public var configurationName: String { configuration.name }

  /// The store's UUID, shared by the IDs of its objects.
  package var identity: StoreIdentity { store.identity }

  /// The store's UUID in upper case.
  public var identifier: String { identity.identifier }

  let sessions: StoreSessions
  let facts: Lock<StoreFacts>
  var isLeaving = false
  /// The log of the transaction in which this store stands in for another; nil for an ordinary
  /// store.
  var log: TransactionLog?
  /// The folder for large values; nil for an in-memory store, which keeps them in their rows.
  let folder: ExternalFolder?

  /// The size in bytes above which data is stored in a separate file, if its attribute allows it:
  /// 100 KB. In-memory stores have no files.
  public static let externalDataThreshold = ExternalData.threshold

  /// Opens a store, and creates it if its file is missing or empty, or if it is in memory.
  ///
  /// - Parameters:
  ///   - original: the store of which an in-memory store becomes a copy; nil for a new one.
  ///   - migration: a report of the migration to the model's version; nil for none.
  /// - Throws: code 134080 if the file cannot be opened or is damaged, 134090 if another process
  ///   holds its lock for longer than the timeout, 134020 if it is an unrelated database, 134100 if
  ///   it was created with another version of the model, 134061 for an invalid pragma.
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

  /// Stands in for another store, with sessions of its own.
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

  /// A store with the same identity that keeps reading the current content, whatever is saved
  /// later; nil without a write-ahead log, because a reader would block writers, and in memory,
  /// because there is only one connection.
  ///
  /// It uses another connection with an open transaction, which does not block writers, but keeps
  /// the log from shrinking while it is open.
  package func pinned() throws -> PersistentStore? {
    guard let sessions = try sessions.pinned() else { return nil }
    let facts = StoreFacts(stored: facts.withLock { $0.stored })
    return PersistentStore(standingFor: self, on: sessions, facts, isReadOnly: true)
  }

  /// Whether the store has no file.
  package var isInMemory: Bool { type.isInMemory(at: url) }

  /// The path of the file, or a phrase for an in-memory store.
  var name: String { store.name }

  /// While it is set, running requests are interrupted and new ones fail.
  var interruption: StoreInterruption { store.interruption }

  /// The store's metadata: its type, its UUID and the application's entries.
  public var metadata: [String: any Sendable] { facts.withLock { $0.all } }

  /// Closes the store; later calls throw.
  package func close() { sessions.close() }
}

// MARK: - Reading

extension PersistentStore {
  /// The rows that a plan requests, in its order.
  package func fetch(_ plan: FetchPlan) throws -> [Row] {
    try searching(plan) { try $0.fetch(plan) }
  }

  /// The keys of the rows that a plan requests, in its order.
  package func keys(for plan: FetchPlan) throws -> RowKeys {
    try searching(plan) { try $0.keys(for: plan) }
  }

  /// The keys of the rows that a plan requests, in its order, and the values of a fetch, from the
  /// same snapshot.
  package func keys(
    for plan: FetchPlan, and fetch: ValueFetch
  ) throws -> (keys: RowKeys, values: [[AttributeValue]]) {
    try searching(plan) { session in
      try session.connection.readTransaction {
        (try session.keys(for: plan), try session.values(fetch))
      }
    }
  }

  /// The number of rows that a plan requests, taking limit and offset into account.
  package func count(_ plan: FetchPlan) throws -> Int { try searching(plan) { try $0.count(plan) } }

  /// The column values of a fetch, one list for each result.
  package func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] {
    guard fetch.results.readsExternalData else {
      return try searching(fetch.rows) { try $0.values(fetch) }
    }
    // A save removes obsolete files while it holds the writing session, so hold it while reading.
    return try sessions.writing { session in
      try session.connection.readTransaction {
        try session.values(fetch, folder: folder)
      }
    }
  }

  /// The row with a key in the hierarchy of an entity, or nil if there is none.
  package func row(key: Int64, root: EntityLayout) throws -> Row? {
    try sessions.reading { try $0.row(key: key, root: root) }
  }

  /// The rows with keys in the hierarchy of an entity, in arbitrary order; missing ones are
  /// skipped.
  package func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try sessions.reading { try $0.rows(keys: keys, root: root) }
  }

  /// The destinations of a to-many relationship of the object with a key: in the order of an
  /// ordered relationship, otherwise by key.
  package func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row] {
    try sessions.reading { try $0.destinations(of: relationship, source: source) }
  }

  /// The destinations of a to-many relationship for each of several objects; each list is sorted by
  /// key.
  package func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]] {
    try sessions.reading { try $0.destinations(of: relationship, sources: sources) }
  }

  /// The data of an external file, or nil if it does not exist.
  package func externalData(named name: String) throws -> Data? { try folder?.data(named: name) }

  /// The row with the content of its external files, ready to be saved into another store.
  ///
  /// - Throws: code 134070 if a file is missing or cannot be read.
  package func rowWithExternalData(_ row: Row, _ layout: EntityLayout) throws -> Row {
    var data: [Int: Data] = [:]
    for property in layout.externals {
      guard let name = row.externalFileName(of: property) else { continue }
      guard let content = try externalData(named: name) else {
        throw ExternalFolder.missingFile(name)
      }
      data[property.index] = ExternalData.inline(content)
    }
    return data.isEmpty ? row : row.replacing(data, in: layout)
  }

  /// A number that changes when another process, or another connection, writes to the store.
  package func foreignVersion() throws -> Int64 { try sessions.writing { try $0.dataVersion() } }

  /// Reads the metadata that another process, or another coordinator, may have written; entries that
  /// wait for the next save are kept.
  func readMetadataAgain() throws {
    let stored = try sessions.reading { try StoreMetadata(from: $0.connection, path: name).values }
    facts.withLock { $0.stored = stored }
  }

  // MARK: Copying

  /// Copies the whole database, including tables outside the model, to an empty file, along with
  /// its external files.
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

  /// Copies the whole database to an empty in-memory database, with large values moved into the
  /// rows.
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

  /// Runs a request that may search; if the index it needs does not exist, creates it first.
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

  /// Creates or updates the search index; left for later while another connection is writing.
  private func updateSearchIndex() throws {
    while try sessions.writingIfFree({ session in
      try !isLeaving && session.searchIndex.advance(isPatient: false)
    }) == true { Self.giveWay() }
    _ = try sessions.writingIfFree { session in
      if !isLeaving { try session.searchIndex.takeWaiting() }
    }
  }

  /// Lets waiting threads use the store between two steps, because locks are not fair.
  static func giveWay() { usleep(500) }

  /// Performs one step of creating the search index.
  ///
  /// - Returns: whether there is more to do.
  func advanceSearchIndex(isPatient: Bool) throws -> Bool {
    try sessions.writing { try $0.searchIndex.advance(isPatient: isPatient) }
  }
}

extension ManagedObjectID {
  /// The store of the object; nil for a temporary ID, and after the store was removed from its
  /// coordinator.
  public var persistentStore: PersistentStore? { store?.store as? PersistentStore }
}

/// The choice and order of a coordinator's stores for a request.
extension PersistentStore {
  /// Whether the store may hold rows of a plan.
  func mayHold(_ plan: FetchPlan) -> Bool {
    configuration.holdsAny(of: plan) && plan.stores?.contains { $0 === identity } ?? true
  }
}

extension [PersistentStore] {
  /// The default store for a new object of an entity: the first writable one or, if there is none,
  /// the first.
  func first(for layout: EntityLayout) -> PersistentStore? {
    let holders = filter { $0.configuration.holds(layout) }
    return holders.first { !$0.isReadOnly } ?? holders.first
  }

  /// The stores from the one that commits last to the one that commits first: in-memory stores
  /// commit last, because they cannot fail, and all processes lock files in the order of their
  /// paths.
  var inOrderOfWriting: [PersistentStore] {
    func rank(_ place: Int, _ store: PersistentStore) -> (Int, String, Int) {
      store.isInMemory ? (0, "", place) : (1, store.url.path, place)
    }
    return enumerated().sorted { rank($0.offset, $0.element) < rank($1.offset, $1.element) }
      .map(\.element)
  }
}
