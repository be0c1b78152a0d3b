import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Predicates of very many conditions side by side.
@MainActor
final class ManyConditionsTests: XCTestCase {
  /// Pets 0 to 9, without a name and a weight the last one; the even ones are Ann's.
  private func eachStack(
    _ body: @MainActor (ManagedObjectContext, [Pet], Owner) throws -> Void
  ) async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      var pets: [Pet] = []
      for number in 0..<10 {
        let pet = Pet(context: context)
        if number < 9 { (pet.name, pet.weight) = ("pet \(number)", Double(number) / 4) }
        if number % 2 == 0 { pet.owner = owner }
        pets.append(pet)
      }
      try context.save()
      try body(context, pets, owner)
    }
  }

  private func check(
    _ predicate: FetchPredicate, finds expected: [Pet], in context: ManagedObjectContext,
    line: UInt = #line
  ) throws {
    let request = Pet.fetchRequest()
    request.predicate = predicate
    XCTAssertEqual(Set(try context.fetch(request)), Set(expected), line: line)
    XCTAssertEqual(try context.count(for: request), expected.count, line: line)
    for pet in expected { XCTAssertTrue(try predicate.evaluate(with: pet), line: line) }
  }

  private func any(_ parts: [FetchPredicate]) -> FetchPredicate {
    CompoundPredicate(orPredicateWithSubpredicates: parts)
  }

  private func all(_ parts: [FetchPredicate]) -> FetchPredicate {
    CompoundPredicate(andPredicateWithSubpredicates: parts)
  }

  func testTwentyThousandEqualitiesOfOneKeyAreOneList() async throws {
    try await eachStack { context, pets, _ in
      let names = try (4..<20_004).map { try FetchPredicate(format: "name == %@", "pet \($0)") }
      try self.check(self.any(names), finds: Array(pets[4...8]), in: context)
      let others = try (4..<20_004).map { try FetchPredicate(format: "name != %@", "pet \($0)") }
      // nil is none of them.
      try self.check(self.all(others), finds: pets[..<4] + [pets[9]], in: context)
    }
  }

  func testNilAmongManyEqualitiesIsStillFound() async throws {
    try await eachStack { context, pets, _ in
      let weights = try (0..<100).map { try FetchPredicate(format: "weight == %lf", Double($0)) }
      // 0 and 4 weigh 0 and 1, 8 weighs 2.
      try self.check(self.any(weights), finds: [pets[0], pets[4], pets[8]], in: context)
      let none = try FetchPredicate(format: "weight == nil")
      try self.check(
        self.any(weights + [none]), finds: [pets[0], pets[4], pets[8], pets[9]], in: context)
      try self.check(
        CompoundPredicate(notPredicateWithSubpredicate: self.any(weights)),
        finds: [1, 2, 3, 5, 6, 7, 9].map { pets[$0] }, in: context)
    }
  }

  func testComparisonsThatDifferInMoreThanTheirValueStayApart() async throws {
    try await eachStack { context, pets, owner in
      var parts: [FetchPredicate] = []
      for number in 0..<60 {
        parts.append(try FetchPredicate(format: "name == %@", "PET \(number + 2)"))
        parts.append(try FetchPredicate(format: "name ==[c] %@", "PET \(number + 7)"))
        parts.append(try FetchPredicate(format: "owner.name == %@", "nobody \(number)"))
        parts.append(try FetchPredicate(format: "weight > %d", number + 50))
      }
      try self.check(self.any(parts), finds: [pets[7], pets[8]], in: context)
      parts.append(try FetchPredicate(format: "owner == %@ AND weight < 1", owner))
      try self.check(
        self.any(parts), finds: [0, 2, 7, 8].map { pets[$0] }, in: context)
    }
  }

  func testObjectsInManyEqualitiesAreAList() async throws {
    try await eachStack { context, pets, owner in
      var parts = try (0..<200).map { _ in try FetchPredicate(format: "SELF == %@", pets[3]) }
      parts.append(try FetchPredicate(format: "SELF == %@", pets[5]))
      parts.append(try FetchPredicate(format: "owner == %@", owner))
      try self.check(
        self.any(parts), finds: [0, 2, 3, 4, 5, 6, 8].map { pets[$0] }, in: context)
    }
  }

  func testWhatCannotBeAListIsRefusedFromSomeNumberOn() async throws {
    try await eachStack { context, pets, _ in
      let ranges = try (0..<5_001).map { try FetchPredicate(format: "weight > %d", $0) }
      try self.check(self.any(Array(ranges.prefix(200))), finds: Array(pets[1...8]), in: context)
      let request = Pet.fetchRequest()
      request.predicate = self.any(ranges)
      let bodies: [() throws -> Void] = [
        { _ = try context.fetch(request) }, { _ = try context.count(for: request) },
        { _ = try request.predicate?.evaluate(with: pets[0]) },
      ]
      for body in bodies {
        XCTAssertThrowsError(try body()) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument)
          XCTAssertEqual(error?.message, "the predicate has 5001 conditions, more than 5000")
          XCTAssertEqual(
            error?.repair, "compare a key with a list with IN, or make several fetches")
        }
      }
    }
  }
}
