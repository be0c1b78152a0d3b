import XCTest

@testable import CampgroundShell

/// `select`, `group`, `having` and the other clauses about values.
final class GroupingCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 rate 45; campsite add 16 rate 20")
    try run("camper add \"Ada Rivera\"; camper add Bo")
    try run("reserve 15 for \"Ada Rivera\" from 2026-07-01 nights 3")
    try run("reserve 16 for Bo from 2026-07-10 nights 1 party 4")
    try run("reserve 15 for \"Ada Rivera\" from 2026-08-01 nights 7")
    try run("cancel R-2")
  }

  func testGroupsAreCountedInTheOrderOfTheirKeys() async throws {
    XCTAssertEqual(
      try run("query group Reservation by status"),
      """
      {"status":"Canceled","count":1}
      {"status":"Reserved","count":2}

      """)
    XCTAssertEqual(
      try run("query group reservation by camper.fullName, status count"),
      """
      {"camper.fullName":"Ada Rivera","status":"Reserved","count":2}
      {"camper.fullName":"Bo","status":"Canceled","count":1}

      """)
  }

  func testAggregatesAreCalledAsTheyAreWrittenOrByAName() async throws {
    // 3 × 45.00 and 7 × 45.00 are 450.00; the one that was canceled keeps its 20.00.
    XCTAssertEqual(
      try run(
        "query group Reservation by status count sum totalMinor, party.adults max dateFrom AS last"),
      """
      {"status":"Canceled","count":1,"sum(totalMinor)":0,"sum(party.adults)":4,"last":"2026-07-10"}
      {"status":"Reserved","count":2,"sum(totalMinor)":45000,"sum(party.adults)":2,"last":"2026-08-01"}

      """)
    XCTAssertEqual(
      try run("query group Camper by fullName count email limit 1"),
      "{\"fullName\":\"Ada Rivera\",\"count(email)\":0}\n")
  }

  func testHavingSpeaksOfColumnsByTheirNamesAndByWhatTheyAre() async throws {
    let reserved = "{\"status\":\"Reserved\",\"count\":2,\"sum(totalMinor)\":45000}\n"
    for condition in [
      "count > 1", "count(SELF) > 1", "sum(totalMinor) == 45000", "$count == 2",
      "sum(totalMinor) / count == 22500 AND status BEGINSWITH \"R\"", "NOT count == 1",
    ] {
      XCTAssertEqual(
        try run("query group Reservation by status count sum totalMinor having \(condition)"),
        reserved,
        condition)
    }
    XCTAssertEqual(
      try run("query group Reservation by status sum totalMinor AS total having total < 3000"),
      "{\"status\":\"Canceled\",\"total\":0}\n")
  }

  func testGroupsAreChosenSortedAndCut() async throws {
    session.format = .plain
    XCTAssertEqual(
      try rows("query group Reservation by status where dateFrom < 2026-07-05"), "Reserved\t1\n")
    XCTAssertEqual(
      try rows("query group Reservation by status count sort count desc"),
      "Reserved\t2\nCanceled\t1\n")
    XCTAssertEqual(
      try rows(
        "query group Reservation by status sum totalMinor sort sum(totalMinor) desc limit 1"),
      "Reserved\t45000\n")
    XCTAssertEqual(try rows("query group Reservation by status count offset 1"), "Reserved\t2\n")
  }

  func testGroupsAreMadeByExpressionsToo() async throws {
    session.format = .plain
    XCTAssertEqual(
      try rows("query group Reservation by year(dateFrom), month(dateFrom) AS month count"),
      "2026\t7\t2\n2026\t8\t1\n")
  }

  func testDaysAndObjectsAreShownAsInRowsOfObjects() async throws {
    // 3 nights from 07-01 and 7 from 08-01; the canceled one has none.
    XCTAssertEqual(
      try run("query group ReservationNight by campSite count min night max night"),
      "{\"campSite\":\"15\",\"count\":10,\"min(night)\":\"2026-07-01\",\"max(night)\":\"2026-08-07\"}\n"
    )
    XCTAssertEqual(
      try run("fetch Reservation select camper, note, totalMinor limit 1"),
      "{\"camper\":\"Ada Rivera\",\"note\":null,\"totalMinor\":13500}\n")
  }

  func testSelectTakesPathsAndExpressionsUnderNames() async throws {
    XCTAssertEqual(
      try run("fetch CampSite select name, rateMinor / 100 AS rate sort name desc"),
      "{\"name\":\"16\",\"rate\":20}\n{\"name\":\"15\",\"rate\":45}\n")
    XCTAssertEqual(
      try run(
        "fetch Reservation select camper.fullName AS guest, count group by guest "
          + "having count > 1 sort count desc, guest"),
      "{\"guest\":\"Ada Rivera\",\"count\":2}\n")
    XCTAssertEqual(
      try run("fetch Reservation select count, sum( totalMinor )"),
      "{\"count\":3,\"sum(totalMinor)\":45000}\n", "one row of all")
    XCTAssertEqual(try run("fetch Reservation select count(*)"), "{\"count\":3}\n")
    session.format = .plain
    XCTAssertEqual(
      try rows("fetch Reservation select status distinct sort status"), "Canceled\nReserved\n")
    XCTAssertEqual(try rows("fetch Reservation group by status"), "Canceled\nReserved\n")
  }

  func testColumnsKeepTheirOrderAndNamesInTables() async throws {
    session.format = .box
    XCTAssertEqual(
      try run("query group Reservation by status count sum totalMinor AS total"),
      """
      ┌──────────┬───────┬───────┐
      │ status   │ count │ total │
      ├──────────┼───────┼───────┤
      │ Canceled │     1 │     0 │
      │ Reserved │     2 │ 45000 │
      └──────────┴───────┴───────┘

      """)
  }

  func testTextIsSortedAsTheClauseSays() async throws {
    try run("campsite add 2; campsite add B1; campsite add a1")
    session.format = .plain
    XCTAssertEqual(try rows("fetch CampSite select name sort name"), "15\n16\n2\nB1\na1\n")
    XCTAssertEqual(
      try rows("fetch CampSite select name sort name caseinsensitive"), "15\n16\n2\na1\nB1\n")
    XCTAssertEqual(
      try rows("fetch CampSite select name sort name localized desc limit 3"), "B1\na1\n16\n")
    XCTAssertEqual(
      try rows("fetch CampSite where name == \"2\" sort name desc localized").split(separator: "\n")
        .count, 1)
  }

  func testValuesAreThoseThatAreSavedAndAWarningSaysSo() async throws {
    try run("begin; camper add Cy")
    session.format = .plain
    XCTAssertEqual(try rows("fetch Camper select fullName sort fullName"), "Ada Rivera\nBo\n")
    XCTAssertTrue(notes.hasPrefix("warning: these are saved values"), notes)
    try run("fetch Camper select fullName changes no")
    XCTAssertEqual(notes, "", "who asks for what is saved knows it")
    XCTAssertEqual(try run("count Camper; count Camper changes no"), "3\n2\n")
    XCTAssertEqual(
      try rows("fetch Camper changes no sort fullName"),
      "Ada Rivera\t\t\t\t\t\t\tfalse\nBo\t\t\t\t\t\t\tfalse\n")
    XCTAssertEqual(
      try failure("fetch Camper select fullName changes yes").message,
      "select reads only saved values, without the scratch pad's changes")
    try run("rollback; fetch Camper select fullName")
    XCTAssertEqual(notes, "")
  }

  func testObjectsAreReadAlongAndInBatches() async throws {
    session.format = .plain
    let plain = try run("fetch Reservation sort number")
    XCTAssertEqual(
      try run("fetch Reservation sort number prefetch nights, camper.reservations batch 2"), plain)
    XCTAssertEqual(try run("fetch Reservation sort number subentities no"), plain)
  }

  func testExplainingGroupsFetchesNothing() async throws {
    session.format = .plain
    let coordinator = session.stack.persistentStoreCoordinator
    let (page, report) = try coordinator.measure {
      try run(
        "query explain group Reservation by status; query explain fetch Reservation select status")
    }
    XCTAssertEqual(page.split(separator: "\n").count { $0 == "fetch of Reservation" }, 2)
    XCTAssertEqual(report.fetches.count, 0)
    XCTAssertEqual(try failure("query explain group Reservation by stats").column, 36)
  }
}
