import ObjectGraph
import TestSupport
import XCTest

/// Relationships that are read along with a fetch.
@MainActor
final class PrefetchingTests: XCTestCase {
  private func request<Object: ManagedObject>(
    _: Object.Type, _ keyPaths: String...
  ) -> FetchRequest<Object> {
    let request = FetchRequest<Object>()
    request.relationshipKeyPathsForPrefetching = keyPaths
    return request
  }

  func testAToManyRelationshipCostsOneStatementForAllObjects() async throws {
    try await eachStore { container in
      try container.saveOwners(300, petsEach: 2)
      let owners = try assertStatements(2, on: container) {
        try container.viewContext.fetch(self.request(Owner.self, "pets"))
      }
      try assertStatements(0, on: container) {
        XCTAssertFalse(try owners[17].hasFault(forRelationshipNamed: "pets"))
        for (number, owner) in owners.enumerated() {
          XCTAssertEqual(
            Set(owner.pets.map(\.name)), ["Pet \(number).0", "Pet \(number).1"])
        }
      }
      XCTAssertTrue(owners.allSatisfy(\.isFault))
    }
  }

  func testAToOneRelationshipCostsOneStatementForAllObjects() async throws {
    try await eachStore { container in
      try container.saveOwners(300, petsEach: 1)
      let pets = try assertStatements(2, on: container) {
        try container.viewContext.fetch(self.request(Pet.self, "owner"))
      }
      assertStatements(0, on: container) {
        for pet in pets {
          XCTAssertEqual(pet.owner.map { "Pet \($0.age).0" }, pet.name)
        }
      }
    }
  }

