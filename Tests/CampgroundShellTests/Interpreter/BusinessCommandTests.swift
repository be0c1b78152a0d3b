import XCTest

@testable import CampgroundShell

/// Campgrounds, campers, campsites and reservations from the shell.
final class BusinessCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 electricity 50 rate 45; campsite add B001 type tent loop Creek")
    try run("camper add \"Johnny Appleseed\" phone 408-555-1234; camper add Rivera")
  }

  func testAReservationIsAnsweredInOneLine() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("reserve 15 for Rivera from 2026-07-01 nights 3"),
      "Reserved R-1 · Rivera · site 15 · Wed 2026-07-01 to Sat 2026-07-04 · 3 nights · $135.00\n")
    XCTAssertEqual(
      try run("reserve B001 for Rivera from 2026-07-01 to 2026-07-02"),
      "Reserved R-2 · Rivera · site B001 · Wed 2026-07-01 to Thu 2026-07-02 · 1 night · no price\n"
        + "  \"reservation edit R-2 price AMOUNT\" sets the price of each night\n")
  }

  func testAReservationIsARecordForPrograms() async throws {
    XCTAssertEqual(
      try run("reserve 15 for Rivera from 2026-07-01 nights 3 party 2"),
      """
      {"code":"R-1","guest":"Rivera","site":"15","from":"2026-07-01","to":"2026-07-04",\
      "nights":3,"adults":2,"children":0,"pets":0,"status":"Reserved","total":135.00,"unpriced":null,"deposit":null,"deposit_due":null}

      """)
  }

  func testWhatWasBookedOnTwoSitesIsOneRecordOfAllOfIt() async throws {
    try run("campsite add 2 rate 60; deposit add Half 50%")
    XCTAssertEqual(
      try run("reserve 15 for Rivera from 2026-07-20 nights 2 then 2 on 2026-07-21"),
      """
      {"code":"R-1","guest":"Rivera","site":"15, then 2 from 2026-07-21","from":"2026-07-20","to":"2026-07-22",\
      "nights":2,"adults":1,"children":0,"pets":0,"status":"Reserved","total":105.00,"unpriced":null,"deposit":52.50,\
      "deposit_due":"2026-06-15"}

      """)
  }

  func testADoubleBookingNamesTheReservationInTheWayAndChangesNothing() async throws {
    try run("reserve 15 for Rivera from 2026-07-01 nights 3")
    let error = try failure("reserve 15 for \"Johnny Appleseed\" from 2026-07-02 nights 1")
    XCTAssertEqual(error.message, "site 15 is taken 2026-07-01 to 2026-07-04 (R-1)")
    XCTAssertEqual(error.exitStatus, .data)
    XCTAssertEqual(error.marked, "15")
    XCTAssertEqual(try run("count ReservationNight"), "{\"count\":3}\n")
  }

  func testOneOfTwoCampersOfOneNameIsBookedByThePhoneNumber() async throws {
    try run("camper add Rivera phone 555-0101")
    let error = try failure("reserve 15 for Rivera from 2026-07-01 nights 1")
    XCTAssertTrue(error.message.hasPrefix("2 campers match \"Rivera\": Rivera"))
    let hint = try XCTUnwrap(error.hint)
    let words = hint.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
    XCTAssertEqual(words.count, 2, hint)
    XCTAssertTrue(words.contains { $0.element == "Rivera 555-0101" }, hint)
    for (night, word) in words.map(\.element).enumerated() {
      try run("reserve 15 for \"\(word)\" from 2026-07-0\(night + 1) nights 1")
    }
    XCTAssertEqual(
      try run("count Camper where reservations.@count == 1"), "{\"count\":2}\n")
  }

  func testEmptyTextTakesAPhoneNumberAndALoopAway() async throws {
    try run("camper edit \"Johnny Appleseed\" phone \"\"; campsite edit B001 loop \"\"")
    XCTAssertEqual(try run("count Camper where phoneNumber == nil"), "{\"count\":2}\n")
    XCTAssertEqual(try run("count CampSite where loop == nil"), "{\"count\":2}\n")
    XCTAssertEqual(try failure("camper edit Rivera name \"\"").message, "name cannot be empty")
    XCTAssertEqual(
      try failure("camper add Ada phone \"\"").message, "phone cannot be empty")
  }

  func testACanceledReservationFreesItsNights() async throws {
    try run("reserve 15 for Rivera from 2026-07-01 nights 3; cancel R-1")
    try run("reserve 15 for Rivera from 2026-07-02 nights 1")
    XCTAssertEqual(try failure("cancel R-1").exitStatus, .data)
    XCTAssertTrue(try run("reservation list status Canceled").contains("\"R-1\""))
    XCTAssertFalse(try run("reservation list status Reserved").contains("\"R-1\""))
  }

  func testReservationsAreListedBySiteAndCamper() async throws {
    try run("reserve 15 for Rivera from 2026-07-01 nights 1")
    try run("reserve B001 for \"Johnny Appleseed\" from 2026-07-01 nights 1")
    XCTAssertTrue(try run("reservation list site 15").contains("Rivera"))
    XCTAssertFalse(try run("reservation list site 15").contains("Johnny"))
    XCTAssertFalse(try run("reservation list guest \"Johnny Appleseed\"").contains("Rivera"))
  }

  func testOnlyFreeSitesThatOfferEnoughAreAvailable() async throws {
    session.format = .csv
    let question = "available from 2026-07-01 nights 2"
    XCTAssertEqual(try run(question).split(separator: "\n").count, 3)
    XCTAssertEqual(try run("\(question) electricity 30").split(separator: "\n").count, 2)
    try run("reserve 15 for Rivera from 2026-07-02 nights 1")
    XCTAssertEqual(try run("\(question) electricity 30").split(separator: "\n").count, 1)
  }

  func testAnEditChangesOnlyWhatIsNamed() async throws {
    try run("campsite edit 15 sewer yes; camper edit Rivera email r@example.org")
    let site = try run("campsite show 15")
    XCTAssertTrue(site.contains("\"electricity\":\"50 A\""), site)
    XCTAssertTrue(site.contains("\"sewer\":true"), site)
    XCTAssertTrue(site.contains("\"rate\":45.00"), site)
    XCTAssertTrue(try run("camper show Rivera").contains("r@example.org"))
    XCTAssertEqual(
      try failure("camper edit Rivera").message, "camper edit needs something to change")
  }

  func testWhatHasReservationsIsNotDeleted() async throws {
    try run("reserve 15 for Rivera from 2026-07-01 nights 1")
    XCTAssertTrue(try failure("campsite delete 15").message.contains("R-1"))
    XCTAssertTrue(try failure("camper delete Rivera").message.contains("R-1"))
    try run("campsite delete B001; camper delete \"Johnny Appleseed\"")
    XCTAssertEqual(try run("count CampSite; count Camper"), "{\"count\":1}\n{\"count\":1}\n")
  }

  func testAnUnknownNameIsMarkedAndANearOneSuggested() async throws {
    let camper = try failure("reserve 15 for \"Jonny Appleseed\" from 2026-07-01 nights 1")
    XCTAssertEqual(camper.column, 16)
    XCTAssertEqual(camper.hint, "did you mean \"Johnny Appleseed\"?")
    XCTAssertEqual(try failure("campsite show B01").hint, "did you mean \"B001\"?")
    XCTAssertEqual(try failure("use Camgpround").hint, "did you mean \"Campground\"?")
  }

  func testCampgroundsHaveSitesOfTheirOwn() async throws {
    try run("campground add Wawona timezone America/Los_Angeles currency EUR; use Wawona")
    XCTAssertEqual(try run("campsite list"), "")
    try run("campsite add 15 rate 30")
    session.format = .plain
    XCTAssertTrue(
      try run("reserve 15 for Rivera from 2026-07-01 nights 1").hasSuffix("30.00 EUR\n"))
    XCTAssertEqual(
      try rows("campground list"),
      "Campground\tGMT\tUSD\tno\nWawona\tAmerica/Los_Angeles\tEUR\tyes\n")
  }
}
