import Foundation
import ObjectModel
import SQLite
import TestSupport
import XCTest

@testable import ObjectStore

/// The search index is made a step at a time: others write in between, and where one ends in the
/// middle the next one goes on.
final class SearchIndexBuildTests: StoreTestCase {
  private static let rowCount = 2500

  private static func model() throws -> ModelLayout {
    try ModelLayout(
      model: ManagedObjectModel {
        EntityDescription("Guest") {
          AttributeDescription("name", .string, searchedBy: .words)
          AttributeDescription("note", .string, searchedBy: .words)
        }
      })
  }

  private func store(_ file: URL, _ model: ModelLayout) throws -> PersistentStore {
    try PersistentStore(
      settings: PersistentStoreDescription(url: file, pragmas: ["synchronous": "OFF"]).settings,
      model: model)
  }

  /// A store with guests of the names `Guest 1 odd`, `Guest 2 even` and so on.
  private func filledStore(_ model: ModelLayout) throws -> PersistentStore {
    let store = try store(file, model)
    let layout = try XCTUnwrap(model.entity(named: "Guest"))
    let name = try XCTUnwrap(layout.property("name"))
    var changes = ChangeSet()
    for number in 1...Self.rowCount {
      let row = layout.template.copy(extraBytes: 100)
      row.identify(key: -Int64(number), version: 0)
      let text = "Guest \(number) \(number % 2 == 0 ? "even" : "odd")"
      XCTAssertTrue(row.set(.string(text), for: name))
      changes.inserts.append(.init(layout: layout, row: row))
    }
    _ = try store.save(changes)
    return store
  }

  private func names(_ text: String, in store: PersistentStore) throws -> [String] {
    let layout = try XCTUnwrap(store.model.entity(named: "Guest"))
    let name = try XCTUnwrap(layout.property("name"))
    var plan = FetchPlan(layout: layout)
    plan.predicate = try PredicateResolver(entity: layout.entity)
      .resolve(FetchPredicate(format: "SELF CONTAINS[w] %@", text))
    return try store.fetch(plan).compactMap { row in
      if case .string(let text) = row.value(of: name) { text } else { nil }
    }
  }

  /// What a connection of somebody else sees and does.
  private func other(_ file: URL, _ sql: String) throws -> String? {
    let connection = try Connection(path: file.path)
    guard sql.hasPrefix("SELECT") else {
      try connection.execute(sql)
      return nil
    }
    return try connection.text(sql)
  }

  private static let state = "SELECT STAMP || ' ' || PLACE || ' ' || KEY FROM OG_SEARCHSTATE"
  private static let rowsWithWords = "SELECT count(*) FROM OG_SEARCHWORDS1"

  func testOthersWriteBetweenTheStepsAndAreFoundAfterwards() throws {
    let store = try filledStore(Self.model())
    var steps = 0
    while try store.advanceSearchIndex(isPatient: false) {
      steps += 1
      // One row anew, one that was read or will be, one that goes.
      _ = try other(
        file,
        "INSERT INTO ZGUEST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (\(90_000 + steps), 1, 1, 'New \(steps)'); "
          + "UPDATE ZGUEST SET ZNAME = 'Changed \(steps)' WHERE ZNAME LIKE 'Guest \(steps * 400) %'; "
          + "DELETE FROM ZGUEST WHERE ZNAME LIKE 'Guest \(steps * 300) %'")
    }
    XCTAssertGreaterThanOrEqual(steps, 3)
    XCTAssertEqual(try names("new", in: store), (1...steps).map { "New \($0)" })
    XCTAssertEqual(try names("guest 300", in: store), [])
    XCTAssertEqual(try names("guest 400", in: store), [])
    XCTAssertEqual(try names("changed 1", in: store), ["Changed 1"])
    XCTAssertEqual(try names("guest 2500", in: store), ["Guest 2500 even"])
    let all = try names("guest", in: store).count
    XCTAssertEqual(
      try other(file, Self.rowsWithWords + " WHERE OG_SEARCHWORDS1 MATCH 'guest'"), "\(all)")
    store.close()
  }

  func testNoTransactionHasMoreThanAStep() throws {
    let store = try filledStore(Self.model())
    var counts: [Int] = [0]
    var hasMore = true
    while hasMore {
      hasMore = try store.advanceSearchIndex(isPatient: false)
      counts.append(try XCTUnwrap(Int(other(file, Self.rowsWithWords) ?? "")))
    }
    XCTAssertEqual(counts.last, Self.rowCount)
    for (before, after) in zip(counts, counts.dropFirst()) {
      XCTAssertLessThanOrEqual(after - before, 1000)
    }
    store.close()
  }

