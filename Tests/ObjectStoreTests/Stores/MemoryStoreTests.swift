import Foundation
import ObjectModel
import XCTest

@testable import ObjectStore

/// Stores without a file: the same database, with nothing beside it.
final class MemoryStoreTests: StoreTestCase {
  private let devNull = URL(fileURLWithPath: "/dev/null")

  private func memory(_ model: ModelLayout, pragmas: [String: String] = [:]) throws
    -> PersistentStore
  {
    try PersistentStore(
      settings: PersistentStoreDescription(
        url: devNull, type: .inMemory, pragmas: pragmas
      ).settings, model: model)
  }

  private func names(_ store: PersistentStore) throws -> [AttributeValue] {
    let layout = try XCTUnwrap(store.model.entity(named: "Tag"))
    let label = try XCTUnwrap(layout.property("label"))
    return try store.fetch(FetchPlan(layout: layout)).map { $0.value(of: label) }
  }

  private func folder(_ place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place).sorted()
  }

  func testASQLiteStoreAtDevNullIsInMemoryAndKeepsItsType() throws {
    let before = try folder("/dev")
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: Self.campModel())
    let store = try coordinator.addPersistentStore(type: .sqlite, at: devNull)
    XCTAssertEqual(store.type, .sqlite)
    XCTAssertEqual(store.metadata["NSStoreType"] as? String, "SQLite")
    XCTAssertTrue(store.isInMemory)
    try insert(store, coordinator.layout, "Tag", [["label": .string("shade")]])
    XCTAssertEqual(try names(store), [.string("shade")])
    let other = try coordinator.addPersistentStore(type: .sqlite, at: devNull)
    XCTAssertNotEqual(other.identifier, store.identifier)
    XCTAssertEqual(try names(other), [])
    try coordinator.destroyPersistentStore(at: devNull, type: .sqlite)
    XCTAssertEqual(try names(store), [.string("shade")])
    try coordinator.remove(store)
    try coordinator.remove(other)
    XCTAssertEqual(try folder("/dev"), before)
  }

  func testASQLiteStoreNeedsAPlace() throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: Self.campModel())
    assertError(.persistentStoreOpen) { try coordinator.addPersistentStore(type: .sqlite) }
    let store = try coordinator.addPersistentStore(type: .inMemory)
    assertError(.persistentStoreOpen) {
      try coordinator.migratePersistentStore(store, type: .sqlite)
    }
    XCTAssertEqual(coordinator.persistentStores.map(\.identifier), [store.identifier])
  }

  func testStoresOfOneModelShareNothing() throws {
    let model = try layout()
    let first = try memory(model)
    try insert(first, model, "Tag", [["label": .string("shade")]])
    let second = try memory(model)
    XCTAssertNotEqual(first.identifier, second.identifier)
    XCTAssertEqual(try names(second), [])
    XCTAssertEqual(try insert(second, model, "Tag", [[:]]), [1])
    XCTAssertEqual(try names(first), [.string("shade")])
  }

  func testItsSchemaIsThatOfAFile() throws {
    func schema(_ store: PersistentStore) throws -> [String] {
      try store.sessions.writing { session in
        let statement = try session.connection.statement(
          "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        var lines: [String] = []
        while try statement.step() { lines.append(statement.string(0) ?? "") }
        return lines
      }
    }
    let model = try layout()
    XCTAssertEqual(try schema(memory(model)), try schema(open(model)))
  }

  func testARefusedSaveLeavesItAsItWas() throws {
    let model = try layout()
    let store = try memory(model)
    try insert(store, model, "Campsite", [["siteNumber": .integer(1)]])
    assertError(.managedObjectConstraintMerge) {
      try insert(
        store, model, "Campsite",
        [["siteNumber": .integer(2)], ["siteNumber": .integer(1)]])
    }
    let layout = try XCTUnwrap(model.entity(named: "Campsite"))
    XCTAssertEqual(try store.fetch(FetchPlan(layout: layout)).map(\.key), [1])
    XCTAssertEqual(try insert(store, model, "Campsite", [["siteNumber": .integer(2)]]), [2])
  }

  func testAStoreThatIsFullRefusesASaveAndKeepsWhatItHas() throws {
    let model = try layout()
    let store = try memory(model, pragmas: ["max_page_count": "60"])
    try insert(store, model, "Tag", [["label": .string("shade")]])
    let long = AttributeValue.string(String(repeating: "x", count: 50_000))
    let error = assertError(.persistentStoreOperation) {
      for _ in 0..<10 { try insert(store, model, "Tag", [["label": long]]) }
    }
    XCTAssertEqual(error?.message, "the in-memory store has reached its page limit")
    XCTAssertNil(error?.details[.filePath])
    XCTAssertEqual(try names(store).first, .string("shade"))
    XCTAssertEqual(try names(store).dropFirst().filter { $0 != long }, [])
    XCTAssertEqual(
      try store.sessions.writing { try $0.connection.text("PRAGMA integrity_check") }, "ok")
    try insert(store, model, "Tag", [["label": .string("view")]])
  }

  func testAReadOnlyStoreRefusesASave() throws {
    let model = try layout()
    let store = try PersistentStore(
      settings: PersistentStoreDescription(url: devNull, type: .inMemory, isReadOnly: true)
        .settings,
      model: model)
    let error = assertError(.persistentStoreSave) { try insert(store, model, "Tag", [[:]]) }
    XCTAssertEqual(error?.message, "the store in memory was opened read-only")
    XCTAssertEqual(try names(store), [])
  }

  func testLargeDataStaysInTheRow() throws {
    let photo = AttributeDescription("photo", .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    let model = try layout(ManagedObjectModel { EntityDescription("Site") { photo } })
    let store = try memory(model)
    let large = Data(repeating: 7, count: PersistentStore.externalDataThreshold * 2)
    let site = try XCTUnwrap(model.entity(named: "Site"))
    let row = site.template.copy(extraBytes: large.count + 10)
    row.identify(key: -1, version: 0)
    let property = try XCTUnwrap(site.property("photo"))
    XCTAssertTrue(row.set(.data(large), for: property))
    var changes = ChangeSet()
    changes.inserts.append(.init(layout: site, row: row))
    XCTAssertTrue(try store.save(changes).externalFiles.isEmpty)
    let saved = try XCTUnwrap(try store.fetch(FetchPlan(layout: site)).first)
    XCTAssertNil(saved.externalFileName(of: property))
    XCTAssertEqual(saved.value(of: property), .data(large))
    changes = ChangeSet()
    changes.deletes.append(.init(layout: site, key: saved.key, expectedVersion: saved.version))
    _ = try store.save(changes)
    XCTAssertFalse(FileManager.default.fileExists(atPath: "/dev/.null_SUPPORT"))
  }

  func testNothingIsPinned() throws {
    XCTAssertNil(try memory(layout()).pinned())
  }

  func testAModelGoesWithItsLastCoordinator() throws {
    weak var known: ManagedObjectModel?
    weak var derived: ModelLayout?
    try {
      let model = Self.campModel()
      for _ in 0..<2 {
        let coordinator = try PersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .inMemory)
        XCTAssertTrue(derived == nil || derived === coordinator.layout)
        derived = coordinator.layout
        try coordinator.remove(store)
      }
      known = model
      XCTAssertNotNil(derived)
    }()
    XCTAssertNil(known)
    XCTAssertNil(derived)
  }
}
