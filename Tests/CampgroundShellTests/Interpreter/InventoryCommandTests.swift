import XCTest

@testable import CampgroundShell

/// Free campsites, rules about stays, blocks and details from the shell.
final class InventoryCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run(
      """
      campsite add 15 type rv electricity 50 people 6 rate 45
      campsite add 16 type rv electricity 30 people 4 rate 40
      camper add Rivera
      """)
  }

  func testFreeSitesHaveThePriceOfTheStay() async throws {
    session.format = .csv
    let answer = try run("available from 2026-07-01 nights 3 people 4")
    XCTAssertEqual(
      answer.split(separator: "\n").map { $0.split(separator: ",").last.map(String.init) },
      ["price", "120.00", "135.00"])
  }

  func testFlexibleDatesTryEveryArrival() async throws {
    try run("reserve 15 for Rivera from 2026-07-02 nights 1")
    let question = "available nights 2 between 2026-07-01 and 2026-07-05 electricity 50"
    XCTAssertEqual(
      try run(question),
      """
      {"site":"15","from":"2026-07-03","to":"2026-07-05","type":"rv","electricity":"50 A",\
      "length":null,"party":6,"price":90.00}

      """)
    XCTAssertEqual(
      try run("available nights 2 between 2026-07-01 and 2026-07-05 best")
        .split(separator: "\n").count, 2)
  }

  func testDatesThatMakeNoQuestionAreMarked() async throws {
    XCTAssertEqual(
      try failure("available from 2026-07-01 nights 2 to 2026-07-03").message,
      "nights and to cannot be given together")
    XCTAssertEqual(
      try failure("available nights 2 from 2026-07-01 between 2026-07-01 and 2026-07-09").message,
      "from and between cannot be given together")
    XCTAssertEqual(
      try failure("available nights 2 between 2026-07-01").message,
      "\"between\" needs \"and\" with the latest departure")
    XCTAssertEqual(
      try failure("available from 2026-07-01 nights 2 and 2026-07-03").message,
      "\"and\" goes with \"between\"")
    XCTAssertEqual(
      try failure("available to 2026-07-03 between 2026-07-01 and 2026-07-05").message,
      "flexible dates need a number of nights")
    let reverse = try failure("available nights 2 between 2026-07-05 and 2026-07-01")
    XCTAssertEqual(
      reverse.message, "the departure 2026-07-01 must be after the arrival 2026-07-05")
    XCTAssertEqual(
      try failure("available nights 9 between 2026-07-01 and 2026-07-05").message,
      "nights must be from 1 to 4, not 9")
  }

  func testWithoutDatesTonightIsSearchedAndAWeekendGoesToSunday() async throws {
    session.format = .plain
    // June 15 of 2026 is a Monday.
    for (question, dates) in [
      ("available", "Mon 2026-06-15 to Tue 2026-06-16 · 1 night"),
      ("available tonight", "Mon 2026-06-15 to Tue 2026-06-16 · 1 night"),
      ("available nights 2", "Mon 2026-06-15 to Wed 2026-06-17 · 2 nights"),
      ("available saturday to monday", "Sat 2026-06-20 to Mon 2026-06-22 · 2 nights"),
      ("available friday 3", "Fri 2026-06-19 to Mon 2026-06-22 · 3 nights"),
    ] {
      XCTAssertTrue(try run(question).contains("\n15\t"), question)
      XCTAssertEqual(notes, "note: \(dates)\n", question)
    }
    try run("available weekend")
    XCTAssertEqual(
      notes,
      "note: weekend is Friday 2026-06-19\nnote: Fri 2026-06-19 to Sun 2026-06-21 · 2 nights\n")
    try run("available next weekend")
    XCTAssertTrue(notes.hasSuffix("note: Fri 2026-06-26 to Sun 2026-06-28 · 2 nights\n"), notes)
    try run("available from 2026-07-01 nights 2")
    XCTAssertEqual(notes, "")
  }

  func testAFreeSiteHasThePriceThatItsBookingHas() async throws {
    session.format = .csv
    try run(
      """
      campsite edit 15 pets yes; fee add Pet 5 per pet
      discount add Friends 10%
      """)
    let asked = try run("available from 2026-07-01 nights 3 pets 3 discount Friends")
    let quoted = try run("quote 15 from 2026-07-01 nights 3 pets 3 discount Friends")
    let price = try XCTUnwrap(asked.split(separator: "\n").last?.split(separator: ",").last)
    // 3 × 45 less 10% is 121.50, and 3 pets are 15.00 a stay.
    XCTAssertEqual(price, "136.50")
    XCTAssertTrue(quoted.contains("136.50"), quoted)
  }

  func testSitesAreFoundByWhatNobodyForesaw() async throws {
    try run("campsite detail 16 \"Campfire Allowed\" yes")
    XCTAssertTrue(
      try run("available from 2026-07-01 nights 1 detail \"campfire allowed=Yes\"")
        .contains("\"site\":\"16\""))
    XCTAssertEqual(
      try run("available from 2026-07-01 nights 1 detail \"Campfire Allowed\" why"),
      "{\"site\":\"15\",\"reason\":\"is not known to have Campfire Allowed\"}\n")
    let unknown = try failure("available from 2026-07-01 nights 1 detail \"Campfires Allowed\"")
    XCTAssertEqual(unknown.message, "no campsite has a detail \"Campfires Allowed\"")
    XCTAssertEqual(unknown.hint, "did you mean \"Campfire Allowed\"?")
  }

  func testALimitIsTakenAwayWithEmptyText() async throws {
    session.format = .json
    try run("campsite edit 15 length 40 location \"37.7456, -119.5936\" driveway back-in")
    XCTAssertTrue(try run("campsite show 15").contains("37.7456, -119.5936"))
    try run("campsite edit 15 length \"\" people \"\" rate \"\" type \"\" location \"\"")
    let shown = try run("campsite show 15")
    for gone in ["37.7456", "40", "\"rv\"", "45.00"] { XCTAssertFalse(shown.contains(gone), shown) }
    XCTAssertEqual(
      try failure("campsite edit 15 location north").hint,
      "write degrees separated by a comma, like \"37.7456, -119.5936\"")
    XCTAssertEqual(
      try failure("campsite add 20 length \"\"").message,
      "length expects a whole number, not \"\"")
  }

  func testStaysThatASiteNoLongerFitsAreToldWithTheChange() async throws {
    session.format = .plain
    try run("reserve 15 for Rivera from 2026-07-04 nights 2 party 4 electricity 50")
    XCTAssertEqual(
      try run("campsite edit 15 people 3 electricity 30"),
      """
      Changed site 15
        does not fit R-1 · it has 30 A, not 50; it takes a party of at most 3, not 4

      """)
  }

  func testAClosingIsMadeLonger() async throws {
    session.format = .plain
    try run("block 15 from 2026-07-01 to 2026-07-05 reason roots")
    XCTAssertEqual(
      try run("block edit 15 on 2026-07-03 to 2026-07-08 reason \"waits for a part\""),
      "Changed the closure of site 15 · 2026-07-01 to 2026-07-08 · waits for a part\n")
    XCTAssertEqual(
      try failure("block edit 15 on 2026-07-03").message, "block edit needs something to change")
    XCTAssertEqual(
      try failure("block edit 15 on 2026-07-03 to 2026-06-01").message,
      "the departure 2026-06-01 must be after the arrival 2026-07-01")
  }

  func testASiteThatIsRetiredIsMarkedInTheList() async throws {
    session.format = .csv
    try run("campsite retire 15 from 2026-11-01")
    XCTAssertEqual(
      try run("campsite list").split(separator: "\n").map { $0.split(separator: ",").last },
      ["retired", "2026-11-01", "40.00"])
  }

  func testTheReasonsAgainstASiteAreTold() async throws {
    try run("reserve 15 for Rivera from 2026-07-02 nights 1; rule add Peak minimum 3 type rv")
    XCTAssertEqual(
      try run("available from 2026-07-01 nights 2 why"),
      """
      {"site":"15","reason":"is taken 2026-07-02 to 2026-07-03 (R-1)"}
      {"site":"16","reason":"\\"Peak\\" requires at least 3 nights if the night of \
      2026-07-01 is included; 2026-07-01 to 2026-07-03 has 2"}

      """)
    XCTAssertEqual(try run("available from 2026-07-01 nights 2"), "")
    XCTAssertTrue(
      try run("available from 2026-07-01 nights 2 override").contains("\"site\":\"16\""))
  }

  func testARuleIsListedChangedAndDeleted() async throws {
    try run("rule add Peak minimum 3 from 2026-06-15 to 2026-08-31 weekdays fri,sat site 15")
    XCTAssertEqual(
      try run("rule list"),
      """
      {"rule":"Peak","kind":"minimum","value":3,"season":null,"weekdays":"fri,sat",\
      "from":"2026-06-15","to":"2026-08-31","class":null,"type":null,"site":"15","active":true}

      """)
    try run("rule edit peak value 4 weekdays '' from '' to '' site '' active no")
    XCTAssertEqual(
      try run("rule show Peak"),
      """
      {"rule":"Peak","kind":"minimum","value":4,"season":null,"weekdays":null,"from":null,\
      "to":null,"class":null,"type":null,"site":null,"active":false}

      """)
    XCTAssertEqual(try failure("rule show Peek").hint, "did you mean \"Peak\"?")
    XCTAssertEqual(
      try failure("rule add Sundays no-arrival weekdays sund,yes").message,
      "weekdays expects days of the week, not \"sund,yes\"")
    XCTAssertEqual(
      try failure("rule add Sundays no-arrival").message,
      "a rule \"no-arrival\" needs weekdays, dates or a season")
    try run("rule delete Peak")
    XCTAssertEqual(try run("rule list"), "")
  }

  func testABlockClosesASiteUntilItIsOpened() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("block 15 from 2026-07-01 to 2026-07-05 reason \"new hookup\""),
      "Closed site 15 · 2026-07-01 to 2026-07-05 · new hookup\n")
    XCTAssertTrue(
      try failure("reserve 15 for Rivera from 2026-07-02 nights 1").message
        .contains("new hookup"))
    XCTAssertEqual(
      try failure("block delete 15 on 2026-07-05").message,
      "site 15 is not out of service on 2026-07-05")
    XCTAssertEqual(try rows("block list"), "15\t2026-07-01\t2026-07-05\tmaintenance\tnew hookup\n")
    XCTAssertEqual(
      try run("unblock 15 on 2026-07-03"), "Reopened site 15 · 2026-07-01 to 2026-07-05\n")
    XCTAssertEqual(try run("count ReservationNight"), "0\n")
  }

  func testDetailsAreShownByGroup() async throws {
    try run(
      "campsite detail 15 \"Campfire Allowed\" yes; campsite detail 15 Shade full group woods")
    session.format = .table
    let shown = try run("campsite show 15")
    XCTAssertTrue(
      shown.contains("details:\ndetail           | value\n"), shown)
    XCTAssertTrue(shown.contains("woods:\ndetail | value\n-------+------\nShade  | full"), shown)
    try run("campsite detail 15 Shade \"\"")
    XCTAssertFalse(try run("campsite show 15").contains("woods"))
  }

  func testADayUseSiteIsLetByTheDay() async throws {
    try run("campsite add D1 type day-use rate 12; camper add Zoe")
    session.format = .plain
    XCTAssertTrue(
      try run("reserve D1 for Rivera from 2026-07-01 nights 1")
        .hasPrefix("Reserved R-1 · Rivera · site D1 · Wed 2026-07-01 · 1 day · $12.00"))
    XCTAssertTrue(
      try run("reserve D1 for Zoe from 2026-07-02 nights 2")
        .hasPrefix(
          "Reserved R-2 · Zoe · site D1 · Thu 2026-07-02 to Fri 2026-07-03 · 2 days · $24.00"))
    XCTAssertEqual(try run("count ReservationNight"), "3\n")
    XCTAssertEqual(
      try failure("reserve D1 for Zoe from 2026-07-01 nights 1").message,
      "site D1 is taken 2026-07-01 · 1 day (R-1)")
  }

  func testFavouritesStandFirst() async throws {
    try run("campsite edit 16 favorite yes; camper add Zoe; camper edit Zoe favorite yes")
    session.format = .plain
    XCTAssertTrue(try rows("campsite list").hasPrefix("16\t"))
    XCTAssertTrue(try rows("camper list").hasPrefix("Zoe\t"))
    XCTAssertTrue(try run("camper show Zoe").contains("favorite\tyes"))
  }

  func testARetiredSiteIsToldAndRestored() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("campsite retire 15 from 2026-07-02"), "Retired site 15 from 2026-07-02\n")
    XCTAssertEqual(
      try failure("reserve 15 for Rivera from 2026-07-01 nights 3").message,
      "site 15 is retired from 2026-07-02")
    XCTAssertTrue(try run("campsite show 15").contains("retired\t2026-07-02"))
    try run("campsite restore 15; reserve 15 for Rivera from 2026-07-01 nights 3")
    XCTAssertEqual(
      try failure("campsite retire 15 from 2026-07-02").message,
      "site 15 has current or future reservations: R-1")
  }

  func testTheCalendarIsRowsForPrograms() async throws {
    try run("reserve 15 for Rivera from 2026-07-01 nights 1")
    session.format = .csv
    XCTAssertEqual(
      try run("calendar from 2026-07-01 days 2 electricity 50"),
      """
      site,date,state,occupant,guest,arrives,departs
      15,2026-07-01,reserved,R-1,Rivera,true,false
      15,2026-07-02,free,,,false,true

      """)
    session.format = .table
    XCTAssertTrue(
      try run("calendar from 2026-07-01 days 2 electricity 50").contains("15   >R <.\n"))
    XCTAssertEqual(try run("calendar loop Oak"), "No matching campsites\n")
  }

  func testAStayByTheDayIsMarkedOnItsDayInTheCalendar() async throws {
    try run("campsite add Ramp type day-use rate 8")
    try run("reserve Ramp for Rivera from 2026-07-01 nights 1")
    try run("reserve Ramp for Rivera from 2026-07-02 nights 3")
    session.format = .table
    let calendar = try run("calendar from 2026-07-01 days 5")
    XCTAssertTrue(calendar.contains("Ramp |R >R  R <R  .\n"), calendar)
    XCTAssertTrue(calendar.contains("| day use\n"), calendar)
    XCTAssertFalse(
      try run("calendar from 2026-07-01 days 5 electricity 50").contains("day use"))
  }

  func testAMonthIsRowsForPrograms() async throws {
    try run("reserve 15 for Rivera from 2026-07-01 nights 1")
    session.format = .csv
    let lines = try run("month 2026-07").split(separator: "\n")
    XCTAssertEqual(lines.count, 32)
    XCTAssertEqual(lines[1], "2026-07-01,1,1,0,1,0")
    XCTAssertEqual(lines[2], "2026-07-02,2,0,0,0,1")
    // The clock stands in June.
    XCTAssertTrue(try run("month").contains("2026-06-15"))
    XCTAssertEqual(
      try failure("month July").hint, "write year and month, like 2026-07")
  }
}
