import Foundation
import ObjectGraph
import XCTest

/// Batch updates: one order to the stores, past every context.
@MainActor
final class BatchUpdateTests: XCTestCase {
  private func seed(_ context: ManagedObjectContext) throws {
    for (name, age) in [("Ann", 40), ("Bob", 20), ("Cid", 30)] {
      let owner = Owner(context: context)
      owner.name = name
      owner.age = Int16(age)
    }
    try context.save()
  }

  private func ages(_ container: PersistentContainer) throws -> [String: Int16] {
    let context = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
    return try withExtendedLifetime(context) {
      let owners = try context.fetch(FetchRequest<Owner>())
      return Dictionary(owners.map { ($0.name, $0.age) }, uniquingKeysWith: { $1 })
    }
  }

  // Facts 156 and 157.
  func testTheDefaultResultIsTheStatusAndRowsAndVersionsChange() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = BatchUpdateRequest(entityName: "Owner")
      XCTAssertEqual(request.resultType, .statusOnlyResultType)
      XCTAssertTrue(request.includesSubentities)
      request.predicate = try FetchPredicate(format: "age < 35")
      request.propertiesToUpdate = ["age": 7]
      let result = try context.execute(request)
      XCTAssertEqual(result.result as? Bool, true)
      XCTAssertNil(result.objectIDs)
      XCTAssertNil(result.count)
      XCTAssertEqual(try self.ages(container), ["Ann": 40, "Bob": 7, "Cid": 7])
      let raw = try container.shell("SELECT ZNAME, ZAGE, Z_OPT FROM ZOWNER ORDER BY ZNAME")
      if let raw { XCTAssertEqual(raw, "Ann|40|1\nBob|7|2\nCid|7|2") }
    }
  }

  // Fact 157.
  func testTheResultNamesOrCountsTheUpdatedObjects() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let young = FetchRequest<Owner>()
      young.predicate = try FetchPredicate(format: "age < 35")
      let expected = Set(try context.fetch(young).map(\.objectID))
      XCTAssertEqual(expected.count, 2)
      let request = BatchUpdateRequest(entityName: "Owner")
      request.predicate = young.predicate
      request.propertiesToUpdate = ["age": 7]
      request.resultType = .updatedObjectIDsResultType
      let result = try context.execute(request)
      XCTAssertEqual(Set(result.objectIDs ?? []), expected)
      XCTAssertEqual((result.result as? [ManagedObjectID])?.count, 2)
      request.predicate = nil
      request.resultType = .updatedObjectsCountResultType
      XCTAssertEqual(try context.execute(request).result as? Int, 3)
    }
  }

  // Fact 132 of the features.
  func testAnExpressionIsEvaluatedForEachRowAsItWas() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = BatchUpdateRequest(entityName: "Owner")
      request.propertiesToUpdate = [
        "age": try expression("age * 2 + 1"),
        "name": try expression("uppercase:(name)"),
      ]
      try context.execute(request)
      XCTAssertEqual(try self.ages(container), ["ANN": 81, "BOB": 41, "CID": 61])
      request.propertiesToUpdate = ["age": try expression("age - 1")]
      try context.execute(request)
      XCTAssertEqual(try self.ages(container), ["ANN": 80, "BOB": 40, "CID": 60])
    }
  }

  func testAnExpressionWhoseValueDoesNotFitFailsAndChangesNothing() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = BatchUpdateRequest(entityName: "Owner")
      request.propertiesToUpdate = ["age": try expression("age * 1000")]
      XCTAssertThrowsError(try context.execute(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationNumberTooLarge)
        XCTAssertEqual(error?.key, "age")
      }
      XCTAssertEqual(try self.ages(container), ["Ann": 40, "Bob": 20, "Cid": 30])
    }
  }

  // Fact 80.
  func testABatchUpdateMayStoreNoValueInAMandatoryAttribute() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = BatchUpdateRequest(entityName: "Owner")
      request.predicate = try FetchPredicate(format: "name == 'Bob'")
      request.propertiesToUpdate = ["name": nil]
      try context.execute(request)
      if let raw = try container.shell("SELECT count(*) FROM ZOWNER WHERE ZNAME IS NULL") {
        XCTAssertEqual(raw, "1")
      }
      let fresh = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
      let fetch = FetchRequest<Owner>()
      fetch.predicate = try FetchPredicate(format: "age == 20")
      let owner = try XCTUnwrap(fresh.fetch(fetch).first)
      XCTAssertEqual(owner.name, "")
      owner.age = 21
      XCTAssertThrowsError(try fresh.save()) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .validationMissingMandatoryProperty)
      }
    }
  }

  // Fact 156.
  func testNothingIsValidatedToldOrUndoneAndLiveObjectsStayAsTheyWere() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.undoManager = UndoManager()
      try self.seed(context)
      context.undoManager?.removeAllActions()
      let owners = try context.fetch(FetchRequest<Owner>())
      XCTAssertEqual(owners.map(\.age).sorted(), [20, 30, 40])
      let posted = Counter()
      let names = [
        ManagedObjectContext.didChangeObjectsNotification,
        ManagedObjectContext.didSaveObjectsNotification,
      ]
      let tokens = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
          posted.add()
        }
      }
      defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
      let request = BatchUpdateRequest(entityName: "Owner")
      request.propertiesToUpdate = ["age": 1]
      try context.execute(request)
      context.processPendingChanges()
      XCTAssertEqual(owners.map(\.age).sorted(), [20, 30, 40])
      XCTAssertEqual(posted.count, 0)
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(context.undoManager?.canUndo, false)
      XCTAssertEqual(try self.ages(container), ["Ann": 1, "Bob": 1, "Cid": 1])
    }
  }

  // Fact 20.
  func testRefreshingShowsTheOldValueUntilTheIntervalIsZero() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == 'Ann'")
      let ann = try XCTUnwrap(context.fetch(request).first)
      XCTAssertEqual(ann.age, 40)
      let update = BatchUpdateRequest(entityName: "Owner")
      update.propertiesToUpdate = ["age": 1]
      try context.execute(update)
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.age, 40)
      context.refreshAllObjects()
      XCTAssertEqual(ann.age, 40)
      context.stalenessInterval = 0
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.age, 1)
    }
  }

  func testASaveOfAnObjectThatABatchUpdatedIsAConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let owner = try XCTUnwrap(context.fetch(FetchRequest<Owner>()).first)
      let update = BatchUpdateRequest(entityName: "Owner")
      update.propertiesToUpdate = ["age": 1]
      try context.execute(update)
      owner.age = 99
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      XCTAssertEqual(try self.ages(container), ["Ann": 1, "Bob": 1, "Cid": 1])
    }
  }

  func testUniqueValuesMayMoveAndMayNotMeet() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = BatchUpdateRequest(entityName: "Owner")
      request.propertiesToUpdate = ["name": "Zoe"]
      XCTAssertThrowsError(try context.execute(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectConstraintMerge)
        XCTAssertEqual(error?.value, .string("Zoe"))
      }
      XCTAssertEqual(Set(try self.ages(container).keys), ["Ann", "Bob", "Cid"])
      // Bob gets the name that Ann has, and she another one.
      request.propertiesToUpdate = [
        "name": try expression(
          "TERNARY(name == 'Ann', 'Dan', TERNARY(name == 'Bob', 'Ann', name))")
      ]
      try context.execute(request)
      XCTAssertEqual(try self.ages(container), ["Dan": 40, "Ann": 20, "Cid": 30])
    }
  }

  func testAToOneRelationshipIsUpdatedWithItsInverses() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      for name in ["Mia", "Rex"] {
        let pet = Dog(context: context)
        pet.name = name
      }
      for number in ["P1", "P2"] { Passport(context: context).number = number }
      try context.save()
      let owners = try context.fetch(FetchRequest<Owner>())
      let ann = try XCTUnwrap(owners.first { $0.name == "Ann" })
      let bob = try XCTUnwrap(owners.first { $0.name == "Bob" })
      let pets = BatchUpdateRequest(entityName: "Pet")
      pets.propertiesToUpdate = ["owner": ann.objectID]
      try context.execute(pets)
      let passports = BatchUpdateRequest(entityName: "Passport")
      passports.predicate = try FetchPredicate(format: "number == 'P1'")
      passports.propertiesToUpdate = ["owner": ann]
      try context.execute(passports)
      passports.propertiesToUpdate = ["owner": bob]
      passports.resultType = .updatedObjectIDsResultType
      let moved = try context.execute(passports)
      // The passport, the owner that lost it and the one that has it now.
      XCTAssertEqual(moved.objectIDs?.count, 1)
      let key = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
      XCTAssertEqual((moved.changes[key] as? Set<ManagedObjectID>)?.count, 3)
      let fresh = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: moved.changes, into: [fresh])
      let stored = try fresh.fetch(FetchRequest<Owner>())
      let storedAnn = try XCTUnwrap(stored.first { $0.name == "Ann" })
      let storedBob = try XCTUnwrap(stored.first { $0.name == "Bob" })
      XCTAssertEqual(Set(storedAnn.pets.compactMap(\.name)), ["Mia", "Rex"])
      XCTAssertNil(storedAnn.passport)
      XCTAssertEqual(storedBob.passport?.number, "P1")
      XCTAssertTrue(storedBob.passport?.owner === storedBob)
    }
  }

  func testWrongEntitiesKeysAndValuesAreErrors() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let values: [(String, [String: Any?])] = [
        ("Ownr", ["age": 1]), ("Owner", ["agee": 1]), ("Owner", ["age": "old"]),
        ("Owner", ["age": 70_000]), ("Owner", ["pets": nil]), ("Owner", [:]),
        ("Owner", ["age": FetchExpression(forKeyPath: "name")]),
        ("Owner", ["age": FetchExpression(forKeyPath: "size")]),
        ("Pet", ["owner": "Ann"]),
      ]
      for (entity, value) in values {
        let request = BatchUpdateRequest(entityName: entity)
        request.propertiesToUpdate = value
        XCTAssertThrowsError(try context.execute(request), "\(entity) \(value)") { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
      XCTAssertEqual(try self.ages(container), ["Ann": 40, "Bob": 20, "Cid": 30])
    }
  }

  func testSubentitiesAreLeftOutWhenTheyAreNotIncluded() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Pet(context: context).name = "Mia"
      Dog(context: context).name = "Rex"
      try context.save()
      let request = BatchUpdateRequest(entityName: "Pet")
      request.includesSubentities = false
      request.propertiesToUpdate = ["weight": 2.5]
      request.resultType = .updatedObjectsCountResultType
      XCTAssertEqual(try context.execute(request).count, 1)
      request.includesSubentities = true
      XCTAssertEqual(try context.execute(request).count, 2)
    }
  }

  func testDerivedAttributesOfUpdatedRowsAndTheirOwnersFollow() async throws {
    try await eachStore(model: LibraryModel.make()) { container in
      let context = container.viewContext
      let ann = context.author("Ann")
      _ = context.book("A", by: ann, words: 10)
      _ = context.book("B", by: ann, words: 20)
      try context.save()
      let request = BatchUpdateRequest(entityName: "Book")
      request.propertiesToUpdate = ["words": try expression("words + 5")]
      request.resultType = .updatedObjectIDsResultType
      let result = try context.execute(request)
      XCTAssertEqual(result.count, 2)
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
      XCTAssertEqual(ann.wordCount, 40)
      XCTAssertEqual(ann.longest, 25)
      let authors = BatchUpdateRequest(entityName: "Author")
      authors.propertiesToUpdate = ["name": "Eve"]
      authors.resultType = .updatedObjectIDsResultType
      let renamed = try context.execute(authors)
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: renamed.changes, into: [context])
      XCTAssertEqual(ann.loudName, "EVE")
      XCTAssertEqual(Set(try context.fetch(FetchRequest<Book>()).map(\.authorName)), ["Eve"])
    }
  }

  func testEachStoreIsUpdatedOrThoseThatAreNamed() async throws {
    try await eachPairOfStores { pair in
      let context = pair.context
      Owner(context: context).name = "Ann"
      pair.inSecond(Owner(context: context)).name = "Bob"
      try context.save()
      let request = BatchUpdateRequest(entityName: "Owner")
      request.affectedStores = [pair.second]
      request.propertiesToUpdate = ["age": 5]
      request.resultType = .updatedObjectIDsResultType
      let ids = try context.execute(request).objectIDs ?? []
      XCTAssertEqual(ids.count, 1)
      XCTAssertTrue(ids.first?.persistentStore === pair.second)
      XCTAssertEqual(try self.ages(pair.container), ["Ann": 18, "Bob": 5])
      request.affectedStores = nil
      request.propertiesToUpdate = ["age": 6]
      XCTAssertEqual(try context.execute(request).count, 2)
      XCTAssertEqual(try self.ages(pair.container), ["Ann": 6, "Bob": 6])
    }
  }

  func testAReadOnlyStoreRefuses() async throws {
    try await withStoreFile { file in
      let maker = try PersistentStoreCoordinator(managedObjectModel: TestModel.pets())
      try maker.remove(maker.addPersistentStore(type: .sqlite, at: file))
      let container = try PersistentContainer(
        name: "Pets", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: file, isReadOnly: true)])
      try container.loadPersistentStores()
      let request = BatchUpdateRequest(entityName: "Owner")
      request.propertiesToUpdate = ["age": 5]
      XCTAssertThrowsError(try container.viewContext.execute(request)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .persistentStoreSave)
      }
    }
  }

  // Facts 135 and 136.
  func testBatchRequestsDoNotMoveAPinnedGeneration() async throws {
    try await withStoreFile { file in
      let stage = try PinningStage(PersistentStoreDescription(url: file))
      let context = try stage.makePinnedContext()
      let token = try XCTUnwrap(context.queryGenerationToken)
      let update = BatchUpdateRequest(entityName: "Owner")
      update.propertiesToUpdate = ["age": 77]
      try context.execute(update)
      try context.execute(
        BatchInsertRequest(entityName: "Owner", objects: [["name": "Bob", "age": 1]]))
      try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Pet>()))
      XCTAssertEqual(context.queryGenerationToken, token)
      XCTAssertEqual(try stage.names(context), ["Ann"])
      context.reset()
      let ann = try stage.owner("Ann", context)
      XCTAssertEqual(ann.age, 40)
      XCTAssertEqual(stage.petNames(ann), ["Mia", "Rex"])
      XCTAssertEqual(context.queryGenerationToken, token)
      XCTAssertEqual(
        try StoreShell.run("SELECT ZNAME, ZAGE FROM ZOWNER ORDER BY ZNAME", in: file),
        "Ann|77\nBob|1")
      try context.setQueryGenerationFrom(.current)
      XCTAssertEqual(try stage.names(context), ["Ann", "Bob"])
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 0)
      try stage.close()
    }
  }

  func testAChildContextGoesToTheStorePastItsParentsChanges() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      try self.seed(parent)
      let owner = try XCTUnwrap(parent.fetch(FetchRequest<Owner>()).first { $0.name == "Ann" })
      owner.age = 50
      let child = parent.makeChild()
      let request = BatchUpdateRequest(entityName: "Owner")
      request.predicate = try FetchPredicate(format: "age == 40")
      request.propertiesToUpdate = ["age": 41]
      request.resultType = .updatedObjectsCountResultType
      XCTAssertEqual(try child.execute(request).count, 1)
      XCTAssertEqual(owner.age, 50)
      XCTAssertTrue(owner.hasChanges)
      XCTAssertEqual(try self.ages(container)["Ann"], 41)
    }
  }

  func testABackgroundContextTellsWhatIsToBeMerged() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let owners = try context.fetch(FetchRequest<Owner>())
      XCTAssertEqual(owners.map(\.age).sorted(), [20, 30, 40])
      let changes = try await container.newBackgroundContext().execute {
        let request = BatchUpdateRequest(entityName: "Owner")
        request.propertiesToUpdate = ["age": 3]
        request.resultType = .updatedObjectIDsResultType
        return request
      }
      XCTAssertEqual(changes.updatedObjectIDs, Set(owners.map(\.objectID)))
      ManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [
          ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue: changes.updatedObjectIDs
        ], into: [context])
      XCTAssertEqual(owners.map(\.age), [3, 3, 3])
    }
  }
}

/// Counts from any thread.
private final class Counter: @unchecked Sendable {
  // Sound: behind its lock.
  private let lock = NSLock()
  private var value = 0

  func add() { lock.withLock { value += 1 } }

  var count: Int { lock.withLock { value } }
}
