import Foundation
import ObjectGraph
import XCTest

final class Person: ManagedObject {
  @Managed("name") var name: String?
  @Managed("age") var age: Int16
  @Managed("town") var town: Town?
  @Managed("elders") var elders: [Person]
}

final class Town: ManagedObject {
  @Managed("name") var name: String?
  @Managed("people") var people: Set<Person>
  @Managed("eldest") var eldest: [Person]
  @Managed("namesakes") var namesakes: [Person]
}

/// Properties that are the answer to a fetch.
@MainActor
final class FetchedPropertyTests: XCTestCase {
  private static func model() -> ManagedObjectModel {
    let byAge = FetchSortDescriptor(key: "age", ascending: false)
    let namesakes = FetchedPropertyDescription(
      "namesakes", fetches: "Person", where: "name == $FETCHED_PROPERTY.userInfo.name")
    namesakes.userInfo = ["name": "Ann"]
    return ManagedObjectModel(entities: [
      EntityDescription("Person", class: Person.self) {
        AttributeDescription("name", .string)
        AttributeDescription("age", .integer16)
        RelationshipDescription("town", toOne: "Town", inverse: "people")
        FetchedPropertyDescription(
          "elders", fetches: "Person", where: "age > $FETCH_SOURCE.age", sortedBy: [byAge])
      },
      EntityDescription("Town", class: Town.self) {
        AttributeDescription("name", .string)
        RelationshipDescription("people", toMany: "Person", inverse: "town")
        FetchedPropertyDescription(
          "eldest", fetches: "Person", where: "town == $FETCH_SOURCE", sortedBy: [byAge],
          fetchLimit: 2)
        namesakes
      },
    ])
  }

  private func eachCountry(
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) async throws -> Void
  ) async throws {
    try await eachStore(model: Self.model()) { try await body($0, $0.viewContext) }
  }

  private func person(
    _ name: String, _ age: Int16, _ town: Town? = nil, in context: ManagedObjectContext
  ) -> Person {
    let person = Person(context: context)
    (person.name, person.age, person.town) = (name, age, town)
    return person
  }

  func testThePredicateKnowsTheObjectAndPathsFromIt() async throws {
    try await eachCountry { _, context in
      let town = Town(context: context)
      let ann = person("Ann", 20, town, in: context)
      let bob = person("Bob", 30, town, in: context)
      let cem = person("Cem", 40, in: context)
      let dee = person("Dee", 50, town, in: context)
      try context.save()
      XCTAssertEqual(ann.elders, [dee, cem, bob])
      XCTAssertEqual(cem.elders, [dee])
      XCTAssertEqual(dee.elders, [])
      XCTAssertEqual(town.eldest, [dee, bob])
      XCTAssertEqual(try town.value(forKey: "eldest") as? [ManagedObject], [dee, bob])
      XCTAssertEqual(
        try ann.value(forKeyPath: "town.eldest.name") as? [String?], ["Dee", "Bob"])
      XCTAssertFalse(context.hasChanges)
      XCTAssertTrue(context.errors.isEmpty)
    }
  }

  // Fact 69.
  func testTheAnswerIsKeptUntilTheObjectIsRefreshed() async throws {
    try await eachCountry { _, context in
      let ann = person("Ann", 20, in: context)
      let bob = person("Bob", 30, in: context)
      try context.save()
      XCTAssertEqual(ann.elders, [bob])
      let cem = person("Cem", 40, in: context)
      try context.save()
      XCTAssertEqual(ann.elders, [bob])
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.elders, [cem, bob])
      context.delete(bob)
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual(ann.elders, [cem])
    }
  }

  // Fact 69.
  func testTheAnswerIsFetchedAgainAfterAMergeWhateverItWasAbout() async throws {
    try await eachCountry { container, context in
      let town = Town(context: context)
      _ = self.person("Ann", 50, town, in: context)
      let bob = self.person("Bob", 40, town, in: context)
      try context.save()
      XCTAssertEqual(town.eldest.map(\.name), ["Ann", "Bob"])
      context.automaticallyMergesChangesFromParent = true
      let id = bob.objectID
      try await container.newBackgroundContext().perform { other in
        (other.object(with: id) as? Person)?.age = 60
        try other.save()
      }
      await self.mainQueueTurn()
      XCTAssertEqual(town.eldest.map(\.name), ["Bob", "Ann"])
    }
  }

  func testWhatIsFetchedChangesWithTheUserInfoAtRunTime() async throws {
    try await eachCountry { container, context in
      let town = Town(context: context)
      let ann = person("Ann", 20, in: context)
      let bob = person("Bob", 30, in: context)
      try context.save()
      XCTAssertEqual(town.namesakes, [ann])
      let property = container.managedObjectModel.entitiesByName["Town"]?
        .fetchedPropertiesByName["namesakes"]
      property?.userInfo["name"] = "Bob"
      XCTAssertEqual(town.namesakes, [ann])
      context.refresh(town, mergeChanges: false)
      XCTAssertEqual(town.namesakes, [bob])
    }
  }

  func testAFetchedPropertyCannotBeSet() async throws {
    try await eachCountry { _, context in
      let ann = person("Ann", 20, in: context)
      XCTAssertThrowsError(try ann.setValue([ann], forKey: "elders")) {
        XCTAssertEqual(
          ($0 as? ObjectGraphError)?.message,
          "Person.elders is a fetched property and cannot be set")
      }
      ann.elders = [ann]
      XCTAssertEqual(context.errors.map(\.key), ["elders"])
      XCTAssertEqual(ann.elders, [])
    }
  }

  func testAnObjectThatFetchesItselfIsLetGoWithItsContext() async throws {
    try await eachCountry { container, _ in
      weak var town: Town?
      do {
        let context = container.viewContext.makeChild()
        let new = Town(context: context)
        let ann = person("Ann", 20, new, in: context)
        XCTAssertEqual(new.eldest, [ann])
        XCTAssertEqual(new.people, [ann])
        town = new
        XCTAssertNotNil(town)
      }
      XCTAssertNil(town)
    }
  }

  func testAFetchedPropertyThatCannotBeFetchedIsRefusedWithTheModel() throws {
    func problem(_ request: FetchRequestDescription) -> ObjectGraphError? {
      let model = ManagedObjectModel(entities: [
        EntityDescription("Person") {
          AttributeDescription("name", .string)
          FetchedPropertyDescription("others", fetches: request)
        }
      ])
      do {
        _ = try PersistentStoreCoordinator(managedObjectModel: model)
        return nil
      } catch {
        return error as? ObjectGraphError
      }
    }
    XCTAssertNil(problem(FetchRequestDescription(entityName: "Person")))
    XCTAssertEqual(
      problem(FetchRequestDescription(entityName: "Persn"))?.repair, "did you mean Person?")
    XCTAssertEqual(
      problem(
        FetchRequestDescription(
          entityName: "Person", predicate: try FetchPredicate(format: "name == $WHO")))?.key,
      "others")
    let misspelt = FetchedPropertyDescription("others", fetches: "Person", where: "name ==")
    XCTAssertEqual(try problem(XCTUnwrap(misspelt.fetchRequest))?.key, "others")
    XCTAssertEqual(
      problem(
        FetchRequestDescription(
          entityName: "Person", sortDescriptors: [FetchSortDescriptor(key: "x", ascending: true)]))?
        .code, .persistentStoreIncompatibleSchema)
  }
}
