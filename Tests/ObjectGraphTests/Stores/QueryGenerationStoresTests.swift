import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph
@testable import ObjectStore

/// Query generations and the stores under them: several, removed, without a log, for how long.
@MainActor
final class QueryGenerationStoresTests: XCTestCase {
  private func withFile(
    pragmas: [String: String] = [:], _ body: @MainActor (PinningStage, URL) async throws -> Void
  ) async throws {
    let folder = try temporaryFolder("generations")
    let file = folder.file("Store.sqlite")
    let stage = try PinningStage(PersistentStoreDescription(url: file, pragmas: pragmas))
    try await body(stage, file)
    try stage.close()
  }

  /// A context whose generation expires after 60 seconds of a clock that stands still.
  private func withLimitedGeneration(
    _ body: @MainActor (PinningStage, URL, Clock, ManagedObjectContext) throws -> Void
  ) async throws {
    try await withFile { stage, file in
      let time = Clock()
      let coordinator = stage.container.persistentStoreCoordinator
      coordinator.setClock { time.now }
      coordinator.queryGenerationLifetime = 60
      try body(stage, file, time, stage.makePinnedContext())
    }
  }

  private func assertLiveReading(_ stage: PinningStage) throws {
    let context = stage.makeContext()
    try context.setQueryGenerationFrom(.current)
    let ann = try stage.owner("Ann", context)
    XCTAssertEqual(ann.age, 40)
    try stage.elsewhere { other in
      try stage.owner("Ann", other).age = 41
      stage.makeOwner("Bob", other)
    }
    XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
    context.refreshAllObjects()
    XCTAssertEqual(ann.age, 41)
    XCTAssertEqual(context.queryGenerationToken, .current)
    ann.age = 42
    try context.save()
    XCTAssertEqual(context.queryGenerationToken, .current)
  }

  func testAStoreInMemoryIsReadAsItIs() async throws {
    try assertLiveReading(PinningStage(.inMemory()))
  }

  func testAStoreWithoutALogIsReadAsItIs() async throws {
    try await withFile(pragmas: ["journal_mode": "DELETE"]) { stage, _ in
      try assertLiveReading(stage)
    }
  }

