import Foundation
import ObjectModel

/// A store without a file: rows in memory, gone when it is closed.
///
/// It gives the answers that the SQLite store gives: the same predicate semantics, order,
/// optimistic locking and uniqueness constraints.
public final class InMemoryStore: PersistentStore, @unchecked Sendable {
  // Sound: everything that changes is reached under `lock` only.

  private let lock = Lock(())
  private var contents = InMemoryContents()
  private let schema: InMemorySchema
  /// What the application says about the store.
  private var facts: [String: any Sendable] = [:]
  private var isLeaving = false
  /// How often something was written to the store.
  private var writes: Int64 = 0

  /// - Throws: code 134061 for a configuration that the model lacks.
  init(description: PersistentStoreDescription, model: ModelLayout) throws {
    schema = InMemorySchema(model: model)
    super.init(
      type: .inMemory, url: description.url, isReadOnly: description.isReadOnly, model: model,
      identity: StoreIdentity(identifier: UUID().uuidString),
      configuration: try StoreConfiguration(name: description.configuration, model: model))
  }

  public override var metadata: [String: any Sendable] {
    var values = lock.withLock { _ in facts }
    values[StoreMetadata.typeKey] = type.rawValue
    values[StoreMetadata.identifierKey] = identifier
    return values
  }

  /// There is nothing to write them to, so the facts are there at once.
  package override func stageMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    lock.withLock { _ in facts = values.filter { !StoreMetadata.isOwn($0.key) } }
  }

  package override func setLeaving(_ isLeaving: Bool) {
    lock.withLock { _ in self.isLeaving = isLeaving }
  }

  package override var sharesRows: Bool { true }

  package override func fetch(_ plan: FetchPlan) throws -> [Row] {
    try Self.refuseTransients(in: plan)
    try plan.monitor?.checkCancellation()
    return try reading { contents in
      let reader = InMemoryReader(contents: contents, model: model, identity: identity)
      return try reader.rows(for: plan, interruptedBy: interruption)
    }
  }

  package override func values(_ fetch: ValueFetch) throws -> [[AttributeValue]] {
    try Self.refuseTransients(in: fetch.rows)
    if let attribute = fetch.results.transientAttributes.first {
      throw StoreMapping.foreign(attribute)
    }
    return try reading { contents in
      let reader = InMemoryReader(contents: contents, model: model, identity: identity)
      let subjects = try reader.rows(for: fetch.allRows, interruptedBy: interruption)
        .map { RowSubject(row: $0, reader: reader) }
      return try EvaluationFailure.surfacing {
        fetch.results.results(
          of: subjects, limit: fetch.rows.limit, offset: fetch.rows.offset)
      }
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

  package override func save(
    _ changes: ChangeSet, committingAfter others: () throws -> Void
  ) throws -> SaveOutcome {
    try lock.withLock { _ in
      try checkWritable()
      if let expected = changes.expectedContent, expected != contentNow {
        throw ObjectGraphError.writtenSince(url.path)
      }
      var save = InMemorySave(changes, schema: schema, identity: identity)
      do {
        let outcome = try save.run(on: &contents, after: others)
        writes += 1
        return outcome
      } catch {
        save.undoOrderKeys()
        throw error
      }
    }
  }

  package override func execute(
    _ plan: BatchPlan, committingAfter others: () throws -> Void
  ) throws -> BatchOutcome {
    try lock.withLock { _ in
      try checkWritable()
      let source = InMemoryBatchSource(
        contents: contents, schema: schema, identity: identity, interruption: interruption)
      let work = try BatchWork(plan, source: source)
      guard !work.changes.isEmpty else {
        try others()
        return work.outcome(of: SaveOutcome())
      }
      var save = InMemorySave(work.changes, schema: schema, identity: identity)
      let outcome = work.outcome(of: try save.run(on: &contents, after: others))
      writes += 1
      return outcome
    }
  }

  package override func contentVersion() throws -> ContentVersion {
    lock.withLock { _ in contentNow }
  }

  /// Read while the lock is held.
  private var contentNow: ContentVersion { ContentVersion(foreign: 0, own: writes) }

  package override func reserveKeys(count: Int, root: EntityLayout) throws -> [Int64] {
    try lock.withLock { _ in
      try checkOpen()
      try interruption.check()
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
  static func refuseTransients(in plan: FetchPlan) throws {
    let searched = plan.predicate?.transientAttributes ?? []
    let sorted = plan.sorts.compactMap(\.path.attribute).filter(\.isTransient)
    if let attribute = (searched + sorted).first { throw StoreMapping.foreign(attribute) }
  }

  private func reading<Result: Sendable>(
    _ body: (InMemoryContents) throws -> Result
  ) throws -> Result {
    let snapshot = try lock.withLock { _ in
      try checkOpen()
      try interruption.check()
      return contents
    }
    return try body(snapshot)
  }

  private func checkWritable() throws {
    try checkOpen()
    try interruption.check()
    guard !isLeaving else { throw ObjectGraphError.isLeaving("in memory") }
    guard !isReadOnly else {
      throw ObjectGraphError(
        .persistentStoreSave, "the store was opened read-only", repair: "open it for writing")
    }
  }

  private func checkOpen() throws {
    guard !contents.isClosed else {
      throw ObjectGraphError(
        .persistentStoreOperation, "the store in memory was closed", repair: "add it again")
    }
  }
}
