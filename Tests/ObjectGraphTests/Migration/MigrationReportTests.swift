import Foundation
import ObjectGraph
import XCTest

/// What a dry run says, what it leaves, and what a migration keeps of the old store.
@MainActor
final class MigrationReportTests: MigrationTestCase {
  private nonisolated static func old() -> ManagedObjectModel {
    let model = ManagedObjectModel {
      EntityDescription("Draft") { AttributeDescription("text", .string) }
      EntityDescription("Note") {
        AttributeDescription("title", .string)
        AttributeDescription("size", .integer32)
        RelationshipDescription("draft", toOne: "Draft", inverse: nil)
      }
      EntityDescription("Tag") { AttributeDescription("name", .string) }
    }
    model.versionIdentifiers = ["1"]
    return model
  }

  private nonisolated static func new(required: Bool = false) -> ManagedObjectModel {
    let model = ManagedObjectModel {
      EntityDescription("Label", renamingIdentifier: "Tag") {
        AttributeDescription("name", .string)
      }
      EntityDescription("Note") {
        AttributeDescription("title", .string)
        RelationshipDescription("labels", toMany: "Label", inverse: nil)
      }
    }
    model.versionIdentifiers = ["2"]
    return model
  }

  private func makeNotes() throws {
    try make(Self.old()) { context in
      let draft = try insert("Draft", ["text": "d"], into: context)
      try insert("Note", ["title": "a", "size": 1, "draft": draft], into: context)
      try insert("Note", ["title": "b", "size": 2], into: context)
      try insert("Note", ["title": "c"], into: context)
      try insert("Tag", ["name": "t"], into: context)
    }
  }

  private func migration(
    _ change: (PersistentStoreDescription) -> Void = { _ in }
  ) -> StoreMigration {
    let description = PersistentStoreDescription(url: file)
    description.modelVersions = [Self.old()]
    change(description)
    return StoreMigration(of: description, to: Self.new())
  }

