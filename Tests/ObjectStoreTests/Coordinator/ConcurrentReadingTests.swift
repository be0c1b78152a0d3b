import Foundation
import ObjectModel
import SQLite
import XCTest

@testable import ObjectStore

/// Reading a store's file while it is written, and what the coordinator remembers of it.
final class ConcurrentReadingTests: StoreTestCase {
  private func makeTags(pragmas: [String: String] = [:]) throws -> Tags {
    try Tags(file: file, pragmas: pragmas)
  }

  func testAReaderThatBeganBeforeADeletionDoesNotBringTheRowBack() throws {
    let tags = try makeTags()
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    try tags.fill(count: 1500)
    var plan = FetchPlan(layout: layout)
    let saved = Lock<(any Error)??>(nil)
    // Called in the midst of the fetch, when the rows 1 and 2 have been read.
    plan.monitor = FetchMonitor { _ in
      let result = Result {
        var changes = ChangeSet()
        changes.deletes.append(.init(layout: layout, key: 1, expectedVersion: 1))
        changes.updates.append(
          .init(
            layout: layout, row: tags.row(key: 2, version: 1, number: -2),
            changed: [0], expectedVersion: 1))
        try tags.save(changes)
      }
      saved.withLock { $0 = .some(result.failure) }
    }
    let read = try coordinator.fetch(plan)
    XCTAssertNil(try XCTUnwrap(saved.withLock { $0 }))
    // It goes on reading what was there when it began.
    XCTAssertEqual(read.count, 1500)
    XCTAssertEqual(tags.number(read[1]), 2)
    let root = layout.rootNumber
    XCTAssertNil(coordinator.cachedRow(key: 1, root: root))
    XCTAssertEqual(tags.number(coordinator.cachedRow(key: 2, root: root)), -2)
    XCTAssertEqual(tags.number(coordinator.cachedRow(key: 3, root: root)), 3)
    XCTAssertNil(try coordinator.row(key: 1, root: layout))
    XCTAssertFalse(coordinator.isNewest(read[2]))
  }

  func testReadingDoesNotWaitForASaveAndSeesItOnceItIsThrough() throws {
    let tags = try makeTags()
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    try tags.fill(count: 2)
    let store = try coordinator.requireStore()
    var changes = ChangeSet()
    changes.deletes.append(.init(layout: layout, key: 1, expectedVersion: 1))
    _ = try store.save(changes) {
      // All is written but not committed, and the lock is held.
      XCTAssertEqual(try store.row(key: 1, root: layout)?.key, 1)
      XCTAssertEqual(try store.count(FetchPlan(layout: layout)), 2)
      XCTAssertEqual(try store.rows(keys: [1, 2], root: layout).count, 2)
    } didCommit: { _ in
    }
    XCTAssertNil(try store.row(key: 1, root: layout))
    XCTAssertEqual(try store.count(FetchPlan(layout: layout)), 1)
  }

