import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The index that a store in a file keeps for searches, looked at by the sqlite3 shell.
@MainActor
final class SearchIndexTests: XCTestCase {
  private func container(
    _ file: URL, _ model: ManagedObjectModel = SearchModel.make(), isReadOnly: Bool = false
  ) throws -> PersistentContainer {
    let description = PersistentStoreDescription(url: file, isReadOnly: isReadOnly)
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: model, descriptions: [description])
    try container.loadPersistentStores()
    return container
  }

  private func close(_ container: PersistentContainer) throws {
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// The words of lodgers, field by field; whole values come after them all.
  private static let words = vocabulary + "WHERE term < char(57345) ORDER BY col, term)"
  private static let values = vocabulary + "WHERE term >= char(57345) ORDER BY col, term)"
  private static let vocabulary =
    "CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, OG_SEARCHWORDS1, col); "
    + "SELECT group_concat(term, ' ') FROM (SELECT term FROM temp.v "

  func testTheFirstSearchMakesTheIndexAndSavesFollow() async throws {
    try await withStoreFile { file in
      let container = try container(file)
      let context = container.viewContext
      let ann = context.guest("Ann Lee", phone: "5551")
      try context.save()
      let tables = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'OG%'"
      XCTAssertEqual(try StoreShell.run(tables, in: file), "0")
      XCTAssertEqual(try context.found("lee"), ["Ann Lee"])
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "ann lee 551 5551")
      ann.name = "Ann Poe"
      context.guest("Bob")
      try context.save()
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "ann bob poe 551 5551")
      XCTAssertEqual(
        try StoreShell.run("SELECT count(*) FROM OG_SEARCHQUEUE", in: file), "0")
      context.delete(ann)
      try context.save()
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "bob")
      XCTAssertEqual(
        try StoreShell.run(Self.values, in: file), "\u{E001}bob")
    }
  }

  func testASaveThatFailsLeavesTheIndexAsItWas() async throws {
    try await withStoreFile { file in
      let container = try container(file)
      let context = container.viewContext
      let ann = context.guest("Ann")
      try context.save()
      XCTAssertEqual(try context.found("ann"), ["Ann"])
      ann.name = "Bob"
      _ = try StoreShell.run("UPDATE ZLODGER SET Z_OPT = 9", in: file)
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "ann")
    }
  }

  func testWhatOthersWriteIsNoticedRowByRow() async throws {
    try await withStoreFile { file in
      let container = try container(file)
      let context = container.viewContext
      context.guest("Ann")
      context.guest("Bob")
      try context.save()
      XCTAssertEqual(try context.found("bob"), ["Bob"])
      _ = try StoreShell.run(
        "UPDATE ZLODGER SET ZNAME = 'Zoë' WHERE ZNAME = 'Ann'; "
          + "DELETE FROM ZLODGER WHERE ZNAME = 'Bob'; "
          + "INSERT INTO ZLODGER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (77, 1, 1, 'New One')",
        in: file)
      XCTAssertEqual(
        try StoreShell.run("SELECT count(DISTINCT KEY) FROM OG_SEARCHQUEUE", in: file), "3")
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
      context.refreshAllObjects()
      XCTAssertEqual(try context.found("zoe"), ["Zoë"])
      XCTAssertEqual(try context.found("one"), ["New One"])
      XCTAssertEqual(try context.found("bob"), [])
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "new one zoe")
    }
  }

  func testAnIndexThatSomebodyDamagedIsMadeAnew() async throws {
    try await withStoreFile { file in
      let first = try container(file)
      first.viewContext.guest("Ann")
      try first.viewContext.save()
      XCTAssertEqual(try first.viewContext.found("ann"), ["Ann"])
      _ = try StoreShell.run("DROP TRIGGER OG_SEARCH_ZLODGER_INSERT", in: file)
      _ = try StoreShell.run(
        "INSERT INTO ZLODGER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (77, 1, 1, 'Bob')", in: file)
      XCTAssertEqual(try first.viewContext.found("bob"), ["Bob"])
      _ = try StoreShell.run("DELETE FROM OG_SEARCHWORDS1", in: file)
      try first.persistentStoreCoordinator.rebuildSearchIndexes()
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "ann bob")
    }
  }

  func testAModelThatSearchesOtherwiseMakesTheIndexAnewAndNeedsNoMigration() async throws {
    try await withStoreFile { file in
      let first = try container(file, SearchModel.make(phone: nil))
      first.viewContext.guest("Ann", phone: "408-555-1234")
      try first.viewContext.save()
      XCTAssertEqual(try first.viewContext.found("ann"), ["Ann"])
      XCTAssertEqual(try first.viewContext.found("555"), [])
      try close(first)
      let second = try container(file, SearchModel.make(phone: .digits))
      XCTAssertEqual(try second.viewContext.found("85551"), ["Ann"])
      try close(second)
      let third = try container(file, SearchModel.make(phone: .words))
      XCTAssertEqual(try third.viewContext.found("85551"), [])
      XCTAssertEqual(try third.viewContext.found("555"), ["Ann"])
    }
  }

  func testAStoreThatIsReadOnlyIsSearchedWithAndWithoutAnIndex() async throws {
    try await withStoreFile { file in
      let first = try container(file)
      first.viewContext.stay(12, of: first.viewContext.guest("Ann O'Neil", phone: "408-555-1234"))
      try first.viewContext.save()
      try close(first)
      try check(file, "without")
      XCTAssertEqual(
        try StoreShell.run("SELECT count(*) FROM sqlite_master WHERE name LIKE 'OG%'", in: file),
        "0")
      let writer = try container(file)
      XCTAssertEqual(try writer.viewContext.found("ann", in: [Lodger.self]), ["Ann O'Neil"])
      try close(writer)
      try check(file, "with")
      _ = try StoreShell.run("UPDATE ZLODGER SET ZPHONE = '5551' ", in: file)
      try check(file, "with what waits")
    }
  }

  private func check(_ file: URL, _ place: String) throws {
    let reader = try container(file, isReadOnly: true)
    let context = reader.viewContext
    XCTAssertEqual(try context.found("neil 5551"), ["Ann O'Neil"], place)
    XCTAssertEqual(try context.found("r-12 oneil"), ["12"], place)
    XCTAssertEqual(try context.found("Ann O'Neil", limit: 1), ["Ann O'Neil"], place)
    try close(reader)
  }

  func testWordsBeginningsAndKeyPathsAreAnsweredByTheIndex() async throws {
    try await withStoreFile { file in
      let container = try container(file)
      let context = container.viewContext
      context.stay(1, of: context.guest("Ann"))
      try context.save()
      XCTAssertEqual(try context.found("ann"), ["Ann", "1"])
      let plan = try StoreShell.run(
        "EXPLAIN QUERY PLAN SELECT t0.Z_PK FROM ZSOJOURN t0 WHERE t0.ZGUEST IN (SELECT rowid FROM "
          + "OG_SEARCHWORDS1 WHERE OG_SEARCHWORDS1 MATCH '{F1} : \"a\" *')", in: file)
      XCTAssertTrue(plan.contains("SCAN OG_SEARCHWORDS1 VIRTUAL TABLE INDEX 0:M"), plan)
      XCTAssertTrue(plan.contains("SEARCH t0 USING COVERING INDEX ZSOJOURN_ZGUEST_INDEX"), plan)
    }
  }

  func testAModelThatSearchesLessWritesTheFileOfOneThatSearchesMore() async throws {
    try await withStoreFile { file in
      let container = try container(file)
      container.viewContext.guest("Ann")
      try container.viewContext.save()
      XCTAssertEqual(try container.viewContext.found("ann"), ["Ann"])
      try close(container)
      XCTAssertEqual(try StoreShell.run("PRAGMA integrity_check", in: file), "ok")
      // A model that searches nothing opens and writes the same file.
      let plain = try PersistentContainer(
        name: "Store", managedObjectModel: SearchModel.make(phone: nil),
        descriptions: [PersistentStoreDescription(url: file)])
      try plain.loadPersistentStores()
      plain.viewContext.guest("Bob")
      try plain.viewContext.save()
      XCTAssertEqual(try plain.viewContext.found("bob"), ["Bob"])
    }
  }
}
