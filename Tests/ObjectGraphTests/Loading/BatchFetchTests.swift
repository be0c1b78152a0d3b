import ObjectGraph
import TestSupport
import XCTest

/// Fetches with a batch size: keys first, rows a batch at a time.
@MainActor
final class BatchFetchTests: XCTestCase {
  // Fact 81.
  func testTheDefaultsOfARequestAreCoreDatas() async throws {
    let request = FetchRequest<Owner>()
    XCTAssertEqual(request.resultType, .managedObjectResultType)
    XCTAssertTrue(request.includesSubentities)
    XCTAssertTrue(request.includesPropertyValues)
    XCTAssertTrue(request.returnsObjectsAsFaults)
    XCTAssertTrue(request.includesPendingChanges)
    XCTAssertFalse(request.returnsDistinctResults)
    XCTAssertFalse(request.shouldRefreshRefetchedObjects)
    XCTAssertEqual([request.fetchOffset, request.fetchLimit, request.fetchBatchSize], [0, 0, 0])
    XCTAssertNil(request.relationshipKeyPathsForPrefetching)
  }

  // Fact 98.
  func testABatchSizeFetchesKeysAndTheFirstObjectReadReadsItsBatch() async throws {
    try await eachStore { container in
      try container.saveOwners(10)
      let (owners, keyReport) = try container.persistentStoreCoordinator.measure {
        try container.viewContext.fetch(ownersByName(batchSize: 4))
      }
      XCTAssertEqual(keyReport.statementCount, 1)
      XCTAssertTrue(
        keyReport.statements.allSatisfy { $0.sql.hasPrefix("SELECT t0.Z_PK FROM ZOWNER t0") },
        "\(keyReport)")
      XCTAssertEqual(owners.count, 10)
      XCTAssertTrue(owners.allSatisfy(\.isFault))
      let batchReport = container.persistentStoreCoordinator.measure {
        XCTAssertEqual(owners[1].name, "Owner 001")
      }.report
      XCTAssertEqual(batchReport.statementCount, 1)
      XCTAssertTrue(
        batchReport.statements.allSatisfy { $0.sql.contains("Z_PK IN (") }, "\(batchReport)")
      assertStatements(0, on: container) {
        XCTAssertEqual([0, 2, 3].map { owners[$0].name }, ["Owner 000", "Owner 002", "Owner 003"])
      }
      XCTAssertTrue(owners[4].isFault)
      assertStatements(1, on: container) { XCTAssertEqual(owners[9].name, "Owner 009") }
      assertStatements(0, on: container) { XCTAssertEqual(owners[8].name, "Owner 008") }
      assertStatements(1, on: container) { XCTAssertEqual(owners[4...7].map(\.age), [4, 5, 6, 7]) }
      assertStatements(0, on: container) { XCTAssertEqual(owners.map(\.age), Array(0..<10)) }
    }
  }

  func testABatchIsTheNeighboursInTheOrderOfTheResult() async throws {
    try await eachStore { container in
      try container.saveOwners(9)
      let request = ownersByName(batchSize: 3)
      request.sortDescriptors = [FetchSortDescriptor(key: "age", ascending: false)]
      request.predicate = try FetchPredicate(format: "age != 5")
      request.fetchOffset = 1
      request.fetchLimit = 5
      let owners = try assertStatements(1, on: container) {
        try container.viewContext.fetch(request)
      }
      // 8 is left out by the offset; 7, 6, 4 are the first batch and 3, 2 the second.
      assertStatements(1, on: container) { XCTAssertEqual(owners[2].age, 4) }
      assertStatements(0, on: container) { XCTAssertEqual(owners.prefix(3).map(\.age), [7, 6, 4]) }
      assertStatements(1, on: container) { XCTAssertEqual(owners.map(\.age), [7, 6, 4, 3, 2]) }
    }
  }

  func testABatchOfManyObjectsIsOneStatement() async throws {
    try await eachStore { container in
      try container.saveOwners(700)
      let owners = try container.viewContext.fetch(ownersByName(batchSize: 600))
      assertStatements(1, on: container) { XCTAssertEqual(owners[599].age, 599) }
      assertStatements(0, on: container) { XCTAssertEqual(owners[0].age, 0) }
      assertStatements(1, on: container) { XCTAssertEqual(owners.map(\.age), Array(0..<700)) }
    }
  }