  func testWhoReadsARowDoesNotWaitForWhoFillsTheCache() throws {
    let tags = try makeTags()
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    try tags.fill(count: 2)
    let read = Lock<[Int64?]>([])
    coordinator.cache.withLock { _ in
      let isRead = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let row = try? coordinator.row(key: 2, root: layout)
        let rows = try? coordinator.fetch(FetchPlan(layout: layout))
        read.withLock { $0 = [tags.number(row), rows.flatMap { tags.number($0.last) }] }
        isRead.signal()
      }
      XCTAssertEqual(isRead.wait(timeout: .now() + 60), .success)
    }
    XCTAssertEqual(read.withLock { $0 }, [2, 2])
    XCTAssertNil(coordinator.cachedRow(key: 2, root: layout.rootNumber), "it was not remembered")
    _ = try coordinator.row(key: 2, root: layout)
    XCTAssertNotNil(coordinator.cachedRow(key: 2, root: layout.rootNumber))
  }

  func testASaveOfMostRowsLeavesNoneAsTheyWere() throws {
    let tags = try makeTags()
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    try tags.fill(count: 3000)
    _ = try coordinator.fetch(FetchPlan(layout: layout))
    XCTAssertNotNil(coordinator.cachedRow(key: 3000, root: layout.rootNumber))
    var changes = ChangeSet()
    for key in Int64(1)...1500 {
      changes.updates.append(
        .init(
          layout: layout, row: tags.row(key: key, version: 1, number: -key), changed: [0],
          expectedVersion: 1))
    }
    try tags.save(changes)
    for key in [Int64(1), 1500, 1501, 3000] {
      let row = try coordinator.row(key: key, root: layout)
      XCTAssertEqual(tags.number(row), key <= 1500 ? -key : key)
    }
  }

  func testAnExclusiveLockOrARollbackJournalLeavesOneConnection() throws {
    for pragmas in [["journal_mode": "DELETE"], ["locking_mode": "EXCLUSIVE"]] {
      try? FileManager.default.removeItem(at: file)
      let tags = try makeTags(pragmas: pragmas)
      try tags.fill(count: 3)
      XCTAssertEqual(try tags.coordinator.count(FetchPlan(layout: tags.layout)), 3)
      XCTAssertNil(try tags.coordinator.requireStore().pinned())
      for store in tags.coordinator.persistentStores { try tags.coordinator.remove(store) }
    }
  }

  func testPragmasOfTheFileDoNotKeepAReaderFromOpening() throws {
    let tags = try makeTags(pragmas: ["user_version": "7", "cache_size": "-100"])
    try tags.fill(count: 3)
    XCTAssertEqual(try tags.coordinator.count(FetchPlan(layout: tags.layout)), 3)
  }

  func testNoReaderKeepsTheLogFromShrinking() throws {
    let tags = try makeTags()
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    try tags.fill(count: 1500)
    _ = try coordinator.fetch(FetchPlan(layout: layout))
    _ = try coordinator.row(key: 7, root: layout)
    var cancelled = FetchPlan(layout: layout)
    let monitor = FetchMonitor()
    monitor.cancel()
    cancelled.monitor = monitor
    XCTAssertThrowsError(try coordinator.fetch(cancelled))
    let other = try Connection(path: file.path)
    // The first column says whether somebody was in the way.
    XCTAssertEqual(try other.integer("PRAGMA wal_checkpoint(TRUNCATE)"), 0)
    let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
    XCTAssertEqual(size, 0)
  }

  func testClosingLeavesNoFilesBeside() throws {
    let tags = try makeTags()
    try tags.fill(count: 3)
    _ = try tags.coordinator.fetch(FetchPlan(layout: tags.layout))
    for store in tags.coordinator.persistentStores { try tags.coordinator.remove(store) }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: directory.path), ["store.sqlite"])
  }

  func testAClosedStoreIsReadNoMore() throws {
    let tags = try makeTags()
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    let store = try coordinator.requireStore()
    _ = try store.fetch(FetchPlan(layout: layout))
    store.close()
    let error = assertError(.persistentStoreOperation) {
      try store.fetch(FetchPlan(layout: layout))
    }
    XCTAssertEqual(error?.message, "the store \(file.path) is closed")
  }

  func testAFileThatWasReplacedIsNotReadInPlaceOfTheOneThatIsOpen() throws {
    let tags = try makeTags()
    try tags.fill(count: 3)
    let replacement = directory.appendingPathComponent("other.sqlite")
    try Data().write(to: replacement)
    XCTAssertEqual(rename(replacement.path, file.path), 0)
    // No reader is open yet.
    XCTAssertEqual(try tags.coordinator.count(FetchPlan(layout: tags.layout)), 3)
    assertError(.persistentStoreOpen) { try tags.coordinator.requireStore().pinned() }
  }

  /// Threads read and save the same few rows; in the end the cache has nothing but what the file has.
  func testWhateverReadersAndWritersDoTheCacheHasWhatTheFileHas() throws {
    let tags = try makeTags(pragmas: ["synchronous": "OFF"])
    let (coordinator, layout) = (tags.coordinator, tags.layout)
    let keyCount: Int64 = 30
    try tags.fill(count: keyCount)
    let root = layout.rootNumber
    let failures = Lock<[String]>([])
    for _ in 0..<5 {
      DispatchQueue.concurrentPerform(iterations: 6) { thread in
        for _ in 0..<60 {
          do {
            let key = Int64.random(in: 1...keyCount)
            switch thread {
            case 0, 1:
              let known = try coordinator.rows(keys: [key], root: layout, maximumAge: 0).first
              var changes = ChangeSet()
              if let known, Bool.random() {
                changes.deletes.append(
                  .init(layout: layout, key: key, expectedVersion: known.version))
              } else if let known {
                let row = tags.row(
                  key: key, version: known.version, number: .random(in: 1...1000))
                changes.updates.append(
                  .init(layout: layout, row: row, changed: [0], expectedVersion: known.version))
              } else {
                // With its old key and version, as a merge policy does.
                changes.inserts.append(
                  .init(
                    layout: layout,
                    row: tags.row(key: key, number: .random(in: 1...1000))))
              }
              try tags.save(changes)
            case 2: _ = try coordinator.fetch(FetchPlan(layout: layout))
            case 3: _ = try coordinator.rows(keys: Array(1...keyCount), root: layout)
            case 4: if key == 1 { coordinator.forgetRows() }
            default: _ = try coordinator.row(key: key, root: layout)
            }
          } catch let error as ObjectGraphError
            where error.code == .managedObjectMerge
            || error.message.contains("already has an object")
          {
            // Another writer was faster.
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
      let oracle = try Connection(path: file.path, isReadOnly: true)
      for key in 1...keyCount {
        guard let row = coordinator.cachedRow(key: key, root: root) else { continue }
        let stored = try oracle.integer("SELECT ZNUMBER FROM ZTAG WHERE Z_PK = \(key)")
        XCTAssertEqual(tags.number(row), stored, "key \(key)")
        XCTAssertEqual(
          row.version, try oracle.integer("SELECT Z_OPT FROM ZTAG WHERE Z_PK = \(key)"))
      }
    }
    XCTAssertEqual(failures.withLock { $0 }, [])
  }
}

/// A store of one entity with a number, and what a context would do with it.
private struct Tags: Sendable {
  let coordinator: PersistentStoreCoordinator
  let layout: EntityLayout
  private let property: PropertyLayout

  init(file: URL, pragmas: [String: String]) throws {
    let model = ManagedObjectModel {
      EntityDescription("Tag") { AttributeDescription("number", .integer64) }
    }
    coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
    layout = try XCTUnwrap(coordinator.layout.entity(named: "Tag"))
    property = try XCTUnwrap(layout.property("number"))
    try coordinator.addPersistentStore(
      with: PersistentStoreDescription(url: file, pragmas: pragmas))
  }

  func row(key: Int64, version: Int64 = 0, number: Int64) -> Row {
    let row = layout.template.copy()
    row.identify(key: key, version: version)
    row.set(property.index, slot: property.slot, integer: number)
    return row
  }

  func number(_ row: Row?) -> Int64? { row.map { $0.integer(slot: property.slot) } }

  /// Saves as a context does, which puts the rows into the cache.
  func save(_ changes: ChangeSet) throws {
    let outcome = try coordinator.save(changes)
    for (insert, key) in zip(changes.inserts, outcome.keys) {
      insert.row.identify(key: key, version: 1)
    }
    for update in changes.updates {
      update.row.identify(key: update.row.key, version: update.expectedVersion + 1)
    }
    let rows = changes.inserts.map(\.row) + changes.updates.map(\.row)
    coordinator.remember(rows, root: layout.rootNumber, savedAt: outcome.moments)
  }

  func fill(count: Int64) throws {
    var changes = ChangeSet()
    for number in 1...count {
      changes.inserts.append(.init(layout: layout, row: row(key: -number, number: number)))
    }
    _ = try coordinator.save(changes)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
