import Foundation
import ObjectGraph
import XCTest

/// Contexts that take over by themselves what others save: fact 52.
@MainActor
final class AutomaticMergingTests: XCTestCase {
  private func saved(_ context: ManagedObjectContext) throws -> Owner {
    let ann = context.owner("Ann")
    try context.save()
    return ann
  }

  private func edit(
    _ id: ManagedObjectID, in container: PersistentContainer,
    _ body: @escaping @Sendable (Owner) -> Void
  ) async throws {
    try await container.newBackgroundContext().perform { other in
      body(try other.existingOwner(id))
      try other.save()
    }
  }

  // Fact 52.
  func testAContextOfTheStoreTakesOverWhatOthersSaveOnlyIfItIsToldTo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.saved(context)
      let id = ann.objectID
      try await self.edit(id, in: container) { $0.age = 50 }
      await self.mainQueueTurn()
      XCTAssertEqual(ann.age, 18)
      context.automaticallyMergesChangesFromParent = true
      try await self.edit(id, in: container) { $0.age = 51 }
      await self.mainQueueTurn()
      XCTAssertEqual(ann.age, 51)
      context.automaticallyMergesChangesFromParent = false
      try await self.edit(id, in: container) { $0.age = 52 }
      await self.mainQueueTurn()
      XCTAssertEqual(ann.age, 51)
    }
  }

  // Fact 52.
  func testAChildSeesWhatItsParentSavedOnlyIfItIsToldTo() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = try self.saved(parent)
      let (child, deaf) = (parent.makeChild(), parent.makeChild())
      child.automaticallyMergesChangesFromParent = true
      let (mine, others) = (
        try child.existingOwner(ann.objectID), try deaf.existingOwner(ann.objectID)
      )
      ann.age = 60
      try parent.save()
      await self.mainQueueTurn()
      XCTAssertEqual(mine.age, 60)
      XCTAssertEqual(others.age, 18)
      deaf.refresh(others, mergeChanges: true)
      XCTAssertEqual(others.age, 60)
    }
  }

  // Fact 52.
  func testAChildSeesWhatItsParentsOtherChildrenSaved() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = try self.saved(parent)
      let bob = parent.owner("Bob")
      try parent.save()
      let (first, second) = (parent.makeChild(), parent.makeChild())
      second.automaticallyMergesChangesFromParent = true
      let mine = try second.existingOwner(ann.objectID)
      let lost = try second.existingOwner(bob.objectID)
      let posted = PostedNotifications(
        ManagedObjectContext.didChangeObjectsNotification, of: second)
      try first.existingOwner(ann.objectID).age = 61
      first.delete(try first.existingOwner(bob.objectID))
      first.owner("Cyd")
      try first.save()
      await self.mainQueueTurn()
      XCTAssertEqual(mine.age, 61)
      XCTAssertTrue(lost.isDeleted)
      XCTAssertEqual(posted.objects(.refreshedObjects), [mine])
      XCTAssertEqual(posted.objects(.deletedObjects), [lost])
      XCTAssertEqual(posted.objects(.insertedObjects).map { ($0 as? Owner)?.name }, ["Cyd"])
      XCTAssertEqual(try second.owners.map(\.name), ["Ann", "Cyd"])
      XCTAssertTrue(parent.hasChanges)
      // The parent's save gives the new object its key, and the child goes on with its own.
      let cyd = try XCTUnwrap(posted.objects(.insertedObjects).first as? Owner)
      try parent.save()
      await self.mainQueueTurn()
      XCTAssertFalse(cyd.objectID.isTemporaryID)
      cyd.age = 62
      try second.saveThrough()
      XCTAssertEqual(try parent.owners.map(\.age), [61, 62])
    }
  }

  func testAGrandchildSeesWhatItsParentSavedIntoItsOwn() async throws {
    try await eachStore { container in
      let top = container.viewContext
      let ann = try self.saved(top)
      let parent = top.makeChild()
      let child = parent.makeChild()
      child.automaticallyMergesChangesFromParent = true
      let mine = try child.existingOwner(ann.objectID)
      try parent.existingOwner(ann.objectID).age = 63
      try parent.save()
      await self.mainQueueTurn()
      XCTAssertEqual(mine.age, 63)
      XCTAssertTrue(top.hasChanges)
    }
  }

  func testAChildOnAnotherQueueMergesThere() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = try self.saved(parent)
      let id = ann.objectID
      let child = BackgroundContext(childOf: parent, name: "child")
      let scratch = parent.makeChild()
      try await child.perform { context in
        context.automaticallyMergesChangesFromParent = true
        context.retainsRegisteredObjects = true
        _ = try context.existingOwner(id)
      }
      try scratch.existingOwner(id).age = 64
      try scratch.save()
      let age = try await child.perform { try $0.existingOwner(id).age }
      XCTAssertEqual(age, 64)
    }
  }

  func testAnEditThatTheOtherSaveDidNotTouchIsKeptAndIsNoConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.automaticallyMergesChangesFromParent = true
      let ann = try self.saved(context)
      ann.age = 33
      try await self.edit(ann.objectID, in: container) { $0.name = "Anna" }
      await self.mainQueueTurn()
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertEqual(ann.age, 33)
      try context.save()
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertEqual(ann.age, 33)
    }
  }

  func testAnEditOfWhatTheOtherSaveChangedStaysAndEndsInAConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.automaticallyMergesChangesFromParent = true
      let ann = try self.saved(context)
      ann.age = 33
      try await self.edit(ann.objectID, in: container) { $0.age = 44 }
      await self.mainQueueTurn()
      XCTAssertEqual(ann.age, 33)
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
    }
  }

  func testAChildGoesOnSeeingItsParentsUnsavedValues() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = try self.saved(parent)
      ann.age = 30
      let child = parent.makeChild()
      child.automaticallyMergesChangesFromParent = true
      let mine = try child.existingOwner(ann.objectID)
      XCTAssertEqual(mine.age, 30)
      try await self.edit(ann.objectID, in: container) { $0.age = 44 }
      await self.mainQueueTurn()
      XCTAssertEqual(mine.age, 30)
    }
  }

  func testAContextThatGoesIsNotMergedIntoAnyMore() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = try self.saved(parent)
      var child: ManagedObjectContext? = parent.makeChild()
      child?.automaticallyMergesChangesFromParent = true
      let held = try XCTUnwrap(child).existingOwner(ann.objectID)
      child = nil
      try await self.edit(ann.objectID, in: container) { $0.age = 44 }
      await self.mainQueueTurn()
      XCTAssertNil(held.managedObjectContext)
      XCTAssertEqual(try parent.owners.count, 1)
    }
  }

  func testAnObjectWhoseMembersAloneChangedTakesNewerValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      let other = container.persistentStoreCoordinator
      for isMerging in [false, true] {
        context.automaticallyMergesChangesFromParent = isMerging
        let pet = Pet(context: context)
        (pet.name, pet.owner) = ("Rex", ann)
        XCTAssertEqual(ann.pets.count, isMerging ? 2 : 1)
        let elsewhere = ManagedObjectContext(mainQueueFor: other)
        try elsewhere.existingOwner(ann.objectID).age += 30
        try elsewhere.save()
        await self.mainQueueTurn()
        if !isMerging { context.refreshAllObjects() }
        XCTAssertEqual(ann.age, isMerging ? 78 : 48)
        try context.save()
        XCTAssertEqual(ann.age, isMerging ? 78 : 48)
      }
    }
  }
}
