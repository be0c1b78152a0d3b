import Foundation
import ObjectModel
import SQLite

/// A store in a SQLite file, or in memory, in the schema that Core Data itself uses.
///
/// A store in memory is the same database without a file: one connection has it to itself, nothing
/// reads beside it, and large values stay in their rows.
public final class SQLiteStore: PersistentStore, @unchecked Sendable {
  // Sound: what changes is read and written while its lock is held, or on the session that writes.

  let sessions: StoreSessions
  /// Nil where nothing reads beside the session that writes.
  private let readerOpener: ReaderOpener?
  let facts: Lock<StoreFacts>
  var isLeaving = false
  var writes = WriteCount()
  /// What was done in the transaction that this store stands for another one in; nil for a store
  /// that commits by itself.
  var log: TransactionLog?
  /// The path of the file, or what says that there is none.
  let name: String
  /// Where large values are kept; nil for a store in memory, which keeps them in their rows.
  let folder: ExternalFolder?
  private let work: WorkObservers

  /// Data of attributes that allow it is kept in a file of its own when it is longer than this many
  /// bytes: 100 KB. A store in memory has no files.
  public static let externalDataThreshold = ExternalData.threshold

  /// Opens a store, and creates it when the file is missing or empty, or when it is in memory.
  ///
  /// - Parameter original: the store that one in memory is to be a copy of; nil for a new one.
  /// - Throws: code 134080 when the file cannot be opened or is damaged, 134090 when
  ///   another process holds it for longer than the timeout, 134020 when it is a database
  ///   of something else, 134100 when it was made with another version of the model, 134061
  ///   for a pragma that is none.
  package init(
    description: PersistentStoreDescription, model: ModelLayout,
    copying original: SQLiteStore? = nil,
    work: WorkObservers = WorkObservers()
  ) throws {
    let configuration = try StoreConfiguration(name: description.configuration, model: model)
    let opened = try StoreOpener(
      description: description, model: model, configuration: configuration,
      fill: original.map { $0.copy(to:) }
    ).open()
    let identity = StoreIdentity(identifier: opened.metadata.identifier)
    let interruption = StoreInterruption()
    readerOpener = try opened.path.flatMap { path in
      try ReaderOpener(
        beside: opened.connection, path: path, description: description, mapping: opened.mapping,
        configuration: configuration, identity: identity, interruption: interruption)
    }
    sessions = StoreSessions(
      writer: SQLiteSession(
        connection: opened.connection, mapping: opened.mapping, identity: identity),
      readers: readerOpener, url: description.url, path: opened.path, interruption: interruption,
      work: work)
    facts = Lock(StoreFacts(stored: opened.metadata.values))
    name = opened.path ?? StoreType.nameInMemory
    folder = opened.path.map { ExternalFolder(storePath: $0) }
    self.work = work
    super.init(
      type: description.type, url: description.url, isReadOnly: description.isReadOnly,
      model: model,
      identity: identity, configuration: configuration, interruption: interruption)
  }

  /// Stands for another store on sessions of its own.
  private init(
    standingFor store: SQLiteStore, on sessions: StoreSessions, _ facts: StoreFacts,
    isReadOnly: Bool, noting log: TransactionLog? = nil
  ) {
    readerOpener = nil
    self.sessions = sessions
    self.facts = Lock(facts)
    writes = store.writes
    self.log = log
    name = store.name
    folder = store.folder
    work = store.work
    super.init(
      type: store.type, url: store.url, isReadOnly: isReadOnly, model: store.model,
      identity: store.identity, configuration: store.configuration,
      interruption: store.interruption)
  }

