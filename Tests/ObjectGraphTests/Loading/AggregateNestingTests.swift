import Foundation
import ObjectGraph
import XCTest

/// Aggregates of what is no plain value of a row.
@MainActor
final class AggregateNestingTests: XCTestCase {
  private func one(_ context: ManagedObjectContext, _ format: String) throws -> Any? {
    let request = DictionaryRequest(entityName: "Booking")
    request.predicate = try FetchPredicate(format: "label == 'E'")
    request.propertiesToFetch = [
      ExpressionDescription(name: "value", expression: try FetchExpression(format: format))
    ]
    return try context.fetch(request).first?["value"]
  }

  func testAnAggregateOfAnAggregateOverRowsIsRefused() async throws {
    try await eachBookings { context, _ in
      for format in [
        "sum(max(nights))", "max(nights + max(nights))", "sum({max(nights), 1})",
        "count(TERNARY(max(nights) > 1, 1, 2))", "average(abs(min(nights)))",
      ] {
        XCTAssertThrowsError(try one(context, format), format) { error in
          let error = error as? ObjectGraphError
          XCTAssertEqual(error?.code, .invalidArgument, format)
          XCTAssertTrue(
            error?.message.contains("cannot be applied to an aggregate") == true, format)
        }
      }
      // Beside each other, and of what each object's own collection comes to, they are sound.
      XCTAssertEqual(try one(context, "max(nights) + min(nights)") as? Int64, 10)
    }
  }

  func testTheLeastOfSeveralKindsOfNumbersIsOfTheirCommonType() async throws {
    try await eachBookings { context, _ in
      // The one booking has 5 nights, the amount 5 and is not paid.
      XCTAssertEqual(try one(context, "min({7.25, nights})") as? Double, 5)
      XCTAssertEqual(try one(context, "max({2.5, nights})") as? Double, 5)
      XCTAssertEqual(try one(context, "mode({nights, nights, 1.5})") as? Double, 5)
      XCTAssertEqual(try one(context, "max({amount, isPaid})") as? Decimal, 5)
      XCTAssertEqual(try one(context, "min({isPaid, nights})") as? Int64, 0)
      XCTAssertEqual(try one(context, "min({9, nights})") as? Int64, 5)
    }
  }
}
