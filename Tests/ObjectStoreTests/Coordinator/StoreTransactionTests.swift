import Foundation
import ObjectModel
import SQLite
import Synchronization
import XCTest

@testable import ObjectStore

/// A write transaction has the store's lock from its beginning, and commits all or nothing.
class StoreTransactionTests: StoreTestCase {
  /// The store that the tests are run on, in a file here and in memory in the subclass.
  func description() -> PersistentStoreDescription {
    PersistentStoreDescription(url: file, timeout: 0.1)
  }

  private struct Refused: Error {}

  private(set) var coordinator: PersistentStoreCoordinator!

  override func setUpWithError() throws {
    try super.setUpWithError()
    let serial = AttributeDescription("serial", .integer64)
    serial.isSequence = true
    let photo = AttributeDescription("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    let model = ManagedObjectModel {
      EntityDescription("Box", unique: [["number"]]) {
        AttributeDescription("number", .integer64)
        serial
        photo
        RelationshipDescription("items", toMany: "Item", inverse: "box")
        DerivedAttributeDescription("itemCount", .integer64, from: "items.@count")
      }
      EntityDescription("Item") {
        AttributeDescription("name", .string)
        RelationshipDescription("box", toOne: "Box", inverse: "items")
      }
    }
    coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(with: description())
  }