  /// As in the base class; nil without a write-ahead log, where a reader keeps writers out, and in
  /// memory, where there is one connection.
  ///
  /// One more connection reads in a transaction, which keeps nobody from writing, but the log from
  /// shrinking, for as long as it is open.
  package override func pinned() throws -> PersistentStore? {
    guard let readerOpener else { return nil }
    do {
      guard let session = try readerOpener.open() else {
        throw fileGoneError(.persistentStoreOpen)
      }
      // The first read is what pins.
      try session.connection.execute("BEGIN; SELECT count(*) FROM Z_METADATA")
      let sessions = StoreSessions(
        writer: session, readers: nil, url: url, path: name, interruption: interruption, work: work)
      let facts = StoreFacts(stored: facts.withLock { $0.stored })
      return SQLiteStore(standingFor: self, on: sessions, facts, isReadOnly: true)
    } catch let error as SQLiteError {
      throw error.graphError(path: name)
    }
  }

  public override var metadata: [String: any Sendable] { facts.withLock { $0.all } }

  package override func close() { sessions.close() }

  // MARK: Reading

  package override func fetch(_ plan: FetchPlan) throws -> [Row] {
    try searching(plan) { try $0.fetch(plan) }
  }

  package override func keys(for plan: FetchPlan) throws -> RowKeys {
    try searching(plan) { try $0.keys(for: plan) }
  }

  package override func count(_ plan: FetchPlan) throws -> Int {
    try searching(plan) { try $0.count(plan) }
  }

  override func explain(
    _ plan: FetchPlan, as form: FetchForm, offset: Int
  ) throws -> FetchExplanation.Store {
    try sessions.reading { try $0.explanation(of: plan, as: form, offset: offset, in: self) }
  }

  override func explain(_ fetch: ValueFetch) throws -> FetchExplanation.Store {
    try sessions.reading { try $0.explanation(of: fetch, in: self) }
  }

