import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Batch requests that take ordinary saves, over more rows than one of these has.
@MainActor
final class BatchPiecesTests: XCTestCase {
  /// Objects are read for as long as their context lives.
  private var contexts: [ManagedObjectContext] = []

  private func fresh(_ container: PersistentContainer) -> ManagedObjectContext {
    contexts.append(ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator))
    return contexts[contexts.count - 1]
  }

  override func tearDown() async throws {
    contexts = []
  }

  private func insert(
    _ entity: String, _ count: Int, in context: ManagedObjectContext,
    _ values: (Int) -> [String: Any]
  ) throws -> [ManagedObjectID] {
    let request = BatchInsertRequest(entityName: entity, objects: (0..<count).map(values))
    request.resultType = .objectIDs
    return try context.execute(request).objectIDs ?? []
  }

  func testAnUpdateOfARelationshipReachesEveryRow() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      let pets = try self.insert("Pet", 2_300, in: context) { ["weight": Double($0)] }
      let request = BatchUpdateRequest(entityName: "Pet")
      request.predicate = try FetchPredicate(format: "weight >= 100")
      request.propertiesToUpdate = ["owner": ann.objectID]
      request.resultType = .updatedObjectIDsResultType
      let result = try context.execute(request)
      XCTAssertEqual(result.objectIDs, Array(pets[100...]))
      let updated = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
      XCTAssertEqual(result.changes[updated] as? Set<ManagedObjectID>, Set(pets[100...]))
      let owned = FetchRequest<Pet>()
      owned.predicate = try FetchPredicate(format: "owner.name == 'Ann'")
      XCTAssertEqual(try self.fresh(container).count(for: owned), 2_200)
    }
  }

  func testADeletionTakesAlongWhatCascadesAndNamesEachRowOnce() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let owners = try self.insert("Owner", 1_500, in: context) { ["name": "\($0)"] }
      let passports = try self.insert("Passport", 1_500, in: context) {
        ["number": "\($0)", "owner": owners[$0]]
      }
      let pets = try self.insert("Pet", 3, in: context) { ["owner": owners[$0 * 700]] }
      let request = BatchDeleteRequest(fetchRequest: FetchRequest<Owner>())
      request.resultType = .resultTypeObjectIDs
      let result = try context.execute(request)
      XCTAssertEqual(result.objectIDs?.count, 3_000)
      XCTAssertEqual(Set(result.objectIDs ?? []), Set(owners + passports))
      let updated = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
      XCTAssertEqual(result.changes[updated] as? Set<ManagedObjectID>, Set(pets))
      let other = self.fresh(container)
      XCTAssertEqual(try other.count(for: FetchRequest<Passport>()), 0)
      XCTAssertTrue(try other.fetch(FetchRequest<Pet>()).allSatisfy { $0.owner == nil })
    }
  }

  func testADenyRuleKeepsNothingWhoseObjectsAllGoHoweverManyTheyAre() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Folder") {
        AttributeDescription("number", .integer32)
        RelationshipDescription("parent", toOne: "Folder", inverse: "children")
        RelationshipDescription(
          "children", toMany: "Folder", inverse: "parent", deleteRule: .denyDeleteRule)
      }
    }
    try await eachStore(model: model) { container in
      let context = self.fresh(container)
      let folders = try self.insert("Folder", 1_500, in: context) { ["number": $0] }
      // Each folder is in the next one.
      for (folder, parent) in zip(folders, folders.dropFirst()).suffix(700) {
        try context.existingObject(with: folder)
          .setValue(context.object(with: parent), forKey: "parent")
      }
      try context.save()
      let all = FetchRequest<ManagedObject>(entityName: "Folder")
      let some = FetchRequest<ManagedObject>(entityName: "Folder")
      some.predicate = try FetchPredicate(format: "number < 10 OR number > 900")
      XCTAssertThrowsError(try context.execute(BatchDeleteRequest(fetchRequest: some))) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationRelationshipDeniedDelete)
        XCTAssertEqual(error?.key, "children")
      }
      XCTAssertEqual(try self.fresh(container).count(for: all), 1_500)
      try context.execute(BatchDeleteRequest(fetchRequest: all))
      XCTAssertEqual(try self.fresh(container).count(for: all), 0)
    }
  }

  func testUniqueValuesOfManyRowsMoveOn() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Pitch", unique: [["number"]]) {
        AttributeDescription("number", .integer32)
      }
    }
    try await eachStore(model: model) { container in
      let context = self.fresh(container)
      _ = try self.insert("Pitch", 1_500, in: context) { ["number": $0] }
      let request = BatchUpdateRequest(entityName: "Pitch")
      request.propertiesToUpdate = ["number": try expression("number + 1")]
      request.resultType = .updatedObjectsCountResultType
      XCTAssertEqual(try context.execute(request).count, 1_500)
      let pitches = try self.fresh(container).fetch(
        FetchRequest<ManagedObject>(entityName: "Pitch"))
      XCTAssertEqual(
        try pitches.map { try $0.value(forKey: "number") as? Int64 }, (1...1_500).map { Int64($0) })
    }
  }

  func testAnInsertionMeetsItsOwnRowsOfEarlierPieces() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      context.mergePolicy = .mergeByPropertyObjectTrump
      let bob = Owner(context: context)
      bob.name = "7"
      bob.age = 99
      try context.save()
      let request = BatchInsertRequest(
        entityName: "Owner",
        objects: (0..<2_500).map { ["name": "\($0 % 1_300)", "age": $0 / 1_300] })
      request.resultType = .objectIDs
      let result = try context.execute(request)
      XCTAssertEqual(result.objectIDs?.count, 1_300)
      XCTAssertEqual(Set(result.objectIDs ?? []).count, 1_300)
      XCTAssertEqual(result.objectIDs?.firstIndex(of: bob.objectID), 7)
      let updated = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
      XCTAssertEqual(result.changes[updated] as? Set<ManagedObjectID>, [bob.objectID])
      let owners = try self.fresh(container).fetch(FetchRequest<Owner>())
      XCTAssertEqual(owners.count, 1_300)
      for owner in owners {
        XCTAssertEqual(owner.age, Int(owner.name).map { $0 < 1_200 ? 1 : 0 }, owner.name)
      }
    }
  }

  func testARequestThatFailsInAWriteTransactionLeavesTheRestOfIt() async throws {
    let folder = try temporaryFolder("pieces")
    for store in [
      .inMemory(), PersistentStoreDescription(url: folder.file("Store.sqlite")),
    ] {
      let stack = try StoreStack(model: TestModel.pets(), store: store)
      try stack.write { context in
        let ann = Owner(context: context)
        ann.name = "Ann"
        try context.save()
        try context.execute(
          BatchInsertRequest(
            entityName: "Dog",
            objects: (0..<2_500).map { ["name": "\($0)", "tricks": $0 == 2_400 ? 3_000_000 : $0] }))
        let request = BatchUpdateRequest(entityName: "Dog")
        request.propertiesToUpdate = [
          "owner": ann.objectID, "tricks": try FetchExpression(format: "tricks * 1000"),
        ]
        XCTAssertThrowsError(try context.execute(request)) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .validationNumberTooLarge)
        }
        let owned = FetchRequest<Dog>(entityName: "Dog")
        owned.predicate = try FetchPredicate(format: "owner != nil")
        XCTAssertEqual(try context.count(for: owned), 0)
        XCTAssertEqual(try context.count(for: FetchRequest<Dog>(entityName: "Dog")), 2_500)
        request.predicate = try FetchPredicate(format: "tricks < 2000")
        try context.execute(request)
        XCTAssertEqual(try context.count(for: owned), 2_000)
      }
      let count = try BackgroundContext(coordinator: stack.persistentStoreCoordinator)
        .performAndWait { context in
          let owned = FetchRequest<Dog>(entityName: "Dog")
          owned.predicate = try FetchPredicate(format: "owner.name == 'Ann' AND tricks >= 1000")
          return try context.count(for: owned)
        }
      XCTAssertEqual(count, 1_999)
      try stack.close()
    }
  }

  func testRowsOfEachStoreAreUpdatedAndAllOrNone() async throws {
    try await eachPairOfStores { pair in
      let context = pair.context
      for place in 0..<2 {
        let (owner, pet) = (Owner(context: context), Pet(context: context))
        owner.name = "\(place)"
        pet.owner = owner
        if place == 1 { _ = (pair.inSecond(owner), pair.inSecond(pet)) }
      }
      try context.save()
      let request = BatchUpdateRequest(entityName: "Pet")
      request.resultType = .updatedObjectsCountResultType
      let second = try XCTUnwrap(
        context.fetch(FetchRequest<Owner>()).first { $0.name == "1" })
      request.propertiesToUpdate = ["owner": second.objectID, "weight": 2.5]
      XCTAssertThrowsError(try context.execute(request)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "owner")
      }
      let heavy = FetchRequest<Pet>()
      heavy.predicate = try FetchPredicate(format: "weight == 2.5")
      XCTAssertEqual(try self.fresh(pair.container).count(for: heavy), 0)
      request.propertiesToUpdate = ["owner": nil, "weight": 2.5]
      XCTAssertEqual(try context.execute(request).count, 2)
      XCTAssertEqual(try self.fresh(pair.container).count(for: heavy), 2)
    }
  }

  func testNothingIsPosted() async throws {
    try await eachStore { container in
      let context = self.fresh(container)
      let owners = try self.insert("Owner", 3, in: context) { ["name": "\($0)"] }
      let posted = Lock(0)
      let tokens = [
        ManagedObjectContext.didChangeObjectsNotification,
        ManagedObjectContext.willSaveObjectsNotification,
        ManagedObjectContext.didSaveObjectsNotification,
        ManagedObjectContext.didSaveObjectIDsNotification,
        ManagedObjectContext.didDropUnsavedChangesNotification,
      ].map { name in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          posted.withLock { $0 += 1 }
        }
      }
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      _ = try self.insert("Passport", 3, in: context) { ["number": "1", "owner": owners[$0]] }
      try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Owner>()))
      XCTAssertEqual(try context.count(for: FetchRequest<Passport>()), 0)
      XCTAssertEqual(posted.withLock { $0 }, 0)
    }
  }
}
