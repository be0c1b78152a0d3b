import ObjectGraph
import XCTest

/// Going back to what was saved last: fact 53.
@MainActor
final class RollbackFactsTests: XCTestCase {
  /// Ann and Bob are saved; then Ann is changed, Bob deleted, and Cyd inserted.
  private func roll(_ container: PersistentContainer, with manager: UndoManager?) async throws {
    let context = container.viewContext
    context.undoManager = manager
    let (ann, bob, rex) = (context.owner("Ann"), context.owner("Bob"), Pet(context: context))
    (rex.name, rex.owner) = ("Rex", bob)
    try context.save()
    ann.age = 30
    context.processPendingChanges()
    context.delete(bob)
    context.processPendingChanges()
    XCTAssertTrue(bob.isDeleted)
    XCTAssertNil(rex.owner)
    let cyd = context.owner("Cyd")
    rex.owner = cyd
    let posted = PostedNotifications(
      ManagedObjectContext.didChangeObjectsNotification, of: context)
    context.rollback()

    XCTAssertNil(cyd.managedObjectContext)
    XCTAssertEqual(context.insertedObjects, [])
    XCTAssertFalse(bob.isDeleted)
    XCTAssertEqual(context.deletedObjects, [])
    XCTAssertEqual(ann.age, 18)
    XCTAssertEqual(ann.changedValues().count, 0)
    XCTAssertTrue(rex.owner === bob)
    XCTAssertEqual(bob.pets, [rex])
    XCTAssertFalse(context.hasChanges)
    XCTAssertEqual(try context.owners.map(\.name), ["Ann", "Bob"])
    XCTAssertEqual(posted.keys.last, ["inserted", "refreshed", "deleted"])
    XCTAssertEqual(manager?.canUndo ?? false, false)
    XCTAssertEqual(manager?.canRedo ?? false, false)
    // What was rolled back is not saved later.
    try context.save()
    let stored = try container.newBackgroundContext().performAndWait { other in
      try other.owners.map { "\($0.name) \($0.age) \($0.pets.count)" }
    }
    XCTAssertEqual(stored, ["Ann 18 0", "Bob 18 1"])
  }

  // Fact 53.
  func testRollbackDropsInsertionsDeletionsAndEditsWithoutAnUndoManager() async throws {
    try await eachStore { try await self.roll($0, with: nil) }
  }

  // Fact 53.
  func testRollbackDoesTheSameWithAnUndoManagerAndEmptiesIt() async throws {
    try await eachStore { try await self.roll($0, with: UndoManager()) }
  }

  // Fact 53.
  func testRollbackInAChildGoesBackToWhatTheParentHasUnsaved() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = parent.owner("Ann")
      try parent.save()
      ann.age = 20
      let child = parent.makeChild()
      let mine = try child.existingOwner(ann.objectID)
      mine.age = 21
      child.owner("Bob")
      child.rollback()
      XCTAssertEqual(mine.age, 20)
      XCTAssertFalse(child.hasChanges)
      XCTAssertEqual(ann.age, 20)
      XCTAssertEqual(parent.updatedObjects, [ann])
    }
  }
}
