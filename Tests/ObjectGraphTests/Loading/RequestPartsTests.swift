import ObjectGraph
import TestSupport
import XCTest

/// Parts of requests and predicates that are read, or set one by one.
@MainActor
final class RequestPartsTests: XCTestCase {
  func testACompoundIsMadeOfItsTypeAndItsParts() async throws {
    let one = try FetchPredicate(format: "age > 20")
    let two = try FetchPredicate(format: "name == 'Ann'")
    for (type, text) in [
      (CompoundPredicate.LogicalType.and, "age > 20 AND name == \"Ann\""),
      (.or, "age > 20 OR name == \"Ann\""),
    ] {
      let made = CompoundPredicate(type: type, subpredicates: [one, two])
      XCTAssertEqual(made, try FetchPredicate(format: text))
      XCTAssertEqual(made.compoundPredicateType, type)
      XCTAssertEqual(made.subpredicates, [one, two])
    }
    XCTAssertEqual(
      CompoundPredicate(type: .not, subpredicates: [one]),
      try FetchPredicate(format: "NOT age > 20"))
  }

  func testNotTakesOnePredicate() async throws {
    let part = try FetchPredicate(format: "age > 20")
    for parts in [[], [part, part]] {
      let made = CompoundPredicate(type: .not, subpredicates: parts)
      XCTAssertThrowsError(try made.evaluate(with: ["age": 30])) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.message, "NOT takes one predicate, found \(parts.count)")
      }
    }
  }

  // Fact 82.
  func testARequestKnowsItsEntityOnceItWasSetOrCarriedOut() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pet = try XCTUnwrap(
        container.persistentStoreCoordinator.managedObjectModel.entitiesByName["Pet"])
      let named = FetchRequest<ManagedObject>(entityName: "Pet")
      XCTAssertNil(named.entity)
      _ = try context.count(for: named)
      XCTAssertTrue(named.entity === pet)
      named.entityName = "Owner"
      XCTAssertNil(named.entity)
      let ofClass = Pet.fetchRequest()
      XCTAssertNil(ofClass.entity)
      _ = try context.fetch(ofClass)
      XCTAssertTrue(ofClass.entity === pet)
      let given = FetchRequest<ManagedObjectID>()
      given.entity = pet
      XCTAssertEqual(given.entityName, "Pet")
      XCTAssertEqual(try context.fetch(given), [])
    }
  }

  func testTheObjectsOfABatchInsertionAreReadAndSet() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = BatchInsertRequest(entityName: "Pet", objects: [["name": "Rex"]])
      XCTAssertEqual(request.objectsToInsert?.count, 1)
      request.objectsToInsert = [["name": "Mia"], ["name": "Tom"]]
      _ = try context.execute(request)
      let names = try context.fetch(Pet.fetchRequest()).compactMap(\.name)
      XCTAssertEqual(Set(names), ["Mia", "Tom"])
      let handled = BatchInsertRequest(entityName: "Pet") { (_: inout [String: Any]) in true }
      XCTAssertNil(handled.objectsToInsert)
    }
  }
}
