import Foundation
import ObjectGraph
import XCTest

/// Aggregates over all rows of a fetch; the expected numbers are worked out from `BookingModel`.
@MainActor
final class AggregateTests: XCTestCase {
  private func one(
    _ context: ManagedObjectContext, where format: String? = nil,
    _ columns: [ExpressionDescription]
  ) throws -> [String: any Sendable] {
    let request = DictionaryRequest(entityName: "Booking")
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    request.propertiesToFetch = columns
    let found = try context.fetch(request)
    XCTAssertEqual(found.count, 1)
    return found.first ?? [:]
  }

  // Fact 96.
  func testAggregatesWithoutGroupsGiveOneResult() async throws {
    try await eachBookings { context, _ in
      // 2 + 3 + 2 + 5 + 60 over five rows of six.
      let nights = try one(
        context,
        ["sum:", "count:", "min:", "max:", "average:"].map { .of($0, $0, "nights") })
      XCTAssertEqual(nights["sum:"] as? Int64, 72)
      XCTAssertEqual(nights["count:"] as? Int64, 5)
      XCTAssertEqual(nights["min:"] as? Int64, 2)
      XCTAssertEqual(nights["max:"] as? Int64, 60)
      XCTAssertEqual(nights["average:"] as? Double, 14.4)
      let amounts = try one(
        context, ["sum:", "average:", "min:", "max:"].map { .of($0, $0, "amount") })
      // 10.1 + 20.2 + 0.1 + 5 + 100, a fifth of it.
      XCTAssertEqual(amounts["sum:"] as? Decimal, Decimal(string: "135.4"))
      XCTAssertEqual(amounts["average:"] as? Decimal, Decimal(string: "27.08"))
      XCTAssertEqual(amounts["min:"] as? Decimal, Decimal(string: "0.1"))
      XCTAssertEqual(amounts["max:"] as? Decimal, Decimal(string: "100"))
      let others = try one(
        context,
        [
          .of("sum", "sum:", "price"), .of("average", "average:", "price"),
          .of("first", "min:", "arrives"), .of("last", "max:", "arrives"),
          .of("least", "min:", "label"), .of("greatest", "max:", "label"),
          .of("rows", "count:", "SELF"), .of("paid", "sum:", "isPaid"),
        ])
      XCTAssertEqual(others["sum"] as? Double, 15)
      XCTAssertEqual(others["average"] as? Double, 3)
      XCTAssertEqual(others["first"] as? Date, try BookingModel.day("2026-06-01"))
      XCTAssertEqual(others["last"] as? Date, try BookingModel.day("2026-08-01"))
      XCTAssertEqual(others["least"] as? String, "A")
      XCTAssertEqual(others["greatest"] as? String, "F")
      XCTAssertEqual(others["rows"] as? Int64, 6)
      XCTAssertEqual(others["paid"] as? Int64, 3)
    }
  }

  func testMedianModeAndStandardDeviation() async throws {
    try await eachBookings { context, _ in
      let nights = try one(
        context, ["median:", "mode:", "stddev:"].map { .of($0, $0, "nights") })
      // Of 2, 2, 3, 5, 60: the mean is 14.4 and the mean of the squared distances 521.04.
      XCTAssertEqual(nights["median:"] as? Double, 3)
      XCTAssertEqual(nights["mode:"] as? Int64, 2)
      XCTAssertEqual(
        try XCTUnwrap(nights["stddev:"] as? Double), 521.04.squareRoot(), accuracy: 1e-12)
      let amounts = try one(context, ["median:", "mode:"].map { .of($0, $0, "amount") })
      XCTAssertEqual(amounts["median:"] as? Decimal, Decimal(string: "10.1"))
      // All are there once: the least.
      XCTAssertEqual(amounts["mode:"] as? Decimal, Decimal(string: "0.1"))
      // Of -1, 1.5, 2.5, 4, 8 without the last one: between 1.5 and 2.5.
      let prices = try one(
        context, where: "label != 'F'", [.of("median", "median:", "price")])
      XCTAssertEqual(prices["median"] as? Double, 2)
    }
  }

  // Fact 96.
  func testAggregatesOfNothing() async throws {
    try await eachBookings { context, _ in
      let found = try one(
        context, where: "label == 'none'",
        [
          .of("count", "count:", "SELF"), .of("sum", "sum:", "nights"),
          .of("doubles", "sum:", "price"), .of("decimals", "sum:", "amount"),
          .of("min", "min:", "nights"), .of("average", "average:", "nights"),
          .of("median", "median:", "nights"),
        ])
      XCTAssertEqual(Set(found.keys), ["count", "sum", "doubles", "decimals"])
      XCTAssertEqual(found["count"] as? Int64, 0)
      XCTAssertEqual(found["sum"] as? Int64, 0)
      XCTAssertEqual(found["doubles"] as? Double, 0)
      XCTAssertEqual(found["decimals"] as? Decimal, 0)
    }
  }

