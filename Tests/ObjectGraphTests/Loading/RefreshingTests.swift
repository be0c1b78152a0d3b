import Foundation
import ObjectGraph
import XCTest

/// Values that are read again: refreshing, merging, and faults whose rows went away.
@MainActor
final class RefreshingTests: XCTestCase {
  /// Saves one owner and gives its ID.
  private func savedOwner(_ context: ManagedObjectContext) throws -> Owner {
    let ann = Owner(context: context)
    ann.name = "Ann"
    try context.save()
    return ann
  }

  func testAWriteAfterAPrimitiveOneAndARefreshStaysInItsContext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.savedOwner(context)
      let id = ann.objectID
      try ann.setPrimitiveValue(50, forKey: "age")
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 18)
      ann.age = 51
      let age = container.newBackgroundContext().performAndWait { other in
        (other.object(with: id) as? Owner)?.age
      }
      XCTAssertEqual(age, 18)
      try context.save()
      XCTAssertEqual(ann.age, 51)
    }
  }

  func testAPrimitiveValueIsSavedTogetherWithAChange() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.savedOwner(context)
      let id = ann.objectID
      try ann.setPrimitiveValue(50, forKey: "age")
      XCTAssertFalse(context.hasChanges)
      ann.name = "Anna"
      XCTAssertEqual(Set(ann.changedValues().keys), ["name"])
      try context.save()
      // A second look must not find in a cache what the store does not have.
      context.reset()
      let age = container.newBackgroundContext().performAndWait { other in
        (other.object(with: id) as? Owner)?.age
      }
      XCTAssertEqual(age, 50)
    }
  }

  func testRefreshKeepsUnsavedMembersAndReadsForeignOnes() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.savedOwner(context)
      let id = ann.objectID
      XCTAssertEqual(ann.pets, [])
      let mine = Pet(context: context)
      mine.name = "mine"
      mine.owner = ann
      try container.newBackgroundContext().performAndWait { other in
        let pet = Pet(context: other)
        pet.name = "theirs"
        pet.owner = other.object(with: id) as? Owner
        try other.save()
      }
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(Set(ann.pets.map(\.name)), ["mine", "theirs"])
      context.refreshAllObjects()
      XCTAssertEqual(Set(ann.pets.map(\.name)), ["mine", "theirs"])
      try context.save()
      XCTAssertEqual(Set(ann.pets.map(\.name)), ["mine", "theirs"])
    }
  }

  func testRefreshingAllReadsTheMembersOfAChangedObjectAgain() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try self.savedOwner(context)
      let id = ann.objectID
      XCTAssertEqual(ann.pets, [])
      ann.age = 60
      try container.newBackgroundContext().performAndWait { other in
        Pet(context: other).owner = other.object(with: id) as? Owner
        try other.save()
      }
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 60)
      XCTAssertEqual(ann.pets.count, 1)
    }
  }

  func testRefreshKeepsUnsavedPairsOfAManyToManyRelationship() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      (rex.name, tom.name) = ("Rex", "Tom")
      try context.save()
      rex.friends = [tom]
      context.refresh(rex, mergeChanges: true)
      context.refresh(tom, mergeChanges: true)
      XCTAssertEqual(rex.friends, [tom])
      XCTAssertEqual(tom.friendOf, [rex])
      try context.save()
      let id = rex.objectID
      context.reset()
      XCTAssertEqual((context.object(with: id) as? Pet)?.friends.map(\.name), ["Tom"])
    }
  }

  func testRefreshWithoutMergingDropsUnsavedPairs() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      try context.save()
      rex.friends = [tom]
      context.refresh(rex, mergeChanges: false)
      XCTAssertEqual(rex.friends, [])
    }
  }

  func testAFaultWhoseRowWasDeletedReadsAsEmptyAndTheNextSaveSaysSo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let id = try self.savedOwner(context).objectID
      context.reset()
      let ann = try XCTUnwrap(context.object(with: id) as? Owner)
      try container.newBackgroundContext().performAndWait { other in
        other.delete(try other.existingObject(with: id))
        try other.save()
      }
      XCTAssertEqual(ann.name, "")
      XCTAssertEqual(ann.pets, [])
      ann.age = 5
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(
          error?.underlyingErrors.first?.code ?? error?.code, .managedObjectReferentialIntegrity)
      }
      try context.save()
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testAnOldMergeDoesNotGoBehindANewerSave() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let ann = try savedOwner(main)
    try main.saveThrough()
    let id = ann.objectID
    // Its merge waits behind this method on the main queue.
    try stack.newDerivedContext().performAndWait { derived in
      (derived.object(with: id) as? Owner)?.age = 20
      try derived.saveThrough()
    }
    main.refresh(ann, mergeChanges: false)
    XCTAssertEqual(ann.age, 20)
    ann.age = 21
    try main.saveThrough()
    let merged = expectation(description: "merged")
    DispatchQueue.main.async { merged.fulfill() }
    await fulfillment(of: [merged], timeout: 5)
    XCTAssertEqual(ann.age, 21)
    ann.age = 22
    try main.saveThrough()
  }

  func testMergingADeletionOfAnEditedObjectEndsInAConflict() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let ann = try savedOwner(main)
    try main.saveThrough()
    let id = ann.objectID
    ann.age = 33
    try stack.newDerivedContext().performAndWait { derived in
      derived.delete(derived.object(with: id))
      try derived.saveThrough()
    }
    let merged = expectation(description: "merged")
    DispatchQueue.main.async { merged.fulfill() }
    await fulfillment(of: [merged], timeout: 5)
    XCTAssertEqual(ann.age, 33)
    XCTAssertThrowsError(try main.saveThrough()) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
    }
    main.rollback()
    try main.saveThrough()
  }

  func testForeignChangesOfAnotherCoordinatorAreReadAfterARefresh() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("foreign-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("Pets.sqlite")
    let stack = try StoreStack(
      model: TestModel.pets(), store: PersistentStoreDescription(url: url))
    let ann = try savedOwner(stack.mainContext)
    try stack.mainContext.saveThrough()
    XCTAssertEqual(ann.pets, [])
    let other = try StoreStack(
      model: TestModel.pets(), store: PersistentStoreDescription(url: url))
    let theirs = try XCTUnwrap(try other.mainContext.fetch(FetchRequest<Owner>()).first)
    theirs.age = 70
    Pet(context: other.mainContext).owner = theirs
    try other.mainContext.saveThrough()
    XCTAssertTrue(try stack.refreshAfterForeignChanges())
    XCTAssertEqual(ann.age, 70)
    XCTAssertEqual(ann.pets.count, 1)
    XCTAssertFalse(try stack.refreshAfterForeignChanges())
    try stack.close()
    try other.close()
  }
}

