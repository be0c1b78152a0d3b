import Foundation
import ObjectGraph
import XCTest

/// Collection operators in the key paths of key-value coding, over the bookings of `BookingModel`.
@MainActor
final class CollectionOperatorTests: XCTestCase {
  private func camper(
    _ name: String, _ context: ManagedObjectContext
  ) throws -> ManagedObject {
    let request = FetchRequest<ManagedObject>(entityName: "Camper")
    request.predicate = try FetchPredicate(format: "fullName == %@", name)
    return try XCTUnwrap(try context.fetch(request).first)
  }

  private func bookings(_ context: ManagedObjectContext) throws -> [ManagedObject] {
    let request = FetchRequest<ManagedObject>(entityName: "Booking")
    request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
    return try context.fetch(request)
  }

  func testMembersAreCountedAndAddedUp() async throws {
    try await eachBookings { context, _ in
      let ann = try camper("Ann", context)
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.@count") as? Int64, 2)
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.@sum.nights") as? Int64, 5)
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.@avg.nights") as? Double, 2.5)
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.@min.price") as? Double, 1.5)
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.@max.label") as? String, "B")
      XCTAssertEqual(
        try ann.value(forKeyPath: "bookings.@sum.amount") as? Decimal, Decimal(string: "30.3"))
      XCTAssertEqual(
        try ann.value(forKeyPath: "bookings.@max.arrives") as? Date,
        try BookingModel.day("2026-07-03"))
      // As predicates and derived attributes write it.
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.nights.@sum") as? Int64, 5)
      // Unsaved members count.
      try BookingModel.insert("Booking", ["nights": 7, "camper": ann], into: context)
      XCTAssertEqual(try ann.value(forKeyPath: "bookings.@sum.nights") as? Int64, 12)
    }
  }

  func testNilsAreLeftOutAndNothingComesToNothing() async throws {
    try await eachBookings { context, _ in
      let bob = try camper("Bob", context)
      // 2 and nil.
      XCTAssertEqual(try bob.value(forKeyPath: "bookings.@sum.nights") as? Int64, 2)
      XCTAssertEqual(try bob.value(forKeyPath: "bookings.@avg.nights") as? Double, 2)
      XCTAssertEqual(try bob.value(forKeyPath: "bookings.@count") as? Int64, 2)
      let new = try BookingModel.insert("Camper", ["fullName": "Dee"], into: context)
      XCTAssertEqual(try new.value(forKeyPath: "bookings.@count") as? Int64, 0)
      XCTAssertEqual(try new.value(forKeyPath: "bookings.@sum.nights") as? Int64, 0)
      XCTAssertNil(try new.value(forKeyPath: "bookings.@avg.nights"))
      XCTAssertNil(try new.value(forKeyPath: "bookings.@max.nights"))
      // E has no camper.
      let lone = try bookings(context)[4]
      XCTAssertNil(try lone.value(forKeyPath: "camper.bookings.@count"))
    }
  }

  func testKeyPathsGiveWhatPredicatesAndExpressionsGive() async throws {
    try await eachBookings { context, _ in
      for name in ["Ann", "Bob", "Cid"] {
        let camper = try camper(name, context)
        for path in ["@sum.nights", "@avg.price", "@min.amount", "@max.arrives", "@count"] {
          let value = try camper.value(forKeyPath: "bookings.\(path)")
          let expression = FetchExpression(forKeyPath: "bookings.\(path)")
          XCTAssertEqual(
            AttributeValue(value), AttributeValue(try expression.expressionValue(with: camper)),
            "\(path) of \(name)")
          XCTAssertTrue(
            try FetchPredicate(format: "bookings.\(path) == %@", value).evaluate(with: camper))
        }
      }
    }
  }

  func testArraysOfObjectsAnswerToo() async throws {
    try await eachBookings { context, _ in
      let all = try bookings(context)
      XCTAssertEqual(
        try all.value(forKey: "nights").map { $0 as? Int64 }, [2, 3, 2, nil, 5, 60])
      XCTAssertEqual(try all.value(forKeyPath: "@count") as? Int64, 6)
      XCTAssertEqual(try all.value(forKeyPath: "@sum.nights") as? Int64, 72)
      XCTAssertEqual(try Set(all).value(forKeyPath: "@max.price") as? Double, 8)
      XCTAssertEqual(
        try all.value(forKeyPath: "camper.fullName") as? [String?],
        ["Ann", "Ann", "Bob", "Bob", nil, "Cid"])
      // What the campers of the bookings have: 2, 2, 2, 2, nothing and 1 bookings.
      XCTAssertEqual(try all.value(forKeyPath: "@sum.camper.bookings.@count") as? Int64, 9)
      XCTAssertEqual(try all.value(forKeyPath: "nights.@max") as? Int64, 60)
      XCTAssertEqual(try all.value(forKeyPath: "nights.@max.self") as? Int64, 60)
    }
  }

