import Foundation
import ObjectGraph
import XCTest

/// Stores as whole files: destroyed, replaced, described.
@MainActor
final class StoreFilesTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws { folder = try makeFolder() }

  override func tearDown() async throws { try FileManager.default.removeItem(at: folder) }

  private var file: URL { folder.appendingPathComponent("Pets.sqlite") }

  private func container(_ file: URL) throws -> PersistentContainer {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  private func insert(_ name: String, _ container: PersistentContainer) throws {
    Owner(context: container.viewContext).name = name
    try container.viewContext.save()
  }

  private func names(_ file: URL) throws -> String {
    try sqlite3(file, "SELECT group_concat(ZNAME) FROM (SELECT ZNAME FROM ZOWNER ORDER BY Z_PK)")
  }

  func testAStoreMadeThroughALinkToNothingBelongsToItsOwnerAlone() async throws {
    let former = umask(0o022)
    defer { umask(former) }
    let real = folder.appendingPathComponent("real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    let links = [
      "absolute": real.path + "/a.sqlite", "relative": "real/b.sqlite", "chain": "relative",
    ]
    for name in ["absolute", "relative", "chain"] {
      let link = folder.appendingPathComponent(name)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: links[name] ?? "")
    }
    for (name, file) in [("absolute", "a.sqlite"), ("chain", "b.sqlite")] {
      let container = try container(folder.appendingPathComponent(name))
      try insert("Ann", container)
      let made = real.appendingPathComponent(file)
      for suffix in ["", "-wal", "-shm"] {
        let facts = try FileManager.default.attributesOfItem(atPath: made.path + suffix)
        XCTAssertEqual(facts[.posixPermissions] as? Int, 0o600, name + suffix)
      }
      try container.closeStores()
      XCTAssertEqual(try names(made), "Ann")
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(),
      ["absolute", "chain", "real", "relative"])
  }

  // Fact 188.
  func testADestroyedStoreIsAnEmptyFileForItsOtherOpeners() async throws {
    let other = try container(file)
    try insert("Ann", other)
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    let inode = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber]
    try coordinator.destroyPersistentStore(at: file, type: .sqlite)

    let after = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber]
    XCTAssertEqual(inode as? Int, after as? Int)
    XCTAssertEqual(try sqlite3(file, "PRAGMA integrity_check"), "ok")
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM sqlite_master"), "0")
    XCTAssertThrowsError(try other.viewContext.fetch(Owner.fetchRequest()))

    try other.persistentStoreCoordinator.remove(
      other.persistentStoreCoordinator.persistentStores[0])
    try coordinator.addPersistentStore(type: .sqlite, at: file)
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM ZOWNER"), "0")
  }

  func testAStoreThatIsOpenHereIsNotDestroyedOrReplaced() async throws {
    let container = try container(file)
    let coordinator = container.persistentStoreCoordinator
    try insert("Ann", container)
    XCTAssertEqual(
      errorOf { try coordinator.destroyPersistentStore(at: file, type: .sqlite) }?.code,
      .persistentStoreOperation)
    let copy = folder.appendingPathComponent("Copy.sqlite")
    try coordinator.replacePersistentStore(
      at: copy, withPersistentStoreFrom: file, type: .sqlite)
    XCTAssertEqual(
      errorOf {
        try coordinator.replacePersistentStore(
          at: file, withPersistentStoreFrom: copy, type: .sqlite)
      }?.code, .persistentStoreOperation)
    XCTAssertEqual(try names(file), "Ann")
    XCTAssertEqual(try names(copy), "Ann")
  }

  func testWhatIsNoStoreIsNotDestroyed() async throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    try coordinator.destroyPersistentStore(at: file, type: .sqlite)
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    try coordinator.destroyPersistentStore(at: file, type: .inMemory)

    try sqlite3(file, "CREATE TABLE ledger (amount); INSERT INTO ledger VALUES (5)")
    XCTAssertEqual(
      errorOf { try coordinator.destroyPersistentStore(at: file, type: .sqlite) }?.code,
      .persistentStoreIncompatibleSchema)
    XCTAssertEqual(try sqlite3(file, "SELECT amount FROM ledger"), "5")

    let letter = folder.appendingPathComponent("letter.txt")
    try Data(String(repeating: "Dear camper, ", count: 200).utf8).write(to: letter)
    XCTAssertThrowsError(try coordinator.destroyPersistentStore(at: letter, type: .sqlite))
    XCTAssertEqual(try Data(contentsOf: letter).count, 2600)
    XCTAssertEqual(
      errorOf {
        try coordinator.destroyPersistentStore(at: file, type: .init(rawValue: "XML"))
      }?.code, .persistentStoreInvalidType)
  }

  func testAReplacedStoreIsACopyOfTheOther() async throws {
    let source = try container(file)
    try insert("Ann", source)
    let place = folder.appendingPathComponent("Other.sqlite")
    let other = try container(place)
    try insert("Bob", other)
    try insert("Cid", other)
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    // Both are open elsewhere, and what was just written is in the log.
    try coordinator.replacePersistentStore(
      at: place, withPersistentStoreFrom: file, type: .sqlite)
    XCTAssertEqual(try names(place), "Ann")
    XCTAssertEqual(try names(file), "Ann")
    XCTAssertEqual(
      try sqlite3(place, "SELECT Z_UUID FROM Z_METADATA"),
      source.persistentStoreCoordinator.persistentStores[0].identifier)
    other.viewContext.reset()
    XCTAssertTrue(try other.persistentStoreCoordinator.noticeForeignChanges())
    XCTAssertEqual(try other.viewContext.fetch(Owner.fetchRequest()).map(\.name), ["Ann"])

    let missing = folder.appendingPathComponent("None.sqlite")
    let fresh = folder.appendingPathComponent("Fresh.sqlite")
    XCTAssertEqual(
      errorOf {
        try coordinator.replacePersistentStore(
          at: fresh, withPersistentStoreFrom: missing, type: .sqlite)
      }?.code, .persistentStoreOpen)
    XCTAssertFalse(FileManager.default.fileExists(atPath: fresh.path))
    XCTAssertThrowsError(
      try coordinator.replacePersistentStore(
        at: file, withPersistentStoreFrom: file, type: .sqlite))
  }

  // MARK: Metadata

  func testMetadataIsWrittenWithTheNextSave() async throws {
    let container = try container(file)
    let coordinator = container.persistentStoreCoordinator
    let store = coordinator.persistentStores[0]
    func stored() throws -> [String: any Sendable] {
      try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: file)
    }
    let own = try stored().keys.sorted()
    try coordinator.setMetadata(["season": "summer", "NSStoreUUID": "mine"], for: store)
    XCTAssertEqual(coordinator.metadata(for: store)["season"] as? String, "summer")
    XCTAssertEqual(coordinator.metadata(for: store)["NSStoreUUID"] as? String, store.identifier)
    XCTAssertEqual(try stored().keys.sorted(), own)
    try insert("Ann", container)
    XCTAssertEqual(try stored()["season"] as? String, "summer")

    // Also with a save that has nothing else to write, and in place of what was there.
    try coordinator.setMetadata(["guests": 3], for: store)
    try container.viewContext.save()
    XCTAssertEqual(try stored()["guests"] as? Int, 3)
    XCTAssertEqual(try stored().keys.sorted(), (own + ["guests"]).sorted())
    XCTAssertEqual(
      errorOf { try coordinator.setMetadata(["bad": URL(fileURLWithPath: "/")], for: store) }?
        .code, .invalidArgument)
    let other = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    XCTAssertThrowsError(try other.setMetadata([:], for: store))
  }

  func testMetadataOfASaveThatFailsWaitsForTheNextOne() async throws {
    let container = try container(file)
    let coordinator = container.persistentStoreCoordinator
    let store = coordinator.persistentStores[0]
    try insert("Ann", container)
    try coordinator.setMetadata(["season": "summer"], for: store)
    let twin = Owner(context: container.viewContext)
    twin.name = "Ann"
    XCTAssertThrowsError(try container.viewContext.save())
    func stored() throws -> String? {
      try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: file)["season"]
        as? String
    }
    XCTAssertNil(try stored())
    twin.name = "Bob"
    try container.viewContext.save()
    XCTAssertEqual(try stored(), "summer")
  }

  func testMetadataOfAStoreInMemoryIsKeptWithIt() async throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    let store = try coordinator.addPersistentStore(type: .inMemory)
    try coordinator.setMetadata(["season": "summer"], for: store)
    XCTAssertEqual(store.metadata["season"] as? String, "summer")
    XCTAssertEqual(store.metadata["NSStoreType"] as? String, "InMemory")
    XCTAssertEqual(store.metadata["NSStoreUUID"] as? String, store.identifier)
    try coordinator.setMetadata(nil, for: store)
    XCTAssertNil(store.metadata["season"])
  }

  func testMetadataIsReadAndWrittenWithoutOpeningTheStore() async throws {
    let container = try container(file)
    let store = container.persistentStoreCoordinator.persistentStores[0]
    try PersistentStoreCoordinator.setMetadata(["season": "winter"], type: .sqlite, at: file)
    let read = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: file)
    XCTAssertEqual(read["season"] as? String, "winter")
    XCTAssertEqual(read["NSStoreUUID"] as? String, store.identifier)
    XCTAssertEqual(read["NSStoreType"] as? String, "SQLite")
    let missing = folder.appendingPathComponent("None.sqlite")
    for body in [
      { _ = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: missing) },
      { try PersistentStoreCoordinator.setMetadata([:], type: .sqlite, at: missing) },
    ] {
      XCTAssertEqual(errorOf(body)?.code, .persistentStoreOpen)
    }
    XCTAssertFalse(FileManager.default.fileExists(atPath: missing.path))
    try sqlite3(missing, "CREATE TABLE ledger (amount)")
    XCTAssertEqual(
      errorOf {
        try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: missing)
      }?.code, .persistentStoreIncompatibleSchema)
  }

  // Fact 185.
  func testAnUnknownTypeAndAFileOfAnotherTypeAreRefused() async throws {
    let coordinator = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
    XCTAssertEqual(
      errorOf { try coordinator.addPersistentStore(type: .init(rawValue: "Cloud"), at: file) }?
        .code, .persistentStoreInvalidType)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: file)
    try coordinator.remove(store)
    // A property list of the same length, in which the type is another word.
    let hex = try sqlite3(file, "SELECT hex(Z_PLIST) FROM Z_METADATA")
    let (written, other) = (Data("VSQLite".utf8), Data("VBinary".utf8))
    func digits(_ data: Data) -> String {
      data.map { String($0, radix: 16, uppercase: true) }.joined()
    }
    let changed = hex.replacing(digits(written), with: digits(other))
    XCTAssertNotEqual(changed, hex)
    try sqlite3(file, "UPDATE Z_METADATA SET Z_PLIST = X'\(changed)'")
    XCTAssertEqual(
      errorOf { try coordinator.addPersistentStore(type: .sqlite, at: file) }?.code,
      .persistentStoreTypeMismatch)
  }

  // MARK: Containers

  func testAContainerOpensEachOfItsStoresOnce() async throws {
    let missing = folder.appendingPathComponent("no/such.sqlite")
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(),
      descriptions: [
        PersistentStoreDescription(url: file), .inMemory(),
        PersistentStoreDescription(url: missing), .inMemory(),
      ])
    var answers: [String] = []
    func load() {
      answers = []
      container.loadPersistentStores { description, error in
        let code = (error as? ObjectGraphError)?.code.rawValue ?? 0
        answers.append("\(description.type.rawValue) \(code)")
      }
    }
    load()
    XCTAssertEqual(answers, ["SQLite 0", "InMemory 0", "SQLite 134080", "InMemory 0"])
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 3)
    load()
    XCTAssertEqual(answers, ["SQLite 134080"])
    try FileManager.default.createDirectory(
      at: missing.deletingLastPathComponent(), withIntermediateDirectories: true)
    try container.loadPersistentStores()
    XCTAssertEqual(container.persistentStoreCoordinator.persistentStores.count, 4)
    load()
    XCTAssertEqual(answers, [])
  }
}
