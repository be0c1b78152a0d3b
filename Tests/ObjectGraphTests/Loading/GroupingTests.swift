import Foundation
import ObjectGraph
import XCTest

/// Results for groups of rows; the expected ones are worked out from `BookingModel`.
@MainActor
final class GroupingTests: XCTestCase {
  private let bookings = ExpressionDescription.of("bookings", "count:", "label")
  private let nights = ExpressionDescription.of("nights", "sum:", "nights")

  // Fact 94.
  func testEachCombinationOfValuesIsOneGroupNilIncluded() async throws {
    try await eachBookings { context, _ in
      let found = try lines(context) { request in
        request.propertiesToFetch = ["camper.fullName", bookings, nights]
        request.propertiesToGroupBy = ["camper.fullName"]
      }
      XCTAssertEqual(
        found,
        [
          "bookings=1 nights=5", "bookings=2 camper.fullName=Ann nights=5",
          "bookings=2 camper.fullName=Bob nights=2", "bookings=1 camper.fullName=Cid nights=60",
        ])
      let both = try lines(context) { request in
        request.propertiesToFetch = ["isPaid", "nights", bookings]
        request.propertiesToGroupBy = ["isPaid", "nights"]
        request.predicate = try FetchPredicate(format: "camper.fullName IN {'Ann', 'Bob'}")
      }
      XCTAssertEqual(
        both,
        [
          "bookings=1 nights=2", "bookings=1 isPaid=false nights=3", "bookings=1 isPaid=true",
          "bookings=1 isPaid=true nights=2",
        ])
    }
  }

  func testObjectsAndDatesGroupTooAndNeedNotBeFetched() async throws {
    try await eachBookings { context, _ in
      let request = DictionaryRequest(entityName: "Booking")
      request.propertiesToFetch = ["camper", bookings]
      request.propertiesToGroupBy = ["camper"]
      let found = try context.fetch(request)
      XCTAssertEqual(found.map { $0["bookings"] as? Int64 }, [1, 2, 2, 1])
      XCTAssertNil(found[0]["camper"])
      let ann = try XCTUnwrap(found[1]["camper"] as? ManagedObjectID)
      XCTAssertEqual(
        try context.existingObject(with: ann).value(forKey: "fullName") as? String, "Ann")
      let hidden = try lines(context) { request in
        request.propertiesToFetch = [bookings]
        request.propertiesToGroupBy = ["arrives"]
      }
      XCTAssertEqual(hidden, Array(repeating: "bookings=1", count: 6))
      let alone = try lines(context) { $0.propertiesToGroupBy = ["isPaid"] }
      XCTAssertEqual(alone, ["", "isPaid=false", "isPaid=true"])
    }
  }

  func testNoRowsMakeNoGroups() async throws {
    try await eachBookings { context, _ in
      let found = try lines(context) { request in
        request.propertiesToFetch = ["camper.fullName", bookings]
        request.propertiesToGroupBy = ["camper.fullName"]
        request.predicate = FetchPredicate(value: false)
      }
      XCTAssertEqual(found, [])
    }
  }

  // Fact 95: as a variable; as a key path here too.
  func testHavingSpeaksOfTheKeysOfTheDictionaries() async throws {
    try await eachBookings { context, _ in
      let variable = FetchExpression(forVariable: "bookings")
      for having in [
        try FetchPredicate(format: "%@ > 1", variable), try FetchPredicate(format: "$bookings > 1"),
        try FetchPredicate(format: "bookings > 1"),
        try FetchPredicate(format: "1 < bookings AND nights != 60"),
        try FetchPredicate(format: "camper.fullName IN {'Ann', 'Bob'}"),
        try FetchPredicate(format: "NOT ($bookings == 1)"),
      ] {
        let found = try lines(context) { request in
          request.propertiesToFetch = ["camper.fullName", bookings, nights]
          request.propertiesToGroupBy = ["camper.fullName"]
          request.havingPredicate = having
        }
        XCTAssertEqual(
          found,
          [
            "bookings=2 camper.fullName=Ann nights=5", "bookings=2 camper.fullName=Bob nights=2",
          ], having.predicateFormat)
      }
    }
  }

