import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What a store says of its version, before and after it is opened.
@MainActor
final class StoredVersionTests: XCTestCase {
  private func version(_ identifier: String, _ attributes: String...) -> ManagedObjectModel {
    let model = ManagedObjectModel {
      EntityDescription("Note") { for name in attributes { AttributeDescription(name, .string) } }
    }
    model.versionIdentifiers = [identifier]
    return model
  }

  private func makeStore(_ model: ManagedObjectModel, at url: URL) throws {
    try StoreStack(model: model, store: PersistentStoreDescription(url: url)).close()
  }

  func testTheVersionOfAStoreIsReadAndTheStoreStaysAsItIs() async throws {
    let url = try temporaryFolder().file("Notes.sqlite")
    let (old, new) = (version("1", "title"), version("2", "title", "text"))
    try makeStore(old, at: url)
    let before = try Data(contentsOf: url)
    let description = PersistentStoreDescription(url: url)
    // The store carries its model.
    XCTAssertEqual(
      try StoreMigration(of: description, to: new).storedVersion().versionIdentifiers, ["1"])
    // One that is listed is the one that is given.
    description.modelVersions = [old, new]
    XCTAssertTrue(try StoreMigration(of: description, to: new).storedVersion() === old)
    XCTAssertEqual(try Data(contentsOf: url), before)
  }

  func testAFileThatIsNoStoreHasNoVersion() async throws {
    let url = try temporaryFolder().file("Notes.sqlite")
    let migration = StoreMigration(
      of: PersistentStoreDescription(url: url), to: version("1", "title"))
    XCTAssertThrowsError(try migration.storedVersion())
    try Data("no store".utf8).write(to: url)
    XCTAssertThrowsError(try migration.storedVersion())
  }

  func testAStoreTellsHowItWasMigratedWhenItWasOpened() async throws {
    let url = try temporaryFolder().file("Notes.sqlite")
    let new = version("2", "title", "text")
    try makeStore(version("1", "title"), at: url)
    for isFirst in [true, false] {
      let stack = try StoreStack(model: new, store: PersistentStoreDescription(url: url))
      let report = stack.persistentStoreCoordinator.persistentStores.first?.migrationReport
      XCTAssertEqual(report?.source, isFirst ? "1" : nil)
      XCTAssertEqual(report?.destination, isFirst ? "2" : nil)
      XCTAssertEqual(report?.isTrial, isFirst ? false : nil)
      try stack.close()
    }
  }

  func testAMigrationByAMappingModelLeavesNoFolderThatItDidNotNeed() async throws {
    let folder = try temporaryFolder()
    let url = folder.file("Notes.sqlite")
    try makeStore(version("1", "title"), at: url)
    let description = PersistentStoreDescription(url: url)
    description.mappingModels = [
      MappingModel(entityMappings: [EntityMapping(name: "NoteToNote", from: "Note", to: "Note")])
    ]
    let report = try StoreMigration(of: description, to: version("2", "title", "text")).run()
    XCTAssertEqual(report?.steps.map(\.isMapped), [true])
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
        !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
      }, ["Notes.sqlite"])
  }
}
