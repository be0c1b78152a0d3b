import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is a fault, what fires it, and how many statements that costs.
@MainActor
final class FaultingTests: XCTestCase {
  /// Saves owners with so many pets each, and forgets all that was read.
  private func save(
    owners: Int, petsEach: Int = 1, in container: PersistentContainer
  ) throws -> [ManagedObjectID] {
    let context = container.viewContext
    var saved: [Owner] = []
    for number in 0..<owners {
      let owner = Owner(context: context)
      owner.name = "Owner \(number)"
      saved.append(owner)
      for place in 0..<petsEach {
        let pet = Pet(context: context)
        pet.name = "Pet \(number).\(place)"
        pet.owner = owner
      }
    }
    try context.save()
    let ids = saved.map(\.objectID)
    saved = []
    context.reset()
    container.persistentStoreCoordinator.forgetRows()
    return ids
  }

  private func owners(_ context: ManagedObjectContext) throws -> [Owner] {
    let request = FetchRequest<Owner>()
    request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request)
  }

  // Fact 12.
  func testAFetchGivesFaultsThatFireWithoutAStatement() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 3, in: container)
      let owners = try self.assertStatements(1, on: container) {
        try self.owners(container.viewContext)
      }
      XCTAssertEqual(owners.map(\.isFault), [true, true, true])
      self.assertStatements(0, on: container) {
        XCTAssertEqual(owners.map(\.name), ["Owner 0", "Owner 1", "Owner 2"])
      }
      XCTAssertEqual(owners.map(\.isFault), [false, false, false])
    }
  }

  // Fact 13.
  func testAFetchOfRealisedObjectsGivesNoFaultsAlsoWithUnsavedChanges() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 2, in: container)
      let context = container.viewContext
      let new = Owner(context: context)
      new.name = "Owner 9"
      let request = FetchRequest<Owner>()
      request.returnsObjectsAsFaults = false
      let owners = try context.fetch(request)
      XCTAssertEqual(owners.map(\.isFault), [false, false, false])
    }
  }

  // Fact 14.
  func testARowFaultFiresToOnesAndEachToManyCostsOneStatementAndIsKept() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 1, petsEach: 2, in: container)
      let context = container.viewContext
      let owner = try XCTUnwrap(context.object(with: ids[0]) as? Owner)
      self.assertStatements(1, on: container) { XCTAssertEqual(owner.name, "Owner 0") }
      self.assertStatements(0, on: container) { XCTAssertNil(owner.passport) }
      XCTAssertTrue(try owner.hasFault(forRelationshipNamed: "pets"))
      let pets = self.assertStatements(1, on: container) { owner.pets }
      XCTAssertFalse(try owner.hasFault(forRelationshipNamed: "pets"))
      self.assertStatements(0, on: container) {
        XCTAssertEqual(owner.pets, pets)
        XCTAssertEqual(Set(pets.map(\.name)), ["Pet 0.0", "Pet 0.1"])
        XCTAssertEqual(Set(pets.map(\.owner)), [owner])
      }
    }
  }

  // Fact 15.
  func testAskingForARelationshipsFaultFiresNothing() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 1, in: container)
      let context = container.viewContext
      let owner = context.object(with: ids[0])
      try self.assertStatements(0, on: container) {
        XCTAssertTrue(try owner.hasFault(forRelationshipNamed: "pets"))
        XCTAssertTrue(try owner.hasFault(forRelationshipNamed: "passport"))
      }
      XCTAssertTrue(owner.isFault)
      let new = Owner(context: context)
      XCTAssertFalse(try new.hasFault(forRelationshipNamed: "pets"))
      XCTAssertFalse(try new.hasFault(forRelationshipNamed: "passport"))
      for key in ["name", "nothing"] {
        XCTAssertThrowsError(try owner.hasFault(forRelationshipNamed: key)) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
        XCTAssertThrowsError(try owner.objectIDs(forRelationshipNamed: key))
      }
    }
  }

  // Fact 15.
  func testAToOneRelationshipIsAFaultWhileItsDestinationIs() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 1, in: container)
      let context = container.viewContext
      let pet = try XCTUnwrap(try context.fetch(FetchRequest<Pet>()).first)
      XCTAssertNotNil(pet.name)
      XCTAssertTrue(try pet.hasFault(forRelationshipNamed: "owner"))
      let owner = try XCTUnwrap(pet.owner)
      XCTAssertTrue(try pet.hasFault(forRelationshipNamed: "owner"))
      XCTAssertEqual(owner.name, "Owner 0")
      XCTAssertFalse(try pet.hasFault(forRelationshipNamed: "owner"))
    }
  }

  // Fact 15.
  func testTheIDsOfARelationshipMakeNoObjectsAndFireNoFault() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 1, petsEach: 2, in: container)
      let context = container.viewContext
      let owner = try XCTUnwrap(context.object(with: ids[0]) as? Owner)
      let pets = try self.assertStatements(1, on: container) {
        try owner.objectIDs(forRelationshipNamed: "pets")
      }
      XCTAssertEqual(pets.map(\.entity.name), ["Pet", "Pet"])
      XCTAssertEqual(context.registeredObjects, [owner])
      XCTAssertTrue(owner.isFault)
      XCTAssertTrue(try owner.hasFault(forRelationshipNamed: "pets"))
      XCTAssertEqual(Set(owner.pets.map(\.objectID)), Set(pets))
      try self.assertStatements(0, on: container) {
        XCTAssertEqual(try owner.objectIDs(forRelationshipNamed: "pets"), pets)
      }
    }
  }

  // Fact 15.
  func testTheIDsOfARelationshipHaveUnsavedChanges() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 2, in: container)
      let context = container.viewContext
      let owner = try XCTUnwrap(context.object(with: ids[0]) as? Owner)
      let other = try XCTUnwrap(context.object(with: ids[1]) as? Owner)
      let theirs = try XCTUnwrap(other.pets.first)
      let new = Pet(context: context)
      (new.owner, theirs.owner) = (owner, owner)
      XCTAssertTrue(try owner.hasFault(forRelationshipNamed: "pets"))
      let found = try owner.objectIDs(forRelationshipNamed: "pets")
      XCTAssertEqual(found.count, 3)
      XCTAssertTrue(Set(found).isSuperset(of: [new.objectID, theirs.objectID]))
      XCTAssertEqual(try other.objectIDs(forRelationshipNamed: "pets"), [])
      XCTAssertEqual(try new.objectIDs(forRelationshipNamed: "owner"), [owner.objectID])
      XCTAssertEqual(try owner.objectIDs(forRelationshipNamed: "passport"), [])
    }
  }

  // Facts 2, 3 and 16.
  func testIdentityAndStateAreKnownWithoutAStatement() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 1, in: container)
      let context = container.viewContext
      try self.assertStatements(0, on: container) {
        XCTAssertNil(context.registeredObject(for: ids[0]))
        let owner = context.object(with: ids[0])
        XCTAssertTrue(context.registeredObject(for: ids[0]) === owner)
        XCTAssertEqual(owner.objectID, ids[0])
        XCTAssertEqual(owner.entity.name, "Owner")
        XCTAssertTrue(owner.managedObjectContext === context)
        XCTAssertFalse(owner.isInserted || owner.isUpdated || owner.isDeleted)
        XCTAssertFalse(owner.hasChanges || owner.hasPersistentChangedValues)
        XCTAssertEqual(Set([owner]), [owner])
        XCTAssertNil(try owner.primitiveValue(forKey: "name"))
        XCTAssertTrue(owner.isFault)
      }
      let owner = context.object(with: ids[0])
      try self.assertStatements(1, on: container) {
        XCTAssertEqual(try owner.value(forKey: "name") as? String, "Owner 0")
      }
      XCTAssertFalse(owner.isFault)
      let gone = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
      try self.assertStatements(0, on: container) {
        XCTAssertFalse(try gone.existingObject(with: ids[0]).isFault)
      }
    }
  }

  // Fact 4.
  func testExistingObjectReadsOneRowAndThrowsForNone() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 1, in: container)
      let owner = try self.assertStatements(1, on: container) {
        try container.viewContext.existingObject(with: ids[0])
      }
      XCTAssertFalse(owner.isFault)
      let new = Owner(context: container.viewContext)
      try self.assertStatements(0, on: container) {
        XCTAssertTrue(try container.viewContext.existingObject(with: new.objectID) === new)
      }
    }
  }

  func testFaultsThatWaitAreReadInOneStatement() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 50, in: container)
      let owners = ids.map { container.viewContext.object(with: $0) as? Owner }
      self.assertStatements(1, on: container) {
        XCTAssertEqual(owners.map { $0?.name }, (0..<50).map { "Owner \($0)" })
      }
    }
  }

  // Fact 70: nothing is prefetched by name; what a list of objects leads to
  // is read ahead by itself.
  func testGoingThroughAListInAnyOrderReadsTheMembersOfManyObjectsInFewStatements() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 300, petsEach: 2, in: container)
      let owners = try self.owners(container.viewContext)
      // The order of the names is not that of the keys: 1 + 4 + 6 + 8 + … until all 300 are read.
      self.assertStatements(atMost: 40, on: container) {
        for owner in owners {
          let number = owner.name.dropFirst("Owner ".count)
          XCTAssertEqual(Set(owner.pets.map(\.name)), ["Pet \(number).0", "Pet \(number).1"])
        }
      }
    }
  }

  func testGoingThroughAListByKeyTakesASeventhOfTheStatements() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 100, petsEach: 2, in: container)
      let owners = try container.viewContext.fetch(FetchRequest<Owner>())
      self.assertStatements(atMost: 14, on: container) {
        XCTAssertEqual(owners.map(\.pets.count).reduce(0, +), 200)
      }
    }
  }

  func testLookingAtOneObjectReadsNoOtherMembers() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 300, petsEach: 2, in: container)
      let context = container.viewContext
      let owners = try self.owners(context)
      XCTAssertEqual(owners[7].pets.count, 2)
      XCTAssertEqual(context.registeredObjects.count, 302)
      XCTAssertTrue(try owners[8].hasFault(forRelationshipNamed: "pets"))
    }
  }

  func testMembersReadAheadStayFaultsAndGiveWayToWhatOthersSave() async throws {
    try await eachStore { container in
      let ids = try self.save(owners: 5, in: container)
      let context = container.viewContext
      let owners = try self.owners(context)
      _ = (owners[0].pets, owners[1].pets)
      XCTAssertTrue(try owners[2].hasFault(forRelationshipNamed: "pets"))
      try container.newBackgroundContext().performAndWait { other in
        for id in ids { Pet(context: other).owner = other.object(with: id) as? Owner }
        try other.save()
      }
      XCTAssertEqual(owners[2...].map(\.pets.count), [2, 2, 2])
    }
  }

  func testPairsAreReadAheadToo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pets = (0..<40).map { _ in Pet(context: context) }
      for (index, pet) in pets.enumerated() {
        pet.name = "\(index)"
        pet.friends = [pets[(index + 1) % 40], pets[(index + 2) % 40]]
      }
      try context.save()
      context.reset()
      let found = try context.fetch(FetchRequest<Pet>())
      try self.assertStatements(atMost: 12, on: container) {
        for pet in found {
          let index = try XCTUnwrap(pet.name.flatMap { Int($0) })
          XCTAssertEqual(
            Set(pet.friends.map(\.name)), ["\((index + 1) % 40)", "\((index + 2) % 40)"])
        }
      }
    }
  }

  func testMembersAreReadAheadThroughAParent() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 20, petsEach: 2, in: container)
      let child = container.viewContext.makeChild()
      let owners = try self.owners(child)
      XCTAssertEqual(owners.map(\.pets.count), Array(repeating: 2, count: 20))
      let unsaved = Pet(context: container.viewContext)
      unsaved.owner = container.viewContext.object(with: owners[3].objectID) as? Owner
      child.refreshAllObjects()
      XCTAssertEqual(owners.map(\.pets.count).reduce(0, +), 41)
    }
  }

  // Fact 22.
  func testObjectsThatNobodyHoldsAreFreedAfterTheSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      weak var freed: Owner?
      do {
        let owner = Owner(context: context)
        owner.name = "Ann"
        Pet(context: context).owner = owner
        freed = owner
      }
      XCTAssertEqual(context.registeredObjects.count, 2)
      XCTAssertNotNil(freed)
      try context.save()
      XCTAssertEqual(context.registeredObjects, [])
      XCTAssertNil(freed)
    }
  }

  // Fact 22.
  func testAContextThatRetainsItsObjectsHoldsThemUntilItIsReset() async throws {
    try await eachStore { container in
      _ = try self.save(owners: 3, in: container)
      let context = container.viewContext
      XCTAssertFalse(context.retainsRegisteredObjects)
      context.retainsRegisteredObjects = true
      _ = try self.owners(context)
      XCTAssertEqual(context.registeredObjects.count, 3)
      do {
        let pet = Pet(context: context)
        pet.owner = try self.owners(context).first
      }
      try context.save()
      XCTAssertEqual(context.registeredObjects.count, 4)
      context.delete(try self.owners(context)[2])
      try context.save()
      XCTAssertEqual(context.registeredObjects.filter { $0 is Owner }.count, 2)
      context.retainsRegisteredObjects = false
      XCTAssertEqual(context.registeredObjects, [])
      _ = try self.owners(context)
      XCTAssertEqual(context.registeredObjects, [])
      context.retainsRegisteredObjects = true
      let kept = try self.owners(context)
      context.reset()
      XCTAssertEqual(context.registeredObjects, [])
      XCTAssertNil(kept.first?.managedObjectContext)
    }
  }
}