  func testHavingTakesObjectsDecimalsAndNil() async throws {
    try await eachBookings { context, _ in
      let campers = FetchRequest<ManagedObject>(entityName: "Camper")
      campers.predicate = try FetchPredicate(format: "fullName == 'Ann'")
      let ann = try XCTUnwrap(try context.fetch(campers).first)
      XCTAssertEqual(try groups(context, "$camper == %@", ann), ["amount=30.3 bookings=2"])
      XCTAssertEqual(try groups(context, "$camper == nil"), ["amount=5 bookings=1"])
      XCTAssertEqual(
        try groups(context, "$amount >= 30.3"), ["amount=30.3 bookings=2", "amount=100 bookings=1"])
    }
  }

  /// The groups of campers that fulfil a condition, without the campers.
  private func groups(
    _ context: ManagedObjectContext, _ format: String, _ arguments: Any?...
  ) throws -> [String] {
    let amount = ExpressionDescription.of("amount", "sum:", "amount")
    return try lines(context) { request in
      request.propertiesToFetch = [bookings, amount]
      request.propertiesToGroupBy = ["camper"]
      if format.contains("camper") { request.propertiesToFetch?.append("camper") }
      request.havingPredicate = try FetchPredicate(format: format, argumentArray: arguments)
    }.map { $0.split(separator: " ").filter { !$0.hasPrefix("camper") }.joined(separator: " ") }
  }

  /// Why a condition on groups is refused.
  private func refused(
    _ context: ManagedObjectContext, _ having: FetchPredicate, isGrouped: Bool = true
  ) throws -> String {
    try refusal(context) { request in
      request.propertiesToFetch = isGrouped ? ["camper.fullName", bookings] : [bookings]
      request.propertiesToGroupBy = isGrouped ? ["camper.fullName"] : nil
      request.havingPredicate = having
    }
  }

  /// The campers' names of the groups in an order, `-` for none.
  private func names(
    _ context: ManagedObjectContext, _ keys: [(String, Bool)], limit: Int = 0, offset: Int = 0
  ) throws -> [String] {
    let request = DictionaryRequest(entityName: "Booking")
    request.propertiesToFetch = ["camper.fullName", bookings, nights]
    request.propertiesToGroupBy = ["camper.fullName"]
    request.sortDescriptors = keys.map { FetchSortDescriptor(key: $0.0, ascending: $0.1) }
    (request.fetchLimit, request.fetchOffset) = (limit, offset)
    return try context.fetch(request).map { $0["camper.fullName"] as? String ?? "-" }
  }

  // Fact 95.
  func testHavingWithFunctionsUnknownKeysOrWithoutGroupsIsRefused() async throws {
    try await eachBookings { context, _ in
      let function = ComparisonPredicate(
        leftExpression: FetchExpression(
          forFunction: "count:", arguments: [FetchExpression(forKeyPath: "label")]),
        rightExpression: FetchExpression(forConstantValue: 1), type: .greaterThan)
      let text = try refused(context, function)
      XCTAssertTrue(text.contains("cannot be used in a condition on groups"), text)
      XCTAssertTrue(text.contains("$bookings"), text)
      let unknown = try refused(context, try FetchPredicate(format: "price > 1"))
      XCTAssertTrue(unknown.contains("$camper.fullName, $bookings"), unknown)
      let ungrouped = try refused(
        context, try FetchPredicate(format: "$bookings > 1"), isGrouped: false)
      XCTAssertTrue(ungrouped.contains("set propertiesToGroupBy"), ungrouped)
    }
  }

