import ObjectGraph
import XCTest

extension Pet: ManagedEntity {}

extension Owner: ManagedEntity {
  static var defaultSortDescriptors: [FetchSortDescriptor] {
    [FetchSortDescriptor(key: "name", ascending: false)]
  }

  static var defaultPredicate: FetchPredicate? { try? FetchPredicate(format: "age >= 18") }
}

/// Classes that say which entity they stand for.
@MainActor
final class EntityTests: XCTestCase {
  private func named(_ name: String) throws -> FetchPredicate {
    try FetchPredicate(format: "name == %@", name)
  }

  @discardableResult
  private func addOwners(_ ages: [String: Int16], to context: ManagedObjectContext) throws
    -> [String: Owner]
  {
    var owners: [String: Owner] = [:]
    for (name, age) in ages.sorted(by: { $0.key < $1.key }) {
      let owner = Owner(context: context)
      (owner.name, owner.age) = (name, age)
      owners[name] = owner
    }
    return owners
  }

  func testTheEntityHasTheNameOfTheClassThatIsAsked() async throws {
    func name<Entity: ManagedEntity>(of entity: Entity.Type) -> String { entity.entityName }
    XCTAssertEqual(Pet.entityName, "Pet")
    XCTAssertEqual(Dog.entityName, "Dog")
    XCTAssertEqual(name(of: Pet.self), "Pet")
    XCTAssertEqual(name(of: Dog.self), "Dog")
  }

