import Foundation
import ObjectModel
import SQLite

/// Writing.
extension PersistentStore {
  /// Executes a change set, all or nothing, and commits it after other stores have committed
  /// theirs.
  ///
  /// - Parameters:
  ///   - others: called once, when everything is written and only the commit remains; if it throws,
  ///     the store is unchanged.
  ///   - didCommit: called once, immediately after the commit and before any other one.
  /// - Throws: code 133020, with `StoreConflict` values under `conflictList`, for rows that do not
  ///   have the expected version, and for deleted rows to which others still refer; code 133021 if
  ///   a uniqueness constraint would be violated; code 133000 for a relationship to a missing row,
  ///   if `ModelLayout.isGuarded(_:)`.
  package func save(
    _ changes: ChangeSet, committingAfter others: () throws -> Void = {},
    didCommit: (StoreCommit) -> Void = { _ in }
  ) throws -> SaveResult {
    try sessions.writing { session in
      let stagedMetadata = facts.withLock { $0.staged }
      guard !changes.isEmpty || stagedMetadata != nil else {
        try others()
        return SaveResult()
      }
      try checkWritable(session)
      let operation = SaveOperation(changes, in: session, folder: folder)
      var metadata: StoreMetadata?
      let result: SaveResult
      do {
        result = try session.connection.writeTransaction {
          do {
            let result = try operation.run()
            if let stagedMetadata {
              metadata = try StoreMetadata.change(in: session.connection, path: name) {
                $0.replaceFacts(stagedMetadata)
              }
            }
            try others()
            return result
          } catch {
            // After a failed commit, the files are left for the next opening, because it is unknown
            // whether they are needed.
            operation.externals?.discard()
            throw error
          }
        }
      } catch let conflicted as SaveOperation.Conflicted {
        throw try conflictError(conflicted, in: session)
      }
      if let metadata { facts.withLock { $0.settle(metadata.values) } }
      let commit = StoreCommit(changes: changes, result: result)
      if log == nil { operation.externals?.finish() } else { log?.record(operation, commit) }
      didCommit(commit)
      return result
    }
  }

  /// Executes a batch request with statements that affect only the rows themselves, all or nothing,
  /// and commits it after other stores have committed theirs.
  ///
  /// - Parameter others: as for a save.
  /// - Returns: nil, with no changes, for a request that needs more.
  /// - Throws: as for a save.
  package func executeDirectly(
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
        log?.recordBatch()
        return outcome
      } catch is SQLiteSession.NotDirect {
        return nil
      }
    }
  }

  /// Runs the body in one transaction, which takes the write lock first: everything that the body
  /// saves is committed when it returns, and nothing if it throws.
  ///
  /// A nested transaction becomes a part of the outer one, which can fail separately.
  ///
  /// - Parameters:
  ///   - log: records the body's changes.
  ///   - body: receives a stand-in for this store, which reads and saves in the transaction and
  ///     cannot be used after the body has returned.
  ///   - didCommit: as for a save, with all the body's changes.
  /// - Throws: errors of the body.
  package func write<Result>(
    noting log: TransactionLog, _ body: (PersistentStore) throws -> Result,
    didCommit: (TransactionLog) -> Void = { _ in }
  ) throws -> Result {
    try sessions.writingAsOne { session in
      try checkWritable(session)
      let inside = PersistentStore(
        standingFor: self,
        on: StoreSessions(session, isOfTransaction: true, of: store, work: sessions.work),
        facts.withLock { $0 }, isReadOnly: false, noting: log)
      let result = try session.connection.writeTransaction(isOfParts: true) {
        defer { inside.close() }
        do {
          let result = try body(inside)
          try inside.sessions.checkTransaction(session)
          return result
        } catch {
          inside.log?.discardFiles()
          throw error
        }
      }
      guard let log = inside.log, !log.isEmpty else { return result }
      let settled = inside.facts.withLock { $0 }
      facts.withLock { $0 = settled }
      if self.log == nil { log.finish() } else { self.log?.merge(log) }
      didCommit(log)
      return result
    }
  }

  /// Stages the application's metadata, to be written by the store's next save.
  ///
  /// - Throws: code 134061 for a value that a property list cannot hold.
  package func stageMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    try sessions.writing { session in
      try checkWritable(session)
      facts.withLock { $0.stage(values) }
    }
  }

  /// Whether metadata is waiting for the next save.
  package var hasStagedMetadata: Bool { facts.withLock { $0.staged != nil } }

  /// Rejects all writes from now on, or allows them again; returns when no write is running.
  package func setLeaving(_ isLeaving: Bool) {
    // A closed store rejects writes anyway.
    try? sessions.writing { _ in self.isLeaving = isLeaving }
  }

  /// Rebuilds the search index, if there is one.
  package func rebuildSearchIndex() throws {
    try sessions.writing { session in
      try checkWritable(session)
      try session.searchIndex.beginAnew()
    }
    while try advanceSearchIndex(isPatient: true) { Self.giveWay() }
  }

  /// Finds words in the store's values that are near to a typed one.
  ///
  /// - Parameter near: collects the words.
  package func considerWords(of fields: [SearchField], for near: inout NearWords) throws {
    var wanted = near
    try searching { try $0.considerWords(of: fields, for: &wanted) }
    near = wanted
  }

  /// Reserves primary keys for unsaved objects; they are never reserved again.
  package func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    guard count > 0 else { return [] }
    return try sessions.writing { session in
      try checkWritable(session)
      return try session.connection.writeTransaction {
        let last = try session.takeKeys(count: count, of: root) + session.base
        return (1...Int64(count)).map { last + $0 }
      }
    }
  }

  // MARK: Parts of what is written

  func checkWritable(_ session: SQLiteSession) throws {
    guard !isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreSave, "the store \(name) was opened read-only",
        repair: "open it without the read-only option")
    }
    guard !isLeaving else {
      throw ObjectGraphError(
        .persistentStoreSave, "the store \(name) is being migrated to another location",
        repair: "fetch the objects from the new store, and change them there")
    }
    guard !session.connection.isFileGone else { throw store.fileGoneError(.persistentStoreSave) }
  }

  /// Read after the rollback, when the rows have their previous values.
  func conflictError(
    _ conflicted: SaveOperation.Conflicted, in session: SQLiteSession
  ) throws -> ObjectGraphError {
    let list = try conflicted.conflicts.map { conflict in
      StoreConflict(
        layout: conflict.layout, key: conflict.key, expectedVersion: conflict.expectedVersion,
        persisted: try session.row(key: conflict.key, root: conflict.layout))
    }
    return .conflict(list, in: identity, referrer: conflicted.referrer)
  }
}
