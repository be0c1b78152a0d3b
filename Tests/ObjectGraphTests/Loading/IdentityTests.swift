import Foundation
import ObjectGraph
import XCTest

/// One instance per object and context, temporary and permanent IDs, faults.
@MainActor
final class IdentityTests: XCTestCase {
  // Fact 1.
  func testTwoRoutesToAnObjectGiveTheSameInstance() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = owner
      try context.save()
      XCTAssertTrue(context.object(with: owner.objectID) === owner)
      XCTAssertTrue(try context.existingObject(with: owner.objectID) === owner)
      XCTAssertTrue(try context.fetch(FetchRequest<Owner>()).first === owner)
      XCTAssertTrue(pet.owner === owner)
      XCTAssertTrue(owner.pets.first === pet)
    }
  }

  /// An object that is no context's any more still says which row it was.
  func testAnObjectKeepsItsIDWhenItLeavesItsContext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var known: [(Owner, ManagedObjectID)] = []
      for name in ["Ann", "Bob", "Cy"] {
        let owner = Owner(context: context)
        owner.name = name
        try context.save()
        known.append((owner, owner.objectID))
      }
      // Deleted and saved; reset; the context itself gone.
      context.delete(known[0].0)
      try context.save()
      context.reset()
      var other: ManagedObjectContext? = ManagedObjectContext(
        mainQueueFor: container.persistentStoreCoordinator)
      let last = try XCTUnwrap(try other?.existingObject(with: known[2].1) as? Owner)
      other = nil
      for (owner, id) in known + [(last, known[2].1)] {
        XCTAssertNil(owner.managedObjectContext)
        XCTAssertEqual(owner.objectID, id)
        XCTAssertNotNil(owner.objectID.persistentStore)
        XCTAssertEqual(owner.objectID.uriRepresentation(), id.uriRepresentation())
      }
      XCTAssertEqual(
        (try context.existingObject(with: known[1].0.objectID) as? Owner)?.name, "Bob")
      // It may enter again, as a new object.
      context.insert(known[0].0)
      XCTAssertTrue(known[0].0.objectID.isTemporaryID)
    }
  }

  func testAnIDDoesNotKeepTheStoreOfACoordinatorThatIsGone() throws {
    var coordinator: PersistentStoreCoordinator? = try PersistentStoreCoordinator(
      managedObjectModel: TestModel.pets())
    weak let store = try coordinator?.addPersistentStore(with: .inMemory())
    let id = try BackgroundContext(coordinator: XCTUnwrap(coordinator)).performAndWait { context in
      let ann = context.owner("Ann")
      try context.save()
      return ann.objectID
    }
    XCTAssertTrue(id.persistentStore === store)
    coordinator = nil
    XCTAssertNil(id.persistentStore)
    XCTAssertNil(store)
  }

  // Fact 1.
  func testTwoContextsHaveInstancesOfTheirOwn() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      for other in [
        context.makeChild(),
        ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator),
      ] {
        let same = try XCTUnwrap(try other.existingObject(with: owner.objectID) as? Owner)
        XCTAssertFalse(same === owner)
        XCTAssertEqual(same.objectID, owner.objectID)
        XCTAssertEqual(same.name, "Ann")
        XCTAssertTrue(try other.fetch(FetchRequest<Owner>()).first === same)
      }
    }
  }

  // Facts 5 and 8.
  func testSavingGivesAPermanentIDThatDiffersFromTheTemporaryOne() async throws {
    try await eachStore { container in
      let owner = Owner(context: container.viewContext)
      owner.name = "Ann"
      let temporary = owner.objectID
      XCTAssertTrue(temporary.isTemporaryID)
      XCTAssertNil(temporary.storeIdentifier)
      try container.viewContext.save()
      XCTAssertFalse(owner.objectID.isTemporaryID)
      XCTAssertNotEqual(owner.objectID, temporary)
      let uri = owner.objectID.uriRepresentation().absoluteString
      let store = try XCTUnwrap(container.persistentStoreCoordinator.persistentStores.first)
      XCTAssertEqual(uri, "x-coredata://\(store.identifier)/Owner/p1")
      XCTAssertEqual(
        container.persistentStoreCoordinator.managedObjectID(
          forURIRepresentation: owner.objectID.uriRepresentation()), owner.objectID)
    }
  }

  // Fact 9.
  func testAnURIOfAnotherStoreIsNoObjectID() async throws {
    try await eachStore { container in
      let uri = try XCTUnwrap(URL(string: "x-coredata://\(UUID().uuidString)/Owner/p1"))
      XCTAssertNil(
        container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
    }
  }

  // Fact 4.
  func testExistingObjectThrowsForARowThatIsNotThere() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      let id = owner.objectID
      context.delete(owner)
      try context.save()
      XCTAssertThrowsError(try context.existingObject(with: id)) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
      }
    }
  }

  // Fact 2.
  func testObjectWithAnUnknownIDIsAFaultThatReadsAsEmptyAndReportsIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      let id = owner.objectID
      context.delete(owner)
      try context.save()
      let ghost = try XCTUnwrap(context.object(with: id) as? Owner)
      XCTAssertTrue(ghost.isFault)
      XCTAssertEqual(ghost.name, "")
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectReferentialIntegrity])
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(context.errors.count, 0)
    }
  }

  // Fact 22.
  func testCleanObjectsAreNotKeptAlive() async throws {
    try await eachStore { container in
      let context = container.viewContext
      do {
        let owner = Owner(context: context)
        owner.name = "Ann"
        XCTAssertEqual(context.registeredObjects.count, 1)
        try context.save()
      }
      XCTAssertEqual(context.registeredObjects.count, 0)
    }
  }

  // Fact 22.
  func testChangedObjectsAreKeptAliveUntilTheyAreSaved() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      let id = owner.objectID
      context.reset()
      do {
        let again = try XCTUnwrap(try context.existingObject(with: id) as? Owner)
        again.age = 40
      }
      XCTAssertEqual(context.registeredObjects.count, 1)
      try context.save()
      XCTAssertEqual(context.registeredObjects.count, 0)
      XCTAssertEqual((try context.existingObject(with: id) as? Owner)?.age, 40)
    }
  }

  func testAFetchedObjectIsAFaultUntilItIsRead() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      context.reset()
      let fetched = try XCTUnwrap(try context.fetch(FetchRequest<Owner>()).first)
      XCTAssertTrue(fetched.isFault)
      XCTAssertEqual(fetched.name, "Ann")
      XCTAssertFalse(fetched.isFault)
      context.refresh(fetched, mergeChanges: false)
      XCTAssertTrue(fetched.isFault)
      XCTAssertEqual(fetched.name, "Ann")
    }
  }

  func testAnObjectWhoseContextIsGoneReadsAsAFaultWithoutAContext() async throws {
    try await eachStore { container in
      var context: ManagedObjectContext? = container.viewContext.makeChild()
      let owner = Owner(context: try XCTUnwrap(context))
      owner.name = "Ann"
      context = nil
      XCTAssertNil(owner.managedObjectContext)
      XCTAssertTrue(owner.isFault)
      owner.age = 3
      XCTAssertEqual(owner.pets, [])
      XCTAssertNil(owner.passport)
    }
  }
}
