import Campground
import CommandKit
import XCTest

@testable import CampgroundShell

/// What clerks type at the desk: lists of sites, guests in the place of codes, amperes and amounts.
final class DeskWordsTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run(
      "campground add Wawona timezone UTC; campsite add 1-12 type rv electricity 50A rate $45")
    try run("camper add \"Johnny Appleseed\" phone 408-555-1234; camper add \"Rosa Diaz\"")
  }

  func testSeveralSitesAreAddedTogetherOrNoneIs() async throws {
    XCTAssertEqual(
      try run("campsite add A01-A03,B3 type tent"), "Added 4 sites · A01-A03,B3\n")
    XCTAssertTrue(try run("campsite list").contains("A02"))
    let error = try failure("campsite add 11-14 type tent")
    XCTAssertEqual(error.message, "there is already a site 11")
    XCTAssertEqual(error.column, 14)
    XCTAssertNotNil(try failure("campsite show 14"))
    XCTAssertEqual(
      try failure("campsite add 1-5000 type tent").message, "1-5000 is more than 1000 sites")
    XCTAssertEqual(try failure("campsite add 9-3").hint, "write it as 3-9")
  }

  func testSeveralSitesAreChangedTogetherOrNoneIs() async throws {
    XCTAssertEqual(
      try run("campsite edit 1-3,5 rate 48"), "Changed 4 sites · 1, 2, 3, 5\n")
    XCTAssertEqual(
      try run("fetch CampSite where rateMinor == 4800 select name sort siteNumber"),
      "name\n1\n2\n3\n5\n")
    XCTAssertEqual(try failure("campsite edit 11-14 rate 50").message, "no site 13")
    let error = try failure("campsite edit 4-6 name Lake")
    XCTAssertEqual(error.message, "3 sites cannot share a name")
    XCTAssertEqual(error.column, 24)
    XCTAssertEqual(
      try failure("campsite edit 4-6").message, "campsite edit needs something to change")
    try run("reserve 5 for Rosa from today nights 2")
    XCTAssertNotNil(try failure("campsite edit 4-6 type day-use loop Lake"))
    XCTAssertFalse(try run("campsite list").contains("Lake"), "none was changed")
    XCTAssertEqual(try run("campsite edit 4 rate 50"), "Changed site 4\n")
  }

  func testWhoNoLongerFitsIsNamedWithTheSiteOfSeveral() async throws {
    try run("reserve 5 for Rosa from today nights 2 length 30")
    XCTAssertEqual(
      try run("campsite edit 4-6 length 20"),
      """
      Changed 3 sites · 4, 5, 6
        site 5 does not fit R-1 · it takes vehicles of 20 ft, not 30

      """)
    session.format = .jsonl
    XCTAssertEqual(try run("campsite edit 4-6 length 40").count { $0 == "\n" }, 3)
  }

  func testSeveralSitesAreClosedAndPricedTogetherOrNoneIs() async throws {
    XCTAssertTrue(
      try run("block add 5-8 from 2026-07-01 nights 2 reason gravel")
        .hasPrefix("Closed 4 sites · 5, 6, 7, 8 · "))
    XCTAssertNotNil(try failure("block 3-5 from 2026-07-02 nights 2 reason gravel"))
    XCTAssertEqual(try run("block list").split(separator: "\n").count, 5, "with the header")
    XCTAssertEqual(
      try run("rate add River 45 USD site 5-6,11"),
      "Added 3 rates · River 5, River 6, River 11 · $45.00 nightly\n")
    XCTAssertEqual(try failure("rate edit \"River 5\" site 6,7").message, "a rate is for one site")
    XCTAssertEqual(try failure("rate add Lake 9 site 12-13").message, "no site 13")
    XCTAssertFalse(try run("rate list").contains("Lake"))
  }

  func testEditTakesWithoutItsNameWhatAddDoes() async throws {
    try run("rate add Base 45; item add wood price 5; fee add Pet 5; tax add Sales 8%")
    XCTAssertTrue(try run("rate edit Base $48").contains("$48.00"))
    XCTAssertTrue(try run("item edit wood 6").contains("$6.00"))
    XCTAssertTrue(try run("fee edit Pet 6").contains("$6.00"))
    XCTAssertTrue(try run("tax edit Sales 9%").contains("9%"))
  }

  func testAmperesAreTakenInTheWordsOfTheTrade() async throws {
    let written = try run("available from 2026-07-01 nights 1 electricity 30")
    for words in ["30A", "30amp", "30 amps", "30 A"] {
      XCTAssertEqual(
        try run("available from 2026-07-01 nights 1 electricity \(words)"), written, words)
    }
    XCTAssertNotNil(try failure("available from 2026-07-01 nights 1 electricity 20A"))
    XCTAssertTrue(try run("tax add Sales 10 %").contains("10%"))
    XCTAssertTrue(try run("tax add City 2 percent").contains("2%"))
  }

  func testAStayIsFoundByItsGuestOrItsSiteWhereOneFits() async throws {
    try run(
      "reserve 1 for Johnny from today nights 2; reserve 2 for Johnny from 2026-08-01 nights 1")
    // The one that is to come today.
    XCTAssertTrue(try run("checkin appleseed").hasPrefix("Checked in R-1"))
    XCTAssertTrue(notes.contains("note: appleseed is R-1 · Johnny Appleseed · site 1 · "))
    XCTAssertTrue(try run("folio 1").contains("R-1"))
    let error = try failure("folio appleseed")
    XCTAssertTrue(error.message.hasPrefix("2 reservations match \"appleseed\":\n  R-1 · "))
    XCTAssertEqual(error.hint, "did you mean \"R-1\" or \"R-2\"?")
    session.choose = { $1.last }
    XCTAssertTrue(try run("folio appleseed").contains("R-2"))
    XCTAssertTrue(try run("checkout 1").hasPrefix("Checked out R-1"))
    XCTAssertTrue(try run("cancel apple").hasPrefix("Canceled R-2"))
  }

  func testAGuestWhoIsAddedTwiceIsTold() async throws {
    try run("camper add \"johnny appleseed\" phone \"(408) 555 1234\"")
    XCTAssertTrue(notes.contains("note: there is another Johnny Appleseed with 408-555-1234"))
    XCTAssertEqual(
      try run("undo"),
      """
      Undid: camper add "johnny appleseed" phone "(408) 555 1234"
        camper johnny appleseed is deleted

      """)
    try run("camper add \"Johnny Appleseed\" phone 408-555-9999")
    XCTAssertFalse(notes.contains("there is another"))
  }
}