  package override func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] {
    guard fetch.results.readsExternalData else {
      return try searching(fetch.rows) { try $0.values(fetch) { _ in nil } }
    }
    // A save removes the files that its rows no longer refer to; until it does, it keeps the session
    // that writes.
    return try sessions.writing { session in
      try session.connection.readTransaction {
        try session.values(fetch) { try folder?.data(named: $0) }
      }
    }
  }

  package override func row(key: Int64, root: EntityLayout) throws -> Row? {
    try sessions.reading { try $0.row(key: key, root: root) }
  }

  package override func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try sessions.reading { try $0.rows(keys: keys, root: root) }
  }

  package override func destinations(
    of relationship: PropertyLayout, source: Int64
  ) throws -> [Row] {
    try sessions.reading { try $0.destinations(of: relationship, source: source) }
  }

  package override func externalData(named name: String) throws -> Data? {
    try folder?.data(named: name)
  }

  package override func destinations(
    of relationship: PropertyLayout, sources: [Int64]
  ) throws -> [[Row]] {
    try sessions.reading { try $0.destinations(of: relationship, sources: sources) }
  }

  package override func foreignVersion() throws -> Int64 {
    try sessions.writing { try $0.dataVersion() }
  }

  package override func contentVersion() throws -> ContentVersion {
    try sessions.writing { ContentVersion(foreign: try $0.dataVersion(), own: writes.current) }
  }

  // MARK: Writing

  package override func save(
    _ changes: ChangeSet, committingAfter others: () throws -> Void,
    didCommit: (StoreCommit) -> Void
  ) throws -> SaveOutcome {
    try sessions.writing { session in
      let stagedMetadata = facts.withLock { $0.staged }
      guard !changes.isEmpty || stagedMetadata != nil else {
        try others()
        return SaveOutcome()
      }
      try checkWritable(session)
      let operation = SaveOperation(changes, in: session, folder: folder)
      var metadata: StoreMetadata?
      let outcome: SaveOutcome
      do {
        outcome = try session.connection.writeTransaction {
          if let expected = changes.expectedContent {
            let found = ContentVersion(foreign: try session.dataVersion(), own: writes.current)
            guard found == expected else { throw ObjectGraphError.writtenSince(name) }
          }
          let outcome = try operation.run()
          do {
            if let stagedMetadata { metadata = try write(stagedMetadata, in: session) }
            try others()
          } catch {
            operation.externals?.discard()
            throw error
          }
          return outcome
        }
      } catch {
        operation.undoOrderKeys()
        guard let conflicted = error as? SaveOperation.Conflicted else { throw error }
        throw try conflictError(conflicted, in: session)
      }
      if let metadata { facts.withLock { $0.settle(metadata.values) } }
      let commit = StoreCommit(changes: changes, outcome: outcome)
      writes.advance()
      if log == nil { operation.externals?.finish() } else { log?.add(operation, commit) }
      didCommit(commit)
      return outcome
    }
  }

  package override func executeDirectly(
    _ plan: BatchPlan, committingAfter others: () throws -> Void
  ) throws -> BatchOutcome? {
    try sessions.writing { session in
      try checkWritable(session)
      do {
        let outcome = try session.connection.writeTransaction {
          let outcome = try session.executeDirectly(plan)
          try others()
          return outcome
        }
        writes.advance()
        log?.addBatch()
        return outcome
      } catch is SQLiteSession.NotDirect {
        return nil
      }
    }
  }

  /// A transaction inside of one is a part of it, which may fail alone.
  package override func write<Result>(
    noting log: TransactionLog, _ body: (PersistentStore) throws -> Result,
    didCommit: (TransactionLog) -> Void
  ) throws -> Result {
    try sessions.writingAsOne { session in
      try checkWritable(session)
      let inside = SQLiteStore(
        standingFor: self, on: StoreSessions(inTransactionOn: session, of: sessions),
        facts.withLock { $0 }, isReadOnly: false, noting: log)
      let result: Result
      do {
        result = try session.connection.writeTransaction {
          do {
            let result = try body(inside)
            try inside.sessions.checkTransaction(session)
            inside.close()
            return result
          } catch {
            inside.close()
            inside.log?.discardFiles()
            throw error
          }
        }
      } catch {
        inside.log?.undoOrderKeys()
        writes.skip(to: inside.writes)
        throw error
      }
      guard let log = inside.log, !log.isEmpty else { return result }
      writes = inside.writes
      let settled = inside.facts.withLock { $0 }
      facts.withLock { $0 = settled }
      if self.log == nil { log.finish() } else { self.log?.add(log) }
      didCommit(log)
      return result
    }
  }

  package override func stageMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    try sessions.writing { session in
      try checkWritable(session)
      facts.withLock { $0.stage(values) }
    }
  }

  package override var hasStagedMetadata: Bool { facts.withLock { $0.staged != nil } }

  package override func setLeaving(_ isLeaving: Bool) {
    // A store that is closed has nothing to refuse.
    try? sessions.writing { _ in self.isLeaving = isLeaving }
  }

  package override func rebuildSearchIndex() throws {
    try sessions.writing { session in
      try checkWritable(session)
      try session.searchIndex.beginAnew()
    }
    while try advanceSearchIndex(isPatient: true) { Self.giveWay() }
  }

  package override func considerWords(
    of fields: [SearchField], for near: inout NearWords
  ) throws {
    var wanted = near
    try searching { try $0.considerWords(of: fields, for: &wanted) }
    near = wanted
  }

  package override func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    guard count > 0 else { return [] }
    return try sessions.writing { session in
      try checkWritable(session)
      return try session.connection.writeTransaction {
        Array(try session.takeKeys(count: count, of: root))
      }
    }
  }

  /// Sets facts of the application's; keys that are not given stay, and so do the store's own.
  ///
  /// - Throws: code 134061 for a value that a property list cannot hold.
  package func setMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    try sessions.writing { session in
      try checkWritable(session)
      let stored = try session.connection.writeTransaction {
        var metadata = try StoreMetadata(from: session.connection, path: name)
        for (key, value) in values where !StoreMetadata.isOwn(key) { metadata.plist[key] = value }
        try metadata.write(to: session.connection)
        return metadata.values
      }
      facts.withLock { $0.stored = stored }
    }
  }
}