  func testAPathOverSeveralCollectionsSpeaksOfTheObjectsAtItsEnd() async throws {
    try await eachBookings { context, _ in
      let all = try bookings(context)
      let ann = try camper("Ann", context)
      // Ann's two bookings lead back to her, and on to the same two, of 2 and 3 nights.
      for (path, expected) in [("@count", 4), ("nights.@sum", 10), ("@max.nights", 3)] {
        let whole = "bookings.camper.bookings.\(path)"
        XCTAssertEqual(try ann.value(forKeyPath: whole) as? Int64, Int64(expected), whole)
        XCTAssertTrue(
          try FetchPredicate(format: "\(whole) == %d", expected).evaluate(with: ann), whole)
      }
      // Those of the campers of A to F: 2, 2, 2, 2, nobody's and 1.
      XCTAssertEqual(try all.value(forKeyPath: "camper.bookings.@count") as? Int64, 9)
    }
  }

  func testObjectsAreSortedBySeveralDescriptors() async throws {
    try await eachBookings { context, _ in
      let all = try bookings(context)
      // 2, 3, 2, nil, 5 and 60 nights of A to F.
      let order = [
        FetchSortDescriptor(key: "nights", ascending: true),
        FetchSortDescriptor(key: "label", ascending: false),
      ]
      XCTAssertEqual(
        try all.sorted(using: order).map { try $0.value(forKey: "label") as? String },
        ["D", "C", "A", "B", "E", "F"])
      XCTAssertEqual(try all.reversed().sorted(using: []).count, 6)
      XCTAssertThrowsError(
        try all.sorted(using: [FetchSortDescriptor(key: "nope", ascending: true)]))
    }
  }

  func testUnionsAreInTheOrderOfTheCollectionAndWithoutNils() async throws {
    try await eachBookings { context, _ in
      let all = try bookings(context)
      XCTAssertEqual(
        try all.value(forKeyPath: "@unionOfObjects.nights") as? [Int64], [2, 3, 2, 5, 60])
      XCTAssertEqual(
        try all.value(forKeyPath: "@distinctUnionOfObjects.nights") as? [Int64], [2, 3, 5, 60])
      let campers = try all.value(forKeyPath: "@distinctUnionOfObjects.camper") as? [ManagedObject]
      XCTAssertEqual(
        campers,
        [try camper("Ann", context), try camper("Bob", context), try camper("Cid", context)])
    }
  }

  func testCollectionsOfElementsAreJoined() async throws {
    try await eachBookings { context, _ in
      let request = FetchRequest<ManagedObject>(entityName: "Camper")
      request.sortDescriptors = [FetchSortDescriptor(key: "fullName", ascending: true)]
      let campers = try context.fetch(request)
      XCTAssertEqual(
        try campers.value(forKeyPath: "@unionOfSets.bookings.nights") as? [Int64], [2, 3, 2, 60])
      XCTAssertEqual(
        try campers.value(forKeyPath: "@distinctUnionOfArrays.bookings.nights") as? [Int64],
        [2, 3, 60])
      XCTAssertEqual(
        (try campers.value(forKeyPath: "@distinctUnionOfSets.bookings") as? [ManagedObject])?.count,
        5)
    }
  }

  func testWhatCannotBeAskedIsAnError() async throws {
    try await eachBookings { context, _ in
      let ann = try camper("Ann", context)
      let refused: [(String, String)] = [
        ("bookings.@summ.nights", "the collection operator @summ is not known"),
        ("bookings.@sum.label", "@sum does not accept a value of type String"),
        ("bookings.@max.camper", "@max does not accept a value of type ManagedObject"),
        ("fullName.@count", "@count needs a collection before it"),
        ("@sum.fullName", "@sum needs a collection before it"),
        ("bookings.@unionOfSets.nights", "@unionOfSets needs collections after it"),
        ("bookings.@sum.nigths", "the entity Booking has no property nigths"),
      ]
      for (path, message) in refused {
        XCTAssertThrowsError(try ann.value(forKeyPath: path), path) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument, path)
          XCTAssertEqual((error as? ObjectGraphError)?.message, message, path)
        }
      }
      XCTAssertThrowsError(try ann.value(forKeyPath: "bookings.@summ.nights")) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.repair, "did you mean @sum?")
      }
    }
  }
}
