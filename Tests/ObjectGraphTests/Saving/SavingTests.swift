import Foundation
import ObjectGraph
import XCTest

/// Saving, failing to save, going back, and saving through a chain of contexts.
@MainActor
final class SavingTests: XCTestCase {
  func testInsertingAndDeletingWithoutASaveLeavesNoTrace() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      context.delete(owner)
      XCTAssertTrue(context.insertedObjects.isEmpty)
      XCTAssertTrue(context.deletedObjects.isEmpty)
      XCTAssertFalse(context.hasChanges)
      try context.save()
    }
  }

  func testAFailedSaveChangesNothingInTheContext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, again) = (Owner(context: context), Owner(context: context))
      (ann.name, again.name) = ("Ann", "Ann")
      let id = ann.objectID
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectConstraintMerge)
        XCTAssertEqual(error?.key, "name")
      }
      XCTAssertEqual(context.insertedObjects, [ann, again])
      XCTAssertEqual(ann.objectID, id)
      again.name = "Bob"
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 2)
    }
  }

  func testUniqueValuesCanBeSwappedInOneSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      try context.save()
      (ann.name, bob.name) = ("Bob", "Ann")
      try context.save()
      let request = FetchRequest<Owner>()
      request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      context.reset()
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Ann", "Bob"])
    }
  }

  func testAValueFreedByADeletionCanBeTakenInTheSameSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      context.delete(ann)
      Owner(context: context).name = "Ann"
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 1)
    }
  }

  func testTwoContextsThatChangeOneObjectConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      let id = ann.objectID
      let code = container.newBackgroundContext().performAndWait { other -> Int? in
        guard let mine = try? other.existingObject(with: id) as? Owner else { return nil }
        mine.age = 30
        do {
          try other.save()
          return 0
        } catch { return -1 }
      }
      XCTAssertEqual(code, 0)
      ann.age = 31
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      XCTAssertEqual(ann.age, 31)
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.age, 31)
      try context.save()
    }
  }

  func testTwoContextsThatAddChildrenToOneParentDoNotConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      let id = ann.objectID
      _ = ann.pets
      try container.newBackgroundContext().performAndWait { other in
        let pet = Pet(context: other)
        pet.owner = other.object(with: id) as? Owner
        try other.save()
      }
      Pet(context: context).owner = ann
      try context.save()
      context.reset()
      XCTAssertEqual((context.object(with: id) as? Owner)?.pets.count, 2)
    }
  }

  func testRollbackGivesBackTheStoresValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      ann.age = 90
      pet.owner = bob
      context.delete(bob)
      Owner(context: context).name = "Cy"
      context.rollback()
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(ann.age, 18)
      XCTAssertTrue(pet.owner === ann)
      XCTAssertEqual(ann.pets, [pet])
      XCTAssertEqual(bob.pets, [])
      XCTAssertFalse(bob.isDeleted)
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 2)
    }
  }

  func testSettingAnEqualValueMarksTheObjectButWritesNothing() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      ann.name = "Ann"
      XCTAssertTrue(ann.hasChanges)
      XCTAssertFalse(ann.hasPersistentChangedValues)
      try context.save()
      XCTAssertFalse(ann.hasChanges)
    }
  }

  func testAMissingMandatoryValueFailsWithItsKey() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let passport = Passport(context: context)
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationMissingMandatoryProperty)
        XCTAssertEqual(error?.key, "number")
        XCTAssertEqual(error?.objectID, passport.objectID)
      }
      _ = Passport(context: context)
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationMultipleErrors)
        XCTAssertEqual(error?.underlyingErrors.map(\.code.rawValue), [1570, 1570])
      }
    }
  }

  // MARK: Chains of contexts

  func testAChildSeesItsParentsUnsavedWorkAndSavesIntoIt() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = Owner(context: parent)
      ann.name = "Ann"
      let child = parent.makeChild()
      let annInChild = try XCTUnwrap(try child.fetch(FetchRequest<Owner>()).first)
      XCTAssertFalse(annInChild === ann)
      XCTAssertEqual(annInChild.name, "Ann")
      annInChild.age = 50
      let pet = Pet(context: child)
      pet.name = "Rex"
      pet.owner = annInChild
      XCTAssertEqual(ann.age, 18)
      try child.save()
      XCTAssertEqual(ann.age, 50)
      XCTAssertEqual(ann.pets.map(\.name), ["Rex"])
      XCTAssertTrue(pet.objectID.isTemporaryID)
      try parent.save()
      XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 1)
    }
  }

  func testDroppingAChildDropsItsChanges() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      do {
        let child = parent.makeChild()
        Owner(context: child).name = "Ann"
      }
      XCTAssertFalse(parent.hasChanges)
      XCTAssertEqual(try parent.count(for: FetchRequest<Owner>()), 0)
    }
  }

  func testSaveThroughWritesTheWholeChainAndGivesPermanentIDsEverywhere() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = Owner(context: parent)
      ann.name = "Ann"
      let child = parent.makeChild()
      let annInChild = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
      annInChild.age = 33
      let pet = Pet(context: child)
      pet.owner = annInChild
      try child.saveThrough()
      XCTAssertFalse(parent.hasChanges)
      XCTAssertFalse(child.hasChanges)
      XCTAssertFalse(ann.objectID.isTemporaryID)
      XCTAssertEqual(ann.objectID, annInChild.objectID)
      XCTAssertEqual(ann.age, 33)
      XCTAssertEqual(ann.pets.map(\.objectID), [pet.objectID])
      let id = ann.objectID
      try await container.newBackgroundContext().perform { other in
        let stored = try other.existingObject(with: id) as? Owner
        guard stored?.age == 33, stored?.pets.count == 1 else { throw CancellationError() }
      }
    }
  }

  func testARefusedSaveThroughMovesNothingAnywhere() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = Owner(context: parent)
      ann.name = "Ann"
      try parent.save()
      ann.age = 44
      let child = parent.makeChild()
      let double = Owner(context: child)
      double.name = "Ann"
      XCTAssertThrowsError(try child.saveThrough())
      XCTAssertEqual(child.insertedObjects, [double])
      XCTAssertEqual(parent.updatedObjects, [ann])
      XCTAssertTrue(parent.insertedObjects.isEmpty)
      let id = ann.objectID
      let age = container.newBackgroundContext().performAndWait { other in
        (other.object(with: id) as? Owner)?.age
      }
      XCTAssertEqual(age, 18)
    }
  }

  func testADeletionInAChildReachesTheStoreAndTheParent() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = Owner(context: parent)
      ann.name = "Ann"
      let pet = Pet(context: parent)
      pet.owner = ann
      try parent.save()
      XCTAssertEqual(ann.pets, [pet])
      let child = parent.makeChild()
      child.delete(child.object(with: pet.objectID))
      try child.saveThrough()
      XCTAssertEqual(ann.pets, [])
      XCTAssertNil(pet.managedObjectContext)
      XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 0)
    }
  }
}
