import ObjectGraph
import XCTest

/// Objects that somebody deleted and somebody else inserted again, in contexts that hear of both.
@MainActor
final class ReturnedObjectTests: XCTestCase {
  private struct Stage {
    let ann: Owner
    let other: ManagedObjectContext
    let watcher: ManagedObjectContext
  }

  /// Ann, whom the container's context changed and another one deleted, before anybody was told.
  private func makeStage(_ container: PersistentContainer) throws -> Stage {
    let context = container.viewContext
    let ann = context.owner("Ann")
    try context.save()
    func makeContext() -> ManagedObjectContext {
      ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
    }
    let (other, watcher) = (makeContext(), makeContext())
    ann.age = 50
    other.delete(try other.existingOwner(ann.objectID))
    return Stage(ann: ann, other: other, watcher: watcher)
  }

  func testLateNewsOfADeletionDoesNotTakeAnObjectThatWasInsertedAgain() async throws {
    for type in [
      MergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
    ] {
      try await eachStore { container in
        let context = container.viewContext
        let stage = try self.makeStage(container)
        context.automaticallyMergesChangesFromParent = true
        context.mergePolicy = MergePolicy(merge: type)
        try stage.other.save()
        try context.save()
        await self.mainQueueTurn()
        XCTAssertFalse(stage.ann.isDeleted)
        XCTAssertEqual(stage.ann.age, 50)
        XCTAssertEqual(try context.fetch(FetchRequest<Owner>()).map(\.age), [50])
      }
    }
  }

  func testAContextThatTookADeletionOverTakesTheReturnOverToo() async throws {
    try await eachStore { container in
      let stage = try self.makeStage(container)
      let seen = try stage.watcher.existingOwner(stage.ann.objectID)
      stage.watcher.automaticallyMergesChangesFromParent = true
      try stage.other.save()
      await self.mainQueueTurn()
      XCTAssertTrue(seen.isDeleted)
      container.viewContext.mergePolicy = .mergeByPropertyObjectTrump
      try container.viewContext.save()
      await self.mainQueueTurn()
      XCTAssertFalse(seen.isDeleted)
      XCTAssertEqual(seen.age, 50)
      XCTAssertEqual(try stage.watcher.fetch(FetchRequest<Owner>()), [seen])
    }
  }
}
