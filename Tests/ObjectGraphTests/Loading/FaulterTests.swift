import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Saving and turning objects into faults through the whole chain.
@MainActor
final class FaulterTests: XCTestCase {
  func testSavingAndFaultingFreesObjectsThatOnlyHoldEachOtherInEveryContext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      do {
        let (rex, tom) = (Pet(context: child), Pet(context: child))
        rex.friends = [tom]
        try child.save()
        XCTAssertEqual(context.registeredObjects.count, 2)
        try Faulter.saveAndFault(child)
        XCTAssertTrue(rex.isFault && tom.isFault)
        XCTAssertEqual(rex.friends, [tom])
        try Faulter.saveAndFault(child)
      }
      XCTAssertEqual(child.registeredObjects.count, 0)
      XCTAssertEqual(context.registeredObjects.count, 0)
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 2)
    }
  }

  func testWhatWasTurnedIntoAFaultIsReadFromTheStoreAgain() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try Faulter.saveAndFault(context)
      self.assertStatements(1, on: container) { XCTAssertEqual(ann.name, "Ann") }
    }
  }

  func testOneObjectAndItsCounterpartsAreTurnedIntoFaultsAfterASave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let (ann, bob) = (Owner(context: child), Owner(context: child))
      (ann.name, bob.name) = ("Ann", "Bob")
      try child.save()
      let above = try XCTUnwrap(context.object(with: ann.objectID) as? Owner)
      let aboveBob = try XCTUnwrap(context.object(with: bob.objectID) as? Owner)
      try Faulter.faultObject(with: ann.objectID, in: child)
      XCTAssertFalse(context.hasChanges || child.hasChanges)
      XCTAssertTrue(ann.isFault && above.isFault)
      XCTAssertFalse(bob.isFault || aboveBob.isFault)
      XCTAssertEqual(ann.objectID, above.objectID)
      self.assertStatements(1, on: container) { XCTAssertEqual(ann.name, "Ann") }
      self.assertStatements(0, on: container) { XCTAssertEqual(bob.name, "Bob") }
    }
  }

  func testARefusedSaveTurnsNothingIntoAFault() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      let same = Owner(context: context)
      same.name = "Ann"
      XCTAssertThrowsError(try Faulter.saveAndFault(context))
      XCTAssertThrowsError(try Faulter.faultObject(with: ann.objectID, in: context))
      XCTAssertFalse(ann.isFault || same.isFault)
      XCTAssertTrue(same.isInserted)
    }
  }

  func testAnIDThatNobodyRegisteredIsLeftAlone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      let id = ann.objectID
      context.reset()
      try Faulter.faultObject(with: id, in: context)
      XCTAssertEqual(context.registeredObjects.count, 0)
    }
  }

  func testIdentitiesOfSavedObjectsAreForgottenWhenNothingNamesThem() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let idle = context.makeChild()
      XCTAssertEqual(try idle.count(for: FetchRequest<Pet>()), 0)
      let child = context.makeChild()
      let keeper = Owner(context: child)
      keeper.name = "keeper"
      let kept = Pet(context: child)
      kept.owner = keeper
      let limit = TemporaryIdentities.leastLimit
      for _ in 0..<6 {
        for _ in 0..<(limit / 2) { _ = Pet(context: child) }
        try child.save()
        try context.save()
        XCTAssertLessThanOrEqual(context.identities.count, limit * 2)
        XCTAssertLessThanOrEqual(child.identities.count, limit * 2)
      }
      // A reference that was never followed before its identity was forgotten.
      XCTAssertTrue(kept.owner === keeper)
      XCTAssertEqual(keeper.pets, [kept])
      XCTAssertFalse(keeper.objectID.isTemporaryID)
      XCTAssertEqual(try child.count(for: FetchRequest<Pet>()), limit * 3 + 1)
      kept.name = "kept"
      keeper.age = 70
      try child.saveThrough()
      XCTAssertEqual((try context.existingObject(with: keeper.objectID) as? Owner)?.age, 70)
    }
  }

  func testAChildThatHasNotLookedSinceTheSaveStillFindsTheObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let ann = Owner(context: context)
      ann.name = "Ann"
      // Below, the object is known by its temporary reference only.
      let below = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
      let other = context.makeChild()
      for _ in 0..<(TemporaryIdentities.leastLimit + 1) { _ = Pet(context: other) }
      try other.save()
      try context.save()
      _ = try other.fetch(FetchRequest<Owner>())
      Pet(context: context).owner = ann
      try context.save()
      XCTAssertEqual(below.name, "Ann")
      XCTAssertEqual(below.objectID, ann.objectID)
      XCTAssertEqual(below.pets.count, 1)
    }
  }
}
