import Foundation
import ObjectGraph
import XCTest

/// Batch insertions: of dictionaries, of what handlers give, and upserts.
@MainActor
final class BatchInsertTests: XCTestCase {
  /// Objects are read for as long as their context lives.
  private var contexts: [ManagedObjectContext] = []

  private func fresh(_ container: PersistentContainer) -> ManagedObjectContext {
    contexts.append(ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator))
    return contexts[contexts.count - 1]
  }

  override func tearDown() async throws {
    contexts = []
  }

  private func ages(_ container: PersistentContainer) throws -> [String: Int16] {
    let owners = try fresh(container).fetch(FetchRequest<Owner>())
    return Dictionary(owners.map { ($0.name, $0.age) }, uniquingKeysWith: { $1 })
  }

  // Facts 134 of the features, 156 and 157.
  func testDictionariesBecomeRowsWithDefaults() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = BatchInsertRequest(
        entityName: "Owner", objects: [["name": "Ann", "age": 40], ["name": "Bob"]])
      XCTAssertEqual(request.resultType, .statusOnly)
      XCTAssertEqual(try context.execute(request).result as? Bool, true)
      XCTAssertEqual(context.registeredObjects.count, 0)
      XCTAssertEqual(try self.ages(container), ["Ann": 40, "Bob": 18])
      if let raw = try container.shell(
        "SELECT Z_PK, Z_OPT, ZNAME, ZAGE FROM ZOWNER ORDER BY Z_PK; "
          + "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Owner'")
      {
        XCTAssertEqual(raw, "1|1|Ann|40\n2|1|Bob|18\n2")
      }
      // An object of a context gets the key after them.
      let third = Owner(context: context)
      third.name = "Cid"
      try context.save()
      XCTAssertTrue(third.objectID.uriRepresentation().path.hasSuffix("/p3"))
    }
  }

  // Fact 159.
  func testAMissingMandatoryKeyThrows() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = BatchInsertRequest(
        entityName: "Owner", objects: [["name": "Ann"], ["age": 3]])
      XCTAssertThrowsError(try context.execute(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationMissingMandatoryProperty)
        XCTAssertEqual(error?.key, "name")
      }
      XCTAssertEqual(try self.ages(container), [:])
    }
  }

  // Fact 159.
  func testAnUnknownKeyCreatesNothing() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = BatchInsertRequest(
        entityName: "Owner", objects: [["name": "Ann", "agee": 3]])
      XCTAssertThrowsError(try context.execute(request)) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .invalidArgument)
        XCTAssertEqual(error?.repair, "did you mean age?")
      }
      XCTAssertEqual(try self.ages(container), [:])
    }
  }

  func testHandlersGiveObjectsUntilTheyReturnTrue() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var names = ["Ann", "Bob"]
      let dictionaries = BatchInsertRequest(
        entityName: "Owner",
        dictionaryHandler: { dictionary in
          guard let name = names.popLast() else { return true }
          dictionary["name"] = name
          return false
        })
      dictionaries.resultType = .count
      XCTAssertEqual(try context.execute(dictionaries).result as? Int, 2)
      var number: Int16 = 0
      let objects = BatchInsertRequest(
        entityName: "Owner",
        managedObjectHandler: { object in
          guard number < 2, let owner = object as? Owner else { return true }
          number += 1
          XCTAssertNil(owner.managedObjectContext)
          owner.name = "Owner \(number)"
          if number == 2 { owner.age = 99 }
          return false
        })
      objects.resultType = .objectIDs
      let ids = try context.execute(objects).objectIDs ?? []
      XCTAssertEqual(ids.count, 2)
      let stored = try ids.compactMap { try context.existingObject(with: $0) as? Owner }
      XCTAssertEqual(stored.map(\.name), ["Owner 1", "Owner 2"])
      XCTAssertEqual(
        try self.ages(container), ["Ann": 18, "Bob": 18, "Owner 1": 18, "Owner 2": 99])
    }
  }

  // Fact 133.
  func testUnderTheErrorPolicyATakenValueFailsTheRequest() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try context.execute(
        BatchInsertRequest(entityName: "Owner", objects: [["name": "Ann", "age": 40]]))
      for names in [["Bob", "Ann"], ["Bob", "Bob"]] {
        let request = BatchInsertRequest(
          entityName: "Owner", objects: names.map { ["name": $0] })
        XCTAssertThrowsError(try context.execute(request)) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .managedObjectConstraintMerge)
          XCTAssertEqual(error?.value, .string(names[1]))
        }
      }
      XCTAssertEqual(try self.ages(container), ["Ann": 40])
    }
  }

  // Facts 133 and 134.
  func testUnderObjectTrumpTheRowTakesTheNewValuesAndKeepsItsKeyAndRelationships() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      ann.age = 40
      let pet = Pet(context: context)
      pet.name = "Mia"
      pet.owner = ann
      try context.save()
      for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
        let writer = self.fresh(container)
        writer.mergePolicy = policy
        let age: Int = policy === MergePolicy.overwrite ? 42 : 41
        let request = BatchInsertRequest(
          entityName: "Owner",
          objects: [["name": "Ann", "age": age], ["name": "Bob"], ["name": "Bob", "age": age]])
        request.resultType = .objectIDs
        let ids = try writer.execute(request).objectIDs ?? []
        XCTAssertEqual(ids.first, ann.objectID)
        XCTAssertEqual(ids.count, 2)
        XCTAssertEqual(
          try self.ages(container), ["Ann": Int16(age), "Bob": Int16(age)])
      }
      let found = try XCTUnwrap(self.fresh(container).fetch(FetchRequest<Pet>()).first)
      XCTAssertEqual(found.owner?.objectID, ann.objectID)
      XCTAssertEqual(found.owner?.age, 42)
      if let raw = try container.shell("SELECT Z_PK, ZNAME, Z_OPT FROM ZOWNER ORDER BY Z_PK") {
        XCTAssertEqual(raw, "1|Ann|3\n2|Bob|2")
      }
    }
  }

  func testUnderStoreTrumpTheStoredRowStays() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try context.execute(
        BatchInsertRequest(entityName: "Owner", objects: [["name": "Ann", "age": 40]]))
      for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
        context.mergePolicy = policy
        let request = BatchInsertRequest(
          entityName: "Owner",
          objects: [["name": "Ann", "age": 1], ["name": "Bob", "age": 2], ["name": "Bob"]])
        request.resultType = .count
        let count = policy === MergePolicy.rollback ? 0 : 1
        XCTAssertEqual(try context.execute(request).count, count)
        XCTAssertEqual(try self.ages(container), ["Ann": 40, "Bob": 2])
      }
    }
  }

  func testRelationshipsAreGivenByIDAndOrderedOnesEndWithTheNewObjects() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let walker = context.walker("Ann", walks: ["a"])
      try context.save()
      let request = BatchInsertRequest(
        entityName: "Walk",
        objects: [
          ["name": "b", "walker": walker.objectID], ["name": "c", "walker": walker],
          ["name": "d"],
        ])
      request.resultType = .objectIDs
      let result = try context.execute(request)
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
      XCTAssertEqual(walker.walks.names, "abc")
      if let raw = try container.shell("SELECT ZNAME, Z_FOK_WALKER FROM ZWALK ORDER BY ZNAME") {
        XCTAssertEqual(raw, "a|2048\nb|3072\nc|4096\nd|")
      }
    }
  }

  func testDerivedAttributesAreWorkedOut() async throws {
    try await eachStore(model: LibraryModel.make()) { container in
      let context = container.viewContext
      try context.execute(BatchInsertRequest(entityName: "Author", objects: [["name": "Ann"]]))
      let ann = try XCTUnwrap(context.fetch(FetchRequest<Author>()).first)
      XCTAssertEqual(ann.loudName, "ANN")
      XCTAssertEqual(ann.bookCount, 0)
      let request = BatchInsertRequest(
        entityName: "Novel", objects: [["words": 7, "author": ann], ["words": 8, "author": ann]])
      request.resultType = .objectIDs
      let result = try context.execute(request)
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: result.changes, into: [context])
      XCTAssertEqual(ann.bookCount, 2)
      XCTAssertEqual(ann.wordCount, 15)
      XCTAssertEqual(Set(ann.books.map(\.authorName)), ["Ann"])
    }
  }

  func testUnsavedDestinationsDerivedKeysAndWrongValuesAreErrors() async throws {
    try await eachStore(model: LibraryModel.make()) { container in
      let context = container.viewContext
      let unsaved = context.author("Ann")
      let wrong: [(String, [String: Any])] = [
        ("Book", ["author": unsaved]), ("Author", ["bookCount": 1]), ("Author", ["books": [Int]()]),
        ("Bok", [:]), ("Book", ["words": "many"]),
      ]
      for (entity, values) in wrong {
        let request = BatchInsertRequest(entityName: entity, objects: [values])
        XCTAssertThrowsError(try context.execute(request), "\(entity) \(values)") { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
      XCTAssertEqual(try self.fresh(container).count(for: FetchRequest<Book>()), 0)
    }
  }

  func testLargeValuesGoIntoFilesAndGoWithTheirRows() async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Types", managedObjectModel: TypesModel.make(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      let folder = file.deletingLastPathComponent()
        .appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA")
      func files() -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).count {
          UUID(uuidString: $0) != nil
        }
      }
      let context = container.viewContext
      let photo = Data(repeating: 7, count: 200_000)
      try context.execute(
        BatchInsertRequest(entityName: "Site", objects: [["name": "a", "photo": photo]]))
      XCTAssertEqual(files(), 1)
      XCTAssertEqual(try context.fetch(FetchRequest<Site>()).first?.photo, photo)
      let update = BatchUpdateRequest(entityName: "Site")
      update.propertiesToUpdate = ["photo": Data(repeating: 8, count: 300_000)]
      try context.execute(update)
      XCTAssertEqual(files(), 1)
      try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Site>()))
      XCTAssertEqual(files(), 0)
      for store in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(store)
      }
    }
  }
}