  override func tearDownWithError() throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    try super.tearDownWithError()
  }

  // MARK: Saving as a context does

  private func entity(_ name: String = "Box") throws -> EntityLayout {
    try XCTUnwrap(coordinator.layout.entity(named: name))
  }

  private func insertion(
    _ name: String, _ values: [[String: AttributeValue]]
  ) throws -> ChangeSet {
    let layout = try entity(name)
    var changes = ChangeSet()
    for (place, values) in values.enumerated() {
      let row = layout.template.copy(extraBytes: 400_000)
      row.identify(key: -1 - Int64(place), version: 0)
      for (name, value) in values {
        XCTAssertTrue(row.set(value, for: try XCTUnwrap(layout.property(name))))
      }
      changes.inserts.append(.init(layout: layout, row: row))
    }
    return changes
  }

  private func update(_ row: Row, number: Int64) throws -> ChangeSet {
    let layout = try entity()
    let property = try XCTUnwrap(layout.property("number"))
    let copy = row.copy()
    copy.set(property.index, slot: property.slot, integer: number)
    var changes = ChangeSet()
    changes.updates.append(
      .init(layout: layout, row: copy, changed: [property.index], expectedVersion: row.version))
    return changes
  }

  private func deletion(_ row: Row) throws -> ChangeSet {
    var changes = ChangeSet()
    changes.deletes.append(
      .init(layout: try entity(), key: row.key, expectedVersion: row.version))
    return changes
  }

  /// - Returns: the keys of new rows.
  @discardableResult
  private func save(
    _ changes: ChangeSet, to coordinator: PersistentStoreCoordinator
  ) throws -> [Int64] {
    let outcome = try coordinator.save(changes)
    for (place, property, value) in outcome.sequenceValues {
      changes.inserts[place].row.set(property.index, slot: property.slot, integer: value)
    }
    for (insert, key) in zip(changes.inserts, outcome.keys) {
      insert.row.identify(key: key, version: 1)
      coordinator.remember(
        [insert.row], root: insert.layout.rootNumber, savedAt: outcome.moments)
    }
    for update in changes.updates {
      update.row.identify(key: update.row.key, version: update.expectedVersion + 1)
      coordinator.remember(
        [update.row], root: update.layout.rootNumber, savedAt: outcome.moments)
    }
    return outcome.keys
  }

  private func insert(
    _ number: Int64, into coordinator: PersistentStoreCoordinator
  ) throws -> Int64 {
    try save(insertion("Box", [["number": .integer(number)]]), to: coordinator)[0]
  }

  private func number(
    _ key: Int64, in coordinator: PersistentStoreCoordinator, _ name: String = "number"
  ) throws -> AttributeValue? {
    try coordinator.row(key: key, root: entity())?
      .value(of: XCTUnwrap(entity().property(name)))
  }

  private func cached(_ key: Int64) throws -> AttributeValue? {
    try coordinator.cachedRow(key: key, root: entity().rootNumber)?
      .value(of: XCTUnwrap(entity().property("number")))
  }

  /// What another connection to a file finds; nil for a store in memory.
  private func oracle(_ sql: String) throws -> Int64? {
    guard !description().isInMemory else { return nil }
    return try Connection(path: file.path).integer(sql)
  }

  private func assertStored(_ sum: Int64, line: UInt = #line) throws {
    if let found = try oracle("SELECT total(ZNUMBER) FROM ZBOX") {
      XCTAssertEqual(found, sum, line: line)
    }
  }

  private func numbers(in coordinator: PersistentStoreCoordinator) throws -> [AttributeValue] {
    try coordinator.fetch(FetchPlan(layout: entity()))
      .map { $0.value(of: try XCTUnwrap(entity().property("number"))) }
  }

  // MARK: Committing

  func testItSeesWhatItWritesAndOthersSeeItAfterTheCommit() throws {
    let first = try insert(1, into: coordinator)
    let epoch = coordinator.epoch
    let second = try coordinator.write { reader in
      let second = try insert(20, into: reader)
      let row = try XCTUnwrap(try reader.row(key: first, root: entity()))
      try save(update(row, number: 3), to: reader)
      XCTAssertEqual(try numbers(in: reader), [.integer(3), .integer(20)])
      XCTAssertEqual(try reader.count(FetchPlan(layout: entity())), 2)
      XCTAssertEqual(
        try reader.rows(keys: [first, second], root: entity(), maximumAge: 0).count, 2)
      XCTAssertEqual(coordinator.epoch, epoch)
      XCTAssertEqual(try cached(first), .integer(1))
      XCTAssertNil(try cached(second))
      try assertStored(1)
      return second
    }
    try assertStored(23)
    XCTAssertGreaterThan(coordinator.epoch, epoch)
    XCTAssertEqual(try cached(first), .integer(3))
    XCTAssertEqual(try cached(second), .integer(20))
    let row = try XCTUnwrap(
      coordinator.cachedRow(key: second, root: entity().rootNumber))
    XCTAssertTrue(coordinator.isNewest(row))
    XCTAssertEqual(try numbers(in: coordinator), [.integer(3), .integer(20)])
  }

  func testWhatItReadsDoesNotEnterTheSharedCache() throws {
    let key = try insert(1, into: coordinator)
    coordinator.forgetRows()
    try coordinator.write { transaction in
      XCTAssertEqual(try number(key, in: transaction), .integer(1))
      XCTAssertEqual(try numbers(in: transaction), [.integer(1)])
    }
    XCTAssertNil(try cached(key))
  }

  func testARowThatItDeletesLeavesTheCacheAtTheCommit() throws {
    let key = try insert(1, into: coordinator)
    try coordinator.write { transaction in
      let row = try XCTUnwrap(try transaction.row(key: key, root: entity()))
      try save(update(row, number: 2), to: transaction)
      let changed = try XCTUnwrap(try transaction.row(key: key, root: entity()))
      XCTAssertEqual(changed.version, 2)
      try save(deletion(changed), to: transaction)
      XCTAssertNil(try transaction.row(key: key, root: entity()))
      XCTAssertEqual(try cached(key), .integer(1))
    }
    XCTAssertNil(try cached(key))
    XCTAssertNil(try coordinator.row(key: key, root: entity()))
  }

  // MARK: Rolling back

  func testWhenTheBodyThrowsNothingHasHappened() throws {
    let key = try insert(1, into: coordinator)
    let epoch = coordinator.epoch
    XCTAssertThrowsError(
      try coordinator.write { transaction in
        let row = try XCTUnwrap(try transaction.row(key: key, root: entity()))
        try save(update(row, number: 2), to: transaction)
        _ = try insert(20, into: transaction)
        throw Refused()
      }
    ) { XCTAssertTrue($0 is Refused) }
    try assertStored(1)
    XCTAssertEqual(try numbers(in: coordinator), [.integer(1)])
    XCTAssertEqual(try cached(key), .integer(1))
    XCTAssertEqual(coordinator.epoch, epoch)
    // The key and the number in its sequence are given again.
    let next = try insert(30, into: coordinator)
    XCTAssertEqual(next, key + 1)
    XCTAssertEqual(try number(next, in: coordinator, "serial"), .integer(2))
  }

  func testASaveThatIsRefusedLeavesTheRestOfTheTransaction() throws {
    let first = try insert(1, into: coordinator)
    try coordinator.write { reader in
      _ = try insert(20, into: reader)
      assertError(.managedObjectConstraintMerge) {
        try save(
          insertion("Box", [["number": .integer(5)], ["number": .integer(1)]]), to: reader)
      }
      let row = try XCTUnwrap(try reader.row(key: first, root: entity()))
      try save(update(row, number: 300), to: reader)
      let error = assertError(.managedObjectMerge) {
        try save(update(row, number: 400), to: reader)
      }
      let conflicts = error?.details[.conflictList]
      XCTAssertEqual(conflicts?.first?.persisted?.version, 2)
    }
    try assertStored(320)
    XCTAssertEqual(try numbers(in: coordinator), [.integer(300), .integer(20)])
  }

  func testAFirstSaveThatIsRefusedLeavesTheTransactionAsItBegan() throws {
    let first = try insert(1, into: coordinator)
    try coordinator.write { reader in
      for _ in 0..<2 {
        assertError(.managedObjectConstraintMerge) {
          try save(
            insertion("Box", [["number": .integer(5)], ["number": .integer(1)]]), to: reader)
        }
        XCTAssertEqual(try numbers(in: reader), [.integer(1)])
      }
      let row = try XCTUnwrap(try reader.row(key: first, root: entity()))
      try save(update(row, number: 300), to: reader)
      assertError(.managedObjectMerge) { try save(update(row, number: 400), to: reader) }
      _ = try insert(20, into: reader)
    }
    try assertStored(320)
    XCTAssertEqual(try numbers(in: coordinator), [.integer(300), .integer(20)])
  }

  // MARK: What saves decide

  func testSequencesAndDerivedAttributesGoOnInIt() throws {
    let box = try insert(1, into: coordinator)
    try coordinator.write { transaction in
      let second = try insert(2, into: transaction)
      XCTAssertEqual(try number(second, in: transaction, "serial"), .integer(2))
      for count in 1...2 {
        try save(insertion("Item", [["box": .integer(box)]]), to: transaction)
        XCTAssertEqual(
          try number(box, in: transaction, "itemCount"), .integer(Int64(count)))
      }
      XCTAssertEqual(
        try transaction.destinations(
          of: XCTUnwrap(entity().property("items")), source: box
        ).count, 2)
      XCTAssertNotEqual(try number(box, in: coordinator, "itemCount"), .integer(2))
    }
    XCTAssertEqual(try number(box, in: coordinator, "itemCount"), .integer(2))
  }

  func testFilesBesideTheStoreGoWithTheTransaction() throws {
    let large = AttributeValue.data(Data(repeating: 7, count: 150_000))
    func files() -> Int {
      let folder = directory.appendingPathComponent(".store_SUPPORT/_EXTERNAL_DATA").path
      return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count ?? 0
    }
    let expected = description().isInMemory ? 0 : 1
    try coordinator.write { transaction in
      _ = try save(insertion("Box", [["photo": large]]), to: transaction)
    }
    XCTAssertEqual(files(), expected)
    try? coordinator.write { transaction in
      try save(insertion("Box", [["number": .integer(9), "photo": large]]), to: transaction)
      let row = try XCTUnwrap(try transaction.fetch(FetchPlan(layout: entity())).first)
      try save(deletion(row), to: transaction)
      throw Refused()
    }
    XCTAssertEqual(files(), expected)
    let row = try XCTUnwrap(try coordinator.fetch(FetchPlan(layout: entity())).first)
    if let name = row.externalFileName(of: try XCTUnwrap(entity().property("photo"))) {
      XCTAssertEqual(try coordinator.externalData(named: name).count, 150_000)
    }
    try coordinator.write { _ = try save(deletion(row), to: $0) }
    XCTAssertEqual(files(), 0)
  }

  func testStagedFactsAreWrittenWithItsFirstSaveAndStayWhenItIsRolledBack() throws {
    let store = try coordinator.requireStore()
    try coordinator.setMetadata(["clerk": "Ann"], for: store)
    try? coordinator.write { transaction in
      _ = try insert(1, into: transaction)
      throw Refused()
    }
    XCTAssertTrue(coordinator.hasStagedMetadata)
    XCTAssertEqual(store.metadata["clerk"] as? String, "Ann")
    try coordinator.write { _ = try insert(1, into: $0) }
    XCTAssertFalse(coordinator.hasStagedMetadata)
    XCTAssertFalse(store.hasStagedMetadata)
    XCTAssertEqual(store.metadata["clerk"] as? String, "Ann")
  }

  // MARK: The lock

  func testOneInsideOfOneIsPartOfIt() throws {
    try coordinator.write { transaction in
      _ = try insert(1, into: transaction)
      try transaction.write { inner in
        XCTAssertTrue(inner === transaction)
        XCTAssertTrue(inner.transactionOf === coordinator)
        _ = try insert(20, into: inner)
      }
      try assertStored(0)
    }
    try assertStored(21)
  }

  func testItsThreadDoesNotWaitForItself() throws {
    try coordinator.write { transaction in
      assertError(.persistentStoreOperation) { try insert(1, into: coordinator) }
      assertError(.persistentStoreOperation) { try coordinator.write { _ in } }
      _ = try insert(2, into: transaction)
    }
    try assertStored(2)
  }

  func testItIsOfNoUseWhenItIsOver() throws {
    var kept: PersistentStoreCoordinator?
    try coordinator.write { kept = $0 }
    let reader = try XCTUnwrap(kept)
    assertError(.persistentStoreOperation) { try numbers(in: reader) }
    assertError(.persistentStoreOperation) { try insert(1, into: reader) }
    XCTAssertEqual(try numbers(in: coordinator), [])
  }

  func testOfSeveralStoresOneHasToBeNamed() throws {
    let first = try coordinator.requireStore()
    let second = try coordinator.addPersistentStore(
      with: PersistentStoreDescription(url: directory.appendingPathComponent("second.sqlite")))
    assertError(.persistentStoreOperation) { try coordinator.write { _ in } }
    let foreign = try coordinator.write(in: second) { transaction in
      assertError(.persistentStoreOperation) { try transaction.write(in: first) { _ in } }
      return try insert(5, into: transaction)
    }
    XCTAssertEqual(StoreIdentity.number(ofKey: foreign), 1)
    XCTAssertEqual(try cached(foreign), .integer(5))
    try coordinator.write(in: first) { transaction in
      let row = try XCTUnwrap(try coordinator.row(key: foreign, root: entity()))
      XCTAssertThrowsError(try save(update(row, number: 6), to: transaction))
    }
    XCTAssertEqual(try number(foreign, in: coordinator), .integer(5))
  }
}

