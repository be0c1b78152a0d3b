import XCTest

@testable import CampgroundShell

/// Questions that cannot be answered: the place, the reason, the repair.
final class QueryFaultTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45; camper add Ada")
    try run("reserve 15 for Ada from 2026-07-01 nights 3")
  }

  /// The text under the caret, the message and the hint.
  private func fault(_ line: String) throws -> (marked: String, message: String, hint: String) {
    let error = try failure(line)
    let source = Array(error.sourceLine ?? "")
    let start = min((error.column ?? 1) - 1, source.count)
    let end = min(start + (error.length ?? 0), source.count)
    return (String(source[start..<end]), error.message, error.hint ?? "")
  }

  func testAnUnknownKeyIsMarkedInEachClause() async throws {
    for line in [
      "query group Reservation by stats", "fetch Reservation select number, stats",
      "fetch Reservation select number, max(stats)", "fetch Reservation group by stats",
      "query group Reservation by number sum stats",
      "query group Reservation by number where stats == \"x\"",
      "fetch Reservation sort number, stats",
    ] {
      let (marked, message, hint) = try fault(line)
      XCTAssertEqual(marked, "stats", line)
      XCTAssertEqual(message, "Reservation has no \"stats\"", line)
      XCTAssertEqual(hint, "did you mean status?", line)
    }
    let prefetch = try fault("fetch Reservation prefetch nights, campr")
    XCTAssertEqual(prefetch.marked, "campr")
    XCTAssertEqual(prefetch.hint, "did you mean \"camper\"?")
    XCTAssertEqual(
      try fault("fetch Reservation prefetch status").message, "status is not a relationship")
  }

  func testARelationshipToManyWithoutAny() async throws {
    let (marked, message, hint) = try fault("count Camper where reservations.status == \"Hold\"")
    XCTAssertEqual(marked, "reservations.status")
    XCTAssertTrue(message.contains("to-many"), message)
    XCTAssertTrue(hint.contains("ANY"), hint)
    XCTAssertEqual(try fault("fetch Camper select reservations.status").marked, "reservations")
    XCTAssertEqual(try fault("query group Camper by reservations.status").marked, "reservations")
  }

  func testCallsOfFunctions() async throws {
    XCTAssertEqual(try fault("count Camper where length(fullName, email) > 1").marked, "length")
    XCTAssertEqual(
      try fault("count Camper where lenght(fullName) > 1").hint, "did you mean length?")
    XCTAssertEqual(try fault("fetch Camper select lenght(fullName)").marked, "lenght")
    XCTAssertEqual(
      try fault("count Camper where fullName MATCHES \"[\"").marked, "\"[\"")
  }

  func testAColumnWithoutOneValueInAGroup() async throws {
    let (marked, message, hint) = try fault("fetch Reservation select number, note group by status")
    XCTAssertEqual(marked, "number")
    XCTAssertEqual(message, "number has no single value in a group")
    XCTAssertEqual(
      hint, "use group by status, number, or select min(number) or max(…)")
    XCTAssertEqual(
      try fault("fetch Reservation select status, count").marked, "status",
      "an aggregate makes one group of all")
    XCTAssertEqual(
      try fault("fetch Reservation select dateFrom, count group by year(dateFrom)").marked,
      "dateFrom", "many days in a year")
    XCTAssertEqual(
      try fault("query group Reservation by sum(party.adults)").marked, "sum(party.adults)")
  }

  func testConditionsOnGroups() async throws {
    let unknown = try fault("query group Reservation by status having totl > 1")
    XCTAssertEqual(unknown.marked, "totl")
    XCTAssertEqual(unknown.message, "no column \"totl\"")
    XCTAssertEqual(unknown.hint, "having can use status, count")
    XCTAssertEqual(
      try fault("query group Reservation by status having sum(totalMinor) > 1").hint,
      "having can use status, count")
    XCTAssertTrue(
      try fault("fetch Reservation having status == \"x\"").message.contains("there are none"))
    XCTAssertTrue(
      try fault("fetch Reservation select status having status == \"x\"").message
        .contains("there are none"))
    XCTAssertEqual(try fault("query group Reservation by status having count >").marked, "")
    XCTAssertEqual(
      try fault("query group Reservation by status sort total").message,
      "no column \"total\"")
    XCTAssertEqual(
      try fault("query group Reservation by status sort cont").hint, "did you mean \"count\"?")
  }

  func testAKeyWithTheNameOfAnOptionIsWrittenInParentheses() async throws {
    try run("group book Scouts sites 15 for Ada from 2026-08-01 nights 3")
    for (line, word) in [
      ("fetch Reservation select group", "group"), ("fetch Reservation sort limit", "limit"),
      ("fetch Reservation prefetch group", "group"), ("watch Reservation by sort", "sort"),
      ("query group Reservation by by", "by"), ("fetch Reservation select group limit 1", "group"),
    ] {
      let (marked, _, hint) = try fault(line)
      XCTAssertEqual(marked, word, line)
      XCTAssertEqual(
        hint, "\"\(word)\" is taken for an option here; for the value, write (\(word))")
    }
    XCTAssertEqual(
      try fault("fetch Reservation select number, group").hint,
      "write select KEY [AS NAME][, …]; the key \"group\" is written (group)")
    XCTAssertEqual(
      try fault("fetch Reservation group by group").hint,
      "write group by KEY[, …]; the key \"group\" is written (group)")
    session.format = .plain
    XCTAssertEqual(
      try run("fetch Reservation select number, ( group ) sort (group) desc"),
      "number\tgroup\n2\tScouts\n1\t\n")
    XCTAssertEqual(
      try run("fetch Reservation group by (group) select (group) AS party, count sort party"),
      "party\tcount\n\t1\nScouts\t1\n")
    XCTAssertEqual(
      try run("fetch Reservation sort (number) desc prefetch (group) limit 1"),
      try run("fetch Reservation sort number desc limit 1"))
  }

  func testClausesThatAreWrittenWrongly() async throws {
    XCTAssertEqual(try fault("fetch Reservation group status").marked, "status")
    XCTAssertEqual(
      try fault("fetch Reservation group status").message, "group is followed by by, not \"status\""
    )
    XCTAssertEqual(try fault("fetch Reservation select status,").message, "select needs a key here")
    XCTAssertEqual(try fault("fetch Reservation select status AS").marked, "AS")
    XCTAssertEqual(try fault("fetch Reservation select status AS a b").marked, "b")
    XCTAssertEqual(try fault("query group Reservation by").message.prefix(2), "by")
    XCTAssertEqual(try fault("query group Reservation by status sum").marked, "")
    XCTAssertEqual(
      try fault("query group Reservation by status cout").hint, "did you mean \"count\"?")
    XCTAssertEqual(try fault("query group Reservation by status count, note").marked, "note")
    XCTAssertEqual(
      try fault("query group Reservation by status count count").message,
      "two columns are named count")
    XCTAssertTrue(try failure("query group Reservation").message.contains("needs by"))
  }

  func testClausesThatDoNotGoTogether() async throws {
    XCTAssertEqual(try fault("fetch Camper distinct").marked, "distinct")
    XCTAssertEqual(
      try fault("fetch Camper select fullName prefetch reservations").message,
      "prefetch works on objects, and select returns values")
    XCTAssertEqual(try fault("fetch Camper select fullName batch 2").marked, "2")
    XCTAssertEqual(try fault("fetch Camper batch 0").marked, "0")
  }

  // MARK: What is hostile

  func testAValueNeverChangesTheMeaningOfAPredicate() async throws {
    session.format = .plain
    let hostile = #""x\" OR fullName != \"%K %@ $guest""#
    try run("let guest = \(hostile)")
    XCTAssertEqual(try run("count Camper where fullName == $guest"), "0\n")
    XCTAssertEqual(try run("count Camper where fullName == \(hostile)"), "0\n")
    XCTAssertEqual(try run("count Camper where fullName != $guest"), "1\n")
    try run("camper add \(hostile)")
    XCTAssertEqual(try run("count Camper where fullName == $guest"), "1\n")
    for argument in ["%@", "%K", "%d"] {
      XCTAssertEqual(try fault("count Camper where fullName == \(argument)").marked.first, "%")
    }
  }

  func testTenThousandBracketsAreRefusedAndNotFollowed() async throws {
    let brackets = 10_000
    let deep =
      String(repeating: "(", count: brackets) + "party.adults > 1"
      + String(repeating: ")", count: brackets)
    let error = try failure("count Reservation where \(deep)")
    XCTAssertTrue(error.message.contains("nested deeper than 500"), error.message)
    XCTAssertTrue(
      try failure("fetch Reservation select \(deep)").message.contains("nested deeper than 500"))
    XCTAssertTrue(
      try failure("query group Reservation by status having \(deep)").message
        .contains("nested deeper than 500"))
    XCTAssertTrue(
      try failure("count Reservation where " + String(repeating: "(", count: brackets)).message
        .contains("never closed"))
  }

  func testALongListIsTaken() async throws {
    session.format = .plain
    let numbers = (1...50_000).map(String.init).joined(separator: ", ")
    XCTAssertEqual(try run("count Reservation where number IN {\(numbers)}"), "1\n")
    try run("let known = {\(numbers)}")
    XCTAssertEqual(try run("count Reservation where NOT number IN $known"), "0\n")
  }

  func testANulIsACharacterOfTextAndNothingElsewhere() async throws {
    session.format = .plain
    XCTAssertEqual(try run(#"count Camper where fullName == "A\u{0}da""#), "0\n")
    XCTAssertEqual(try run("count Camper where fullName == \"A\0da\""), "0\n")
    XCTAssertEqual(try failure("count Camper where full\0Name == \"A\"").exitStatus, .data)
    XCTAssertEqual(try failure("fetch Camper select full\0Name").exitStatus, .data)
  }
}
