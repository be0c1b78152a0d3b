import Foundation
import ObjectGraph
import XCTest

/// Contexts whose parents are contexts: facts 136 to 140.
@MainActor
final class NestedContextFactsTests: XCTestCase {
  /// The ages in the store, as a context beside reads them.
  private func stored(_ container: PersistentContainer) throws -> [Int16] {
    try container.newBackgroundContext().performAndWait { try $0.owners.map(\.age) }
  }

  // Fact 136.
  func testEachSavePushesOneLevelAndTheStoreChangesWithTheRoots() async throws {
    try await eachStore { container in
      let root = container.viewContext
      let parent = root.makeChild()
      let child = parent.makeChild()
      child.owner("Ann", age: 40)
      try child.save()
      XCTAssertFalse(child.hasChanges)
      XCTAssertEqual(parent.insertedObjects.count, 1)
      XCTAssertFalse(root.hasChanges)
      try parent.save()
      XCTAssertEqual(root.insertedObjects.count, 1)
      XCTAssertEqual(try self.stored(container), [])
      try root.save()
      XCTAssertEqual(try self.stored(container), [40])
    }
  }

  // Fact 137.
  func testAChildsFetchSeesUnsavedWorkOfAllItsParents() async throws {
    try await eachStore { container in
      let root = container.viewContext
      let (ann, bob) = (root.owner("Ann"), root.owner("Bob"))
      try root.save()
      ann.age = 50
      root.delete(bob)
      let parent = root.makeChild()
      parent.owner("Cyd", age: 51)
      let child = parent.makeChild()
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "age >= 50")
      XCTAssertEqual(Set(try child.fetch(request).map(\.name)), ["Ann", "Cyd"])
      XCTAssertEqual(try child.count(for: FetchRequest<Owner>()), 2)
      XCTAssertEqual(try self.stored(container), [18, 18])
    }
  }

  // Fact 139.
  func testAChildsChangesGoOverItsParentsWithoutAConflictAndLeaveTheOthers() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = parent.owner("Ann")
      try parent.save()
      let child = parent.makeChild()
      let mine = try child.existingOwner(ann.objectID)
      mine.age = 31
      (ann.age, ann.name) = (32, "Anna")
      try child.save()
      XCTAssertEqual(ann.age, 31)
      XCTAssertEqual(ann.name, "Anna")
      try parent.save()
      XCTAssertEqual(try self.stored(container), [31])
    }
  }

  // Fact 140.
  func testObjectsOfADroppedChildBelongToNoContextAndChangeNothing() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = parent.owner("Ann")
      try parent.save()
      var child: ManagedObjectContext? = parent.makeChild()
      let mine = try XCTUnwrap(child).existingOwner(ann.objectID)
      mine.age = 31
      child = nil
      XCTAssertNil(mine.managedObjectContext)
      mine.age = 32
      XCTAssertEqual(mine.pets, [])
      XCTAssertEqual(ann.age, 18)
      XCTAssertFalse(parent.hasChanges)
    }
  }

  func testABackgroundChildKeepsItsParent() async throws {
    try await eachStore { container in
      var parent: ManagedObjectContext? = container.viewContext.makeChild()
      let child = BackgroundContext(childOf: try XCTUnwrap(parent))
      parent = nil
      try await child.perform { context in
        context.owner("Ann", age: 41)
        try context.saveThrough()
      }
      XCTAssertEqual(try self.stored(container), [41])
    }
  }

  func testASaveWithinASaveIsRefusedAndTheFirstGoesOn() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      child.owner("Ann")
      var codes: [ObjectGraphError.Code?] = []
      let observation = child.addContextWillSaveNotificationObserver { notification in
        do {
          try notification.managedObjectContext?.save()
          codes.append(nil)
        } catch {
          codes.append((error as? ObjectGraphError)?.code)
        }
      }
      try child.saveThrough()
      observation.cancel()
      XCTAssertEqual(codes, [.recursiveSave])
      XCTAssertEqual(try self.stored(container), [18])
    }
  }

  func testAStoreThatIsRemovedUnderAChildGivesErrorsAndNoHang() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = parent.owner("Ann")
      try parent.save()
      let id = ann.objectID
      let child = BackgroundContext(childOf: parent)
      try await child.perform { context in
        context.retainsRegisteredObjects = true
        try context.existingOwner(id).age = 40
      }
      let coordinator = container.persistentStoreCoordinator
      try coordinator.remove(try XCTUnwrap(coordinator.persistentStores.first))
      let failures = await child.result { context in
        _ = try? context.owners
        return context.hasChanges
      }
      XCTAssertEqual(failures, false)
      do {
        try await child.perform { context in
          context.owner("Bob")
          try context.saveThrough()
        }
        XCTFail("there is no store to save to")
      } catch {
        XCTAssertNotNil(error as? ObjectGraphError)
      }
    }
  }
}

extension BackgroundContext {
  /// What a body gives that cannot fail.
  fileprivate func result<Result: Sendable>(
    _ body: @escaping @Sendable (ManagedObjectContext) -> Result
  ) async -> Result? {
    try? await perform { body($0) }
  }
}