  func testADryRunTellsWhatWillBecomeOfEachEntityAndLeavesTheStore() async throws {
    try makeNotes()
    let before = try Data(contentsOf: file)
    let report = try XCTUnwrap(try migration().dryRun())
    XCTAssertEqual(try Data(contentsOf: file), before)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path), ["Store.sqlite"])
    XCTAssertTrue(report.isTrial)
    XCTAssertEqual([report.source, report.destination], ["1", "2"])
    let step = try XCTUnwrap(report.steps.first)
    XCTAssertEqual(
      step.entities.map { "\($0)" },
      ["Tag to Label: 1 transformed", "Note: 3 transformed", "Draft: 1 dropped"])
    let uuid = try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA")
    XCTAssertEqual(
      step.lostValues.map { "\($0)" },
      [
        "Note.draft is gone: 1, such as x-coredata://\(uuid)/Note/p1",
        "Note.size is gone: 2, such as x-coredata://\(uuid)/Note/p1",
        "Draft is gone: 1, such as x-coredata://\(uuid)/Draft/p1",
      ])
    XCTAssertEqual(step.lostValues[1].objects.map(\.lastPathComponent), ["p1", "p2"])

    let real = try XCTUnwrap(try migration().run())
    XCTAssertFalse(real.isTrial)
    XCTAssertEqual(real.steps.map { "\($0)" }, report.steps.map { "\($0)" })
    XCTAssertNil(try migration().run())
    XCTAssertNil(try migration().dryRun())
  }

  func testRequiredRelationshipsWithoutADestinationAreReported() async throws {
    try makeNotes()
    let model = Self.old()
    let draft = model.entitiesByName["Note"]?.relationshipsByName["draft"]
    draft?.isOptional = false
    let description = PersistentStoreDescription(url: file)
    let report = try XCTUnwrap(try StoreMigration(of: description, to: model).dryRun())
    XCTAssertEqual(
      report.steps[0].brokenRules.map { "\($0.entityName).\($0.key ?? "") \($0.count)" },
      ["Note.draft 2"])
    XCTAssertEqual(
      report.steps[0].brokenRules[0].objects.map(\.lastPathComponent), ["p2", "p3"])
  }

  func testObjectsWithoutRequiredMembersAreReportedAmongMembersOfNoObject() async throws {
    func model(isOptional: Bool) -> ManagedObjectModel {
      let model = ManagedObjectModel {
        EntityDescription("Box") {
          RelationshipDescription("items", toMany: "Item", inverse: "box")
        }
        EntityDescription("Item") { RelationshipDescription("box", toOne: "Box", inverse: "items") }
      }
      model.entitiesByName["Box"]?.relationshipsByName["items"]?.isOptional = isOptional
      return model
    }
    try make(model(isOptional: true)) { context in
      let box = try insert("Box", [:], into: context)
      try insert("Box", [:], into: context)
      try insert("Item", ["box": box], into: context)
      try insert("Item", [:], into: context)
    }
    let description = PersistentStoreDescription(url: file)
    let report = try XCTUnwrap(
      try StoreMigration(of: description, to: model(isOptional: false)).dryRun())
    XCTAssertEqual(
      report.steps[0].brokenRules.map { "\($0.entityName).\($0.key ?? "") \($0.count)" },
      ["Box.items 1"])
  }

  func testValuesThatTheNewRulesRefuseAreReported() async throws {
    try makeNotes()
    let model = Self.old()
    let note = model.entitiesByName["Note"]
    note?.attributesByName["size"]?.maximumValue = .integer(1)
    note?.attributesByName["title"]?.regularExpression = "[ab]"
    // Rules are no part of the version hash.
    note?.versionHashModifier = "rules"
    let report = try XCTUnwrap(
      try StoreMigration(of: PersistentStoreDescription(url: file), to: model).dryRun())
    XCTAssertEqual(
      report.steps[0].brokenRules.map { "\($0.key ?? "") \($0.problem) \($0.count)" },
      [
        "size has a value that is 2, at most 1 is allowed 1",
        "title has a value that is \"c\", which does not match [ab] 1",
      ])
    XCTAssertEqual(
      report.steps[0].brokenRules.flatMap(\.objects).map(\.lastPathComponent), ["p2", "p3"])
  }

  func testEachRuleHasAFindingOfItsOwn() async throws {
    try make(Self.old()) { context in
      for title in ["Hello", "much too long", "A", "x", "Z"] {
        try insert("Note", ["title": title], into: context)
      }
    }
    let model = Self.old()
    let title = model.entitiesByName["Note"]?.attributesByName["title"]
    title?.maximumValue = .integer(6)
    title?.regularExpression = "[a-z ]+"
    model.entitiesByName["Note"]?.versionHashModifier = "rules"
    let report = try XCTUnwrap(
      try StoreMigration(of: PersistentStoreDescription(url: file), to: model).dryRun())
    XCTAssertEqual(
      report.steps[0].brokenRules.map { "\($0.problem): \($0.count)" },
      [
        "has values, the first of which is \"Hello\", which does not match [a-z ]+: 3",
        "has a value that has 13 characters, at most 6 are allowed: 1",
      ])
    XCTAssertEqual(
      report.steps[0].brokenRules.map { $0.objects.map(\.lastPathComponent) },
      [["p1", "p3", "p5"], ["p2"]])
  }

  func testAModelKnowsWhichMetadataAreOfItsStores() async throws {
    try makeNotes()
    func isOf(_ model: ManagedObjectModel) throws -> Bool {
      model.isConfiguration(
        withName: nil,
        compatibleWithStoreMetadata: try PersistentStoreCoordinator.metadataForPersistentStore(
          type: .sqlite, at: file))
    }
    XCTAssertTrue(try isOf(Self.old()))
    XCTAssertFalse(try isOf(Self.new()))
    try migration().run()
    XCTAssertFalse(try isOf(Self.old()))
    XCTAssertTrue(try isOf(Self.new()))
  }

  func testABackupIsTheStoreAsItWas() async throws {
    try makeNotes()
    let backup = folder.appendingPathComponent("Before.sqlite")
    try migration { $0.migrationBackupURL = backup }.run()
    XCTAssertEqual(try sqlite3(backup, "SELECT group_concat(ZSIZE) FROM ZNOTE"), "1,2")
    XCTAssertEqual(
      try sqlite3(backup, "SELECT Z_UUID FROM Z_METADATA"),
      try sqlite3(file, "SELECT Z_UUID FROM Z_METADATA"))
    // Nothing is written over.
    let error = try XCTUnwrap(
      errorOf {
        let description = PersistentStoreDescription(url: file)
        description.migrationBackupURL = backup
        try StoreMigration(of: description, to: Self.old()).run()
      })
    XCTAssertEqual(error.code, .persistentStoreOpen)
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM ZLABEL"), "1")
    // A trial says so, too, and the work does not begin.
    let progress = MigrationProgress { _ in XCTFail("it began") }
    let trial = errorOf {
      let description = PersistentStoreDescription(url: file)
      description.migrationBackupURL = backup
      description.migrationProgress = progress
      _ = try StoreMigration(of: description, to: Self.old()).dryRun()
    }
    XCTAssertEqual(trial?.code, .persistentStoreOpen)
  }

  func testACancelledMigrationLeavesTheStoreAsItWas() async throws {
    try makeNotes()
    let before = try Data(contentsOf: file)
    let progress = MigrationProgress()
    progress.cancel()
    XCTAssertEqual(
      errorOf { try migration { $0.migrationProgress = progress }.run() }?.code,
      .migrationCancelled)
    XCTAssertEqual(try Data(contentsOf: file), before)
    // The cancellation was of that one.
    var told: [Double] = []
    let reports = Reports()
    let counting = MigrationProgress { reports.add($0) }
    try migration { $0.migrationProgress = counting }.run()
    told = reports.all
    XCTAssertEqual(told, told.sorted())
    XCTAssertEqual(told.last, 1)
    XCTAssertEqual(counting.fractionCompleted, 0)
  }

  func testOnlyAMigrationThatIsUnderWayIsCancelledIfItIs() async throws {
    try makeNotes()
    let before = try Data(contentsOf: file)
    let progress = MigrationProgress()
    XCTAssertFalse(progress.cancelIfUnderWay())
    _ = try migration { $0.migrationProgress = progress }.dryRun()
    XCTAssertFalse(progress.cancelIfUnderWay())
    let answers = Answers()
    let cancelling = MigrationProgress { _ in answers.ask() }
    answers.progress = cancelling
    XCTAssertEqual(
      errorOf { try migration { $0.migrationProgress = cancelling }.run() }?.code,
      .migrationCancelled)
    XCTAssertEqual(answers.all, [true])
    XCTAssertEqual(try Data(contentsOf: file), before)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path), ["Store.sqlite"])
  }

  func testTheVersionThatMadeAStoreCanBeNamedAndIsChecked() async throws {
    try makeNotes()
    let description = PersistentStoreDescription(url: file)
    let wrong = Self.old()
    wrong.entities += [EntityDescription("Other") { AttributeDescription("a", .string) }]
    wrong.versionIdentifiers = ["0"]
    let error = errorOf {
      try StoreMigration(of: description, to: Self.new(), from: wrong).run()
    }
    XCTAssertEqual(error?.code, .migrationMissingSourceModel)
    XCTAssertEqual(error?.message, "the store \(file.path) was not made with 0")
    let report = try StoreMigration(of: description, to: Self.new(), from: Self.old()).run()
    XCTAssertEqual(report?.source, "1")
  }

  func testAStoreOfANewerVersionIsLeftAlone() async throws {
    try make(Self.new()) { try insert("Label", ["name": "x"], into: $0) }
    let before = try Data(contentsOf: file)
    let error = try XCTUnwrap(
      errorOf { _ = try open(Self.old()) { $0.modelVersions = [Self.old(), Self.new()] } })
    XCTAssertEqual(error.code, .migrationMissingSourceModel)
    XCTAssertTrue(error.message.contains("not known to be older"), error.message)
    XCTAssertEqual(try Data(contentsOf: file), before)
    // Who asks for it gets it.
    let report = try XCTUnwrap(
      try StoreMigration(of: PersistentStoreDescription(url: file), to: Self.old()).run())
    XCTAssertEqual(report.steps.count, 1)
    XCTAssertEqual(try sqlite3(file, "SELECT ZNAME FROM ZTAG"), "x")
  }

  func testTablesOfOthersAndTheApplicationsFactsGoAlong() async throws {
    let container = try open(Self.old())
    let coordinator = container.persistentStoreCoordinator
    try coordinator.setMetadata(["app": "notes"], for: coordinator.persistentStores[0])
    try insert("Note", ["title": "a"], into: container.viewContext)
    try container.viewContext.save()
    try close(container)
    try sqlite3(
      file,
      """
      CREATE TABLE ledger (day TEXT, amount); INSERT INTO ledger VALUES ('mon', 5), ('tue', 7);
      CREATE INDEX ledger_day ON ledger (day);
      DELETE FROM ledger WHERE amount = 5;
      CREATE TABLE book (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT);
      INSERT INTO book VALUES (4, 'x'), (9, 'y'); DELETE FROM book WHERE id = 9;
      CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO pair VALUES (1, 2);
      CREATE VIRTUAL TABLE words USING fts5(text);
      INSERT INTO words (rowid, text) VALUES (7, 'hello'), (9, 'world');
      CREATE VIRTUAL TABLE loose USING fts5(text, content='');
      INSERT INTO loose (rowid, text) VALUES (11, 'hello');
      CREATE VIEW titles AS SELECT ZTITLE FROM ZNOTE;
      CREATE TRIGGER counted AFTER INSERT ON ZNOTE BEGIN INSERT INTO ledger VALUES ('new', 1); END;
      CREATE INDEX my_titles ON ZNOTE (ZTITLE); CREATE INDEX my_sizes ON ZNOTE (ZSIZE);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER);
      INSERT INTO ACHANGE VALUES (1, 16001, 2, 1), (2, 16001, 1, 9), (3, 16001, 3, 4);
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 3);
      PRAGMA user_version = 42
      """)
    try migration().run()
    XCTAssertEqual(try sqlite3(file, "SELECT rowid, amount FROM ledger"), "2|7")
    XCTAssertEqual(try sqlite3(file, "SELECT seq FROM sqlite_sequence WHERE name = 'book'"), "9")
    XCTAssertEqual(try sqlite3(file, "SELECT id, title FROM book"), "4|x")
    XCTAssertEqual(try sqlite3(file, "SELECT a, b FROM pair"), "1|2")
    XCTAssertEqual(try sqlite3(file, "SELECT rowid FROM words WHERE words MATCH 'world'"), "9")
    XCTAssertEqual(try sqlite3(file, "SELECT rowid FROM loose WHERE loose MATCH 'hello'"), "11")
    XCTAssertEqual(try sqlite3(file, "SELECT ZTITLE FROM titles"), "a")
    // The index of a column that is gone cannot be kept.
    XCTAssertEqual(
      try sqlite3(
        file,
        """
        SELECT group_concat(name) FROM (SELECT name FROM sqlite_master
        WHERE name IN ('my_titles','my_sizes','counted') ORDER BY name)
        """),
      "counted,my_titles")
    XCTAssertEqual(
      try sqlite3(file, "SELECT count(*) FROM sqlite_master WHERE name = 'ledger_day'"), "1")
    // Note was 2 and is 2; Draft was 1 and is gone; Tag was 3 and is 1, as Label.
    XCTAssertEqual(
      try sqlite3(file, "SELECT group_concat(Z_PK || ':' || ZENTITY) FROM ACHANGE"), "1:2,3:1")
    XCTAssertEqual(try sqlite3(file, "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001"), "3")
    XCTAssertEqual(try sqlite3(file, "PRAGMA user_version"), "42")
    let facts = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: file)
    XCTAssertEqual(facts["app"] as? String, "notes")
    try assertWhole()
  }

  func testObjectsThatAreToBeUniqueAndAreNotStopTheMigration() async throws {
    let old = ManagedObjectModel {
      EntityDescription("Tag") { AttributeDescription("name", .string) }
    }
    try make(old) { context in
      for name in ["a", "b", "a"] { try insert("Tag", ["name": name], into: context) }
    }
    let before = try Data(contentsOf: file)
    let new = ManagedObjectModel {
      EntityDescription("Tag", unique: [["name"]]) { AttributeDescription("name", .string) }
    }
    let error = try XCTUnwrap(errorOf { _ = try open(new) })
    XCTAssertEqual(error.code, .migrationConstraintViolation)
    XCTAssertTrue(error.message.hasSuffix("of the model: Tag.name: p1, p3"), error.message)
    XCTAssertEqual(try Data(contentsOf: file), before)
  }

  func testAHalfWrittenStoreIsReportedAndLeft() async throws {
    try makeNotes()
    let data = try Data(contentsOf: file)
    try data.prefix(data.count / 2).write(to: file)
    XCTAssertEqual(errorOf { try migration().run() }?.code, .persistentStoreOperation)
    XCTAssertEqual(try Data(contentsOf: file), data.prefix(data.count / 2))
  }

  func testDataMovesBetweenFilesAndRows() async throws {
    func model(external: Bool) -> ManagedObjectModel {
      ManagedObjectModel {
        EntityDescription("Photo") {
          AttributeDescription("name", .string)
          AttributeDescription(
            "bytes", .binaryData, allowsExternalBinaryDataStorage: external)
        }
      }
    }
    let (small, large) = (Data([1, 2, 3]), Data(repeating: 7, count: 200_000))
    try make(model(external: false)) { context in
      try insert("Photo", ["name": "s", "bytes": small], into: context)
      try insert("Photo", ["name": "l", "bytes": large], into: context)
    }
    for external in [true, false] {
      let container = try open(model(external: external))
      XCTAssertEqual(
        Set(try all("Photo", container.viewContext).map { try $0.value(forKey: "bytes") as? Data }),
        [small, large])
      if external {
        // Saved anew it goes into a file.
        let photo = try XCTUnwrap(
          try all("Photo", container.viewContext)
            .first { try $0.value(forKey: "name") as? String == "l" })
        try photo.setValue(large + small, forKey: "bytes")
        try container.viewContext.save()
        try photo.setValue(large, forKey: "bytes")
        try container.viewContext.save()
      }
      try close(container)
    }
    XCTAssertEqual(
      try sqlite3(
        file, "SELECT group_concat(length(ZBYTES)) FROM (SELECT ZBYTES FROM ZPHOTO ORDER BY ZNAME)"),
      "200000,3")
  }
}

/// Numbers that come in on another thread.
private final class Reports: Sendable {
  private let lock = NSLock()
  // Sound: reached under the lock alone.
  nonisolated(unsafe) private var numbers: [Double] = []

  var all: [Double] { lock.withLock { numbers } }

  func add(_ number: Double) { lock.withLock { numbers.append(number) } }
}

/// Asks a progress to cancel whenever there is some, and keeps what it says.
private final class Answers: Sendable {
  private let lock = NSLock()
  // Sound: reached under the lock alone.
  nonisolated(unsafe) private var answers: [Bool] = []
  nonisolated(unsafe) private weak var asked: MigrationProgress?

  var all: [Bool] { lock.withLock { answers } }

  var progress: MigrationProgress? {
    get { lock.withLock { asked } }
    set { lock.withLock { asked = newValue } }
  }

  func ask() {
    guard let progress else { return }
    let answer = progress.cancelIfUnderWay()
    lock.withLock { answers.append(answer) }
  }
}
