import Campground
import CommandKit
import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// Dates as clerks type them, in commands; 2026-06-15 is a Monday.
final class TypedDateTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add 15; camper add Ada")
    session.format = .plain
  }

  func testAStayIsBookedByTheNamesOfDays() async throws {
    XCTAssertEqual(
      try run("reserve 15 for Ada from friday to sunday"),
      "Reserved R-1 · Ada · site 15 · Fri 2026-06-19 to Sun 2026-06-21 · 2 nights · no price\n"
        + "  \"reservation edit R-1 price AMOUNT\" sets the price of each night\n")
    XCTAssertEqual(
      try run("reserve 15 for Ada from today nights 1"),
      "Reserved R-2 · Ada · site 15 · Mon 2026-06-15 to Tue 2026-06-16 · 1 night · no price\n"
        + "  \"reservation edit R-2 price AMOUNT\" sets the price of each night\n")
    XCTAssertEqual(
      try run("reserve 15 for Ada from +7 to +9"),
      "Reserved R-3 · Ada · site 15 · Mon 2026-06-22 to Wed 2026-06-24 · 2 nights · no price\n"
        + "  \"reservation edit R-3 price AMOUNT\" sets the price of each night\n")
    XCTAssertTrue(try run("arrivals fri").contains("R-1"))
    XCTAssertTrue(try run("let d = tomorrow; departures $d").contains("R-2"))
  }

  func testADateIsWrittenInTheWayOfTheCampgroundsLocale() async throws {
    for (written, day) in [
      ("7/4/2026", "2026-07-04"), ("July 5, 2026", "2026-07-05"), ("6 Jul 2026", "2026-07-06"),
      ("2026/7/7", "2026-07-07"),
    ] {
      XCTAssertTrue(
        try run("reserve 15 for Ada from \(written) nights 1").contains(" \(day) to"), written
      )
    }
    try run("campground edit locale en-GB")
    XCTAssertTrue(
      try run("reserve 15 for Ada from 10/7/2026 nights 1").contains(" 2026-07-10 to"))
    XCTAssertEqual(try failure("campground edit locale zz").message, "there is no locale \"zz\"")
  }

  func testAYearThatIsLeftOutIsTold() async throws {
    try run("reserve 15 for Ada from 7/4 nights 1; reserve 15 for Ada from 6/14 nights 1")
    XCTAssertEqual(
      notes, "note: 7/4 is Saturday 2026-07-04\nnote: 6/14 is Monday 2027-06-14\n")
  }

  func testWhichDateNextFridayIsIsTold() async throws {
    try run("reserve 15 for Ada from next friday nights 1")
    XCTAssertEqual(notes, "note: next friday is Friday 2026-06-19\n")
    try run("reserve 15 for Ada from tonight nights 1")
    XCTAssertEqual(notes, "")
  }

  func testTheCampgroundsZoneDecidesWhatDayItIs() async throws {
    // At noon UTC of June 15 it is June 16 on Kiritimati.
    try run("campground edit timezone Pacific/Kiritimati")
    XCTAssertEqual(
      try run("reserve 15 for Ada from today to wednesday"),
      "Reserved R-1 · Ada · site 15 · Tue 2026-06-16 to Wed 2026-06-17 · 1 night · no price\n"
        + "  \"reservation edit R-1 price AMOUNT\" sets the price of each night\n")
    try run("campground add Bassi timezone UTC; use Bassi; campsite add 15")
    XCTAssertEqual(
      try run("reserve 15 for Ada from today nights 1"),
      "Reserved R-2 · Ada · site 15 · Mon 2026-06-15 to Tue 2026-06-16 · 1 night · no price\n"
        + "  \"reservation edit R-2 price AMOUNT\" sets the price of each night\n")
  }

  func testAStayIsExtendedAndShortenedToADate() async throws {
    try run("reserve 15 for Ada from 2026-06-19 to 2026-06-21")
    XCTAssertEqual(
      try run("reservation extend R-1 to 2026-06-23; reservation shorten R-1 to 2026-06-20"),
      """
      Extended R-1 · Ada · site 15 · Fri 2026-06-19 to Tue 2026-06-23 · 4 nights · no price
        was site 15 · Fri 2026-06-19 to Sun 2026-06-21 · 2 nights · no price
      Shortened R-1 · Ada · site 15 · Fri 2026-06-19 to Sat 2026-06-20 · 1 night · no price
        was site 15 · Fri 2026-06-19 to Tue 2026-06-23 · 4 nights · no price

      """)
    let error = try failure("reservation extend R-1 to 2026-06-20")
    XCTAssertEqual(error.message, "R-1 ends on 2026-06-20 already")
    XCTAssertEqual(error.column, 27)
    XCTAssertEqual(
      try failure("reservation shorten R-1 to 2026-06-22").message,
      "R-1 ends on 2026-06-20, before 2026-06-22")
    XCTAssertEqual(
      try failure("reservation extend R-1 to 2026-06-19").message,
      "R-1 ends on 2026-06-20, after 2026-06-19")
  }

  func testWhatIsNoDateIsToldHowToWriteOne() async throws {
    let error = try failure("arrivals soon")
    XCTAssertEqual(error.message, "date expects a date, not \"soon\"")
    XCTAssertEqual(
      error.hint, "write it like 2026-07-01, July 1, friday, tomorrow or +3")
    XCTAssertEqual(try failure("arrivals tomorow").hint, "did you mean \"tomorrow\"?")
  }

  func testAVariableBringsADateIntoAPredicate() async throws {
    try run("reserve 15 for Ada from friday nights 1; reserve 15 for Ada from today nights 1")
    XCTAssertEqual(
      try run("let d = friday; count Reservation where dateFrom == $d"), "1\n")
  }

  func testADepartureIsCountedFromTheArrival() async throws {
    for (dates, stay) in [
      ("2026-08-07 to sunday", "Fri 2026-08-07 to Sun 2026-08-09"),
      ("next weekend to monday", "Fri 2026-06-26 to Mon 2026-06-29"),
      ("July 1 next year to July 3", "Thu 2027-07-01 to Sat 2027-07-03"),
      ("next July 1 to July 2", "Wed 2026-07-01 to Thu 2026-07-02"),
    ] {
      XCTAssertTrue(try run("reserve 15 for Ada from \(dates)").contains(stay), dates)
    }
    XCTAssertEqual(notes, "note: next July 1 is Wednesday 2026-07-01\n")
    let error = try failure("reserve 15 for Ada from 2026-08-07 to tomorrow")
    XCTAssertEqual(
      error.message, "the departure 2026-06-16 must be after the arrival 2026-08-07")
    XCTAssertEqual(error.hint, "\"tomorrow\" is Tue 2026-06-16")
    XCTAssertNil(try failure("reserve 15 for Ada from 2026-08-07 to 2026-08-01").hint)
  }

  func testABlockTakesMonths() async throws {
    for (dates, closed) in [
      ("July to August", "2026-07-01 to 2026-08-01"), ("nov to march", "2026-11-01 to 2027-03-01"),
      ("September nights 7", "2026-09-01 to 2026-09-08"),
      ("October 5 to October 6", "2026-10-05 to 2026-10-06"),
    ] {
      XCTAssertTrue(
        try run("block 15 from \(dates) reason paint").contains(" · \(closed) · "), dates)
    }
    XCTAssertEqual(
      try failure("reserve 15 for Ada from July nights 1").message,
      "from expects a date, not \"July\"")
  }

  func testCompletionOffersTheWords() async throws {
    let completer = Completer(session.grammar, in: session)
    XCTAssertEqual(
      completer.complete("arrivals t").candidates,
      ["to", "today", "tonight", "tomorrow", "tuesday", "thursday"])
    XCTAssertEqual(completer.complete("reserve 15 for Ada from fr").candidates, ["friday"])
  }
}