  func testWhereOneEndsInTheMiddleTheNextSearchGoesOn() throws {
    let model = try Self.model()
    let store = try filledStore(model)
    let expected = try namesByHand("odd")
    var copies: [URL] = []
    var hasMore = true
    while hasMore {
      hasMore = try store.advanceSearchIndex(isPatient: false)
      guard hasMore else { break }
      // What the disk has when the process is killed now.
      let copy = directory.appendingPathComponent("killed-\(copies.count).sqlite")
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          at: URL(fileURLWithPath: file.path + suffix),
          to: URL(fileURLWithPath: copy.path + suffix))
      }
      copies.append(copy)
    }
    store.close()
    XCTAssertGreaterThanOrEqual(copies.count, 3)
    for (step, copy) in copies.enumerated() {
      let next = try self.store(copy, model)
      XCTAssertNotEqual(try other(copy, Self.state), try other(file, Self.state), "step \(step)")
      XCTAssertEqual(try names("odd", in: next), expected, "step \(step)")
      XCTAssertEqual(try names("guest 77", in: next).first, "Guest 77 odd", "step \(step)")
      XCTAssertEqual(
        try other(copy, Self.state), try other(file, Self.state), "step \(step)")
      XCTAssertEqual(
        try other(copy, Self.rowsWithWords), try other(file, Self.rowsWithWords), "step \(step)")
      next.close()
    }
  }

  private func namesByHand(_ word: String) throws -> [String] {
    (1...Self.rowCount).filter { ($0 % 2 == 0) == (word == "even") }.map { "Guest \($0) \(word)" }
  }

  func testWhoeverSearchesWhileAnotherMakesTheIndexGoesOnWithIt() throws {
    let model = try Self.model()
    let maker = try filledStore(model)
    for _ in 0..<2 { XCTAssertTrue(try maker.advanceSearchIndex(isPatient: false)) }
    let second = try store(file, model)
    XCTAssertEqual(try names("odd", in: second), try namesByHand("odd"))
    let state = try other(file, Self.state)
    XCTAssertFalse(try maker.advanceSearchIndex(isPatient: false))
    XCTAssertEqual(try names("even", in: maker), try namesByHand("even"))
    XCTAssertEqual(try other(file, Self.state), state)
    XCTAssertEqual(try other(file, Self.rowsWithWords), "\(Self.rowCount)")
    maker.close()
    second.close()
  }

  func testAMakerWhoseIndexIsBegunAnewGivesWay() throws {
    let model = try Self.model()
    let maker = try filledStore(model)
    for _ in 0..<2 { XCTAssertTrue(try maker.advanceSearchIndex(isPatient: false)) }
    let second = try store(file, model)
    try second.rebuildSearchIndex()
    let state = try other(file, Self.state)
    XCTAssertFalse(try maker.advanceSearchIndex(isPatient: false))
    XCTAssertEqual(try other(file, Self.state), state)
    XCTAssertEqual(try names("odd", in: maker), try namesByHand("odd"))
    maker.close()
    second.close()
  }

  func testAMakerGoesOnAfterSomebodysLock() throws {
    let store = try filledStore(Self.model())
    for _ in 0..<2 { XCTAssertTrue(try store.advanceSearchIndex(isPatient: false)) }
    let state = try other(file, Self.state)
    let writer = try Connection(path: file.path)
    try writer.execute("BEGIN IMMEDIATE")
    XCTAssertEqual(try names("odd", in: store), try namesByHand("odd"))
    XCTAssertThrowsError(try rebuildAtOnce(store))
    try writer.execute("ROLLBACK")
    XCTAssertEqual(try other(file, Self.state), state)
    XCTAssertEqual(try names("odd", in: store), try namesByHand("odd"))
    XCTAssertEqual(try other(file, "SELECT PLACE FROM OG_SEARCHSTATE"), "1")
    store.close()
  }

  /// By a store that waits for nobody.
  private func rebuildAtOnce(_ store: PersistentStore) throws {
    let hasty = try PersistentStore(
      settings: PersistentStoreDescription(url: file, timeout: 0).settings, model: store.model)
    defer { hasty.close() }
    try hasty.rebuildSearchIndex()
  }
}
