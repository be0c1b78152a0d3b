import Foundation
import ObjectModel
import Synchronization

/// A store without a file: rows in memory, gone when it is closed.
///
/// It gives the answers that the SQLite store gives: the same predicate semantics, order,
/// optimistic locking and uniqueness constraints.
public final class InMemoryStore: PersistentStore, @unchecked Sendable {
  // Sound: everything that changes is in `contents`, reached under `lock` only.

  struct Contents {
    /// Rows by key for each root entity's number.
    var tables: [Int: [Int64: Row]] = [:]
    /// The last key that was handed out for each root entity's number.
    var lastKeys: [Int: Int64] = [:]
    /// The pairs of each join-table relationship, by the place of its canonical side.
    var joins: [JoinKey: Set<ChangeSet.Join.Pair>] = [:]
    var isClosed = false
  }

  /// A many-to-many relationship, named by the side that the model lists first.
  struct JoinKey: Hashable {
    let entity: Int
    let property: Int
  }

  private let lock = Mutex(())
  private var contents = Contents()

  init(description: PersistentStoreDescription, model: ModelLayout) {
    super.init(
      type: .inMemory, url: description.url, isReadOnly: description.isReadOnly, model: model,
      identity: StoreIdentity(identifier: UUID().uuidString))
  }

  public override var metadata: [String: any Sendable] {
    ["NSStoreType": type.rawValue, "NSStoreUUID": identifier]
  }

  package override func fetch(_ plan: FetchPlan) throws -> [Row] {
    try reading { contents in
      let reader = InMemoryReader(contents: contents, model: model, identity: identity)
      return reader.rows(for: plan)
    }
  }

  package override func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try reading { contents in
      let table = contents.tables[root.rootNumber] ?? [:]
      return keys.compactMap { table[$0] }
    }
  }

  package override func destinations(of relationship: PropertyLayout, source: Int64) throws -> [Row]
  {
    try reading { contents in
      let reader = InMemoryReader(contents: contents, model: model, identity: identity)
      return reader.destinations(of: relationship, source: source)
    }
  }

  package override func save(_ changes: ChangeSet) throws -> SaveOutcome {
    try lock.withLock { _ in
      try checkOpen()
      guard !isReadOnly else {
        throw ObjectGraphError(
          .persistentStoreSave, "the store was opened read-only", repair: "open it for writing")
      }
      var writer = InMemoryWriter(contents: contents, model: model, identity: identity)
      let outcome = try writer.apply(changes)
      // Only now, when nothing was refused, does the store change.
      contents = writer.contents
      return outcome
    }
  }

  package override func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    try lock.withLock { _ in
      try checkOpen()
      let last = contents.lastKeys[root.rootNumber] ?? 0
      contents.lastKeys[root.rootNumber] = last + Int64(count)
      return (0..<Int64(count)).map { last + 1 + $0 }
    }
  }

  package override func close() {
    lock.withLock { _ in
      contents = Contents()
      contents.isClosed = true
    }
  }

  private func reading<Result: Sendable>(
    _ body: (Contents) throws -> Result
  ) throws -> Result {
    let snapshot = try lock.withLock { _ in
      try checkOpen()
      return contents
    }
    return try body(snapshot)
  }

  private func checkOpen() throws {
    guard !contents.isClosed else {
      throw ObjectGraphError(
        .persistentStoreOperation, "the store in memory was closed", repair: "add it again")
    }
  }
}