/// The same in memory, where the transaction has the only connection.
final class MemoryTransactionTests: StoreTransactionTests {
  override func description() -> PersistentStoreDescription { .inMemory() }
}

/// What a file has and memory has not: others.
final class FileTransactionTests: StoreTestCase {
  private func coordinator() throws -> PersistentStoreCoordinator {
    let model = ManagedObjectModel {
      EntityDescription("Tag") { AttributeDescription("label", .string) }
    }
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      with: PersistentStoreDescription(url: file, timeout: 0.1))
    return coordinator
  }

  func testItHoldsTheLockFromItsBeginning() throws {
    let coordinator = try coordinator()
    let other = try Connection(path: file.path, busyTimeout: 0)
    try coordinator.write { _ in
      XCTAssertThrowsError(try other.execute("BEGIN IMMEDIATE")) {
        XCTAssertEqual(($0 as? SQLiteError)?.kind, .locked)
      }
    }
    try other.execute("BEGIN IMMEDIATE")
    var hasRun = false
    assertError(.persistentStoreTimeout) { try coordinator.write { _ in hasRun = true } }
    XCTAssertFalse(hasRun)
    try other.execute("ROLLBACK")
  }

  func testOthersReadMeanwhile() throws {
    let coordinator = try coordinator()
    let layout = try XCTUnwrap(coordinator.layout.entity(named: "Tag"))
    try coordinator.write { transaction in
      var changes = ChangeSet()
      changes.inserts.append(.init(layout: layout, row: try row(layout, key: -1, [:])))
      _ = try transaction.save(changes)
      XCTAssertEqual(try transaction.count(FetchPlan(layout: layout)), 1)
      XCTAssertEqual(try coordinator.count(FetchPlan(layout: layout)), 0)
      XCTAssertEqual(try coordinator.fetch(FetchPlan(layout: layout)).count, 0)
    }
    XCTAssertEqual(try coordinator.count(FetchPlan(layout: layout)), 1)
  }

  /// Between what a refused save takes back and what the transaction does next, somebody else may
  /// get the lock: then it is over, rather than going on with what is not so any more.
  func testARefusedSaveNeverLetsOthersWriteWithinATransaction() throws {
    try Connection(path: file.path).execute(
      "PRAGMA journal_mode = WAL; CREATE TABLE t (n); INSERT INTO t VALUES (0)")
    let file = file
    let isOver = Atomic(false)
    let hasEnded = DispatchSemaphore(value: 0)
    @Sendable func writeMeanwhile() throws {
      let other = try Connection(path: file.path, busyTimeout: 0)
      try other.execute("PRAGMA synchronous = OFF")
      while !isOver.load(ordering: .relaxed) {
        try? other.execute("UPDATE t SET n = n + 1")
        usleep(100)
      }
    }
    Thread {
      try? writeMeanwhile()
      hasEnded.signal()
    }.start()
    defer {
      isOver.store(true, ordering: .relaxed)
      hasEnded.wait()
    }
    let connection = try Connection(path: file.path)
    try connection.execute("PRAGMA synchronous = OFF")
    func total() throws -> Int64? { try connection.integer("SELECT n FROM t") }
    for _ in 0..<50 {
      try? connection.writeTransaction(isOfParts: true) {
        let before = try total()
        XCTAssertThrowsError(
          try connection.writeTransaction {
            try connection.execute("UPDATE t SET n = -1")
            throw Refused()
          })
        guard connection.isInTransaction else { throw Refused() }
        XCTAssertEqual(try total(), before)
        try connection.writeTransaction { try connection.execute("UPDATE t SET n = n + 1000000") }
        XCTAssertEqual(try total(), before.map { $0 + 1_000_000 })
      }
      XCTAssertFalse(connection.isInTransaction)
    }
    XCTAssertGreaterThanOrEqual(try XCTUnwrap(total()), 0)
  }

  private struct Refused: Error {}

  func testAReadOnlyStoreHasNone() throws {
    try open(try layout()).close()
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: Self.campModel())
    try coordinator.addPersistentStore(
      with: PersistentStoreDescription(url: file, isReadOnly: true))
    assertError(.persistentStoreSave) { try coordinator.write { _ in } }
  }
}
