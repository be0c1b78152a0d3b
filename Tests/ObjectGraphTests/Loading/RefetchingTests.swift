import ObjectGraph
import XCTest

/// What a fetch does to objects that were read before.
@MainActor
final class RefetchingTests: XCTestCase {
  private func agedElsewhere(
    _ container: PersistentContainer, _ ids: [ManagedObjectID], to age: Int16
  ) throws {
    try container.elsewhere { other in
      for id in ids { try other.existingObject(with: id).setValue(age, forKey: "age") }
    }
  }

  // Fact 97.
  func testAnObjectThatWasReadKeepsItsValuesWhenItIsFetchedAgain() async throws {
    try await eachStore { container in
      let ids = try container.saveOwners(2)
      let context = container.viewContext
      let owners = try context.fetch(ownersByName())
      XCTAssertEqual(owners.map(\.age), [0, 1])
      try self.agedElsewhere(container, ids, to: 50)
      let request = ownersByName()
      request.predicate = try FetchPredicate(format: "age == 50")
      // The store is asked, and the objects are as they were.
      XCTAssertEqual(try context.fetch(request), owners)
      XCTAssertEqual(owners.map(\.age), [0, 1])
    }
  }

  // Fact 97.
  func testARefreshingFetchGivesNewValuesToAllButChangedObjects() async throws {
    for batchSize in [0, 2] {
      try await eachStore { container in
        let ids = try container.saveOwners(3)
        let context = container.viewContext
        let owners = try context.fetch(ownersByName())
        XCTAssertEqual(owners.map(\.age), [0, 1, 2])
        owners[1].age = 30
        try self.agedElsewhere(container, ids, to: 50)
        let request = ownersByName(batchSize: batchSize)
        request.shouldRefreshRefetchedObjects = true
        XCTAssertEqual(try context.fetch(request), owners)
        XCTAssertEqual(owners.map(\.age), [50, 30, 50])
        XCTAssertEqual(context.updatedObjects, [owners[1]])
        // The change was made over a version that is not the newest any more.
        XCTAssertThrowsError(try context.save()) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectMerge)
        }
      }
    }
  }

  func testARefreshingFetchLetsMembersBeReadAgain() async throws {
    try await eachStore { container in
      let ids = try container.saveOwners(1, petsEach: 1)
      let context = container.viewContext
      let owner = try XCTUnwrap(context.existingObject(with: ids[0]) as? Owner)
      XCTAssertEqual(owner.pets.count, 1)
      try container.elsewhere { other in
        let pet = Pet(context: other)
        pet.owner = try other.existingObject(with: ids[0]) as? Owner
      }
      let request = FetchRequest<Owner>()
      request.shouldRefreshRefetchedObjects = true
      XCTAssertEqual(try context.fetch(request), [owner])
      XCTAssertEqual(owner.pets.count, 2)
    }
  }

  func testARefreshingLazyFetchReadsTheStore() async throws {
    try await eachStore { container in
      let ids = try container.saveOwners(3)
      let context = container.viewContext
      let held = try context.fetch(ownersByName())
      XCTAssertEqual(held.map(\.age), [0, 1, 2])
      try self.agedElsewhere(container, ids, to: 50)
      let request = ownersByName(batchSize: 2)
      request.shouldRefreshRefetchedObjects = true
      XCTAssertEqual(try context.fetchLazily(request).map(\.age), [50, 50, 50])
      XCTAssertEqual(held.map(\.age), [50, 50, 50])
    }
  }
}
