import Foundation
import ObjectModel
import ObjectStore
import SQLite
import XCTest

final class SQLiteStoreOpeningTests: StoreTestCase {
  func testANewStoreBelongsToItsOwnerAlone() throws {
    try open(layout()).close()
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, 0o600)
  }

  func testAnEmptyFileBecomesAStore() throws {
    XCTAssertTrue(FileManager.default.createFile(atPath: file.path, contents: Data()))
    try open(layout()).close()
    XCTAssertEqual(try shell("SELECT COUNT(*) FROM Z_METADATA"), "1")
  }

  func testReopeningKeepsIdentityAndRows() throws {
    let model = try layout()
    let store = try open(model)
    try insert(store, model, "Tag", [["label": .string("lake")]])
    store.close()
    let again = try open(model)
    XCTAssertEqual(again.identifier, store.identifier)
    XCTAssertEqual(again.identifier, again.identifier.uppercased())
    let tag = try XCTUnwrap(model.entity(named: "Tag"))
    XCTAssertEqual(try again.count(FetchPlan(layout: tag)), 1)
  }

  func testTheMetadataIsAPropertyListWithCoreDatasKeys() throws {
    let store = try open(layout())
    store.close()
    let script = """
      import hashlib, plistlib, sqlite3, sys
      row = sqlite3.connect(sys.argv[1]).execute(
        "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA").fetchone()
      p = plistlib.loads(row[2], fmt=plistlib.FMT_BINARY)
      hashes = p["NSStoreModelVersionHashes"]
      names = sorted(hashes)
      import base64
      digest = hashlib.sha512(b"".join(n.encode() + hashes[n] for n in names)).digest()
      check = hashlib.sha256(b"".join(hashes[n] for n in names)).digest()
      print(row[0], row[1], p["NSStoreType"], p["NSStoreModelVersionHashesVersion"],
        p["NSPersistenceFrameworkVersion"], p["_NSAutoVacuumLevel"],
        p["NSStoreModelVersionIdentifiers"], p["ObjectGraphVersionHashes"],
        ",".join(names), set(map(len, hashes.values())),
        p["NSStoreModelVersionHashesDigest"] == base64.b64encode(digest).decode(),
        p["NSStoreModelVersionChecksumKey"] == base64.b64encode(check).decode(),
        type(p["NSStoreModelVersionHashesVersion"]).__name__)
      """
    XCTAssertEqual(
      try run("/usr/bin/env", ["python3", "-c", script, file.path]),
      "1 \(store.identifier) SQLite 3 1344 2 [] 2 "
        + "Campsite,ChiefRanger,Guest,Person,Ranger,Reservation,Tag {32} True True int")
  }

  func testTheStoreCarriesItsModel() throws {
    let model = Self.campModel()
    try open(layout(model)).close()
    let hex = try shell("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
    let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { offset in
      UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
    }
    let stored = try ManagedObjectModel(archivedInStore: Data(bytes))
    XCTAssertEqual(stored.entityVersionHashesByName, model.entityVersionHashesByName)
  }

  func testReadingTheEmbeddedModelGivesALogNoIndex() throws {
    let model = Self.campModel()
    let layout = try layout(model)
    let store = try open(layout)
    try insert(store, layout, "Tag", [["label": .string("lake")]])
    // As a program leaves them that is killed, on a machine that is then restarted.
    let left = directory.appendingPathComponent("left.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: left.path + suffix)
    }
    store.close()
    let log = try Data(contentsOf: URL(fileURLWithPath: left.path + "-wal"))
    XCTAssertFalse(log.isEmpty)
    let stored = try PersistentStoreCoordinator.storedModel(at: left)
    XCTAssertEqual(stored.entityVersionHashesByName, model.entityVersionHashesByName)
    XCTAssertFalse(FileManager.default.fileExists(atPath: left.path + "-shm"))
    XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: left.path + "-wal")), log)
  }

  func testFactsOfOthersInTheMetadataSurvive() throws {
    let model = try layout()
    let store = try open(model)
    try store.stageMetadata([
      "season": "summer", "count": 3, "open": true, "NSStoreType": "Other",
    ])
    _ = try store.save(ChangeSet())
    store.close()
    let metadata = try open(model).metadata
    XCTAssertEqual(metadata["season"] as? String, "summer")
    XCTAssertEqual(metadata["count"] as? Int, 3)
    XCTAssertEqual(metadata["open"] as? Bool, true)
    XCTAssertEqual(metadata["NSStoreType"] as? String, "SQLite")
    XCTAssertEqual(metadata["NSStoreUUID"] as? String, store.identifier)
  }

  func testADirectoryIsNoStore() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let error = assertError(.persistentStoreOpen) { try open(layout()) }
    XCTAssertTrue(error?.message.hasSuffix("it is a directory") ?? false, "\(error as Any)")
  }

  func testAMissingDirectoryIsNamed() throws {
    let url = directory.appendingPathComponent("missing/store.sqlite")
    let error = assertError(.persistentStoreOpen) {
      try PersistentStore(settings: PersistentStoreDescription(url: url).settings, model: layout())
    }
    XCTAssertTrue(
      error?.message.contains("directory \(directory.path)/missing does not exist") ?? false,
      "\(error as Any)")
  }

  func testAPathThroughAFileIsNoDirectory() throws {
    XCTAssertTrue(FileManager.default.createFile(atPath: file.path, contents: Data("x".utf8)))
    let url = file.appendingPathComponent("store.sqlite")
    let error = assertError(.persistentStoreOpen) {
      try PersistentStore(settings: PersistentStoreDescription(url: url).settings, model: layout())
    }
    XCTAssertTrue(error?.message.hasSuffix("is not a directory") ?? false, "\(error as Any)")
  }

  func testAFileThatIsNoDatabaseStaysAsItIs() throws {
    for text in ["hello", String(repeating: "not a database ", count: 1000)] {
      try Data(text.utf8).write(to: file)
      let error = assertError(.persistentStoreOpen) { try open(layout()) }
      XCTAssertTrue(
        error?.message.contains("is not a SQLite database") ?? false, "\(error as Any)")
      XCTAssertEqual(try Data(contentsOf: file), Data(text.utf8))
    }
  }

  func testADatabaseOfSomethingElseIsRefused() throws {
    _ = try shell("CREATE TABLE notes (text)")
    let error = assertError(.persistentStoreIncompatibleSchema) { try open(layout()) }
    XCTAssertTrue(error?.message.contains("not a store") ?? false)
    XCTAssertEqual(try shell("SELECT name FROM sqlite_master"), "notes")
  }

  func testATruncatedStoreIsReportedAsDamaged() throws {
    try open(layout()).close()
    let data = try Data(contentsOf: file)
    try data.prefix(4096).write(to: file)
    assertError(.persistentStoreOpen) { try open(layout()) }
  }

  func testMetadataThatIsNoPropertyListIsReportedAsDamaged() throws {
    try open(layout()).close()
    _ = try shell("UPDATE Z_METADATA SET Z_PLIST = 'bplist00'")
    let error = assertError(.persistentStoreOpen) { try open(layout()) }
    XCTAssertTrue(error?.message.contains("not a property list") ?? false)
  }

  func testAnotherVersionOfTheModelIsRefusedWithTheEntitiesThatDiffer() throws {
    try open(layout()).close()
    let model = Self.campModel()
    let tag = try XCTUnwrap(model.entitiesByName["Tag"])
    tag.properties += [AttributeDescription("color", .string)]
    model.entities += [EntityDescription(name: "Extra")]
    let error = assertError(.persistentStoreIncompatibleVersionHash) {
      try open(layout(model), migrating: false)
    }
    XCTAssertEqual(error?.details[.entityNames], ["Extra", "Tag"])
  }

  func testAMissingFileCannotBeOpenedReadOnly() throws {
    assertError(.persistentStoreOpen) { try open(layout(), readOnly: true) }
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
  }

  func testAReadOnlyStoreRefusesToSaveAndStaysAsItIs() throws {
    let model = try layout()
    let writer = try open(model)
    try insert(writer, model, "Tag", [["label": .string("lake")]])
    let before = try Data(contentsOf: file)
    let store = try open(model, readOnly: true)
    let tag = try XCTUnwrap(model.entity(named: "Tag"))
    XCTAssertEqual(try store.count(FetchPlan(layout: tag)), 1)
    assertError(.persistentStoreSave) {
      try insert(store, model, "Tag", [["label": .string("hill")]])
    }
    assertError(.persistentStoreSave) { try store.reserveKeys(count: 1, root: tag) }
    store.close()
    XCTAssertEqual(try Data(contentsOf: file), before)
    writer.close()
  }

  func testAStoreThatRefusesWritesSaysSo() throws {
    let model = try layout()
    try open(model).close()
    let store = try open(model, pragmas: ["query_only": "1"])
    let error = assertError(.persistentStoreOperation) {
      try insert(store, model, "Tag", [["label": .string("lake")]])
    }
    XCTAssertTrue(error?.message.hasSuffix("cannot be written") ?? false, "\(error as Any)")
  }

  func testAFullStoreSaysSo() throws {
    let model = try layout()
    let store = try open(model, pragmas: ["max_page_count": "60"])
    let error = assertError(.persistentStoreOperation) {
      try insert(
        store, model, "Reservation",
        (0..<10).map { _ in ["photo": .data(Data(repeating: 7, count: 90_000))] })
    }
    XCTAssertTrue(error?.message.contains("disk is full") ?? false, "\(error as Any)")
  }

  func testWhatIsNoPragmaIsRefused() throws {
    let pragmas = ["synchronous": "OFF; DROP TABLE ZTAG"]
    assertError(.invalidArgument) { try open(layout(), pragmas: pragmas) }
  }

  func testALockOfAnotherProcessEndsInATimeout() throws {
    let model = try layout()
    let store = try open(model, timeout: 0.1)
    let other = try Connection(path: file.path)
    try other.writeTransaction {
      let error = assertError(.persistentStoreTimeout) {
        try insert(store, model, "Tag", [["label": .string("lake")]])
      }
      XCTAssertTrue(error?.message.contains("locked by another process") ?? false)
      XCTAssertNotNil(error?.repair)
    }
    try insert(store, model, "Tag", [["label": .string("lake")]])
  }

  func testAStoreThatAnotherProcessHasToItselfCannotBeOpened() throws {
    let model = try layout()
    try open(model).close()
    let other = try Connection(path: file.path)
    try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    assertError(.persistentStoreTimeout) { try open(model, timeout: 0.1) }
    try other.execute("COMMIT")
  }

  func testTwoThatCreateAStoreAtOnceBothSucceed() throws {
    for round in 0..<5 {
      let url = directory.appendingPathComponent("race\(round).sqlite")
      let model = try layout()
      let results = Results()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          let store = try PersistentStore(
            settings: PersistentStoreDescription(url: url).settings, model: model)
          results.add(store.identifier)
          store.close()
        } catch {
          results.add("\(error)")
        }
      }
      XCTAssertEqual(Set(results.all).count, 1, "\(results.all)")
      XCTAssertEqual(results.all.count, 4)
      XCTAssertEqual(try shell("SELECT Z_UUID FROM Z_METADATA", in: url), results.all.first)
    }
  }

  func testAClosedStoreThrows() throws {
    let model = try layout()
    let store = try open(model)
    store.close()
    store.close()
    let tag = try XCTUnwrap(model.entity(named: "Tag"))
    assertError(.persistentStoreOperation) { try store.fetch(FetchPlan(layout: tag)) }
    assertError(.persistentStoreOperation) { try store.foreignVersion() }
  }

  func testTheForeignVersionMovesWithWritesOfOthersAlone() throws {
    let model = try layout()
    let store = try open(model)
    let first = try store.foreignVersion()
    try insert(store, model, "Tag", [["label": .string("lake")]])
    XCTAssertEqual(try store.foreignVersion(), first)
    _ = try shell("UPDATE ZTAG SET ZLABEL = 'hill'")
    XCTAssertNotEqual(try store.foreignVersion(), first)
  }
}

private final class Results: @unchecked Sendable {
  // Sound: the list is read and written while the lock is held.
  private let lock = NSLock()
  private var values: [String] = []

  func add(_ value: String) { lock.withLock { values.append(value) } }

  var all: [String] { lock.withLock { values } }
}
