import ObjectGraph
import TestSupport
import XCTest

/// Results whose objects are made as they are asked for.
@MainActor
final class LazyFetchResultTests: XCTestCase {
  // Fact 98.
  func testTheKeysComeFirstAndTheFirstObjectReadsOneBatch() async throws {
    try await eachStore { container in
      try container.saveOwners(10)
      let context = container.viewContext
      let owners = try assertStatements(1, on: container) {
        try context.fetchLazily(ownersByName(batchSize: 4))
      }
      assertStatements(0, on: container) { XCTAssertEqual(owners.count, 10) }
      XCTAssertTrue(context.registeredObjects.isEmpty)
      assertStatements(1, on: container) { XCTAssertEqual(owners.first?.name, "Owner 000") }
      XCTAssertEqual(context.registeredObjects.count, 4)
      assertStatements(0, on: container) { XCTAssertEqual(owners[3].isFault, true) }
      assertStatements(1, on: container) { XCTAssertEqual(owners.last?.name, "Owner 009") }
    }
  }

  // Fact 98.
  func testAnArrayOfItReadsAllBatches() async throws {
    try await eachStore { container in
      try container.saveOwners(10)
      let lazily = try container.viewContext.fetchLazily(ownersByName(batchSize: 4))
      let owners = assertStatements(3, on: container) { Array(lazily) }
      assertStatements(0, on: container) { XCTAssertEqual(owners.map(\.age), Array(0..<10)) }
    }
  }

  func testAWalkKeepsFourBatchesAndWhatTheCallerHolds() async throws {
    try await eachStore { container in
      try container.saveOwners(40)
      let context = container.viewContext
      let owners = try context.fetchLazily(ownersByName(batchSize: 4))
      let held = owners[0]
      var greatest = 0
      for owner in owners {
        XCTAssertFalse(owner.name.isEmpty)
        greatest = max(greatest, context.registeredObjects.count)
      }
      XCTAssertEqual(greatest, 17)
      XCTAssertTrue(owners[0] === held)
      XCTAssertEqual(held.name, "Owner 000")
    }
  }

  func testItIsARandomAccessCollection() async throws {
    try await eachStore { container in
      try container.saveOwners(10)
      let owners = try container.viewContext.fetchLazily(ownersByName(batchSize: 3))
      XCTAssertEqual(owners.reversed().prefix(3).map(\.age), [9, 8, 7])
      XCTAssertEqual(owners[2..<5].map(\.age), [2, 3, 4])
      XCTAssertEqual(owners.firstIndex { $0.age == 6 }, 6)
      XCTAssertEqual(owners.batchSize, 3)
      XCTAssertEqual(try container.viewContext.fetchLazily(ownersByName()).batchSize, 256)
      let nobody = ownersByName()
      nobody.predicate = try FetchPredicate(format: "age > 100")
      XCTAssertTrue(try container.viewContext.fetchLazily(nobody).isEmpty)
    }
  }

  func testIDsAreKnownWithoutAStatementOrAnObject() async throws {
    try await eachStore { container in
      let ids = try container.saveOwners(4)
      let context = container.viewContext
      let new = Owner(context: context)
      new.name = "Owner 001x"
      let owners = try context.fetchLazily(ownersByName())
      assertStatements(0, on: container) {
        XCTAssertEqual(
          owners.indices.map { owners.objectID(at: $0) },
          [ids[0], ids[1], new.objectID, ids[2], ids[3]])
      }
      XCTAssertEqual(context.registeredObjects, [new])
    }
  }

  func testItIsWhatTheContextSawWhateverIsSavedLater() async throws {
    try await eachStore { container in
      let ids = try container.saveOwners(3)
      let context = container.viewContext
      let new = Owner(context: context)
      new.name = "Owner 000x"
      let owners = try context.fetchLazily(ownersByName(batchSize: 1))
      Owner(context: context).name = "Owner 000y"
      context.delete(try context.existingObject(with: ids[1]))
      XCTAssertEqual(owners.count, 4)
      XCTAssertTrue(owners[2].isDeleted)
      try context.save()
      XCTAssertTrue(owners[1] === new)
      XCTAssertFalse(new.objectID.isTemporaryID)
      XCTAssertEqual(owners.objectID(at: 1), new.objectID)
      // The deleted one has left the context, and cannot be read any more.
      XCTAssertEqual(owners[2].name, "")
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectReferentialIntegrity])
      XCTAssertEqual(owners[3].name, "Owner 002")
      XCTAssertEqual(try context.fetchLazily(ownersByName()).count, 4)
    }
  }

  func testAnInsertionThatIsRolledBackKeepsItsPlace() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let new = Owner(context: context)
      new.name = "Ann"
      let owners = try context.fetchLazily(ownersByName())
      context.rollback()
      XCTAssertTrue(owners[0] === new)
      XCTAssertNil(owners[0].managedObjectContext)
    }
  }

  func testAfterAResetItsObjectsAreReadAgain() async throws {
    try await eachStore { container in
      try container.saveOwners(5)
      let context = container.viewContext
      let owners = try context.fetchLazily(ownersByName(batchSize: 2))
      let former = owners[0]
      XCTAssertEqual(former.name, "Owner 000")
      context.reset()
      XCTAssertNil(former.managedObjectContext)
      XCTAssertEqual(owners.map(\.age), [0, 1, 2, 3, 4])
    }
  }

  func testValuesAreThoseOfTheMomentWhenABatchIsRead() async throws {
    try await eachStore { container in
      let ids = try container.saveOwners(4)
      let owners = try container.viewContext.fetchLazily(ownersByName(batchSize: 2))
      XCTAssertEqual(owners[0].age, 0)
      try container.elsewhere { other in
        try other.existingObject(with: ids[1]).setValue(71, forKey: "age")
        try other.existingObject(with: ids[2]).setValue(72, forKey: "age")
        other.delete(try other.existingObject(with: ids[3]))
      }
      XCTAssertEqual(owners[2].age, 72)
      XCTAssertThrowsError(try owners[3].value(forKey: "age"))
    }
  }

  func testItPrefetchesWithEachBatch() async throws {
    try await eachStore { container in
      try container.saveOwners(6, petsEach: 2)
      let request = ownersByName(batchSize: 3)
      request.relationshipKeyPathsForPrefetching = ["pets"]
      let owners = try assertStatements(1, on: container) {
        try container.viewContext.fetchLazily(request)
      }
      assertStatements(4, on: container) {
        for owner in owners { XCTAssertEqual(owner.pets.compactMap(\.name).count, 2) }
      }
    }
  }
}
