import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Where a store lies, and what lies beside it.
@MainActor
final class MigrationPlaceTests: MigrationTestCase {
  private func photos(external: Bool, new: Bool = false) -> ManagedObjectModel {
    let model = ManagedObjectModel {
      EntityDescription("Photo") {
        AttributeDescription("bytes", .binaryData, allowsExternalBinaryDataStorage: external)
      }
    }
    if new { model.entities[0].properties.append(AttributeDescription("name", .string)) }
    return model
  }

  private let large = Data(repeating: 7, count: 200_000)

  private func makePhotos(external: Bool) throws {
    try make(photos(external: external)) {
      try insert("Photo", ["bytes": large], into: $0)
      try insert("Photo", ["bytes": Data([1, 2])], into: $0)
    }
  }

  private func bytes(_ model: ManagedObjectModel) throws -> [Data?] {
    let container = try open(model)
    let bytes = try all("Photo", container.viewContext).map {
      try $0.value(forKey: "bytes") as? Data
    }
    try close(container)
    return bytes
  }

  func testAStoreKnowsWhetherItsDataMayLieInFiles() async throws {
    try makePhotos(external: true)
    let versions = [photos(external: false), photos(external: true)]
    let description = PersistentStoreDescription(url: file)
    description.modelVersions = versions
    let next = photos(external: true, new: true)
    let migration = StoreMigration(of: description, to: next)
    XCTAssertTrue(try migration.storedVersion() === versions[1])
    XCTAssertEqual(try migration.run()?.steps.count, 1)
    XCTAssertEqual(try bytes(next), [large, Data([1, 2])])
    // One whose attribute kept its data in rows is another version.
    let plain = photos(external: false, new: true)
    XCTAssertEqual(
      errorOf { _ = try open(plain) { $0.shouldMigrateStoreAutomatically = false } }?.code,
      .persistentStoreIncompatibleVersionHash)
    XCTAssertEqual(try bytes(plain), [large, Data([1, 2])])
  }

  func testAStoreOfTheFormerAlgorithmForHashesIsKnownByTheModelThatItCarries() async throws {
    try makePhotos(external: true)
    // The former algorithm gave this model the hashes of the one without external storage.
    let script = """
      import plistlib, sqlite3, sys, base64
      file = sqlite3.connect(sys.argv[1])
      p = plistlib.loads(file.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
      p["ObjectGraphVersionHashes"] = 1
      p["NSStoreModelVersionHashes"] = {"Photo": base64.b64decode(sys.argv[2])}
      file.execute("UPDATE Z_METADATA SET Z_PLIST = ?", (plistlib.dumps(p, fmt=plistlib.FMT_BINARY),))
      file.commit()
      """
    let hash = try XCTUnwrap(photos(external: false).entities[0].versionHash).base64EncodedString()
    _ = try Python.run(script, arguments: [file.path, hash])
    let container = try open(photos(external: true)) { $0.shouldMigrateStoreAutomatically = false }
    XCTAssertEqual(
      try all("Photo", container.viewContext).map { try $0.value(forKey: "bytes") as? Data },
      [large, Data([1, 2])])
    try close(container)
    XCTAssertEqual(
      errorOf {
        _ = try open(photos(external: false)) { $0.shouldMigrateStoreAutomatically = false }
      }?.code, .persistentStoreIncompatibleVersionHash)
  }

  func testAStoreIsMigratedThroughALinkToIt() async throws {
    try makePhotos(external: true)
    let links = folder.appendingPathComponent("links")
    try FileManager.default.createDirectory(at: links, withIntermediateDirectories: true)
    let link = links.appendingPathComponent("Link.sqlite")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    for model in [photos(external: true, new: true), photos(external: false)] {
      try StoreMigration(of: PersistentStoreDescription(url: link), to: model).run()
      XCTAssertEqual(try bytes(model), [large, Data([1, 2])])
      XCTAssertEqual(
        try FileManager.default.contentsOfDirectory(atPath: links.path), ["Link.sqlite"])
    }
    // It is one store, whichever way it is opened.
    let description = PersistentStoreDescription(url: link)
    let container = try PersistentContainer(
      name: "Link", managedObjectModel: photos(external: true), descriptions: [description])
    try container.loadPersistentStores()
    try insert("Photo", ["bytes": large + large], into: container.viewContext)
    try container.viewContext.save()
    try close(container)
    XCTAssertEqual(
      try bytes(photos(external: true)), [large, Data([1, 2]), large + large])
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: links.path), ["Link.sqlite"])
  }

  func testWhatAProcessLeftThatDiedGoesThoughTheStoreIsMigrated() async throws {
    try makePhotos(external: false)
    let left = folder.appendingPathComponent(".Store.sqlite.migration-1")
    try Data("x".utf8).write(to: left)
    let description = PersistentStoreDescription(url: file)
    XCTAssertNil(try StoreMigration(of: description, to: photos(external: false)).run())
    XCTAssertFalse(FileManager.default.fileExists(atPath: left.path))
  }

  func testAReaderThatStaysEndsTheMigrationInTimeAndTheBackupGoes() async throws {
    try makePhotos(external: false)
    try sqlite3(file, "PRAGMA journal_mode = DELETE")
    let reader = try Reader(file)
    defer { reader.close() }
    let before = try Data(contentsOf: file)
    let description = PersistentStoreDescription(url: file)
    description.timeout = 0.2
    description.migrationBackupURL = folder.appendingPathComponent("Before.sqlite")
    let migration = StoreMigration(of: description, to: photos(external: false, new: true))
    let start = ContinuousClock.now
    XCTAssertEqual(errorOf { try migration.run() }?.code, .persistentStoreTimeout)
    // Ten seconds were waited for, whatever the timeout.
    XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
    XCTAssertEqual(try Data(contentsOf: file), before)
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.path), ["Store.sqlite"])
    reader.close()
    XCTAssertNotNil(try migration.run())
  }
}

/// Another process that reads a store and keeps its lock.
private final class Reader {
  private let process = Process()
  private let input = Pipe()

  init(_ file: URL) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", file.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(
      Data("BEGIN; SELECT count(*) FROM ZPHOTO;\n.print ready\n".utf8))
    var text = ""
    while !text.contains("ready") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  func close() {
    guard process.isRunning else { return }
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
