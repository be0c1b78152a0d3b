import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// That whoever writes, and however a write ends, the next search finds what there is.
@MainActor
final class SearchWritingTests: XCTestCase {
  private func container(_ file: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Store", managedObjectModel: SearchModel.make(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  private func close(_ container: PersistentContainer) throws {
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func names(_ text: String, in context: ManagedObjectContext) throws -> [String] {
    try context.found(text, in: [Lodger.self]).sorted()
  }

  private static let words = "SELECT count(*) FROM OG_SEARCHWORDS1"

  private static func isIndexed(_ word: String) -> String {
    "SELECT count(*) FROM OG_SEARCHWORDS1 WHERE OG_SEARCHWORDS1 MATCH '\(word)'"
  }

  // MARK: Batches

  func testBatchesAreFollowed() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      XCTAssertEqual(try self.names("ann", in: context), [])
      try context.execute(
        BatchInsertRequest(
          entityName: "Lodger",
          objects: [["name": "Ann", "badge": 1], ["name": "Anna"], ["name": "Bob"]]))
      XCTAssertEqual(try self.names("ann", in: context), ["Ann", "Anna"])
      let update = BatchUpdateRequest(entityName: "Lodger")
      update.predicate = try FetchPredicate(format: "SELF CONTAINS[w] 'anna'")
      update.propertiesToUpdate = ["name": "Carla", "phone": "555-1234"]
      try context.execute(update)
      context.refreshAllObjects()
      XCTAssertEqual(try self.names("ann", in: context), ["Ann"])
      XCTAssertEqual(try self.names("carla 5551", in: context), ["Carla"])
      // An upsert changes the row that is there.
      context.mergePolicy = .mergeByPropertyObjectTrump
      try context.execute(
        BatchInsertRequest(entityName: "Lodger", objects: [["name": "Dora", "badge": 1]]))
      context.refreshAllObjects()
      XCTAssertEqual(try self.names("ann", in: context), [])
      XCTAssertEqual(try self.names("dora", in: context), ["Dora"])
      let gone = FetchRequest<Lodger>(entityName: "Lodger")
      gone.predicate = .search("carla")
      try context.execute(BatchDeleteRequest(fetchRequest: gone))
      context.reset()
      XCTAssertEqual(try self.names("carla", in: context), [])
      XCTAssertEqual(try self.names("bob", in: context), ["Bob"])
    }
  }

  // MARK: Conflicts

  func testTheOutcomeOfAConflictIsWhatIsFound() async throws {
    let policies: [(MergePolicy, name: String, phone: String)] = [
      (.overwrite, "Here", "1111"), (.mergeByPropertyObjectTrump, "Here", "2222"),
      (.mergeByPropertyStoreTrump, "There", "2222"), (.rollback, "There", "2222"),
    ]
    for (policy, name, phone) in policies {
      try await eachStore(model: SearchModel.make()) { container in
        let coordinator = container.persistentStoreCoordinator
        let first = ManagedObjectContext(mainQueueFor: coordinator)
        let second = ManagedObjectContext(mainQueueFor: coordinator)
        let here = first.guest("Ann", phone: "1111")
        try first.save()
        XCTAssertEqual(try self.names("ann", in: first), ["Ann"])
        let there = try XCTUnwrap(second.fetch(FetchRequest<Lodger>(entityName: "Lodger")).first)
        there.name = "There"
        there.phone = "2222"
        try second.save()
        here.name = "Here"
        first.mergePolicy = policy
        try first.save()
        let reader = ManagedObjectContext(mainQueueFor: coordinator)
        XCTAssertEqual(try self.names("ann", in: reader), [])
        XCTAssertEqual(try self.names(name + " " + phone, in: reader), [name])
        XCTAssertEqual(try self.names(name == "Here" ? "there" : "here", in: reader), [])
      }
    }
  }

  func testAnObjectThatGivesWayToAnotherIsNotFound() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let coordinator = container.persistentStoreCoordinator
      let first = ManagedObjectContext(mainQueueFor: coordinator)
      let second = ManagedObjectContext(mainQueueFor: coordinator)
      let old = first.guest("Ann")
      old.badge = 7
      try first.save()
      XCTAssertEqual(try self.names("ann", in: first), ["Ann"])
      second.mergePolicy = .mergeByPropertyObjectTrump
      let new = second.guest("Bob")
      new.badge = 7
      try second.save()
      let reader = ManagedObjectContext(mainQueueFor: coordinator)
      XCTAssertEqual(try self.names("ann", in: reader), [])
      XCTAssertEqual(try self.names("bob", in: reader), ["Bob"])
    }
  }

  // MARK: Generations

  func testAPinnedContextFindsWhatItsGenerationHas() async throws {
    for isIndexed in [false, true] {
      try await withStoreFile { file in
        let container = try self.container(file)
        let context = container.viewContext
        let ann = context.guest("Ann")
        try context.save()
        if isIndexed { XCTAssertEqual(try self.names("ann", in: context), ["Ann"]) }
        let pinned = ManagedObjectContext(
          mainQueueFor: container.persistentStoreCoordinator)
        try pinned.setQueryGenerationFrom(.current)
        XCTAssertEqual(try self.names("ann", in: pinned), ["Ann"])
        ann.name = "Bob"
        context.guest("Anna")
        try context.save()
        XCTAssertEqual(try self.names("ann", in: context), ["Anna"])
        XCTAssertEqual(try self.names("ann", in: pinned), ["Ann"])
        XCTAssertEqual(try self.names("bob", in: pinned), [])
        try pinned.setQueryGenerationFrom(.current)
        pinned.refreshAllObjects()
        XCTAssertEqual(try self.names("ann", in: pinned), ["Anna"])
        try self.close(container)
      }
    }
  }

  // MARK: Others at work

  func testASearchWhileAnotherProcessWritesLooksAtTheValues() async throws {
    try await withStoreFile { file in
      let container = try self.container(file)
      let context = container.viewContext
      context.guest("Ann")
      try context.save()
      let other = try WritingShell(file)
      try other.run("BEGIN IMMEDIATE; UPDATE ZLODGER SET ZNAME = 'Bob';")
      XCTAssertEqual(try self.names("ann", in: context), ["Ann"])
      let tables = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'OG%'"
      XCTAssertEqual(try StoreShell.run(tables, in: file), "0")
      try other.run("COMMIT;")
      try other.quit()
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
      context.refreshAllObjects()
      XCTAssertEqual(try self.names("bob", in: context), ["Bob"])
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "1")
    }
  }

  func testWhatWaitsWhileAnotherProcessWritesIsTakenInAfterwards() async throws {
    try await withStoreFile { file in
      let container = try self.container(file)
      let context = container.viewContext
      context.guest("Ann")
      try context.save()
      XCTAssertEqual(try self.names("ann", in: context), ["Ann"])
      _ = try StoreShell.run("UPDATE ZLODGER SET ZNAME = 'Bob'", in: file)
      let other = try WritingShell(file)
      try other.run("BEGIN IMMEDIATE;")
      _ = try container.persistentStoreCoordinator.noticeForeignChanges()
      context.refreshAllObjects()
      XCTAssertEqual(try self.names("bob", in: context), ["Bob"])
      XCTAssertEqual(try StoreShell.run(Self.isIndexed("ann"), in: file), "1")
      try other.run("ROLLBACK;")
      try other.quit()
      XCTAssertEqual(try self.names("bob", in: context), ["Bob"])
      XCTAssertEqual(try StoreShell.run(Self.isIndexed("ann"), in: file), "0")
      XCTAssertEqual(try StoreShell.run(Self.isIndexed("bob"), in: file), "1")
    }
  }

  func testTwoProcessesThatBothKeepTheIndexAgree() async throws {
    try await withStoreFile { file in
      // Two coordinators on a file share nothing but the file, as two processes do.
      let here = try self.container(file)
      let there = try self.container(file)
      for (number, container) in [here, there, here, there].enumerated() {
        container.viewContext.guest("Guest \(number)")
        try container.viewContext.save()
        XCTAssertEqual(
          try self.names("guest", in: container.viewContext),
          (0...number).map { "Guest \($0)" })
      }
      try here.persistentStoreCoordinator.rebuildSearchIndexes()
      XCTAssertEqual(try self.names("guest 3", in: there.viewContext), ["Guest 3"])
      XCTAssertEqual(try self.names("3", in: here.viewContext), ["Guest 3"])
      try self.close(here)
      try self.close(there)
    }
  }

  // MARK: Ends in the middle

  func testAProcessThatIsKilledWhileItMakesTheIndexLeavesNone() async throws {
    try await withStoreFile { file in
      let first = try self.container(file)
      first.viewContext.guest("Ann")
      try first.viewContext.save()
      XCTAssertEqual(try self.names("ann", in: first.viewContext), ["Ann"])
      let schema = try StoreShell.run(
        "SELECT group_concat(sql, ';') FROM sqlite_master WHERE name LIKE 'OG%' AND sql > ''",
        in: file)
      _ = try StoreShell.run(
        "DROP TRIGGER OG_SEARCH_ZLODGER_INSERT; DROP TABLE OG_SEARCHWORDS1", in: file)
      try self.close(first)
      // The same statements in the same transaction, by a process that does not get to its end.
      let killed = try WritingShell(file)
      try killed.run(
        "BEGIN IMMEDIATE; DROP TABLE OG_SEARCHQUEUE; "
          + "DROP TABLE OG_SEARCHSTATE; "
          + "CREATE TABLE OG_SEARCHSTATE (STAMP VARCHAR); INSERT INTO OG_SEARCHSTATE VALUES ('2');")
      killed.kill()
      let second = try self.container(file)
      second.viewContext.guest("Anna")
      try second.viewContext.save()
      XCTAssertEqual(try self.names("ann", in: second.viewContext), ["Ann", "Anna"])
      XCTAssertEqual(
        try StoreShell.run(
          "SELECT group_concat(sql, ';') FROM sqlite_master WHERE name LIKE 'OG%' AND sql > ''",
          in: file), schema)
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "2")
      try self.close(second)
    }
  }

  func testAnIndexOfTheFormerFormGivesWayToANewOne() async throws {
    try await withStoreFile { file in
      let first = try self.container(file)
      first.viewContext.guest("Ann")
      try first.viewContext.save()
      try self.close(first)
      _ = try StoreShell.run(
        "CREATE TABLE OG_SEARCHTEXT (FIELD INTEGER, KEY INTEGER, TEXT VARCHAR, WORDS VARCHAR, "
          + "PRIMARY KEY (KEY, FIELD)) WITHOUT ROWID; "
          + "CREATE INDEX OG_SEARCHTEXT_INDEX ON OG_SEARCHTEXT (FIELD, TEXT); "
          + "CREATE TABLE OG_SEARCHWORD (FIELD INTEGER, WORD VARCHAR, KEY INTEGER, "
          + "PRIMARY KEY (FIELD, WORD, KEY)) WITHOUT ROWID; "
          + "CREATE TABLE OG_SEARCHQUEUE (ROOT INTEGER, KEY INTEGER); "
          + "CREATE TABLE OG_SEARCHSTATE (STAMP VARCHAR); "
          + "CREATE TRIGGER OG_SEARCH_ZLODGER_INSERT AFTER INSERT ON ZLODGER BEGIN "
          + "INSERT INTO OG_SEARCHQUEUE (ROOT, KEY) VALUES (1, new.Z_PK); END; "
          + "INSERT INTO OG_SEARCHWORD VALUES (1, 'bob', 1); "
          + "INSERT INTO OG_SEARCHSTATE VALUES ('4' || char(10) || '1 Lodger 1 ZNAME words')",
        in: file)
      let second = try self.container(file)
      second.viewContext.guest("Anna")
      try second.viewContext.save()
      XCTAssertEqual(try self.names("ann", in: second.viewContext), ["Ann", "Anna"])
      XCTAssertEqual(try self.names("bob", in: second.viewContext), [])
      XCTAssertEqual(
        try StoreShell.run(
          "SELECT count(*) FROM sqlite_master WHERE name IN ('OG_SEARCHTEXT', 'OG_SEARCHWORD')",
          in: file), "0")
      XCTAssertEqual(try StoreShell.run(Self.words, in: file), "2")
      try self.close(second)
    }
  }

  func testAnIndexWithoutTheMarkThatItIsWholeIsMadeAnew() async throws {
    for damage in [
      "DELETE FROM OG_SEARCHSTATE; DELETE FROM OG_SEARCHWORDS1",
      "UPDATE OG_SEARCHSTATE SET STAMP = '1'; DELETE FROM OG_SEARCHWORDS1",
      "UPDATE OG_SEARCHSTATE SET PLACE = 0, KEY = 0; DELETE FROM OG_SEARCHWORDS1",
      "DROP TABLE OG_SEARCHQUEUE", "DROP TABLE OG_SEARCHSTATE", "DROP TABLE OG_SEARCHWORDS1",
      "CREATE TABLE OG_SEARCHMORE (X)", "DROP TABLE OG_SEARCHWORDS1_config",
      "DROP TABLE OG_SEARCHWORDS1_data",
    ] {
      try await withStoreFile { file in
        let first = try self.container(file)
        first.viewContext.guest("Ann")
        try first.viewContext.save()
        XCTAssertEqual(try self.names("ann", in: first.viewContext), ["Ann"])
        try self.close(first)
        // The triggers of what is lost would fail others' writes; ours make the index anew.
        _ = try StoreShell.run(damage, in: file)
        let second = try self.container(file)
        XCTAssertEqual(try self.names("ann", in: second.viewContext), ["Ann"], damage)
        second.viewContext.guest("Anna")
        try second.viewContext.save()
        XCTAssertEqual(try self.names("anna", in: second.viewContext), ["Anna"], damage)
        XCTAssertEqual(try StoreShell.run(Self.words, in: file), "2", damage)
        try self.close(second)
      }
    }
  }
}

/// A process of the sqlite3 command that holds a transaction open, or is killed in one.
@MainActor
private final class WritingShell {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ file: URL) throws {
    let executable = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["-bail", file.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Returns when the statements are done.
  func run(_ sql: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(sql)\n.print done\n".utf8))
    var answer = ""
    while !answer.hasSuffix("done\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw ObjectGraphError(.coreData, "the shell ended: \(answer)") }
      answer += String(decoding: data, as: UTF8.self)
    }
  }

  func quit() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
