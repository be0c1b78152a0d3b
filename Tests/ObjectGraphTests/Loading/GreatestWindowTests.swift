import Foundation
import ObjectGraph
import XCTest

/// Limits and offsets as large as a number can be are nothing special.
@MainActor
final class GreatestWindowTests: XCTestCase {
  private func count(
    _ context: ManagedObjectContext, _ limit: Int, _ offset: Int, _ predicate: FetchPredicate?
  ) throws -> [Int] {
    func windowed<Result>(_ request: FetchRequest<Result>) -> FetchRequest<Result> {
      (request.fetchLimit, request.fetchOffset) = (limit, offset)
      request.predicate = predicate
      return request
    }
    let lazy = windowed(FetchRequest<Lodger>(entityName: "Lodger"))
    lazy.fetchBatchSize = .max
    return [
      try context.fetch(windowed(FetchRequest<Lodger>(entityName: "Lodger"))).count,
      try context.fetch(windowed(FetchRequest<ManagedObjectID>(entityName: "Lodger"))).count,
      try context.fetch(windowed(DictionaryRequest(entityName: "Lodger"))).count,
      try context.count(for: windowed(FetchRequest<Lodger>(entityName: "Lodger"))),
      try context.count(for: windowed(DictionaryRequest(entityName: "Lodger"))),
      try context.fetchLazily(lazy).count,
    ]
  }

  func testTheWindowIsWholeOrEmptyInEveryForm() async throws {
    try await eachStore(model: SearchModel.make()) { container in
      let context = container.viewContext
      context.guest("Ann")
      context.guest("Anna")
      try context.save()
      for predicate in [nil, FetchPredicate.search("ann")] {
        XCTAssertEqual(try self.count(context, .max, 0, predicate), [2, 2, 2, 2, 2, 2])
        XCTAssertEqual(try self.count(context, .max, 1, predicate), [1, 1, 1, 1, 1, 1])
        XCTAssertEqual(try self.count(context, .max, .max, predicate), [0, 0, 0, 0, 0, 0])
        XCTAssertEqual(try self.count(context, 1, .max, predicate), [0, 0, 0, 0, 0, 0])
      }
      XCTAssertEqual(try context.found("ann", limit: .max), ["Ann", "Anna"])
      // Dictionaries are what the store has.
      context.guest("Annette")
      XCTAssertEqual(try self.count(context, .max, 1, nil), [2, 2, 1, 2, 1, 2])
      XCTAssertEqual(try self.count(context, .max, .max, nil), [0, 0, 0, 0, 0, 0])
    }
  }
}
