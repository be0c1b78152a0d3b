import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Backups and restores of a store that is open.
@MainActor
final class BackupServiceTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws { folder = try temporaryFolder().url }

  private var file: URL { folder.appendingPathComponent("book.sqlite") }

  private func backups(_ desk: TestDesk) -> BackupService {
    BackupService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock)
  }

  /// Restores a store without asking.
  private func restore(_ desk: TestDesk, from url: URL) throws -> StoreRestore {
    let restore = try backups(desk).restore(from: url)
    let former = try backups(desk).newFile(in: folder, before: day("2026-06-15"))
    try restore.run(keepingFormerStoreAt: former) {}
    try desk.stack.refreshAfterForeignChanges()
    return restore
  }

  private func names(_ desk: TestDesk) throws -> [String] {
    try desk.stack.mainContext.fetch(FetchRequest<Camper>(nil, by: ["fullName"])).map(\.fullName)
  }

  /// The error of a call that is refused.
  private func refusal(_ body: () throws -> Void) -> BackupError? {
    do {
      try body()
    } catch {
      return error as? BackupError
    }
    return nil
  }

  func testABackupCountsWhatIsInIt() async throws {
    let desk = try otherDesk(on: file)
    _ = try desk.stay(nights: [4_000])
    let url = folder.appendingPathComponent("copy.sqlite")
    let backup = try backups(desk).backUp(to: url)
    XCTAssertEqual(backup.mark.madeAt, desk.stack.clock.now)
    XCTAssertEqual(backup.mark.occasion, .asked)
    XCTAssertEqual(backup.mark.contents?[.reservations], 1)
    XCTAssertEqual(backup.mark.contents?[.campers], 1)
    XCTAssertEqual(backup.mark.contents?[.sales], 0)
    XCTAssertEqual(try backups(desk).backups(in: folder), [backup])
    // The store itself is no backup.
    XCTAssertNil(
      desk.stack.persistentStoreCoordinator.persistentStores[0].metadata["CampgroundBackup"])
    try desk.stack.close()
  }

  func testOnlyABackupOfTheSameStoreIsReplaced() async throws {
    let desk = try otherDesk(on: file)
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    let url = folder.appendingPathComponent("copy.sqlite")
    try backups(desk).backUp(to: url)
    _ = try desk.campers.addCamper("Ben", phoneNumber: nil)
    XCTAssertEqual(try backups(desk).backUp(to: url, isReplacing: true).mark.contents?[.campers], 2)

    let letter = folder.appendingPathComponent("letter.txt")
    try Data("Dear Ada".utf8).write(to: letter)
    XCTAssertEqual(
      refusal { try backups(desk).backUp(to: letter, isReplacing: true) },
      .notReplaced(path: letter.path))
    XCTAssertEqual(try String(contentsOf: letter, encoding: .utf8), "Dear Ada")
    let foreign = folder.appendingPathComponent("other.sqlite")
    let other = try otherDesk(on: foreign)
    _ = try other.campers.addCamper("Cora", phoneNumber: nil)
    let theirs = folder.appendingPathComponent("theirs.sqlite")
    try backups(other).backUp(to: theirs)
    for kept in [foreign, theirs] {
      XCTAssertEqual(
        refusal { try backups(desk).backUp(to: kept, isReplacing: true) },
        .notReplaced(path: kept.path))
    }
    XCTAssertEqual(try names(other), ["Cora"])
    try desk.stack.close()
    try other.stack.close()
  }

  func testARestoreBringsBackWhatWasAndKeepsWhatIs() async throws {
    let desk = try otherDesk(on: file)
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    let url = folder.appendingPathComponent("copy.sqlite")
    try backups(desk).backUp(to: url)
    _ = try desk.campers.addCamper("Ben", phoneNumber: nil)
    let restore = try restore(desk, from: url)
    XCTAssertEqual(restore.present[.campers], 2)
    XCTAssertEqual(restore.restored[.campers], 1)
    XCTAssertEqual(restore.lostCommands.count, 1)
    XCTAssertFalse(restore.isOfAnotherStore)
    XCTAssertEqual(try names(desk), ["Ada"])
    let former = folder.appendingPathComponent("book-before-2026-06-15.sqlite")
    let kept = try XCTUnwrap(backups(desk).backups(in: folder).first { $0.url.path == former.path })
    XCTAssertEqual(kept.mark.occasion, .restore)
    XCTAssertEqual(kept.mark.contents?[.campers], 2)
    // What was restored is no backup, and the former content can be restored in turn.
    XCTAssertNil(
      try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: file)[
        "CampgroundBackup"])
    XCTAssertEqual(try self.restore(desk, from: former).lostCommands, [])
    XCTAssertEqual(try names(desk), ["Ada", "Ben"])
    XCTAssertTrue(
      FileManager.default.fileExists(
        atPath: folder.appendingPathComponent("book-before-2026-06-15-2.sqlite").path))
    try desk.stack.close()
  }

  /// Two desks at work on one store: the second has read everything before the first restores it.
  func testAnotherDeskSeesTheRestoredStoreAtItsNextCommand() async throws {
    let first = try otherDesk(on: file)
    let stay = try first.stay(nights: [4_000, 4_000])
    let url = folder.appendingPathComponent("copy.sqlite")
    try backups(first).backUp(to: url)

    let second = try otherDesk(on: file)
    let desk = Desk(on: second.stack, clock: second.stack.clock)
    try desk.perform("cancel R-1") { _ = try $0.reservations.cancel("R-1") }
    try desk.perform("camper add Ben") { _ = try $0.campers.addCamper("Ben", phoneNumber: nil) }
    XCTAssertEqual(try names(second), ["Ada Rivera", "Ben"])
    let theirs = try XCTUnwrap(
      second.stack.mainContext.fetch(Reservation.fetchRequest()).first)
    XCTAssertEqual(theirs.state, .canceled)
    let own = try XCTUnwrap(desk.lastCommand())
    XCTAssertTrue(own.isOfThisDesk)

    _ = try restore(first, from: url)
    XCTAssertEqual(stay.state, .reserved)
    XCTAssertTrue(try second.stack.refreshAfterForeignChanges())
    XCTAssertNotNil(desk.noticeRestore())
    XCTAssertNil(desk.noticeRestore())
    XCTAssertEqual(theirs.state, .reserved)
    XCTAssertEqual(theirs.nights.count, 2)
    XCTAssertEqual(try names(second), ["Ada Rivera"])
    // Numbers of before mean nothing: another desk's command has one of them now.
    _ = try first.campers.addCamper("Cora", phoneNumber: nil)
    try second.stack.refreshAfterForeignChanges()
    XCTAssertNotEqual(try desk.lastCommand()?.isOfThisDesk, true)
    // Both go on with the restored store.
    try desk.perform("camper add Dan") { _ = try $0.campers.addCamper("Dan", phoneNumber: nil) }
    try first.stack.refreshAfterForeignChanges()
    XCTAssertEqual(try names(first), ["Ada Rivera", "Cora", "Dan"])
    let check = CheckService(managedObjectContext: first.stack.mainContext, storeStack: first.stack)
    XCTAssertEqual(try check.findings(), [])
    try first.stack.close()
    try second.stack.close()
  }

  func testTheCommandsSinceTheStoresPartedAreLost() async throws {
    let file = folder.appendingPathComponent("apart.sqlite")
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let desk = Desk(on: stack, clock: stack.clock, by: "Mia")
    func add(_ name: String) throws {
      try desk.perform("camper add \(name)") {
        _ = try $0.campers.addCamper(name, phoneNumber: nil)
      }
    }
    let backups = BackupService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: stack.clock)
    let (first, second) = (
      folder.appendingPathComponent("1.sqlite"), folder.appendingPathComponent("2.sqlite")
    )
    try add("Ada")
    try backups.backUp(to: first)
    for name in ["Ben", "Cora", "Dan"] { try add(name) }
    try backups.backUp(to: second)
    try backups.restore(from: first).run(
      keepingFormerStoreAt: folder.appendingPathComponent("3.sqlite")
    ) {}
    try stack.refreshAfterForeignChanges()
    for name in ["Eve", "Finn"] { try add(name) }
    // As many numbers as in the backup, for other commands.
    let restore = try backups.restore(from: second)
    XCTAssertEqual(restore.lostCommands.map(\.command), ["camper add Finn", "camper add Eve"])
    XCTAssertEqual(restore.lostCommands.map(\.who), ["Mia", "Mia"])
    try stack.close()
  }

  func testABackupOfAnotherStoreFillsANewOne() async throws {
    let desk = try otherDesk(on: file)
    _ = try desk.stay(nights: [4_000])
    let url = folder.appendingPathComponent("copy.sqlite")
    try backups(desk).backUp(to: url)
    try desk.stack.close()
    let fresh = try otherDesk(on: folder.appendingPathComponent("fresh.sqlite"))
    let identifier = fresh.stack.persistentStoreCoordinator.persistentStores[0].identifier
    let restore = try restore(fresh, from: url)
    XCTAssertTrue(restore.isOfAnotherStore)
    XCTAssertEqual(restore.lostCommands, [])
    XCTAssertEqual(try names(fresh), ["Ada Rivera"])
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: folder.appendingPathComponent("fresh.sqlite"))
    XCTAssertEqual(metadata["NSStoreUUID"] as? String, identifier)
    try fresh.stack.close()
  }

  func testAStoreOfAnOlderVersionIsMigratedInACopy() async throws {
    let old = folder.appendingPathComponent("old.sqlite")
    let former = try FormerStore(of: .campgroundVersion3, at: old)
    _ = try former.campground("Pine")
    try former.close()
    let before = try Data(contentsOf: old)
    let desk = try otherDesk(on: file)
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    let restore = try restore(desk, from: old)
    XCTAssertEqual(restore.formerVersion, "version 3")
    XCTAssertEqual(try names(desk), [])
    XCTAssertEqual(try desk.campgrounds.campgrounds().map(\.name), ["Pine"])
    XCTAssertEqual(try Data(contentsOf: old), before)
    try desk.stack.close()
  }

  func testAStoreOfANewerVersionIsRefusedByName() async throws {
    let newer = folder.appendingPathComponent("newer.sqlite")
    let model = ManagedObjectModel {
      EntityDescription("Campground") { AttributeDescription("name", .string) }
      EntityDescription("Rocket") { AttributeDescription("name", .string) }
    }
    model.versionIdentifiers = ["9"]
    try StoreStack(model: model, store: PersistentStoreDescription(url: newer)).close()
    let desk = try otherDesk(on: file)
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    XCTAssertEqual(
      refusal { _ = try backups(desk).restore(from: newer) },
      .unknownVersion(
        path: newer.path, version: "version 9",
        own: ManagedObjectModel.campground.versionIdentifiers.sorted().joined(separator: "/")))
    XCTAssertEqual(try names(desk), ["Ada"])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    XCTAssertEqual(left.filter { $0.contains("draft") }, [])
    try desk.stack.close()
  }

  func testADamagedBackupIsNotRestored() async throws {
    let desk = try otherDesk(on: file)
    for number in 0..<300 { _ = try desk.campers.addCamper("Camper \(number)", phoneNumber: nil) }
    let url = folder.appendingPathComponent("copy.sqlite")
    try backups(desk).backUp(to: url)
    var bytes = try Data(contentsOf: url)
    // Pages in the middle of the file.
    let middle = bytes.count / 2 / 4_096 * 4_096
    bytes.replaceSubrange(middle..<middle + 16_384, with: Data(repeating: 0xFF, count: 16_384))
    try bytes.write(to: url)
    XCTAssertThrowsError(try backups(desk).restore(from: url))
    XCTAssertEqual(try names(desk).count, 300)
    try desk.stack.close()
  }

  func testAStoreInMemoryHasNoBackups() async throws {
    let desk = TestDesk(try TestStoreStack())
    let url = folder.appendingPathComponent("copy.sqlite")
    XCTAssertEqual(refusal { try backups(desk).backUp(to: url) }, .noFile)
    XCTAssertEqual(refusal { _ = try backups(desk).backups() }, .noFile)
    XCTAssertEqual(refusal { _ = try backups(desk).restore(from: url) }, .noFile)
    XCTAssertFalse(FileManager.default.fileExists(atPath: url.path))
    try desk.stack.close()
  }
}
