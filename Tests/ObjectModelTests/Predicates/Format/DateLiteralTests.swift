import Foundation
import TestSupport
import XCTest

@testable import ObjectModel

/// A date that is printed finds what it was printed from.
final class DateLiteralTests: XCTestCase {
  private func text(_ interval: TimeInterval) -> String? {
    DateLiteral.text(of: Date(timeIntervalSinceReferenceDate: interval))
  }

  func testADateHasAsManyDigitsAsItTakes() {
    for (interval, expected) in [
      // As many seconds as Python's datetime counts from 2001.
      (0, "2001-01-01"), (0.5, "2001-01-01T00:00:00.500Z"),
      (632_791_459.443, "2021-01-19T23:24:19.443Z"),
      (632_791_459, "2021-01-19T23:24:19Z"),
      (804_816_000, "2026-07-04"), (804_816_000.25, "2026-07-04T00:00:00.250Z"),
      // Before 2001, fractions still count forwards.
      (-0.25, "2000-12-31T23:59:59.750Z"), (-86_400.5, "2000-12-30T23:59:59.500Z"),
      (632_791_459.4431, "2021-01-19T23:24:19.4431Z"),
      (632_791_459.9999, "2021-01-19T23:24:19.9999Z"),
      (632_791_459.999_999_9, "2021-01-19T23:24:19.9999999Z"),
      (-63_113_904_000, "0001-01-01"), (252_423_993_599, "9999-12-31T23:59:59Z"),
    ] as [(TimeInterval, String)] {
      XCTAssertEqual(text(interval), expected)
    }
  }

  func testDatesWithoutALiteral() {
    for interval in [
      -63_113_904_001, 252_423_993_600, 1e300, .infinity, -.infinity, .nan, 1e-20, -1e-20,
    ] {
      XCTAssertNil(text(interval), "\(interval)")
      XCTAssertEqual(
        DateLiteral.description(of: Date(timeIntervalSinceReferenceDate: interval)),
        "\(interval) s after 2001-01-01")
    }
  }

  /// Less than a second from 2001, digits may not show an instant; then there is no literal.
  func testEveryPrintedDateReadsBackToTheSameInstant() throws {
    var random = SeededGenerator(seed: 13)
    let start = 632_791_459.0
    var intervals = (0..<1_000).map { start + Double($0) / 1_000 }
    for _ in 0..<1_000 {
      intervals.append(.random(in: -63_113_904_000..<252_423_993_600, using: &random))
      intervals.append(.random(in: 1...1_000, using: &random))
      intervals.append(.random(in: -1_000 ... -1, using: &random))
      intervals.append((start + .random(in: 0...1, using: &random)).nextUp)
    }
    for interval in intervals {
      let literal = try XCTUnwrap(text(interval), "\(interval)")
      let read = try XCTUnwrap(DateLiteral.date(from: literal), literal)
      XCTAssertEqual(read.timeIntervalSinceReferenceDate, interval, literal)
      // As a person copies it into a predicate.
      let predicate = try FetchPredicate(format: "at == \(literal)")
      XCTAssertEqual(predicate, try FetchPredicate(format: "at == %@", read), literal)
    }
  }

  func testAWholeMillisecondIsPrintedAsOne() {
    for millisecond in 0..<1_000 {
      let digits = String(format: "%03d", millisecond)
      XCTAssertEqual(
        text(632_791_459 + Double(millisecond) / 1_000),
        millisecond == 0 ? "2021-01-19T23:24:19Z" : "2021-01-19T23:24:19.\(digits)Z")
    }
  }
}
