import Foundation
import ObjectGraph
import XCTest

/// A fetch that is like the one before, but for its constants, shares its statement and nothing else.
@MainActor
final class RepeatedFetchTests: XCTestCase {
  private func names(
    _ context: ManagedObjectContext, _ predicate: FetchPredicate, limit: Int = 0, offset: Int = 0,
    isSorted: Bool = false
  ) throws -> [String] {
    let request = FetchRequest<Pet>(entityName: "Pet")
    request.predicate = predicate
    (request.fetchLimit, request.fetchOffset) = (limit, offset)
    if isSorted { request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: false)] }
    return try context.fetch(request).compactMap(\.name)
  }

  func testConstantsWindowsAndOrdersAreThoseOfEachFetch() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owners = (0..<3).map { context.owner("Owner \($0)") }
      for (index, owner) in owners.enumerated() {
        for letter in ["a", "b", "c"] {
          let pet = Pet(context: context)
          (pet.name, pet.owner) = ("\(letter)\(index)", owner)
        }
      }
      try context.save()
      for _ in 0..<3 {
        for (index, owner) in owners.enumerated() {
          let predicate = try FetchPredicate(format: "owner == %@", owner)
          let all = ["a", "b", "c"].map { "\($0)\(index)" }
          XCTAssertEqual(Set(try names(context, predicate)), Set(all))
          XCTAssertEqual(try names(context, predicate, isSorted: true), all.reversed())
          XCTAssertEqual(try names(context, predicate, limit: 2).count, 2)
          XCTAssertEqual(try names(context, predicate, limit: 2, offset: 2).count, 1)
          XCTAssertEqual(try names(context, predicate, offset: 1).count, 2)
          XCTAssertEqual(try names(context, predicate, limit: 1, isSorted: true), [all[2]])
          XCTAssertEqual(
            try names(context, FetchPredicate(format: "owner == %@ AND name > %@", owner, all[0])),
            Array(all.dropFirst()))
        }
      }
    }
  }

  func testOneThatLeadsToAnUnsavedOrAForeignObjectFindsNothingOfTheLast() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = context.owner("Ann")
      let pet = Pet(context: context)
      (pet.name, pet.owner) = ("Rex", owner)
      try context.save()
      let new = context.owner("Bob")
      for _ in 0..<3 {
        XCTAssertEqual(
          try names(context, FetchPredicate(format: "owner == %@", owner)), ["Rex"])
        XCTAssertEqual(try names(context, FetchPredicate(format: "owner == %@", new)), [])
        XCTAssertEqual(
          try names(context, FetchPredicate(format: "owner == %@", NSNull())), [])
      }
    }
  }
}