  func testASortedRequestHasTheDefaultOrderAndPredicate() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try addOwners(["Ann": 18, "Bob": 40, "Cy": 17, "Di": 19], to: context)
      XCTAssertEqual(try context.fetch(Owner.sortedFetchRequest).map(\.name), ["Di", "Bob", "Ann"])
      let request = Owner.sortedFetchRequest(with: try FetchPredicate(format: "age < 20"))
      XCTAssertEqual(try context.fetch(request).map(\.name), ["Di", "Ann"])
    }
  }

  func testARequestOfAClassWithoutDefaultsAsksForAllByKey() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for name in ["b", "c", "a"] {
        Pet(context: context).name = name
        try context.save()
      }
      XCTAssertEqual(try context.fetch(Pet.sortedFetchRequest).map(\.name), ["b", "c", "a"])
      let request = Pet.sortedFetchRequest(with: try named("c"))
      XCTAssertEqual(try context.fetch(request).map(\.name), ["c"])
    }
  }

  func testFetchAndCountAskForWhatTheyAreToldAndNoDefaultIsApplied() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try addOwners(["Ann": 18, "Bob": 40, "Cy": 17], to: context)
      XCTAssertEqual(try Owner.count(in: context), 3)
      XCTAssertEqual(
        try Owner.count(in: context) { $0.predicate = try FetchPredicate(format: "age < 30") }, 2)
      let oldest = try Owner.fetch(in: context) { request in
        request.sortDescriptors = [FetchSortDescriptor(key: "age", ascending: false)]
        request.fetchLimit = 1
      }
      XCTAssertEqual(oldest.map(\.name), ["Bob"])
      XCTAssertThrowsError(
        try Owner.fetch(in: context) { $0.predicate = try FetchPredicate(format: "age <") })
    }
  }

  func testAnObjectInMemoryIsFoundWithoutAskingTheStore() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try XCTUnwrap(try addOwners(["Ann": 18], to: context)["Ann"])
      try context.save()
      let id = ann.objectID
      try container.newBackgroundContext().performAndWait { other in
        let ann = try other.existingObject(with: id) as? Owner
        ann?.name = "Anna"
        try other.save()
      }
      // The store knows no Ann any more; this context does.
      XCTAssertTrue(try Owner.findOrFetch(in: context, matching: try named("Ann")) === ann)
      XCTAssertNil(
        try Owner.materializedObject(in: context, matching: try named("Anna")))
    }
  }

  func testAnObjectThatIsNotInMemoryIsFetchedWithItsValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      try addOwners(["Ann": 18, "Bob": 40], to: context)
      try context.save()
      context.reset()
      XCTAssertNil(try Owner.materializedObject(in: context, matching: try named("Bob")))
      let bob = try XCTUnwrap(try Owner.findOrFetch(in: context, matching: try named("Bob")))
      XCTAssertEqual(bob.age, 40)
      XCTAssertFalse(bob.isFault)
      XCTAssertTrue(try Owner.materializedObject(in: context, matching: try named("Bob")) === bob)
      XCTAssertNil(try Owner.findOrFetch(in: context, matching: try named("Cy")))
    }
  }

  func testFaultsAreNotInMemory() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try XCTUnwrap(try addOwners(["Ann": 18], to: context)["Ann"])
      try context.save()
      context.refresh(ann, mergeChanges: false)
      XCTAssertNil(try Owner.materializedObject(in: context, matching: try named("Ann")))
      XCTAssertTrue(ann.isFault)
    }
  }

  func testObjectsOfSubentitiesAreFoundAndOthersAreNot() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let rex = Dog(context: context)
      rex.name = "Rex"
      Pet(context: context).name = "Tom"
      XCTAssertTrue(try Pet.materializedObject(in: context, matching: try named("Rex")) === rex)
      XCTAssertNil(try Dog.materializedObject(in: context, matching: try named("Tom")))
    }
  }

  func testOfSeveralTheOldestIsFound() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pets = (0..<5).map { _ in Pet(context: context) }
      for pet in pets { pet.name = "Rex" }
      XCTAssertTrue(
        try Pet.materializedObject(in: context, matching: try named("Rex")) === pets[0])
      try context.save()
      Pet(context: context).name = "Rex"
      let lowest = pets.min {
        $0.objectID.uriRepresentation().path < $1.objectID.uriRepresentation().path
      }
      XCTAssertTrue(try Pet.findOrFetch(in: context, matching: try named("Rex")) === lowest)
    }
  }

  func testADeletedObjectIsNotFoundAndItsUniqueValueCanBeTaken() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try XCTUnwrap(try addOwners(["Ann": 30], to: context)["Ann"])
      try context.save()
      context.delete(ann)
      XCTAssertNil(try Owner.findOrFetch(in: context, matching: try named("Ann")))
      let again = try Owner.findOrCreate(in: context, matching: try named("Ann")) {
        $0.name = "Ann"
      }
      XCTAssertFalse(again === ann)
      try context.save()
      XCTAssertEqual(try Owner.fetch(in: context).map(\.age), [18])
    }
  }

  func testFindOrCreateMakesOneObjectHoweverOftenItIsCalled() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var made = 0
      let isAnn = try named("Ann")
      @MainActor func ann() throws -> Owner {
        try Owner.findOrCreate(in: context, matching: isAnn) { owner in
          owner.name = "Ann"
          made += 1
        }
      }
      let first = try ann()
      XCTAssertTrue(try ann() === first)
      try context.save()
      context.reset()
      XCTAssertEqual(try ann().name, "Ann")
      XCTAssertEqual(made, 1)
      XCTAssertEqual(try Owner.count(in: context), 1)
    }
  }

  func testAnObjectWhoseSetUpFailsIsTakenBack() async throws {
    try await eachStore { container in
      let context = container.viewContext
      XCTAssertThrowsError(
        try Owner.findOrCreate(in: context, matching: try named("Ann")) { owner in
          owner.name = "Ann"
          throw CancellationError()
        }
      ) { XCTAssertTrue($0 is CancellationError) }
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(try Owner.count(in: context), 0)
    }
  }

  func testAPredicateThatDoesNotFitTheEntityIsAnError() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let predicate = try FetchPredicate(format: "colour == %@", "red")
      XCTAssertThrowsError(try Owner.findOrFetch(in: context, matching: predicate)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
      }
    }
  }

  // MARK: Insertion

  func testAnInsertedObjectIsOfTheClassThatIsWanted() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let dog: Dog = try context.insertObject()
      let pet = try context.insertObject(Pet.self)
      XCTAssertEqual(context.insertedObjects, [dog, pet])
      XCTAssertEqual(dog.entity.name, "Dog")
      XCTAssertEqual(pet.entity.name, "Pet")
    }
  }

  func testNothingIsInsertedWhereTheEntityIsUnknownAbstractOrOfAnotherClass() async throws {
    let model = ManagedObjectModel {
      EntityDescription(
        "Shape", class: Shape.self, isAbstract: true,
        subentities: [EntityDescription("Circle", class: Shape.self) {}]
      ) { AttributeDescription("name", .string) }
    }
    try await eachStore(model: model) { container in
      let context = container.viewContext
      XCTAssertThrowsError(try context.insertObject(Pet.self)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        XCTAssertEqual((error as? ObjectGraphError)?.entityName, "Pet")
      }
      XCTAssertThrowsError(try context.insertObject(Shape.self)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        XCTAssertEqual((error as? ObjectGraphError)?.entityName, "Shape")
      }
      XCTAssertThrowsError(try context.insertObject(Circle.self)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        XCTAssertEqual((error as? ObjectGraphError)?.entityName, "Circle")
      }
      XCTAssertFalse(context.hasChanges)
      XCTAssertTrue(context.errors.isEmpty)
    }
  }
}

private class Shape: ManagedObject, ManagedEntity {
  class var entityName: String { "Shape" }
}

private final class Circle: Shape {
  override static var entityName: String { "Circle" }
}
