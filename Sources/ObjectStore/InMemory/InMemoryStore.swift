import Foundation
import ObjectModel
import Synchronization

/// A store without a file: rows in memory, gone when it is closed.
///
/// It gives the answers that the SQLite store gives: the same predicate semantics, order,
/// optimistic locking and uniqueness constraints.
public final class InMemoryStore: PersistentStore, @unchecked Sendable {
  // Sound: everything that changes is in `contents`, reached under `lock` only.

  private let lock = Mutex(())
  private var contents = InMemoryContents()
  private let schema: InMemorySchema

  init(description: PersistentStoreDescription, model: ModelLayout) {
    schema = InMemorySchema(model: model)
    super.init(
      type: .inMemory, url: description.url, isReadOnly: description.isReadOnly, model: model,
      identity: StoreIdentity(identifier: UUID().uuidString))
  }

  public override var metadata: [String: any Sendable] {
    ["NSStoreType": type.rawValue, "NSStoreUUID": identifier]
  }

  package override func fetch(_ plan: FetchPlan) throws -> [Row] {
    try refuseTransients(in: plan)
    return try reading { contents in
      let reader = InMemoryReader(contents: contents, model: model, identity: identity)
      return reader.rows(for: plan)
    }
  }

  package override func rows(keys: [Int64], root: EntityLayout) throws -> [Row] {
    try reading { contents in
      keys.compactMap { contents.row(key: $0, root: root.rootNumber) }
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
      var save = InMemorySave(changes, schema: schema, identity: identity)
      return try save.run(on: &contents)
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
      contents = InMemoryContents()
      contents.isClosed = true
    }
  }

  /// What SQLite has no column for is refused here too.
  private func refuseTransients(in plan: FetchPlan) throws {
    let searched = plan.predicate?.transientAttributes ?? []
    let sorted = plan.sorts.compactMap(\.path.attribute).filter(\.isTransient)
    if let attribute = (searched + sorted).first { throw StoreMapping.foreign(attribute) }
  }

  private func reading<Result: Sendable>(
    _ body: (InMemoryContents) throws -> Result
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
