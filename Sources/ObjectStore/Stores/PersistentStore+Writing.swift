import Foundation
import ObjectModel
import SQLite

/// Writing.
extension PersistentStore {
  /// Carries out a change set whole or not at all, and commits it after others have done theirs.
  ///
  /// - Parameters:
  ///   - others: called once, when all is written and only the commit is left to do; when it
  ///     throws, the store stays as it was.
  ///   - didCommit: called once, right after the commit and before any other can be made.
  /// - Throws: code 133020 with `StoreConflict` values under `conflictList` for rows whose version
  ///   is not the expected one, and for deleted rows that others still refer to; code 133021 when a
  ///   uniqueness constraint would be broken; code 133000 for a relationship that would lead to a
  ///   row which is not there; `ModelLayout.isGuarded(_:)` says which are looked at. Code
  ///   133020 too when the store does not hold what the change set expects.
  package func save(
    _ changes: ChangeSet, committingAfter others: () throws -> Void = {},
    didCommit: (StoreCommit) -> Void = { _ in }
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
          do {
            let outcome = try operation.run()
            if let stagedMetadata {
              metadata = try StoreMetadata.change(in: session.connection, path: name) {
                $0.replaceFacts(stagedMetadata)
              }
            }
            try others()
            return outcome
          } catch {
            // A commit that fails leaves the files to the next opening: it cannot tell whether they
            // are needed.
            operation.externals?.discard()
            throw error
          }
        }
      } catch {
        operation.undoOrderKeys()
        guard let conflicted = error as? SaveOperation.Conflicted else { throw error }
        throw try conflictError(conflicted, in: session)
      }
      if let metadata { facts.withLock { $0.settle(metadata.values) } }
      let commit = StoreCommit(changes: changes, outcome: outcome)
      if log == nil { operation.externals?.finish() } else { log?.record(operation, commit) }
      didCommit(commit)
      return outcome
    }
  }

  /// Carries out a batch request by statements that look at nothing but the rows themselves, whole or
  /// not at all, and commits it after others have done theirs.
  ///
  /// - Parameter others: as for a save.
  /// - Returns: nil for a request that takes more than that; then nothing has happened.
  /// - Throws: as a save.
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

  /// Runs a body in one transaction, the store's write lock first: all that the body saves is
  /// committed when it returns, and nothing when it throws.
  ///
  /// A transaction inside of one is a part of it, which may fail alone.
  ///
  /// - Parameters:
  ///   - log: what notes what the body does.
  ///   - body: is given a store that stands for this one, and reads and saves in the transaction; it
  ///     is of no use when the body has returned.
  ///   - didCommit: as for a save, with all that the body did.
  /// - Throws: what the body throws.
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
      let result: Result
      do {
        result = try session.connection.writeTransaction(isOfParts: true) {
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
      } catch {
        inside.log?.undoOrderKeys()
        throw error
      }
      guard let log = inside.log, !log.isEmpty else { return result }
      let settled = inside.facts.withLock { $0 }
      facts.withLock { $0 = settled }
      if self.log == nil { log.finish() } else { self.log?.merge(log) }
      didCommit(log)
      return result
    }
  }

  /// Sets the application's facts about the store, to be written with its next save.
  ///
  /// - Throws: code 134061 for a value that a property list cannot hold.
  package func stageMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    try sessions.writing { session in
      try checkWritable(session)
      facts.withLock { $0.stage(values) }
    }
  }

  /// Whether there are facts that wait for the next save.
  package var hasStagedMetadata: Bool { facts.withLock { $0.staged != nil } }

  /// Refuses every write from now on, or takes that back; it returns when no write is under way.
  package func setLeaving(_ isLeaving: Bool) {
    // A store that is closed has nothing to refuse.
    try? sessions.writing { _ in self.isLeaving = isLeaving }
  }

  /// Makes what the store keeps for searches anew, where it keeps anything.
  package func rebuildSearchIndex() throws {
    try sessions.writing { session in
      try checkWritable(session)
      try session.searchIndex.beginAnew()
    }
    while try advanceSearchIndex(isPatient: true) { Self.giveWay() }
  }

  /// Looks for words of the store's values that are near to one that was typed.
  ///
  /// - Parameter near: takes them.
  package func considerWords(of fields: [SearchField], for near: inout NearWords) throws {
    var wanted = near
    try searching { try $0.considerWords(of: fields, for: &wanted) }
    near = wanted
  }

  /// Hands out primary keys for objects that are not saved yet; they are never handed out again.
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
        .persistentStoreSave, "the store \(name) is being migrated to another place",
        repair: "fetch the objects from the new store, and change them there")
    }
    guard !session.connection.isFileGone else { throw store.fileGoneError(.persistentStoreSave) }
  }

  /// Read after the transaction was rolled back, when the rows are as they were.
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