  // Fact 135.
  func testStoresThatAreAddedLaterAreIgnoredUntilTheTokenIsUpdated() async throws {
    try await withFile { stage, file in
      let context = try stage.makePinnedContext()
      let coordinator = stage.container.persistentStoreCoordinator
      let second = try coordinator.addPersistentStore(
        with: PersistentStoreDescription(
          url: file.deletingLastPathComponent().appendingPathComponent("Second.sqlite")))
      try stage.elsewhere { other in
        other.assign(stage.makeOwner("Bob", other), to: second)
      }
      XCTAssertEqual(try stage.names(context), ["Ann"])
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 1)
      try context.setQueryGenerationFrom(.current)
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
      // Both are pinned.
      try stage.elsewhere { other in
        try stage.owner("Bob", other).name = "Rob"
        try stage.owner("Ann", other).name = "Eve"
      }
      context.reset()
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
    }
  }

  // Fact 135.
  func testAStoreThatIsRemovedIsGoneFromTheGeneration() async throws {
    try await withFile { stage, file in
      let coordinator = stage.container.persistentStoreCoordinator
      let second = try coordinator.addPersistentStore(
        with: PersistentStoreDescription(
          url: file.deletingLastPathComponent().appendingPathComponent("Second.sqlite")))
      try stage.elsewhere { other in
        other.assign(stage.makeOwner("Bob", other), to: second)
      }
      let context = try stage.makePinnedContext(expecting: ["Ann", "Bob"])
      let id = try stage.owner("Bob", context).objectID
      try coordinator.remove(second)
      XCTAssertEqual(try stage.names(context), ["Ann"])
      XCTAssertThrowsError(try context.existingObject(with: id)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .persistentStoreOperation)
      }
    }
  }

  func testATokenOfAnotherCoordinatorIsRefused() async throws {
    try await withFile { stage, file in
      let other = try PersistentContainer(
        name: "Other", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: file)])
      try other.loadPersistentStores()
      let token = try stage.makePinnedContext().queryGenerationToken
      XCTAssertThrowsError(try other.viewContext.setQueryGenerationFrom(token)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
      }
      XCTAssertNil(other.viewContext.queryGenerationToken)
    }
  }

  func testAGenerationThatIsTooOldIsGoneAndItsContextSaysSo() async throws {
    try await withLimitedGeneration { stage, _, time, context in
      let token = try XCTUnwrap(context.queryGenerationToken)
      let ann = try stage.owner("Ann", context)
      time.now = 60
      XCTAssertEqual(try stage.names(context), ["Ann"])
      time.now = 61
      XCTAssertThrowsError(try stage.names(context)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .persistentStoreOperation)
        XCTAssertEqual(
          error?.message, "the query generation has expired: its lifetime is 60 seconds")
      }
      XCTAssertThrowsError(try stage.makeContext().setQueryGenerationFrom(token))
      // A property cannot throw: the object stays, and the next save says why it was empty.
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 0)
      XCTAssertFalse(ann.isDeleted)
      XCTAssertEqual(context.errors.first?.code, .persistentStoreOperation)
      try context.setQueryGenerationFrom(.current)
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(try stage.names(context), ["Ann"])
      XCTAssertEqual(ann.age, 40)
    }
  }

  func testASaveDoesNotWaitForALongReadOfAnExpiredGeneration() async throws {
    try await withLimitedGeneration { stage, file, time, context in
      let generation = try XCTUnwrap(context.queryGenerationToken?.generation)
      let pinned = try XCTUnwrap(generation.reader().persistentStores.first)
      let writer = stage.container.newBackgroundContext()
      let isSaved = DispatchSemaphore(value: 0)
      // The pinned connection is busy until the other thread has saved.
      let end = try pinned.sessions.reading { _ in
        time.now = 61
        DispatchQueue.global().async {
          do {
            try writer.performAndWait { other in
              Owner(context: other).name = "Bob"
              try other.save()
            }
          } catch {
            XCTFail("\(error)")
          }
          isSaved.signal()
        }
        return isSaved.wait(timeout: .now() + 30)
      }
      XCTAssertEqual(end, .success)
      XCTAssertEqual(try StoreShell.run("SELECT count(*) FROM ZOWNER", in: file), "2")
      XCTAssertThrowsError(try stage.names(context))
    }
  }

  func testTheLogShrinksAgainOnceAGenerationIsGone() async throws {
    try await withFile { stage, file in
      let time = Clock()
      let coordinator = stage.container.persistentStoreCoordinator
      coordinator.setClock { time.now }
      let context = try stage.makePinnedContext()
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      // What the shell says: whether it was kept from it, pages in the log, pages that went over.
      let blocked = try StoreShell.run("PRAGMA wal_checkpoint(TRUNCATE)", in: file)
      XCTAssertTrue(blocked.hasPrefix("1|"), blocked)
      let passive = try StoreShell.run("PRAGMA wal_checkpoint(PASSIVE)", in: file)
      XCTAssertTrue(passive.hasPrefix("0|"), passive)
      XCTAssertEqual(try stage.names(context), ["Ann"])
      // Whoever saves sees to it.
      time.now = 601
      try stage.elsewhere { stage.makeOwner("Cid", $0) }
      XCTAssertEqual(
        try StoreShell.run("PRAGMA wal_checkpoint(TRUNCATE)", in: file), "0|0|0")
      XCTAssertThrowsError(try stage.names(context))
    }
  }

  func testAGenerationThatGoesWithoutItsContextLeavesTheStoreToOthers() async throws {
    try await withFile { stage, file in
      let context = try stage.makePinnedContext()
      try stage.elsewhere { stage.makeOwner("Bob", $0) }
      try context.setQueryGenerationFrom(nil)
      XCTAssertEqual(
        try StoreShell.run("PRAGMA wal_checkpoint(TRUNCATE)", in: file), "0|0|0")
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
    }
  }
}

/// A clock that a test sets.
private final class Clock: @unchecked Sendable {
  // Sound: the test sets and asks on one thread.
  var now: TimeInterval = 0
}
