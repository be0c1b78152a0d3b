import Foundation
import ObjectGraph
import XCTest

/// Batch deletions, and what the delete rules make of them.
@MainActor
final class BatchDeleteTests: XCTestCase {
  private func seed(_ context: ManagedObjectContext) throws {
    let ann = Owner(context: context)
    ann.name = "Ann"
    let mia = Pet(context: context)
    mia.name = "Mia"
    let rex = Dog(context: context)
    rex.name = "Rex"
    rex.friends = [mia]
    ann.pets = [mia, rex]
    let passport = Passport(context: context)
    passport.number = "P1"
    ann.passport = passport
    Owner(context: context).name = "Bob"
    try context.save()
  }

  /// Objects are read for as long as their context lives.
  private var contexts: [ManagedObjectContext] = []

  private func fresh(_ container: PersistentContainer) -> ManagedObjectContext {
    contexts.append(ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator))
    return contexts[contexts.count - 1]
  }

  override func tearDown() async throws {
    contexts = []
  }

  private func owners(named name: String) throws -> FetchRequest<Owner> {
    let request = FetchRequest<Owner>()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    return request
  }

  // Facts 156, 157 and 158.
  func testNullifyAndCascadeAreCarriedOut() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let live = try XCTUnwrap(context.fetch(self.owners(named: "Ann")).first)
      let request = BatchDeleteRequest(fetchRequest: try self.owners(named: "Ann"))
      XCTAssertEqual(request.resultType, .resultTypeStatusOnly)
      XCTAssertEqual(try context.execute(request).result as? Bool, true)
      XCTAssertFalse(live.isDeleted)
      XCTAssertEqual(live.name, "Ann")
      XCTAssertFalse(context.hasChanges)
      let other = self.fresh(container)
      XCTAssertEqual(try other.fetch(FetchRequest<Owner>()).map(\.name), ["Bob"])
      XCTAssertEqual(try other.count(for: FetchRequest<Passport>()), 0)
      let pets = try other.fetch(FetchRequest<Pet>())
      XCTAssertEqual(pets.compactMap(\.name).sorted(), ["Mia", "Rex"])
      XCTAssertTrue(pets.allSatisfy { $0.owner == nil })
      if let raw = try container.shell(
        "SELECT ZNAME, ZOWNER IS NULL, Z_OPT FROM ZPET ORDER BY ZNAME")
      {
        XCTAssertEqual(raw, "Mia|1|2\nRex|1|2")
      }
    }
  }

  // Fact 157.
  func testTheResultNamesWhatTheCascadeTookAlong() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let ann = try XCTUnwrap(context.fetch(self.owners(named: "Ann")).first)
      let passport = try XCTUnwrap(ann.passport)
      let pets = Set(ann.pets.map(\.objectID))
      let request = BatchDeleteRequest(objectIDs: [ann.objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try context.execute(request)
      XCTAssertEqual(Set(result.objectIDs ?? []), [ann.objectID, passport.objectID])
      let updated = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
      XCTAssertEqual(result.changes[updated] as? Set<ManagedObjectID>, pets)
      XCTAssertEqual(result.count, 2)
    }
  }

  // Fact 158.
  func testADenyRuleFailsTheRequestUnlessWhatItProtectsGoesToo() async throws {
    try await eachStore(model: TestModel.pets(petsRule: .denyDeleteRule)) { container in
      let context = container.viewContext
      try self.seed(context)
      let request = BatchDeleteRequest(fetchRequest: FetchRequest<Owner>())
      XCTAssertThrowsError(try context.execute(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationRelationshipDeniedDelete)
        XCTAssertEqual(error?.key, "pets")
      }
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Owner>()), 2)
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Passport>()), 1)
      try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Pet>()))
      try context.execute(request)
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Owner>()), 0)
    }
  }

  // Fact 158.
  func testAMandatoryInverseIsNotCut() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Room") {
        RelationshipDescription("beds", toMany: "Bed", inverse: "room")
      }
      EntityDescription("Bed") {
        RelationshipDescription("room", toOne: "Room", inverse: "beds", isOptional: false)
      }
    }
    try await eachStore(model: model) { container in
      let context = container.viewContext
      let room = try EntityDescription.insertNewObject(forEntityName: "Room", into: context)
      let bed = try EntityDescription.insertNewObject(forEntityName: "Bed", into: context)
      try bed.setValue(room, forKey: "room")
      try context.save()
      let rooms = FetchRequest<ManagedObject>(entityName: "Room")
      XCTAssertThrowsError(try context.execute(BatchDeleteRequest(fetchRequest: rooms))) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationMissingMandatoryProperty)
        XCTAssertEqual(error?.entityName, "Bed")
        XCTAssertEqual(error?.key, "room")
      }
      XCTAssertEqual(try self.fresh(container).count(for: rooms), 1)
      let beds = FetchRequest<ManagedObject>(entityName: "Bed")
      try context.execute(BatchDeleteRequest(fetchRequest: beds))
      try context.execute(BatchDeleteRequest(fetchRequest: rooms))
      XCTAssertEqual(try self.fresh(container).count(for: rooms), 0)
    }
  }

  func testPairsOfAJoinTableGoAndCascadesEndInCircles() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let request = FetchRequest<Pet>()
      request.predicate = try FetchPredicate(format: "name == 'Mia'")
      try context.execute(BatchDeleteRequest(fetchRequest: request))
      let rex = try XCTUnwrap(self.fresh(container).fetch(FetchRequest<Pet>()).first)
      XCTAssertEqual(rex.friends, [])
    }
    let circle = ManagedObjectModel {
      EntityDescription("Link") {
        AttributeDescription("name", .string)
        RelationshipDescription(
          "next", toOne: "Link", inverse: "previous", deleteRule: .cascadeDeleteRule)
        RelationshipDescription("previous", toOne: "Link", inverse: "next")
      }
    }
    try await eachStore(model: circle) { container in
      let context = container.viewContext
      let links = try (0..<5).map { _ in
        try EntityDescription.insertNewObject(forEntityName: "Link", into: context)
      }
      for (index, link) in links.enumerated() {
        try link.setValue("\(index)", forKey: "name")
        try link.setValue(links[(index + 1) % 5], forKey: "next")
      }
      try context.save()
      let request = FetchRequest<ManagedObject>(entityName: "Link")
      request.predicate = try FetchPredicate(format: "name == '3'")
      let deletion = BatchDeleteRequest(fetchRequest: request)
      deletion.resultType = .resultTypeCount
      XCTAssertEqual(try context.execute(deletion).result as? Int, 5)
      XCTAssertEqual(
        try self.fresh(container).count(for: FetchRequest<ManagedObject>(entityName: "Link")), 0)
    }
  }

  // Fact 161.
  func testIDsMustBeOfOneHierarchy() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let pets = try context.fetch(FetchRequest<Pet>()).map(\.objectID)
      let owner = try XCTUnwrap(context.fetch(FetchRequest<Owner>()).first)
      XCTAssertEqual(Set(pets.map { $0.entity.name }), ["Pet", "Dog"])
      let mixed = BatchDeleteRequest(objectIDs: pets + [owner.objectID])
      XCTAssertThrowsError(try context.execute(mixed)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
      }
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Pet>()), 2)
      let request = BatchDeleteRequest(objectIDs: pets)
      request.resultType = .resultTypeCount
      XCTAssertEqual(try context.execute(request).count, 2)
      // They are gone, which is what was asked for.
      XCTAssertEqual(try context.execute(request).count, 0)
      XCTAssertEqual(
        try context.execute(BatchDeleteRequest(objectIDs: [])).result as? Bool, true)
      let new = Pet(context: context)
      XCTAssertThrowsError(try context.execute(BatchDeleteRequest(objectIDs: [new.objectID])))
    }
  }

  func testTheLimitAndTheOrderOfTheRequestCount() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for number in 1...5 { Passport(context: context).number = "P\(number)" }
      try context.save()
      let request = FetchRequest<Passport>()
      request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: false)]
      request.fetchLimit = 2
      try context.execute(BatchDeleteRequest(fetchRequest: request))
      let left = try self.fresh(container).fetch(FetchRequest<Passport>()).map(\.number)
      XCTAssertEqual(left.sorted(), ["P1", "P2", "P3"])
    }
  }

  func testARequestWithGroupsDeletesNothing() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for number in 1...3 { Passport(context: context).number = "P\(number)" }
      try context.save()
      let having = FetchRequest<[String: any Sendable]>(entityName: "Passport")
      having.havingPredicate = try FetchPredicate(format: "number > 'P2'")
      let grouped = FetchRequest<[String: any Sendable]>(entityName: "Passport")
      grouped.propertiesToGroupBy = ["number"]
      let ofObjects = FetchRequest<Passport>()
      ofObjects.havingPredicate = having.havingPredicate
      for (request, part) in [
        (BatchDeleteRequest(fetchRequest: having), "havingPredicate"),
        (BatchDeleteRequest(fetchRequest: grouped), "propertiesToGroupBy"),
        (BatchDeleteRequest(fetchRequest: ofObjects), "havingPredicate"),
      ] {
        XCTAssertThrowsError(try context.execute(request)) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument)
          XCTAssertEqual(
            error?.message,
            "a batch deletion deletes objects, but \(part) applies to groups")
        }
      }
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Passport>()), 3)
    }
  }

  func testTheOrderOfARequestForDictionariesDecidesWhatItsLimitTakes() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for number in 1...5 { Passport(context: context).number = "P\(number)" }
      try context.save()
      let request = FetchRequest<[String: any Sendable]>(entityName: "Passport")
      request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: false)]
      request.fetchLimit = 2
      try context.execute(BatchDeleteRequest(fetchRequest: request))
      let left = try self.fresh(container).fetch(FetchRequest<Passport>()).map(\.number)
      XCTAssertEqual(left.sorted(), ["P1", "P2", "P3"])
      request.sortDescriptors = [FetchSortDescriptor(key: "nope", ascending: true)]
      request.fetchLimit = 0
      XCTAssertThrowsError(try context.execute(BatchDeleteRequest(fetchRequest: request)))
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Passport>()), 3)
    }
  }

  func testMergingTheResultDeletesAndUpdatesLiveObjects() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try self.seed(context)
      let ann = try XCTUnwrap(context.fetch(self.owners(named: "Ann")).first)
      let pets = Array(ann.pets)
      XCTAssertEqual(pets.compactMap(\.owner).count, 2)
      let request = BatchDeleteRequest(objectIDs: [ann.objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try context.execute(request)
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
      XCTAssertTrue(ann.isDeleted)
      XCTAssertTrue(pets.allSatisfy { $0.owner == nil })
      XCTAssertFalse(context.hasChanges)
      pets[0].name = "Tom"
      try context.save()
    }
  }

  func testRowsWithoutRelationshipsGoInOneStatementAndFaultsOfThemAreInaccessible() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Note") { AttributeDescription("number", .integer32) }
    }
    try await eachStore(model: model) { container in
      let context = container.viewContext
      try context.execute(
        BatchInsertRequest(entityName: "Note", objects: (1...20).map { ["number": $0] }))
      let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Note"))
      XCTAssertEqual(all.count, 20)
      let ids = all.map(\.objectID)
      let request = FetchRequest<ManagedObject>(entityName: "Note")
      request.predicate = try FetchPredicate(format: "number > 15")
      let deletion = BatchDeleteRequest(fetchRequest: request)
      deletion.resultType = .resultTypeCount
      XCTAssertEqual(try context.execute(deletion).count, 5)
      let other = self.fresh(container)
      let found = ids.filter { (try? other.existingObject(with: $0)) != nil }
      XCTAssertEqual(found, Array(ids.prefix(15)))
    }
  }
}
