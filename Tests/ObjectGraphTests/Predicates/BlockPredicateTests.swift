import ObjectGraph
import TestSupport
import XCTest

/// Predicates that are a block of code.
@MainActor
final class BlockPredicateTests: XCTestCase {
  private let isShort = FetchPredicate { object, _ in
    ((object as? Pet)?.name ?? "").count < 4
  }

  func testABlockIsEvaluatedWithObjectsAndValuesAlsoWithinOthers() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pets = ["Rex", "Caesar"].map { name in
        let pet = Pet(context: context)
        (pet.name, pet.weight) = (name, 4)
        return pet
      }
      let heavy = try FetchPredicate(format: "weight > 3")
      for predicate in [
        self.isShort, CompoundPredicate(andPredicateWithSubpredicates: [heavy, self.isShort]),
      ] {
        XCTAssertEqual(try pets.filter { try predicate.evaluate(with: $0) }, [pets[0]])
        XCTAssertEqual(
          try pets.filter {
            try CompoundPredicate(notPredicateWithSubpredicate: predicate).evaluate(with: $0)
          }, [pets[1]])
      }
      let isThree = FetchPredicate { object, variables in
        object as? Int64 == 3 && variables?["n"] as? Int64 ?? 0 == 4
      }
      XCTAssertFalse(try isThree.evaluate(with: 3))
      XCTAssertTrue(try isThree.evaluate(with: 3, substitutionVariables: ["n": 4]))
    }
  }

  func testNoStoreCarriesABlockOut() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let request = Pet.fetchRequest()
      let named = try FetchPredicate(format: "name != nil")
      for predicate in [
        self.isShort, CompoundPredicate(andPredicateWithSubpredicates: [named, self.isShort]),
      ] {
        request.predicate = predicate
        XCTAssertThrowsError(try context.fetch(request)) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument)
          XCTAssertEqual(error?.message, "a block cannot be evaluated by a store")
          XCTAssertEqual(
            error?.repair, "fetch without it, and filter the objects that were fetched")
        }
      }
    }
  }

  func testABlockIsEqualToItselfAlone() async throws {
    let other = FetchPredicate { _, _ in true }
    XCTAssertEqual(isShort, isShort)
    XCTAssertNotEqual(isShort, other)
    XCTAssertEqual(isShort.predicateFormat, "BLOCKPREDICATE")
  }
}