  func testAManyToManyRelationshipCostsTwoStatements() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pets = (0..<8).map { number in
        let pet = Pet(context: context)
        pet.name = "Pet \(number)"
        return pet
      }
      // Each is friends with the next two.
      for number in 0..<8 {
        pets[number].friends = [pets[(number + 1) % 8], pets[(number + 2) % 8]]
      }
      try context.save()
      container.forgetAll()
      let found = try assertStatements(3, on: container) {
        try context.fetch(self.request(Pet.self, "friends"))
      }
      assertStatements(0, on: container) {
        for (number, pet) in found.enumerated() {
          XCTAssertEqual(
            Set(pet.friends.map(\.name)), ["Pet \((number + 1) % 8)", "Pet \((number + 2) % 8)"])
        }
      }
    }
  }

  func testDeepKeyPathsCostAStatementForEachStepAndShareTheirBeginnings() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for number in 0..<5 {
        let owner = Owner(context: context)
        owner.name = "Owner \(number)"
        let passport = Passport(context: context)
        (passport.number, passport.owner) = ("P\(number)", owner)
        for place in 0..<2 {
          let pet = Pet(context: context)
          (pet.name, pet.owner) = ("Pet \(number).\(place)", owner)
        }
      }
      try context.save()
      container.forgetAll()
      let passports = try assertStatements(3, on: container) {
        try context.fetch(self.request(Passport.self, "owner", "owner.pets"))
      }
      assertStatements(0, on: container) {
        XCTAssertEqual(passports.compactMap { $0.owner?.pets.count }, [2, 2, 2, 2, 2])
        XCTAssertEqual(
          passports.compactMap { $0.owner?.name }.sorted(), (0..<5).map { "Owner \($0)" })
      }
      context.reset()
      container.persistentStoreCoordinator.forgetRows()
      let owners = try assertStatements(3, on: container) {
        try context.fetch(self.request(Owner.self, "pets.owner.passport", "pets"))
      }
      assertStatements(0, on: container) {
        XCTAssertEqual(owners.map { $0.pets.count }, [2, 2, 2, 2, 2])
        XCTAssertEqual(
          owners.flatMap { $0.pets.map { $0.owner?.passport?.number } }.compactMap { $0 }.count, 10)
      }
    }
  }

  func testOrderedRelationshipsKeepTheirOrder() async throws {
    try await eachStore(model: OrderedModel.make()) { container in
      let context = container.viewContext
      let parks = (0..<3).map { number in
        let park = Park(context: context)
        park.name = "Park \(number)"
        return park
      }
      for number in 0..<4 {
        let walker = Walker(context: context)
        walker.name = "Walker \(number)"
        let walks = (0..<3).map { place in
          let walk = Walk(context: context)
          walk.name = "Walk \(number).\(2 - place)"
          return walk
        }
        walker.walks = OrderedSet(walks)
        walker.parks = OrderedSet(number % 2 == 0 ? parks : parks.reversed())
      }
      try context.save()
      container.forgetAll()
      let request = self.request(Walker.self, "walks", "parks")
      request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      // One for the walkers, one for the walks, two for the parks.
      let walkers = try assertStatements(4, on: container) { try context.fetch(request) }
      assertStatements(0, on: container) {
        for (number, walker) in walkers.enumerated() {
          XCTAssertEqual(walker.walks.map(\.name), [2, 1, 0].map { "Walk \(number).\($0)" })
          XCTAssertEqual(
            walker.parks.map(\.name),
            (number % 2 == 0 ? [0, 1, 2] : [2, 1, 0]).map { "Park \($0)" })
        }
      }
    }
  }

  // Fact 70.
  func testRelationshipsAreReadAlongForObjectsOfUnsavedChangesToo() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(3, petsEach: 1)
      let changed = try XCTUnwrap(context.existingObject(with: ids[0]) as? Owner)
      let other = try XCTUnwrap(context.existingObject(with: ids[1]) as? Owner)
      changed.age = 90
      let new = Owner(context: context)
      (new.name, new.age) = ("New", 91)
      let mine = try XCTUnwrap(changed.objectIDs(forRelationshipNamed: "pets").first)
      let theirs = try XCTUnwrap(other.objectIDs(forRelationshipNamed: "pets").first)
      try XCTUnwrap(context.existingObject(with: theirs) as? Pet).owner = new
      container.persistentStoreCoordinator.forgetRows()
      let request = self.request(Owner.self, "pets")
      request.sortDescriptors = [FetchSortDescriptor(key: "age", ascending: false)]
      request.predicate = try FetchPredicate(format: "age >= 90")
      // Neither row is in the store's answer.
      let owners = try assertStatements(2, on: container) { try context.fetch(request) }
      XCTAssertEqual(owners, [new, changed])
      try assertStatements(0, on: container) {
        XCTAssertEqual(new.pets.map(\.objectID), [theirs])
        XCTAssertFalse(try changed.hasFault(forRelationshipNamed: "pets"))
        XCTAssertEqual(changed.pets.map(\.objectID), [mine])
      }
      XCTAssertEqual(other.pets, [])
    }
  }

  func testAChildContextPrefetchesThroughItsParentsUnsavedChanges() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = try container.saveOwners(20, petsEach: 1)
      let new = Pet(context: context)
      new.name = "New"
      new.owner = try XCTUnwrap(context.existingObject(with: ids[0]) as? Owner)
      container.persistentStoreCoordinator.forgetRows()
      let child = context.makeChild()
      let owners = try assertStatements(2, on: container) {
        let request = ownersByName()
        request.relationshipKeyPathsForPrefetching = ["pets"]
        return try child.fetch(request)
      }
      assertStatements(0, on: container) {
        XCTAssertEqual(Set(owners[0].pets.map(\.name)), ["Pet 0.0", "New"])
        XCTAssertEqual(owners[19].pets.map(\.name), ["Pet 19.0"])
      }
    }
  }

  func testEachStoreAnswersForItsOwnObjects() async throws {
    try await eachPairOfStores { pair in
      let context = pair.context
      for number in 0..<4 {
        let (owner, pet) = (Owner(context: context), Pet(context: context))
        (owner.name, pet.name, pet.owner) = ("Owner \(number)", "Pet \(number)", owner)
        if number % 2 == 1 {
          context.assign(owner, to: pair.second)
          context.assign(pet, to: pair.second)
        }
      }
      try context.save()
      context.reset()
      let request = ownersByName()
      request.relationshipKeyPathsForPrefetching = ["pets"]
      let owners = try context.fetch(request)
      for (number, owner) in owners.enumerated() {
        XCTAssertFalse(try owner.hasFault(forRelationshipNamed: "pets"))
        XCTAssertEqual(owner.pets.map(\.name), ["Pet \(number)"])
      }
    }
  }

  func testWithABatchSizeTheyAreReadAlongWithEachBatch() async throws {
    try await eachStore { container in
      try container.saveOwners(6, petsEach: 2)
      let request = ownersByName(batchSize: 3)
      request.relationshipKeyPathsForPrefetching = ["pets"]
      let owners = try assertStatements(1, on: container) {
        try container.viewContext.fetch(request)
      }
      assertStatements(2, on: container) { XCTAssertEqual(owners[0].name, "Owner 000") }
      try assertStatements(0, on: container) {
        XCTAssertEqual(owners[2].pets.count, 2)
        XCTAssertTrue(try owners[3].hasFault(forRelationshipNamed: "pets"))
      }
      assertStatements(2, on: container) {
        XCTAssertEqual(owners[3...5].map { $0.pets.count }, [2, 2, 2])
      }
    }
  }

  func testWhatIsNoRelationshipIsRefusedWithTheNearestName() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let mistakes = [
        "petz": "did you mean pets?", "pets.ownr": "did you mean owner?",
        "name": "use one of passport, pets", "": "use one of passport, pets",
        "pets..owner": "use one of owner, friendOf, friends",
      ]
      for (keyPath, repair) in mistakes {
        for batchSize in [0, 5] {
          let request = self.request(Owner.self, keyPath)
          request.fetchBatchSize = batchSize
          XCTAssertThrowsError(try context.fetch(request), keyPath) { error in
            let error = error as? ObjectGraphError
            XCTAssertEqual(error?.code, .invalidArgument, keyPath)
            XCTAssertEqual(error?.repair, repair, keyPath)
          }
        }
      }
    }
  }

  func testAWrongKeyPathIsRefusedWhateverIsAskedFor() async throws {
    try await eachStore { container in
      let context = container.viewContext
      func with<Result>(_ request: FetchRequest<Result>) -> FetchRequest<Result> {
        request.relationshipKeyPathsForPrefetching = ["pets", "pets.ownr"]
        return request
      }
      func named<Result>(_ type: Result.Type) -> FetchRequest<Result> {
        with(FetchRequest<Result>(entityName: "Owner"))
      }
      let objects = with(Owner.fetchRequest())
      let batched = with(Owner.fetchRequest())
      batched.fetchBatchSize = 5
      let faults = with(Owner.fetchRequest())
      faults.includesPropertyValues = false
      let grouped = named([String: any Sendable].self)
      grouped.propertiesToFetch = ["name"]
      grouped.propertiesToGroupBy = ["name"]
      let template = with(FetchRequest<Owner>(FetchRequestDescription(entityName: "Owner")))
      let forms: [(String, () throws -> Void)] = [
        ("objects", { _ = try context.fetch(objects) }),
        ("batches", { _ = try context.fetch(batched) }),
        ("faults", { _ = try context.fetch(faults) }),
        ("lazily", { _ = try context.fetchLazily(objects) }),
        ("template", { _ = try context.fetch(template) }),
        ("count of objects", { _ = try context.count(for: objects) }),
        ("IDs", { _ = try context.fetch(named(ManagedObjectID.self)) }),
        ("count of IDs", { _ = try context.count(for: named(ManagedObjectID.self)) }),
        ("a count", { _ = try context.fetch(named(Int.self)) }),
        ("dictionaries", { _ = try context.fetch(named([String: any Sendable].self)) }),
        ("groups", { _ = try context.fetch(grouped) }),
        ("count of groups", { _ = try context.count(for: grouped) }),
        (
          "asynchronously",
          { _ = try context.execute(AsynchronousFetchRequest(fetchRequest: objects)) }
        ),
      ]
      for (form, body) in forms {
        XCTAssertThrowsError(try body(), form) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument, form)
          XCTAssertEqual(
            error?.message,
            "pets.ownr cannot be prefetched: the entity Pet has no relationship ownr", form)
          XCTAssertEqual(error?.repair, "did you mean owner?", form)
          XCTAssertEqual(error?.key, "ownr", form)
        }
      }
    }
  }
}
