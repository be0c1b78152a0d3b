import Foundation
import ObjectGraph
import ObjectStore
import SQLite
import TestSupport
import XCTest

/// Large values in files beside the store.
@MainActor
final class ExternalDataTests: XCTestCase {
  private let large = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })
  private let other = Data(repeating: 7, count: 200_000)

  /// Runs the body with a store and removes it, and everything beside it, afterwards.
  private func withStore(_ body: (StoreCopy, PersistentContainer) throws -> Void) throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    try body(store, container)
    try container.closeStores()
  }

  private func site(
    _ context: ManagedObjectContext, _ name: String, _ photo: Data?
  ) throws -> Site {
    let site = Site(context: context)
    site.name = name
    site.photo = photo
    try context.save()
    return site
  }

  /// `CAMPAIGN=full swift test --filter ExternalDataTests` tries the real limit, with 1.2 GB.
  func testValuesThatAreTooLargeTogetherAreAnErrorAndNothingIsLost() async throws {
    let limit = Row.greatestByteCount.load(ordering: .relaxed)
    defer { Row.greatestByteCount.store(limit, ordering: .relaxed) }
    for limit in [1_000_000] + (Campaign.isFull ? [limit] : []) {
      Row.greatestByteCount.store(limit, ordering: .relaxed)
      let large = limit / 10 * 6
      let store = try StoreCopy()
      defer { store.remove() }
      let container = try store.container(TypesModel.make())
      let context = container.viewContext
      let site = Site(context: context)
      site.name = "A"
      site.photo = Data(repeating: 1, count: large)
      let other = String(repeating: "n", count: large)
      site.name = other
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectValidation])
      XCTAssertEqual(context.errors.first?.key, "name")
      XCTAssertThrowsError(try context.save())
      XCTAssertThrowsError(try site.setValue(other, forKey: "name"))
      XCTAssertEqual(site.name, "A")
      XCTAssertEqual(site.photo?.count, large)
      try context.save()
      // The photo is in its file now.
      site.name = other
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual([site.name?.utf8.count, site.photo?.count], [large, large])
      try container.closeStores()
    }
  }

  func testValuesOfEverySizeAreKeptInEveryStore() async throws {
    let limit = PersistentStore.externalDataThreshold
    try await eachStore(model: TypesModel.make()) { container in
      let context = container.viewContext
      for size in [0, 1, 37, 38, limit - 1, limit, limit + 1, 3_000_000] {
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &+ 1) })
        let site = try self.site(context, "\(size)", data)
        XCTAssertEqual(site.photo, data)
        let again = try context.reread(site)
        XCTAssertEqual(again.photo, data)
        XCTAssertEqual(try again.value(forKey: "photo") as? Data, data)
        again.photo = nil
        try context.save()
        XCTAssertNil(try context.reread(again).photo)
      }
    }
  }

  func testTheColumnHasAMarkAndTheDataOrTheNameOfTheFile() async throws {
    try withStore { store, container in
      let context = container.viewContext
      _ = try self.site(context, "small", Data([0xAB, 0xCD]))
      _ = try self.site(context, "large", self.large)
      XCTAssertEqual(
        try store.shell("SELECT hex(ZPHOTO) FROM ZSITE WHERE ZNAME = 'small'"), "01ABCD")
      let name = try XCTUnwrap(store.externalFiles.first)
      XCTAssertEqual(store.externalFiles.count, 1)
      XCTAssertNotNil(UUID(uuidString: name))
      let hex = Data(name.utf8).map { String(format: "%02X", $0) }.joined()
      XCTAssertEqual(
        try store.shell("SELECT hex(ZPHOTO) FROM ZSITE WHERE ZNAME = 'large'"), "02\(hex)00")
      XCTAssertEqual(
        try Data(contentsOf: store.externalFolder.appendingPathComponent(name)), self.large)
    }
  }

  func testALargeTransformableValueGoesIntoAFileToo() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let site = Site(context: context)
      site.drawing = (0..<20_000).map { "line \($0)" }
      try context.save()
      XCTAssertEqual(store.externalFiles.count, 1)
      let again = try context.reread(site)
      XCTAssertEqual(again.drawing?.count, 20_000)
      XCTAssertEqual(again.drawing?.last, "line 19999")
    }
  }

  func testAFetchReadsNoFile() async throws {
    try withStore { store, container in
      let context = container.viewContext
      _ = try self.site(context, "A", self.large)
      context.reset()
      let name = try XCTUnwrap(store.externalFiles.first)
      let file = store.externalFolder.appendingPathComponent(name)
      try FileManager.default.removeItem(at: file)
      let request = FetchRequest<Site>()
      request.predicate = try FetchPredicate(format: "photo != nil")
      let site = try XCTUnwrap(try context.fetch(request).first)
      XCTAssertEqual(site.name, "A")
      try self.large.write(to: file)
      XCTAssertEqual(site.photo, self.large)
    }
  }

  func testAfterTheSaveTheValueIsInItsFileAlone() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let site = try self.site(context, "A", self.large)
      let name = try XCTUnwrap(store.externalFiles.first)
      try self.other.write(to: store.externalFolder.appendingPathComponent(name))
      XCTAssertEqual(site.photo, self.other)
      XCTAssertEqual(try context.reread(site).photo, self.other)
    }
  }

  func testAMissingFileIsAnErrorThatNamesItAndNothingElseIsLost() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let site = try self.site(context, "A", self.large)
      let name = try XCTUnwrap(store.externalFiles.first)
      try FileManager.default.removeItem(at: store.externalFolder.appendingPathComponent(name))
      let again = try context.reread(site)
      XCTAssertNil(again.photo)
      let error = try XCTUnwrap(context.errors.first)
      XCTAssertEqual(error.code, .persistentStoreOperation)
      XCTAssertEqual(error.key, "photo")
      XCTAssertTrue(error.message.contains(name))
      XCTAssertThrowsError(try again.value(forKey: "photo"))
      XCTAssertThrowsError(try context.save())
      again.name = "B"
      try context.save()
      XCTAssertEqual(
        try store.shell("SELECT ZNAME, length(ZPHOTO) FROM ZSITE"), "B|38")
    }
  }

  func testNoFileIsLeftAfterAChangeOrADeletion() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let site = try self.site(context, "A", self.large)
      let first = store.externalFiles
      site.name = "B"
      try context.save()
      XCTAssertEqual(store.externalFiles, first)
      site.photo = self.other
      XCTAssertEqual(store.externalFiles, first)
      try context.save()
      XCTAssertEqual(store.externalFiles.count, 1)
      XCTAssertNotEqual(store.externalFiles, first)
      site.photo = Data([1])
      try context.save()
      XCTAssertEqual(store.externalFiles, [])
      site.photo = self.large
      try context.save()
      site.photo = nil
      try context.save()
      XCTAssertEqual(store.externalFiles, [])
      site.photo = self.large
      try context.save()
      let id = site.objectID
      context.reset()
      context.delete(context.object(with: id))
      XCTAssertEqual(store.externalFiles.count, 1)
      try context.save()
      XCTAssertEqual(store.externalFiles, [])
    }
  }

  func testNoFileIsLeftAfterASaveThatFails() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let first = try self.site(context, "A", self.large)
      let files = store.externalFiles
      // The name is taken: the row is refused after its file was written.
      let second = Site(context: context)
      second.name = "A"
      second.photo = self.other
      first.photo = self.other
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectConstraintMerge)
      }
      XCTAssertEqual(store.externalFiles, files)
      second.name = "B"
      try context.save()
      XCTAssertEqual(store.externalFiles.count, 2)
      context.reset()
      for site in try context.fetch(FetchRequest<Site>()) {
        XCTAssertEqual(site.photo, self.other)
      }
    }
  }

  func testAConflictLeavesTheFilesAsTheyWere() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let site = try self.site(context, "A", self.large)
      _ = try store.shell("UPDATE ZSITE SET Z_OPT = Z_OPT + 1")
      let files = store.externalFiles
      site.photo = self.other
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(store.externalFiles, files)
      context.rollback()
      context.delete(site)
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(store.externalFiles, files)
      let again = try context.reread(site)
      XCTAssertEqual(again.photo, self.large)
    }
  }

  func testTheOldValueIsThereUntilTheSave() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let site = try self.site(context, "A", self.large)
      let mine = try context.reread(site)
      let background = container.newBackgroundContext()
      let id = mine.objectID
      mine.photo = self.other
      XCTAssertEqual(
        try mine.committedValues(forKeys: ["photo"])["photo"] as? Data, self.large)
      let seen = try background.performAndWait { context in
        try (context.existingObject(with: id) as? Site)?.photo
      }
      XCTAssertEqual(seen, self.large)
      context.rollback()
      XCTAssertEqual(mine.photo, self.large)
      try context.save()
      XCTAssertEqual(store.externalFiles.count, 1)
    }
  }

  func testTwoRowsWithTheSameDataHaveFilesOfTheirOwn() async throws {
    try withStore { store, container in
      let context = container.viewContext
      let first = try self.site(context, "A", self.large)
      let again = try context.reread(first)
      let second = try self.site(context, "B", again.photo)
      XCTAssertEqual(store.externalFiles.count, 2)
      context.delete(again)
      try context.save()
      let left = try context.reread(second)
      XCTAssertEqual(left.photo, self.large)
    }
  }

  func testFilesGoAlongWhenAStoreIsCopiedMovedAndDestroyed() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    let coordinator = container.persistentStoreCoordinator
    _ = try site(container.viewContext, "A", large)
    func check(line: UInt = #line) throws {
      container.viewContext.reset()
      let found = try container.viewContext.fetch(FetchRequest<Site>())
      XCTAssertEqual(found.map(\.photo), [large], line: line)
    }
    let moved = store.folder.appendingPathComponent("Moved.sqlite")
    let first = try XCTUnwrap(coordinator.persistentStores.first)
    let second = try coordinator.migratePersistentStore(first, to: moved, type: .sqlite)
    try coordinator.destroyPersistentStore(at: store.file, type: .sqlite)
    XCTAssertEqual(store.externalFiles, [])
    try check()
    let third = try coordinator.migratePersistentStore(second, type: .inMemory)
    try check()
    try coordinator.replacePersistentStore(
      at: store.file, withPersistentStoreFrom: moved, type: .sqlite)
    try coordinator.destroyPersistentStore(at: moved, type: .sqlite)
    XCTAssertEqual(store.externalFiles.count, 1)
    try coordinator.remove(third)
    try coordinator.addPersistentStore(type: .sqlite, at: store.file)
    try check()
    try container.closeStores()
  }

  func testASaveOverTwoStoresPutsFilesBesideEachAndNoneWhenOneOfThemRefuses() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    let coordinator = container.persistentStoreCoordinator
    let other = try coordinator.addPersistentStore(
      type: .sqlite, at: store.folder.appendingPathComponent("Other.sqlite"))
    let folder = store.folder.appendingPathComponent(".Other_SUPPORT/_EXTERNAL_DATA").path
    func otherFiles() -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let context = container.viewContext
    let (here, there) = (Site(context: context), Site(context: context))
    context.assign(there, to: other)
    here.photo = large
    there.photo = self.other
    try context.save()
    XCTAssertEqual(store.externalFiles.count, 1)
    XCTAssertEqual(otherFiles().count, 1)
    XCTAssertEqual(here.photo, large)
    XCTAssertEqual(there.photo, self.other)
    let files = [store.externalFiles, Set(otherFiles())]
    (here.photo, there.photo) = (self.other, large)
    _ = try store.shell("UPDATE ZSITE SET Z_OPT = 9")
    XCTAssertThrowsError(try context.save())
    XCTAssertEqual([store.externalFiles, Set(otherFiles())], files)
    try container.closeStores()
  }

  func testWhatADeadProcessLeftIsRemovedAtTheNextOpening() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    _ = try site(container.viewContext, "A", large)
    let needed = store.externalFiles
    try container.closeStores()
    // A process that died between writing its file and the commit; one that died between the commit
    // and the removal of its mark; a store of the same folder that saves.
    let identifier = try store.shell("SELECT Z_UUID FROM Z_METADATA")
    let (left, foreign) = (UUID().uuidString, UUID().uuidString)
    let foreignMark = "pending-\(UUID().uuidString)-\(UUID().uuidString)"
    let kept = try XCTUnwrap(needed.first)
    for (name, text) in [
      ("pending-\(identifier)-1", "\(left)\n"), ("pending-\(identifier)-2", "\(kept)\n../x\n"),
      (left, "x"), (foreign, "x"), (foreignMark, "\(foreign)\n"), ("notes.txt", ""),
    ] {
      try Data(text.utf8).write(to: store.externalFolder.appendingPathComponent(name))
    }
    let again = try store.container(TypesModel.make())
    XCTAssertEqual(
      store.externalFiles, needed.union(["notes.txt", foreign, foreignMark]))
    let found = try again.viewContext.fetch(FetchRequest<Site>())
    XCTAssertEqual(found.first?.photo, large)
    try again.closeStores()
  }

  func testNothingIsRemovedWhileAnotherProcessSaves() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    _ = try site(container.viewContext, "A", large)
    // A save that goes on: it holds the write lock, and its file is not in any row yet.
    let connection = try Connection(path: store.file.path, isReadOnly: false, busyTimeout: 0)
    try connection.execute("BEGIN IMMEDIATE")
    let identifier = try store.shell("SELECT Z_UUID FROM Z_METADATA")
    let going = [UUID().uuidString, "pending-\(identifier)-1"]
    for name in going {
      try Data("\(going[0])\n".utf8).write(
        to: store.externalFolder.appendingPathComponent(name))
    }
    let files = store.externalFiles
    let second = try PersistentContainer(
      name: "Store", managedObjectModel: TypesModel.make(),
      descriptions: [PersistentStoreDescription(url: store.file, timeout: 0)])
    try second.loadPersistentStores()
    XCTAssertEqual(store.externalFiles, files)
    try connection.execute("ROLLBACK")
    try second.closeStores()
    try container.closeStores()
    let last = try store.container(TypesModel.make())
    XCTAssertEqual(store.externalFiles, files.subtracting(going))
    try last.closeStores()
  }
}