  // Fact 94.
  func testAValueThatIsNeitherGroupedNorAnAggregateIsRefused() async throws {
    try await eachBookings { context, _ in
      let grouped = try refusal(context) { request in
        request.propertiesToFetch = ["price", bookings]
        request.propertiesToGroupBy = ["camper.fullName"]
      }
      XCTAssertTrue(grouped.contains("add \"price\" to propertiesToGroupBy"), grouped)
      let mixed = try refusal(context) { $0.propertiesToFetch = ["price", bookings] }
      XCTAssertTrue(mixed.contains("add \"price\" to propertiesToGroupBy"), mixed)
      let aggregate = try refusal(context) { request in
        request.propertiesToFetch = [bookings]
        request.propertiesToGroupBy = [bookings]
      }
      XCTAssertTrue(aggregate.contains("bookings is an aggregate"), aggregate)
      let toMany = DictionaryRequest(entityName: "Camper")
      toMany.propertiesToFetch = [ExpressionDescription.of("n", "count:", "SELF")]
      toMany.propertiesToGroupBy = ["bookings.label"]
      XCTAssertThrowsError(try context.fetch(toMany))
      let unsorted = try refusal(context) { request in
        request.propertiesToFetch = ["camper.fullName", bookings]
        request.propertiesToGroupBy = ["camper.fullName"]
        request.sortDescriptors = [FetchSortDescriptor(key: "price", ascending: true)]
      }
      XCTAssertTrue(unsorted.contains("sort by camper.fullName, bookings"), unsorted)
    }
  }

  private func of(_ name: String, _ format: String) throws -> ExpressionDescription {
    ExpressionDescription(name: name, expression: try FetchExpression(format: format))
  }

  private func byMonth(
    _ context: ManagedObjectContext, _ columns: [any FetchableProperty]
  ) throws -> [String] {
    try lines(context) { request in
      request.propertiesToFetch = columns
      request.propertiesToGroupBy = [try of("month", "month(arrives)")]
    }
  }

  // Fact 94.
  func testAValueThatIsGroupedOnlyThroughAFunctionOfItIsRefused() async throws {
    try await eachBookings { context, _ in
      let month = try of("month", "month(arrives)")
      XCTAssertEqual(
        try byMonth(context, [month, bookings]),
        ["bookings=1", "bookings=1 month=6", "bookings=3 month=7", "bookings=1 month=8"])
      // What is made of the group's value alone has one value too, under any name.
      XCTAssertEqual(
        try byMonth(
          context,
          [
            try of("next", "month(arrives) + 1"),
            try of("half", "TERNARY(month(arrives) > 6, 2, 1)"),
          ]),
        ["half=1", "half=1 next=7", "half=2 next=8", "half=2 next=9"])
      for column in ["arrives", "year(arrives)", "TERNARY(arrives == nil, 1, month(arrives))"] {
        let error = try refusal(context) { request in
          request.propertiesToFetch = [month, try of("column", column)]
          request.propertiesToGroupBy = [month]
        }
        XCTAssertTrue(
          error.contains(
            "column has no single value in a group: arrives is grouped only through"
              + " month:(arrives)"), error)
        XCTAssertTrue(
          error.contains("add \"arrives\" to propertiesToGroupBy, or fetch its min: or max:"),
          error)
      }
      // Conditions are known by their text, as a whole.
      let late = try of("late", "TERNARY(arrives > 2026-07-01, 1, 0)")
      let found = try lines(context) { request in
        request.propertiesToFetch = [try of("x", "TERNARY(arrives > 2026-07-01, 1, 0)"), bookings]
        request.propertiesToGroupBy = [late]
      }
      XCTAssertEqual(found, ["bookings=3 x=0", "bookings=3 x=1"])
    }
  }

  func testGroupsAreSortedByTheirValuesAndWindowed() async throws {
    try await eachBookings { context, _ in
      XCTAssertEqual(try names(context, [("camper.fullName", false)]), ["Cid", "Bob", "Ann", "-"])
      // Nights: nobody 5, Ann 5, Bob 2, Cid 60; ties are in the order of the groups.
      XCTAssertEqual(try names(context, [("nights", false)]), ["Cid", "-", "Ann", "Bob"])
      XCTAssertEqual(
        try names(context, [("bookings", false), ("camper.fullName", false)]),
        ["Bob", "Ann", "Cid", "-"])
      XCTAssertEqual(try names(context, [("nights", false)], limit: 2, offset: 1), ["-", "Ann"])
    }
  }