  // Fact 96.
  func testUnsavedChangesAreNotCounted() async throws {
    try await eachBookings { context, _ in
      try BookingModel.insert("Booking", ["label": "G", "nights": 100], into: context)
      let found = try one(context, [.of("sum", "sum:", "nights")])
      XCTAssertEqual(found["sum"] as? Int64, 72)
    }
  }

  func testDistinctValuesCountOnce() async throws {
    try await eachBookings { context, _ in
      let distinct = FetchExpression(
        forFunction: "distinct:", arguments: [FetchExpression(forKeyPath: "nights")])
      let found = try one(
        context,
        ["sum:", "count:", "average:"].map { name in
          ExpressionDescription(
            name: name, expression: FetchExpression(forFunction: name, arguments: [distinct]))
        })
      // 2, 3, 5, 60.
      XCTAssertEqual(found["sum:"] as? Int64, 70)
      XCTAssertEqual(found["count:"] as? Int64, 4)
      XCTAssertEqual(found["average:"] as? Double, 17.5)
    }
  }

  func testTheResultTypeConvertsWhatItCan() async throws {
    try await eachBookings { context, _ in
      let found = try one(
        context,
        [
          .of("double", "sum:", "nights", .double), .of("decimal", "sum:", "nights", .decimal),
          .of("integer", "sum:", "price", .integer64),
          .of("kept", "average:", "nights", .integer64),
        ])
      XCTAssertEqual(found["double"] as? Double, 72)
      XCTAssertEqual(found["decimal"] as? Decimal, 72)
      XCTAssertEqual(found["integer"] as? Int64, 15)
      // No integer is 14.4, and nothing is cut off silently.
      XCTAssertEqual(found["kept"] as? Double, 14.4)
      let wrong = try refusal(context) {
        $0.propertiesToFetch = [ExpressionDescription.of("sum", "sum:", "nights", .string)]
      }
      XCTAssertTrue(wrong.contains("sum returns an integer, not text"), wrong)
    }
  }

  func testASumBeyondIntegersGoesOnAsADouble() async throws {
    try await eachBookings { context, _ in
      for label in ["X", "Y"] {
        try BookingModel.insert(
          "Booking", ["label": label, "weight": Int64.max], into: context)
      }
      try context.save()
      let found = try one(
        context, [.of("sum", "sum:", "weight"), .of("most", "max:", "weight")])
      XCTAssertEqual(found["sum"] as? Double, 2 * 9_223_372_036_854_775_807.0)
      XCTAssertEqual(found["most"] as? Int64, Int64.max)
    }
  }

  func testASumOfWhatOverflowedIsASumOfDoubles() async throws {
    try await eachBookings { context, _ in
      for weight in [Int64.min, Int64.max, -9_007_199_254_740_994] {
        try BookingModel.insert("Booking", ["label": "X", "weight": weight], into: context)
      }
      try context.save()
      // Of Int64.min the negative is the double 2^63, and Int64.max beside it the double -2^63.
      let found = try one(
        context,
        [
          ExpressionDescription(
            name: "sum", expression: try FetchExpression(format: "sum(weight * -1)")),
          ExpressionDescription(
            name: "small", expression: try FetchExpression(format: "sum(nights * -1)")),
        ])
      XCTAssertEqual(found["sum"] as? Double, 9_007_199_254_740_994)
      XCTAssertEqual(found["small"] as? Int64, -72)
    }
  }

  func testAnAverageOfLargeIntegersIsThatOfTheirExactSum() async throws {
    try await eachBookings { context, _ in
      for (label, weight) in [("X", 9_007_199_254_740_993), ("Y", 2)] as [(String, Int64)] {
        try BookingModel.insert("Booking", ["label": label, "weight": weight], into: context)
      }
      try context.save()
      // The sum is 9007199254740995, which as a double is ...996; one by one it would be ...994.
      let found = try one(
        context, [.of("mean", "average:", "weight"), .of("middle", "median:", "weight")])
      XCTAssertEqual(found["mean"] as? Double, 4_503_599_627_370_498)
      XCTAssertEqual(found["middle"] as? Double, 4_503_599_627_370_498)
    }
  }