/// Reading everything again beside unsaved changes.
@MainActor
final class RefreshingAllTests: XCTestCase {
  private func edited(
    _ container: PersistentContainer, by others: @escaping @Sendable (Owner) -> Void
  ) throws -> (context: ManagedObjectContext, ann: Owner) {
    let context = container.viewContext
    let ann = context.owner("Ann", age: 40)
    try context.save()
    let id = ann.objectID
    ann.age = 41
    try container.newBackgroundContext().performAndWait { other in
      others(try other.existingOwner(id))
      try other.save()
    }
    context.refreshAllObjects()
    return (context, ann)
  }

  func testAChangedObjectTakesOverWhatOnlyOthersChanged() async throws {
    try await eachStore { container in
      let (context, ann) = try self.edited(container) { $0.name = "Anne" }
      XCTAssertEqual(ann.name, "Anne")
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual(Set(ann.changedValues().keys), ["age"])
      try context.save()
      let id = ann.objectID
      let stored = try container.newBackgroundContext().performAndWait { other in
        let ann = try other.existingOwner(id)
        return "\(ann.name) \(ann.age)"
      }
      XCTAssertEqual(stored, "Anne 41")
    }
  }

  func testWhereBothChangedAPropertyTheSaveEndsInAConflict() async throws {
    try await eachStore { container in
      let (context, ann) = try self.edited(container) { $0.age = 50 }
      XCTAssertEqual(ann.age, 41)
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      XCTAssertEqual(ann.age, 41)
    }
  }
}