  func testExpressionsGroupToo() async throws {
    try await eachBookings { context, _ in
      let doubled = ExpressionDescription(
        name: "twice",
        expression: FetchExpression(
          forFunction: "multiply:by:",
          arguments: [
            FetchExpression(forKeyPath: "nights"), FetchExpression(forConstantValue: 2),
          ]))
      let found = try lines(context) { request in
        request.propertiesToFetch = [doubled, bookings]
        request.propertiesToGroupBy = [doubled]
      }
      XCTAssertEqual(
        found,
        [
          "bookings=1", "bookings=2 twice=4", "bookings=1 twice=6", "bookings=1 twice=10",
          "bookings=1 twice=120",
        ])
    }
  }

  func testComputedDecimalsAreInTheOrderOfTheirValues() async throws {
    try await eachBookings { context, _ in
      let less = ExpressionDescription(
        name: "less", expression: try FetchExpression(format: "amount - 10"))
      // Amounts: 10.1, 20.2, 0.1, none, 5, 100.
      let values = ["", "less=-9.9", "less=-5", "less=0.1", "less=10.2", "less=90"]
      let groups = try lines(context) { $0.propertiesToGroupBy = [less] }
      XCTAssertEqual(groups, values)
      let distinct = try lines(context) { request in
        request.propertiesToFetch = [less]
        request.returnsDistinctResults = true
        request.fetchLimit = 3
      }
      XCTAssertEqual(distinct, Array(values.prefix(3)))
      // Beside 1e19 the amounts are below what a double tells apart.
      let exact = ExpressionDescription(
        name: "exact",
        expression: try FetchExpression(
          format: "amount + CAST('10000000000000000000', 'NSDecimalNumber')"))
      let sorted = try lines(context) { request in
        request.propertiesToFetch = ["label", exact]
        request.sortDescriptors = [FetchSortDescriptor(key: "exact", ascending: false)]
        request.predicate = try FetchPredicate(format: "amount != nil")
      }
      XCTAssertEqual(
        sorted.compactMap(\.last).map { String($0) }, ["F", "B", "A", "E", "C"])
    }
  }

  func testAnIntegerAndTheDoubleThatOneOverflowedToAreOneGroupWhereTheyAreEqual() async throws {
    try await eachBookings { context, _ in
      for weight in [0, -1, 1] {
        try BookingModel.insert("Booking", ["label": "X", "weight": weight], into: context)
      }
      try context.save()
      // Of -1 it is a double, which is Int64.min as that of 0 is.
      let low = ExpressionDescription(
        name: "low", expression: try FetchExpression(format: "weight - 9223372036854775807 - 1"))
      let found = try lines(context) { request in
        request.predicate = try FetchPredicate(format: "weight != nil")
        request.propertiesToFetch = [bookings]
        request.propertiesToGroupBy = [low]
      }
      XCTAssertEqual(found, ["bookings=2", "bookings=1"])
      let distinct = DictionaryRequest(entityName: "Booking")
      distinct.predicate = try FetchPredicate(format: "weight != nil")
      distinct.propertiesToFetch = [low]
      distinct.returnsDistinctResults = true
      XCTAssertEqual(try context.fetch(distinct).count, 2)
    }
  }

