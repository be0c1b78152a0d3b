import ObjectGraph
import TestSupport
import XCTest

/// Predicates and expressions evaluated with managed objects.
final class PredicateOfObjectsTests: XCTestCase {
  @MainActor
  func testAnObjectIsEvaluatedWithItsUnsavedValuesAndItsFaults() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      for (name, weight) in [("Rex", 10.0), ("Mia", 4.0)] {
        let pet = Pet(context: context)
        (pet.name, pet.weight, pet.owner) = (name, weight, owner)
      }
      try context.save()
      context.refreshAllObjects()
      owner.age = 40
      for format in [
        "age == 40 AND name == 'Ann'", "ANY pets.name == 'Rex'", "pets.weight.@sum == 14",
        "SUBQUERY(pets, $p, $p.weight > 5 AND $p.owner == SELF).@count == 1",
        "entity.name == 'Owner'",
      ] {
        XCTAssertTrue(try FetchPredicate(format: format).evaluate(with: owner), format)
      }
      XCTAssertThrowsError(try FetchPredicate(format: "nmae == 'x'").evaluate(with: owner))
    }
  }

  @MainActor
  func testObjectsMayBeVariablesAndMembersOfLists() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      (owner.name, owner.age) = ("Ann", 40)
      let pet = Pet(context: context)
      (pet.name, pet.owner) = ("Rex", owner)
      let variable = try FetchPredicate(format: "owner == $o AND owner.age == $o.age")
      XCTAssertTrue(try variable.evaluate(with: pet, substitutionVariables: ["o": owner]))
      // Its entity tells what a variable may stand for, as it does for an argument.
      for wrong in ["Ann" as Any?, 5] {
        XCTAssertThrowsError(
          try FetchPredicate(format: "owner == $o")
            .evaluate(with: pet, substitutionVariables: ["o": wrong])
        ) { XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument) }
      }
      XCTAssertTrue(
        try FetchPredicate(format: "name IN $names AND owner == $o")
          .evaluate(with: pet, substitutionVariables: ["names": ["Rex", "Mia"], "o": owner]))
      XCTAssertTrue(
        try FetchPredicate(format: "ANY SELF.owner.name == 'Ann' AND SELF CONTAINS %@", pet)
          .evaluate(with: [pet]))
      let names = try FetchExpression(format: "pets.name").expressionValue(with: owner)
      XCTAssertEqual(names as? [String], ["Rex"])
      XCTAssertEqual(
        try FetchExpression(format: "age + pets.@count").expressionValue(with: owner) as? Int64, 41)
      let found = try FetchExpression(format: "SUBQUERY(pets, $p, $p.name == 'Rex')")
        .expressionValue(with: owner)
      XCTAssertTrue((found as? [Any])?.first as? Pet === pet)
    }
  }
}