  func testASumOfDecimalsIsExactBeyondTheDigitsOfADouble() async throws {
    try await eachBookings { context, _ in
      for (label, amount) in [("X", "123456789012345"), ("Y", "0.001")] {
        try BookingModel.insert(
          "Booking", ["label": label, "amount": Decimal(string: amount)], into: context)
      }
      try context.save()
      let found = try one(context, where: "label IN {'X', 'Y'}", [.of("sum", "sum:", "amount")])
      XCTAssertEqual(found["sum"] as? Decimal, Decimal(string: "123456789012345.001"))
    }
  }

  func testArithmeticBetweenAggregates() async throws {
    try await eachBookings { context, _ in
      let perBooking = ExpressionDescription(
        name: "spread",
        expression: FetchExpression(
          forFunction: "from:subtract:",
          arguments: [
            FetchExpression(
              forFunction: "max:", arguments: [FetchExpression(forKeyPath: "nights")]),
            FetchExpression(
              forFunction: "min:", arguments: [FetchExpression(forKeyPath: "nights")]),
          ]))
      XCTAssertEqual(try one(context, [perBooking])["spread"] as? Int64, 58)
    }
  }

  func testAKeyPathAggregatesOverTheRowsToo() async throws {
    try await eachBookings { context, _ in
      let sum = ExpressionDescription(
        name: "sum", expression: FetchExpression(forKeyPath: "nights.@sum"))
      let most = ExpressionDescription(
        name: "most", expression: FetchExpression(forKeyPath: "nights.@max"))
      let found = try one(context, [sum, most])
      XCTAssertEqual(found["sum"] as? Int64, 72)
      XCTAssertEqual(found["most"] as? Int64, 60)
    }
  }

  func testSecondsBetweenDatesAreColumnsAndAggregates() async throws {
    try await eachBookings { context, _ in
      let found = try lines(context) { request in
        request.propertiesToFetch = [
          ExpressionDescription(
            name: "days", expression: try FetchExpression(format: "(arrives - 2026-06-01) / 86400"))
        ]
        request.sortDescriptors = [FetchSortDescriptor(key: "label", ascending: true)]
      }
      XCTAssertEqual(found, ["days=30.0", "days=32.0", "", "days=31.0", "days=0.0", "days=61.0"])
      let longest = try lines(context) { request in
        request.propertiesToFetch = [
          ExpressionDescription(
            name: "span", expression: try FetchExpression(format: "max(arrives) - min(arrives)"))
        ]
      }
      XCTAssertEqual(longest, ["span=\(61.0 * 86_400)"])
    }
  }

  func testAnAggregateThatHasNoResultIsRefused() async throws {
    try await eachBookings { context, _ in
      for (function, path) in [("sum:", "label"), ("average:", "arrives"), ("max:", "camper")] {
        XCTAssertThrowsError(
          try one(context, [.of("wrong", function, path)]), function
        ) { error in
          XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
        }
      }
    }
  }

  func testTheSqlite3ShellAgrees() async throws {
    try await withStoreFile { file in
      let container = try PersistentContainer(
        name: "Bookings", managedObjectModel: BookingModel.model(),
        descriptions: [PersistentStoreDescription(url: file)])
      try container.loadPersistentStores()
      try BookingModel.fill(container.viewContext)
      let found = try one(
        container.viewContext,
        [
          .of("sum", "sum:", "nights"), .of("average", "average:", "price"),
          .of("rows", "count:", "SELF"), .of("last", "max:", "label"),
        ])
      let text = try StoreShell.run(
        "SELECT SUM(ZNIGHTS), AVG(ZPRICE), COUNT(*), MAX(ZLABEL) FROM ZBOOKING", in: file)
      XCTAssertEqual(
        text,
        ["sum", "average", "rows", "last"].map { found[$0].map { "\($0)" } ?? "" }
          .joined(separator: "|"))
      let groups = try lines(container.viewContext) { request in
        request.propertiesToFetch = [
          "camper.fullName", ExpressionDescription.of("n", "sum:", "nights"),
        ]
        request.propertiesToGroupBy = ["camper.fullName"]
        request.predicate = try FetchPredicate(format: "camper != nil")
      }
      let lines = try StoreShell.run(
        "SELECT 'camper.fullName=' || c.ZFULLNAME || ' n=' || SUM(b.ZNIGHTS) FROM ZBOOKING b "
          + "JOIN ZCAMPER c ON c.Z_PK = b.ZCAMPER GROUP BY c.ZFULLNAME ORDER BY c.ZFULLNAME",
        in: file)
      XCTAssertEqual(groups, lines.split(separator: "\n").map(String.init))
    }
  }
}