  func testTheCountOfARequestForGroupsIsThatOfTheGroups() async throws {
    try await eachBookings { context, _ in
      let request = DictionaryRequest(entityName: "Booking")
      try BookingModel.insert("Booking", ["label": "unsaved"], into: context)
      XCTAssertEqual(try context.count(for: request), 6)
      request.propertiesToFetch = ["camper.fullName", bookings]
      request.propertiesToGroupBy = ["camper.fullName"]
      XCTAssertEqual(try context.count(for: request), 4)
      request.havingPredicate = try FetchPredicate(format: "$bookings > 1")
      XCTAssertEqual(try context.count(for: request), 2)
      request.fetchOffset = 1
      XCTAssertEqual(try context.count(for: request), 1)
      let totals = DictionaryRequest(entityName: "Booking")
      totals.propertiesToFetch = [nights]
      XCTAssertEqual(try context.count(for: totals), 1)
      let distinct = DictionaryRequest(entityName: "Booking")
      distinct.propertiesToFetch = ["isPaid"]
      XCTAssertEqual(try context.count(for: distinct), 6)
      distinct.returnsDistinctResults = true
      XCTAssertEqual(try context.count(for: distinct), 3)
      let window = DictionaryRequest(entityName: "Booking")
      (window.fetchLimit, window.fetchOffset) = (4, 3)
      XCTAssertEqual(try context.count(for: window), 3)
      let objects = FetchRequest<ManagedObject>(entityName: "Booking")
      objects.propertiesToGroupBy = ["isPaid"]
      XCTAssertThrowsError(try context.count(for: objects)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .invalidArgument)
      }
    }
  }

  func testTextsGroupByTheirBytes() async throws {
    try await eachBookings { context, _ in
      for name in ["\u{e9}", "e\u{301}", "\u{e9}"] {
        try BookingModel.insert("Camper", ["fullName": name], into: context)
      }
      try context.save()
      let found = try lines(context, "Camper") { request in
        request.propertiesToFetch = ["fullName", ExpressionDescription.of("n", "count:", "SELF")]
        request.propertiesToGroupBy = ["fullName"]
        request.predicate = try FetchPredicate(format: "NOT fullName IN {'Ann', 'Bob', 'Cid'}")
      }
      XCTAssertEqual(found, ["fullName=e\u{301} n=1", "fullName=\u{e9} n=2"])
      XCTAssertEqual(found.map { $0.utf8.count }, [16, 15])
    }
  }

  // Fact 102: several stores are grouped as one, whatever the aggregate.
  func testSeveralStoresAreGroupedAsOne() async throws {
    try await eachPairOfStores(model: BookingModel.model()) { pair in
      let context = pair.container.viewContext
      for (index, nights) in [1, 1, 2, 10, 20].enumerated() {
        let booking = try BookingModel.insert(
          "Booking",
          ["label": nights < 5 ? "short" : "long", "nights": nights, "amount": Decimal(nights)],
          into: context)
        if index % 2 == 1 { context.assign(booking, to: pair.second) }
      }
      try context.save()
      let request = DictionaryRequest(entityName: "Booking")
      request.propertiesToFetch =
        ["count:", "sum:", "min:", "max:", "average:", "median:", "mode:"].map {
          ExpressionDescription.of($0, $0, "nights")
        }
      let all = try XCTUnwrap(try context.fetch(request).first)
      XCTAssertEqual(all["count:"] as? Int64, 5)
      XCTAssertEqual(all["sum:"] as? Int64, 34)
      XCTAssertEqual(all["min:"] as? Int64, 1)
      XCTAssertEqual(all["max:"] as? Int64, 20)
      XCTAssertEqual(all["average:"] as? Double, 6.8)
      XCTAssertEqual(all["median:"] as? Double, 2)
      XCTAssertEqual(all["mode:"] as? Int64, 1)
      let groups = try lines(context) { request in
        request.propertiesToFetch = ["label", nights]
        request.propertiesToGroupBy = ["label"]
      }
      XCTAssertEqual(groups, ["label=long nights=30", "label=short nights=4"])
      let rows = try lines(context) { request in
        request.propertiesToFetch = ["nights"]
        request.sortDescriptors = [FetchSortDescriptor(key: "nights", ascending: false)]
        (request.fetchLimit, request.fetchOffset) = (3, 1)
      }
      XCTAssertEqual(rows, ["nights=10", "nights=2", "nights=1"])
      let second = try lines(context) { request in
        request.propertiesToFetch = [nights]
        request.affectedStores = [pair.second]
      }
      XCTAssertEqual(second, ["nights=11"])
      let ids = FetchRequest<ManagedObjectID>(entityName: "Booking")
      ids.sortDescriptors = [FetchSortDescriptor(key: "nights", ascending: true)]
      let objects = FetchRequest<ManagedObject>(entityName: "Booking")
      objects.sortDescriptors = ids.sortDescriptors
      XCTAssertEqual(try context.fetch(ids), try context.fetch(objects).map(\.objectID))
    }
  }
}