  func testUnsavedChangesAreLaidOverTheKeys() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(300)
      func owner(_ number: Int) throws -> Owner {
        try XCTUnwrap(context.existingObject(with: ids[number]) as? Owner)
      }
      // To the front, to the end, among others of the same age, and out of the predicate.
      try owner(150).age = -3
      try owner(20).age = 999
      try owner(200).age = 40
      try owner(30).age = 1000
      context.delete(try owner(77))
      for (name, age) in [("New A", 40), ("New B", -5), ("New C", 2000)] {
        let new = Owner(context: context)
        (new.name, new.age) = (name, Int16(age))
      }
      var expected = (0..<300).map { (PersistentContainer.ownerName($0), $0) }
      (expected[150].1, expected[20].1, expected[200].1) = (-3, 999, 40)
      expected.removeAll { ["Owner 030", "Owner 077"].contains($0.0) }
      expected += [("New A", 40), ("New B", -5)]
      expected.sort { ($0.1, $0.0) < ($1.1, $1.0) }
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "age < 1000")
      request.sortDescriptors = ["age", "name"].map {
        FetchSortDescriptor(key: $0, ascending: true)
      }
      request.fetchBatchSize = 7
      XCTAssertEqual(try context.fetch(request).map(\.name), expected.map(\.0))
      XCTAssertEqual(try context.fetchLazily(request).map(\.name), expected.map(\.0))
      (request.fetchOffset, request.fetchLimit) = (39, 6)
      XCTAssertEqual(try context.fetch(request).map(\.name), expected[39..<45].map(\.0))
      // The third and fourth places were an unsaved object's and its neighbour's.
      XCTAssertEqual(try context.fetchLazily(request).map(\.name), expected[39..<45].map(\.0))
    }
  }

  func testWithoutASortTheKeysAreInOrderOverUnsavedChanges() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(5)
      let changed = try XCTUnwrap(context.existingObject(with: ids[2]) as? Owner)
      changed.age = 90
      context.delete(try context.existingObject(with: ids[3]))
      let request = FetchRequest<Owner>()
      request.fetchBatchSize = 2
      XCTAssertEqual(try context.fetch(request).map(\.objectID), [0, 1, 2, 4].map { ids[$0] })
    }
  }

  func testAChildContextReadsBatchesThroughItsParent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(6)
      let changed = try XCTUnwrap(context.existingObject(with: ids[0]) as? Owner)
      changed.name = "Owner 999"
      let new = Owner(context: context)
      new.name = "Owner 002x"
      let child = context.makeChild()
      let owners = try child.fetch(ownersByName(batchSize: 2))
      XCTAssertTrue(owners.allSatisfy(\.isFault))
      XCTAssertEqual(
        owners.map(\.name),
        [
          "Owner 001", "Owner 002", "Owner 002x", "Owner 003", "Owner 004", "Owner 005",
          "Owner 999",
        ])
      owners[2].age = 50
      try child.save()
      XCTAssertEqual(new.age, 50)
    }
  }

  func testSeveralStoresAreFetchedInBatches() async throws {
    try await eachPairOfStores { pair in
      let context = pair.context
      for number in 0..<6 {
        let owner = Owner(context: context)
        owner.name = "Owner \(number)"
        if number % 2 == 1 { context.assign(owner, to: pair.second) }
      }
      try context.save()
      context.reset()
      pair.coordinator.forgetRows()
      let sorted = try context.fetch(ownersByName(batchSize: 4))
      XCTAssertEqual(sorted.map(\.name), (0..<6).map { "Owner \($0)" })
      let request = FetchRequest<Owner>()
      request.fetchBatchSize = 4
      // Ties end on the store, then on the key.
      XCTAssertEqual(
        try context.fetch(request).map(\.name), [0, 2, 4, 1, 3, 5].map { "Owner \($0)" })
      (request.fetchOffset, request.fetchLimit) = (2, 2)
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Owner 4", "Owner 1"])
    }
  }

  // Facts 23 and 98.
  func testARowThatWasDeletedMeanwhileIsAnInaccessibleFaultAndItsBatchIsRead() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(4)
      let owners = try context.fetch(ownersByName(batchSize: 4))
      try container.elsewhere { $0.delete(try $0.existingObject(with: ids[1])) }
      container.persistentStoreCoordinator.forgetRows()
      XCTAssertEqual(owners[0].name, "Owner 000")
      XCTAssertEqual(owners[3].name, "Owner 003")
      XCTAssertTrue(context.errors.isEmpty)
      XCTAssertThrowsError(try owners[1].value(forKey: "name")) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectReferentialIntegrity)
      }
      XCTAssertEqual(owners[1].name, "")
      XCTAssertTrue(owners[1].isDeleted)
      XCTAssertEqual(context.errors.map(\.code), [.managedObjectReferentialIntegrity])
    }
  }

  func testAPinnedContextReadsItsGenerationInBatches() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stage = try PinningStage(
      PersistentStoreDescription(url: folder.appendingPathComponent("Pets.sqlite")))
    let context = stage.makeContext()
    try context.setQueryGenerationFrom(.current)
    let request = FetchRequest<Owner>()
    request.fetchBatchSize = 1
    let owners = try context.fetch(request)
    try stage.elsewhere { other in
      try stage.owner("Ann", other).age = 41
      stage.makeOwner("Bob", other)
    }
    XCTAssertEqual(owners.map(\.age), [40])
    XCTAssertEqual(try context.fetch(request).count, 1)
    XCTAssertEqual(try context.fetchLazily(request).map(\.name), ["Ann"])
    try stage.close()
  }

  func testObjectsOfSubentitiesAreOfTheirOwnClass() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for number in 0..<3 {
        Pet(context: context).name = "Pet \(number)"
        Dog(context: context).name = "Dog \(number)"
      }
      try context.save()
      container.forgetAll()
      let request = FetchRequest<Pet>()
      request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      request.fetchBatchSize = 2
      let pets = try context.fetch(request)
      XCTAssertEqual(pets.map { $0 is Dog }, [true, true, true, false, false, false])
      XCTAssertEqual(
        pets.map(\.name), ["Dog 0", "Dog 1", "Dog 2", "Pet 0", "Pet 1", "Pet 2"])
      request.includesSubentities = false
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Pet 0", "Pet 1", "Pet 2"])
    }
  }

  func testWithoutPropertyValuesAFetchGivesFaultsThatAreReadTogether() async throws {
    try await eachStore { container in
      try container.saveOwners(5)
      let request = ownersByName()
      request.includesPropertyValues = false
      let owners = try assertStatements(1, on: container) {
        try container.viewContext.fetch(request)
      }
      XCTAssertEqual(owners.map(\.isFault), Array(repeating: true, count: 5))
      assertStatements(1, on: container) { XCTAssertEqual(owners.map(\.age), [0, 1, 2, 3, 4]) }
    }
  }

  // Fact 13.
  func testRealisedObjectsOfABatchStopBeingFaultsTogether() async throws {
    try await eachStore { container in
      try container.saveOwners(5)
      let request = ownersByName(batchSize: 3)
      request.returnsObjectsAsFaults = false
      let owners = try container.viewContext.fetch(request)
      XCTAssertEqual(owners[1].age, 1)
      XCTAssertEqual(owners.map(\.isFault), [false, false, false, true, true])
      XCTAssertEqual(
        try container.viewContext.fetchLazily(request).map(\.isFault),
        Array(repeating: false, count: 5))
    }
  }

  func testOlderBatchesGiveWayAndTheirObjectsAreReadAllTheSame() async throws {
    try await eachStore { container in
      try container.saveOwners(30)
      let context = container.viewContext
      var kept: [[Owner]] = []
      for start in 0..<10 {
        let request = ownersByName(batchSize: 2)
        (request.fetchOffset, request.fetchLimit) = (start * 3, 3)
        kept.append(try context.fetch(request))
      }
      XCTAssertEqual(kept.flatMap { $0.map(\.age) }, Array(0..<30))
    }
  }

  func testANegativeBatchSizeIsRefused() async throws {
    try await eachStore { container in
      let request = ownersByName(batchSize: -1)
      for body in [
        { _ = try container.viewContext.fetch(request) },
        { _ = try container.viewContext.fetchLazily(request) },
      ] {
        XCTAssertThrowsError(try body()) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
    }
  }
}
