import CommandKit
import XCTest

@testable import CampgroundShell

/// Adults and children, as clerks say them and answers tell them.
final class AdultsAndChildrenTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 people 6 pets yes length 40 rate 45; campsite add 16 rate 45")
    try run("camper add Ada; camper add Rivera")
  }

  func testAPartyIsSoManyAdultsOrAdultsAndChildren() async throws {
    session.format = .plain
    for (number, (words, told)) in [
      ("", "1 adult"), ("party 4", "4 adults"), ("adults 2 children 3", "2 adults, 3 children"),
      ("children 2", "1 adult, 2 children"), ("adults 0 children 2 pets 1", "2 children, 1 pet"),
    ].enumerated() {
      try run("reserve 15 for Ada from 2026-07-0\(number + 1) nights 1 \(words)")
      XCTAssertTrue(
        try run("reservation show R-\(number + 1)").contains("\nparty\t\(told)\n"), words)
    }
  }

  func testAdultsAreNotCountedTwice() async throws {
    for words in ["party 4 adults 2", "children 2 party 4"] {
      for command in [
        "reserve 15 for Ada from 2026-07-01 nights 1", "quote 15 from 2026-07-01 nights 1",
        "waitlist add Ada from 2026-07-01 nights 1",
      ] {
        let error = try failure("\(command) \(words)")
        let other = words.contains("adults") ? "adults" : "children"
        XCTAssertEqual(
          error.message, "party 4 already means 4 adults, so \(other) cannot be added")
        XCTAssertEqual(error.hint, "use adults N children N instead of party")
        XCTAssertEqual(error.marked, "4")
      }
    }
    let error = try failure("available from 2026-07-01 nights 1 people 4 children 2")
    XCTAssertEqual(
      error.message, "party 4 already means 4 adults, so children cannot be added")
    XCTAssertEqual(try run("count Reservation"), "{\"count\":0}\n")
  }

  func testSomebodyHasToCome() async throws {
    let error = try failure("reserve 15 for Ada from 2026-07-01 nights 1 adults 0")
    XCTAssertEqual(error.message, "party must be from 1 to 10000, not 0")
  }

  func testAnEditLeavesWhatItDoesNotSay() async throws {
    try run("reserve 15 for Ada from 2026-07-01 nights 1 adults 2 children 3 pets 1")
    for (words, told) in [
      ("children 1", "2 adults, 1 child, 1 pet"), ("adults 3", "3 adults, 1 child, 1 pet"),
      ("party 4", "4 adults, 1 pet"), ("pets 0", "4 adults"),
    ] {
      session.format = .plain
      try run("reservation edit R-1 \(words)")
      XCTAssertTrue(try run("reservation show R-1").contains("\nparty\t\(told)\n"), words)
    }
  }

  func testListsTellThePartyInWordsAndProgramsGetNumbers() async throws {
    try run("reserve 15 for Ada from 2026-07-01 nights 1 adults 2 children 3 pets 1")
    XCTAssertEqual(
      try run("reservation list; arrivals 2026-07-01"),
      """
      {"code":"R-1","guest":"Ada","site":"15","from":"2026-07-01","to":"2026-07-02","nights":1,\
      "adults":2,"children":3,"pets":1,"status":"Reserved","total":45.00,"unpriced":null}
      {"code":"R-1","guest":"Ada","site":"15","from":"2026-07-01","to":"2026-07-02","nights":1,\
      "adults":2,"children":3,"pets":1,"status":"Reserved","due":45.00,"phone":null,\
      "length":null,"overdue":null}

      """)
    session.format = .plain
    XCTAssertEqual(
      try rows("reservation list"),
      "R-1\tAda\t15\t2026-07-01\t2026-07-02\t1\t2 adults, 3 children, 1 pet\tReserved\t45.00\n")
  }

  func testTheWaitlistTellsThePartyToo() async throws {
    try run("reserve 16 for Rivera from 2026-07-01 nights 1")
    try run("block 15 from 2026-07-01 nights 1 reason roots")
    try run("waitlist add Ada from 2026-07-01 nights 1 adults 2 children 2 pets 1 length 30")
    XCTAssertEqual(
      try run("waitlist list"),
      """
      {"code":"W-1","guest":"Ada","wish":null,"from":"2026-07-01","to":"2026-07-02","adults":2,\
      "children":2,"pets":1,"needs":"30 ft","status":"waiting","site":null,"until":null}

      """)
    session.format = .plain
    XCTAssertTrue(try run("waitlist show W-1").contains("\t2 adults, 2 children, 1 pet\t30 ft"))
  }

  func testFeesAreByTheAdultOrByTheChild() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("fee add \"Extra child\" 3 per child included 1; fee add Badge 2 per adult-night"),
      """
      Added fee Extra child · $3.00 per child from the 2nd child on
      Added fee Badge · $2.00 per adult-night

      """)
    // 2 × 45 + 2 × 3 + 2 × 2 × 2.
    XCTAssertTrue(
      try run("quote 15 from 2026-07-01 nights 2 adults 2 children 3").contains("total\t104.00\n"))
    session.format = .jsonl
    XCTAssertTrue(
      try run("available from 2026-07-01 nights 2 adults 2 children 3").contains("\"price\":104.00")
    )
  }

  func testPredicatesAndGroupsReachIntoTheParty() async throws {
    try run("reserve 15 for Ada from 2026-07-01 nights 1 adults 2 children 3")
    try run("reserve 16 for Rivera from 2026-07-01 nights 1 party 4")
    XCTAssertEqual(
      try run(
        "count Reservation where party.adults > 2; count Reservation where party.children > 0"),
      "{\"count\":1}\n{\"count\":1}\n")
    XCTAssertEqual(
      try run("query group Reservation by status sum party.adults, party.children AS children"),
      "{\"status\":\"Reserved\",\"sum(party.adults)\":6,\"children\":3}\n")
    XCTAssertEqual(
      try run(
        "fetch Reservation where party.adults + party.children == 5 select number, party.pets"),
      "{\"number\":1,\"party.pets\":0}\n")
    session.format = .csv
    let header = try run("fetch Reservation limit 1").prefix { $0 != "\n" }
    XCTAssertTrue(
      header.contains("status,party.adults,party.children,party.vehicles,"), "\(header)")
  }

  func testThePathsOfAPartyAreCompleted() async throws {
    try run("reserve 15 for Ada from 2026-07-01 nights 1 adults 2 children 3")
    let completer = Completer(session.grammar, in: session)
    XCTAssertEqual(
      completer.complete("fetch Reservation where party.a").candidates, ["adults", "amperage"])
    XCTAssertEqual(
      completer.complete("fetch Camper where ANY reservations.party.ch").candidates, ["children"])
    XCTAssertEqual(
      completer.complete("fetch Reservation where party.children == ").candidates.first, "3")
    XCTAssertEqual(completer.complete("fetch Reservation where party == ").candidates, [])
    XCTAssertEqual(completer.complete("reserve 15 for Ada ad").candidates, ["adults"])
    XCTAssertEqual(
      completer.complete("fee add Child 3 per ch").candidates, ["child", "child-night"])
  }

  func testTheSchemaListsThePartsOfAParty() async throws {
    session.format = .csv
    XCTAssertTrue(try run(".schema Reservation").contains("party.children,integer16,yes\n"))
  }

  func testAConfirmationNamesThePartyInWords() async throws {
    try run("reserve 15 for Ada from 2026-07-01 nights 1 adults 2 children 3 pets 1")
    session.format = .plain
    XCTAssertTrue(try run("confirmation R-1").contains("Party       2 adults, 3 children, 1 pet\n"))
  }
}
