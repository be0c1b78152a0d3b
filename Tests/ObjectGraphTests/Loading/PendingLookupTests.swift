import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Looking for a name or a number among unsaved objects.
@MainActor
final class PendingLookupTests: XCTestCase {
  /// Owners 0 to 9, saved, and 10 to 29, unsaved, of whom some are renamed or deleted again.
  private func fill(_ context: ManagedObjectContext) throws -> [Owner] {
    let owners = (0..<30).map { number in
      let owner = Owner(context: context)
      (owner.name, owner.age) = ("Owner \(number)", Int16(number % 7))
      return owner
    }
    for owner in owners[10...] { context.delete(owner) }
    try context.save()
    let unsaved = (10..<30).map { number in
      let owner = Owner(context: context)
      (owner.name, owner.age) = ("Owner \(number)", Int16(number % 7))
      return owner
    }
    owners[3].name = "Owner 31"
    unsaved[0].name = "Owner 3"
    unsaved[1].name = "Cafe\u{301}"
    unsaved[2].name = "CAF\u{C9}"
    context.delete(owners[5])
    context.delete(unsaved[5])
    return (owners[..<10] + unsaved).filter { !$0.isDeleted && $0.managedObjectContext != nil }
  }

  func testAFetchFindsWhatAPredicateMatches() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let all = try fill(context)
      XCTAssertEqual(all.count, 28)
      for format in [
        "name == 'Owner 3'", "name == 'Owner 31'", "name == 'Owner 5'", "name == 'Owner 15'",
        "name == 'Owner'", "name == 'Café'", "name ==[c] 'owner 3'", "name ==[cd] 'cafe'",
        "name != 'Owner 3'", "name == nil", "age == 3", "age == 3 AND name == 'Owner 3'",
        "age == 3 AND (name == 'Owner 3' OR name == 'Owner 17')", "NOT name == 'Owner 3'",
        "age == 2.5", "'Owner 20' == name", "name == age.description OR age == 6",
      ] {
        guard let predicate = try? FetchPredicate(format: format) else { continue }
        let request = Owner.fetchRequest()
        request.predicate = predicate
        guard let found = try? context.fetch(request) else { continue }
        let expected = try all.filter { try predicate.evaluate(with: $0) }
        XCTAssertEqual(Set(found), Set(expected), format)
        XCTAssertEqual(found.count, expected.count, format)
        XCTAssertEqual(try context.count(for: request), expected.count, format)
        let child = context.makeChild()
        XCTAssertEqual(
          Set(try child.fetch(request).map(\.name)), Set(expected.map(\.name)), format)
      }
    }
  }

  func testOnlyThoseWithTheNameOrTheNumberAreLookedAtMoreClosely() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let all = try fill(context)
      func screened(_ format: String) throws -> [String] {
        let request = Owner.fetchRequest()
        request.predicate = try FetchPredicate(format: format)
        let screen = RowScreen(try context.plan(for: request))
        return all.filter(screen.mayMatch).map(\.name).sorted()
      }
      XCTAssertEqual(try screened("name == 'Owner 3'"), ["Owner 3"])
      XCTAssertEqual(try screened("name == 'Owner 3' AND age == 5"), [])
      XCTAssertEqual(
        try screened("age == 6 AND name != nil"), ["Owner 13", "Owner 20", "Owner 27", "Owner 6"])
      // What a row alone cannot refute is evaluated.
      XCTAssertEqual(try screened("name ==[c] 'owner 3'").count, all.count)
      XCTAssertEqual(try screened("name == 'Owner 3' OR age == 5").count, all.count)
    }
  }

  func testObjectsOfSubentitiesAreFoundByAttributesOfTheirEntity() async throws {
    try await eachStore { container in
      let context = container.viewContext
      for number in 0..<6 {
        let pet = number.isMultiple(of: 2) ? Pet(context: context) : Dog(context: context)
        pet.name = "Pet \(number / 2)"
      }
      let request = Pet.fetchRequest()
      request.predicate = try FetchPredicate(format: "name == 'Pet 1'")
      XCTAssertEqual(try context.fetch(request).count, 2)
      request.includesSubentities = false
      XCTAssertEqual(try context.fetch(request).count, 1)
      let dogs = Dog.fetchRequest()
      dogs.predicate = request.predicate
      XCTAssertEqual(try context.fetch(dogs).count, 1)
      XCTAssertEqual(try context.count(for: Owner.fetchRequest()), 0)
    }
  }
}
