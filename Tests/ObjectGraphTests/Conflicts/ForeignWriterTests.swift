import Foundation
import ObjectGraph
import XCTest

/// Another coordinator, and another process, that write to the file: what they saved is seen, or a
/// conflict, and never written over unseen.
@MainActor
final class ForeignWriterTests: XCTestCase {
  private func saved(_ pair: PairOfWriters) throws -> Owner {
    let ann = pair.container.viewContext.owner("Ann")
    try pair.container.viewContext.save()
    return ann
  }

  func testAnEditOnValuesThatAnotherCoordinatorChangedIsAConflict() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      let ann = try self.saved(pair)
      ann.age = 40
      try pair.elsewhere.performAndWait { other in
        try other.owners[0].age = 50
        try other.save()
      }
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      context.refresh(ann, mergeChanges: false)
      _ = try pair.container.persistentStoreCoordinator.noticeForeignChanges()
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 50)
    }
  }

  func testADeletionOfWhatAnotherCoordinatorChangedIsAConflict() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      let ann = try self.saved(pair)
      context.delete(ann)
      try pair.elsewhere.performAndWait { other in
        try other.owners[0].age = 50
        try other.save()
      }
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      context.rollback()
      let age = try pair.elsewhere.performAndWait { try $0.owners[0].age }
      XCTAssertEqual(age, 50)
    }
  }

  func testAnEditOfAnObjectThatAnotherProcessDeletedIsAConflict() async throws {
    try await withPets { container, url in
      let ann = container.viewContext.owner("Ann")
      try container.viewContext.save()
      ann.age = 40
      _ = try StoreShell.run("DELETE FROM ZOWNER", in: url)
      XCTAssertThrowsError(try container.viewContext.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      XCTAssertEqual(try StoreShell.run("SELECT count(*) FROM ZOWNER", in: url), "0")
    }
  }

  func testWhatAnotherProcessSavedIsSeenOnceItIsNoticed() async throws {
    try await withPets { container, url in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      let coordinator = container.persistentStoreCoordinator
      XCTAssertFalse(try coordinator.noticeForeignChanges())
      _ = try StoreShell.run("UPDATE ZOWNER SET ZAGE = 70, Z_OPT = Z_OPT + 1", in: url)
      XCTAssertEqual(ann.age, 18)
      XCTAssertTrue(try coordinator.noticeForeignChanges())
      XCTAssertFalse(try coordinator.noticeForeignChanges())
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 70)
      ann.age = 71
      try context.save()
      XCTAssertEqual(try StoreShell.run("SELECT ZAGE, Z_OPT FROM ZOWNER", in: url), "71|3")
    }
  }

  func testAnEditOnValuesThatAnotherProcessChangedIsAConflict() async throws {
    try await withPets { container, url in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      ann.age = 40
      _ = try StoreShell.run("UPDATE ZOWNER SET ZAGE = 70, Z_OPT = Z_OPT + 1", in: url)
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      XCTAssertEqual(try StoreShell.run("SELECT ZAGE FROM ZOWNER", in: url), "70")
    }
  }

  func testWhatAnotherProcessSavedIsMergedByItsURIs() async throws {
    try await withPets { container, url in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      _ = try StoreShell.run("UPDATE ZOWNER SET ZAGE = 70, Z_OPT = Z_OPT + 1", in: url)
      ManagedObjectContext.mergeChanges(
        fromRemoteContextSave: ["updated": [ann.objectID.uriRepresentation()]], into: [context])
      XCTAssertEqual(ann.age, 70)
      ann.age = 71
      try context.save()
      XCTAssertEqual(try StoreShell.run("SELECT ZAGE, Z_OPT FROM ZOWNER", in: url), "71|3")
    }
  }

  func testTwoProcessesThatCountOnOneRowLoseNothing() async throws {
    try await withPets { container, url in
      let context = container.viewContext
      context.owner("Ann", age: 0)
      try context.save()
      let writer = try StoreShell.start(
        String(
          repeating: "UPDATE ZOWNER SET ZAGE = ZAGE + 1, Z_OPT = Z_OPT + 1;", count: 50), in: url)
      var mine = 0
      while mine < 50 {
        let ann = try XCTUnwrap(try context.owners.first)
        context.refresh(ann, mergeChanges: false)
        _ = try container.persistentStoreCoordinator.noticeForeignChanges()
        context.refreshAllObjects()
        ann.age += 1
        do {
          try context.save()
          mine += 1
        } catch let error as ObjectGraphError where error.code == .managedObjectMerge {
          context.rollback()
        }
      }
      writer.waitUntilExit()
      XCTAssertEqual(writer.terminationStatus, 0)
      XCTAssertEqual(try StoreShell.run("SELECT ZAGE, Z_OPT FROM ZOWNER", in: url), "100|101")
    }
  }

  private func withPets(
    _ body: @MainActor (PersistentContainer, URL) async throws -> Void
  ) async throws {
    try await withStoreFile { url in
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: url)])
      try container.loadPersistentStores()
      try await body(container, url)
      for store in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(store)
      }
    }
  }
}

extension StoreShell {
  /// Starts the command on a file; it waits for others who write.
  fileprivate static func start(_ sql: String, in file: URL) throws -> Process {
    let executable = "/usr/bin/sqlite3"
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw XCTSkip("the sqlite3 shell is not installed")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["-bail", "-cmd", ".timeout 60000", file.path, sql]
    try process.run()
    return process
  }
}
