import Foundation
import ObjectGraph
import ObjectStore
import XCTest

/// Copies of open stores, and stores whose content is replaced while they are open.
@MainActor
final class CopiedStoreTests: XCTestCase {
  private let large = Data(repeating: 1, count: 200_000)

  /// Runs the body with an open store, which is removed with everything beside it afterwards.
  private func withStore(_ body: (StoreCopy, PersistentContainer, PersistentStore) throws -> Void)
    throws
  {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    let open = try XCTUnwrap(container.persistentStoreCoordinator.persistentStores.first)
    try body(store, container, open)
    try container.closeStores()
  }

  private func add(_ name: String, photo: Data? = nil, to container: PersistentContainer) throws {
    let site = Site(context: container.viewContext)
    site.name = name
    site.photo = photo
    try container.viewContext.save()
  }

  private func names(_ file: URL) throws -> String {
    try sqlite3(file, "SELECT group_concat(ZNAME) FROM (SELECT ZNAME FROM ZSITE ORDER BY Z_PK)")
  }

  private func externalFiles(of file: URL) -> Set<String> {
    let name = file.deletingPathExtension().lastPathComponent
    let folder = file.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    return Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
  }

  private func everything(in folder: URL) -> [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private struct Refused: Error {}

  // MARK: Copies

  func testACopyIsOneFileWithTheExternalFilesOfItsRows() async throws {
    try withStore { store, container, open in
      try add("A", photo: large, to: container)
      let place = store.folder.appendingPathComponent("copy.sqlite")
      try container.persistentStoreCoordinator.copyPersistentStore(open, to: place) { draft in
        XCTAssertFalse(FileManager.default.fileExists(atPath: place.path))
        XCTAssertEqual(try self.names(draft), "A")
        return ["why": "test"]
      }
      XCTAssertEqual(try sqlite3(place, "PRAGMA journal_mode"), "delete")
      XCTAssertEqual(try sqlite3(place, "PRAGMA integrity_check"), "ok")
      XCTAssertEqual(externalFiles(of: place), Set(store.externalFiles))
      let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: place)
      XCTAssertEqual(metadata["why"] as? String, "test")
      XCTAssertEqual(metadata["NSStoreUUID"] as? String, open.identifier)
      XCTAssertNil(container.persistentStoreCoordinator.metadata(for: open)["why"])
      let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions]
      XCTAssertEqual(mode as? Int, 0o600)
      let copy = try PersistentContainer(
        name: "Copy", managedObjectModel: TypesModel.make(),
        descriptions: [PersistentStoreDescription(url: place, isReadOnly: true)])
      try copy.loadPersistentStores()
      let found = try copy.viewContext.fetch(FetchRequest<Site>())
      XCTAssertEqual(found.map(\.photo), [large])
      try copy.closeStores()
      // Reading leaves nothing beside it.
      XCTAssertFalse(FileManager.default.fileExists(atPath: place.path + "-wal"))
    }
  }

  func testACopyThatFailsLeavesNothing() async throws {
    try withStore { store, container, open in
      let coordinator = container.persistentStoreCoordinator
      try add("A", photo: large, to: container)
      let before = everything(in: store.folder)
      let place = store.folder.appendingPathComponent("copy.sqlite")
      XCTAssertThrowsError(
        try coordinator.copyPersistentStore(open, to: place) { _ in throw Refused() }
      ) { XCTAssertTrue($0 is Refused) }
      XCTAssertEqual(everything(in: store.folder), before)
      coordinator.interrupt()
      XCTAssertEqual(
        errorOf { try coordinator.copyPersistentStore(open, to: place) }?.code, .userCancelled)
      coordinator.resume()
      XCTAssertEqual(everything(in: store.folder), before)
      let nowhere = store.folder.appendingPathComponent("none/copy.sqlite")
      XCTAssertEqual(
        errorOf { try coordinator.copyPersistentStore(open, to: nowhere) }?.code,
        .persistentStoreOpen)
      XCTAssertEqual(
        errorOf { try coordinator.copyPersistentStore(open, to: store.file) }?.code,
        .invalidArgument)
      let twin = store.file.deletingPathExtension().appendingPathExtension("bak")
      XCTAssertEqual(
        errorOf { try coordinator.copyPersistentStore(open, to: twin) }?.code,
        .invalidArgument)
      XCTAssertEqual(everything(in: store.folder), before)
    }
  }

  func testACopyIsReplacedOnlyOnRequest() async throws {
    try withStore { store, container, open in
      let coordinator = container.persistentStoreCoordinator
      let place = store.folder.appendingPathComponent("copy.sqlite")
      try add("A", photo: large, to: container)
      try coordinator.copyPersistentStore(open, to: place)
      let former = externalFiles(of: place)
      let site = try XCTUnwrap(container.viewContext.fetch(FetchRequest<Site>()).first)
      site.photo = Data(repeating: 2, count: 150_000)
      site.name = "B"
      try container.viewContext.save()
      XCTAssertEqual(
        errorOf { try coordinator.copyPersistentStore(open, to: place) }?.code,
        .persistentStoreOpen)
      XCTAssertEqual(try names(place), "A")
      XCTAssertThrowsError(
        try coordinator.copyPersistentStore(open, to: place, isReplacing: true) { _ in
          throw Refused()
        })
      XCTAssertEqual(try names(place), "A")
      XCTAssertEqual(externalFiles(of: place), former)
      try coordinator.copyPersistentStore(open, to: place, isReplacing: true)
      XCTAssertEqual(try names(place), "B")
      XCTAssertEqual(externalFiles(of: place), Set(store.externalFiles))
    }
  }

  /// Each row of the other writer comes with a file, and takes the former row and its file away.
  func testACopyMadeWhileAnotherWritesHasTheFilesOfItsRows() async throws {
    try withStore { store, container, open in
      try add("0", photo: large, to: container)
      let file = store.file
      let isOver = Lock(false)
      let writer = Thread {
        do {
          let other = try PersistentStoreCoordinator(managedObjectModel: TypesModel.make())
          try other.addPersistentStore(type: .sqlite, at: file)
          let context = BackgroundContext(coordinator: other)
          var number = 1
          while !isOver.withLock({ $0 }) {
            let current = number
            try context.performAndWait { context in
              for site in try context.fetch(FetchRequest<Site>()) { context.delete(site) }
              let site = Site(context: context)
              site.name = "\(current)"
              site.photo = Data(repeating: UInt8(truncatingIfNeeded: current), count: 120_000)
              try context.save()
            }
            number += 1
          }
          for store in other.persistentStores { try other.remove(store) }
        } catch {
          XCTFail("\(error)")
        }
        isOver.withLock { $0 = false }
      }
      writer.start()
      for number in 0..<20 {
        let place = store.folder.appendingPathComponent("copy-\(number).sqlite")
        try container.persistentStoreCoordinator.copyPersistentStore(open, to: place)
        let copy = try PersistentStoreCoordinator(managedObjectModel: TypesModel.make())
        let opened = try copy.addPersistentStore(
          with: PersistentStoreDescription(url: place, isReadOnly: true))
        XCTAssertEqual(try copy.faults(in: opened), [])
        XCTAssertEqual(try sqlite3(place, "SELECT count(*) FROM ZSITE"), "1")
        try copy.remove(opened)
      }
      isOver.withLock { $0 = true }
      while isOver.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.005) }
    }
  }

  // MARK: Replacing

  func testReplacedContentIsSeenByEveryoneWhoHasTheStoreOpen() async throws {
    try withStore { store, container, open in
      let coordinator = container.persistentStoreCoordinator
      try add("A", photo: large, to: container)
      let backup = store.folder.appendingPathComponent("backup.sqlite")
      try coordinator.copyPersistentStore(open, to: backup)
      let other = try store.container(TypesModel.make())
      let theirs = try XCTUnwrap(other.viewContext.fetch(FetchRequest<Site>()).first)
      XCTAssertEqual(theirs.name, "A")
      // The same version of the row, with another value.
      theirs.name = "B"
      theirs.photo = nil
      try other.viewContext.save()
      try add("C", to: other)
      XCTAssertTrue(try coordinator.noticeForeignChanges())
      XCTAssertEqual(store.externalFiles, [])

      let former = store.folder.appendingPathComponent("former.sqlite")
      try coordinator.replaceContent(
        of: open, withPersistentStoreFrom: backup, keepingFormerContentAt: former)
      XCTAssertEqual(try names(store.file), "A")
      XCTAssertEqual(try names(former), "B,C")
      XCTAssertEqual(Set(store.externalFiles), externalFiles(of: backup))
      for container in [container, other] {
        XCTAssertTrue(try container.persistentStoreCoordinator.noticeForeignChanges())
        container.viewContext.refreshAllObjects()
        let found = try container.viewContext.fetch(FetchRequest<Site>())
        XCTAssertEqual(found.map(\.name), ["A"])
        XCTAssertEqual(found.map(\.photo), [large])
      }
      XCTAssertEqual(open.identifier, try sqlite3(store.file, "SELECT Z_UUID FROM Z_METADATA"))
      // The key of C is not given again.
      try add("D", to: other)
      XCTAssertEqual(try sqlite3(store.file, "SELECT max(Z_PK) FROM ZSITE"), "3")
      XCTAssertEqual(try coordinator.faults(in: open), [])
      try other.closeStores()
    }
  }

  func testMetadataOfTheNewContentIsRead() async throws {
    try withStore { store, container, open in
      let coordinator = container.persistentStoreCoordinator
      let other = try store.container(TypesModel.make())
      let backup = store.folder.appendingPathComponent("backup.sqlite")
      try coordinator.copyPersistentStore(open, to: backup) { _ in ["number": 7] }
      try coordinator.replaceContent(
        of: open, withPersistentStoreFrom: backup,
        keepingFormerContentAt: store.folder.appendingPathComponent("former.sqlite"))
      for container in [container, other] {
        let coordinator = container.persistentStoreCoordinator
        XCTAssertTrue(try coordinator.noticeForeignChanges())
        XCTAssertEqual(
          coordinator.persistentStores.first?.metadata["number"] as? Int, 7)
      }
      try other.closeStores()
    }
  }

  func testContentIsNotReplacedHalfway() async throws {
    try withStore { store, container, open in
      let coordinator = container.persistentStoreCoordinator
      try add("A", photo: large, to: container)
      let backup = store.folder.appendingPathComponent("backup.sqlite")
      try coordinator.copyPersistentStore(open, to: backup)
      let site = try XCTUnwrap(container.viewContext.fetch(FetchRequest<Site>()).first)
      (site.name, site.photo) = ("B", nil)
      try container.viewContext.save()
      let former = store.folder.appendingPathComponent("former.sqlite")
      let before = everything(in: store.folder)
      XCTAssertThrowsError(
        try coordinator.replaceContent(
          of: open, withPersistentStoreFrom: backup, keepingFormerContentAt: former
        ) { _ in throw Refused() })
      XCTAssertEqual(try names(store.file), "B")
      XCTAssertEqual(everything(in: store.folder), before)
      // Nor where the former content cannot be kept, or somebody else holds the lock.
      XCTAssertEqual(
        errorOf {
          try coordinator.replaceContent(
            of: open, withPersistentStoreFrom: backup, keepingFormerContentAt: backup)
        }?.code, .persistentStoreOpen)
      XCTAssertEqual(try names(store.file), "B")
      XCTAssertEqual(everything(in: store.folder), before)
    }
  }
}
