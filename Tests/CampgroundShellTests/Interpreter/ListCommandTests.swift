import Campground
import Rendering
import XCTest

@testable import CampgroundShell

/// Lists that are longer than anybody reads, and namesakes in them.
final class ListCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC")
    try run((1...5).map { "campsite add \($0)" }.joined(separator: "; "))
    try run("camper add Ada; camper add Bob; camper add Rivera phone 1; camper add Rivera")
    session.format = .table
  }

  func testALimitTellsHowManyMoreThereAre() async throws {
    XCTAssertTrue(
      try run("campsite list limit 2").hasSuffix(
        "\n3 more; \"campsite list limit 2 offset 2\" shows the next\n"))
    session.format = .jsonl
    let names = try run("campsite list limit 2 offset 2").split(separator: "\n").map {
      $0.prefix(11)
    }
    XCTAssertEqual(names, ["{\"site\":\"3\"", "{\"site\":\"4\""])
    session.format = .table
    XCTAssertFalse(try run("campsite list limit 2 offset 3").contains(" more; "))
    XCTAssertEqual(try run("campsite list limit 2 offset 9"), "No more campsites\n")
  }

  func testListsThatAreMadeAsAWholeAreShownInParts() async throws {
    try run("camper edit \"Rivera #4\" name Cid; campsite edit 4 rate 30")
    for (site, name) in [("1", "Ada"), ("2", "Bob"), ("3", "Cid")] {
      try run("campsite edit \(site) rate 40; reserve \(site) for \(name) from today nights 1")
      try run("waitlist add \(name) from 2026-07-0\(site) nights 2 anyway")
      try run("voucher add 10 for \(name); block add 5 from 2026-08-0\(site) nights 1 reason paint")
    }
    let lists = [
      "arrivals", "balances", "due", "waitlist list", "voucher list", "block list",
      "housekeeping", "inhouse", "departures tomorrow",
    ]
    for list in lists {
      if list == "inhouse" { try run("checkin R-1; checkin R-2; checkin R-3") }
      if list == "housekeeping" { try run("housekeeping dirty 1-3") }
      let first = try run("\(list) limit 2")
      XCTAssertTrue(
        first.hasSuffix("\n1 more; \"\(list) limit 2 offset 2\" shows the next\n"), first)
      session.format = .plain
      XCTAssertEqual(
        try run("\(list) limit 2").count { $0 == "\n" } + 1,
        try run("\(list)").count { $0 == "\n" }, list)
      session.format = .table
      let rest = try run("\(list) limit 2 offset 2")
      XCTAssertFalse(rest.contains(" more; "), rest)
      XCTAssertEqual(
        try run("\(list) offset 9"), "Nothing at offset 9; the list has 3 rows\n", list)
    }
    session.mostRows = 2
    XCTAssertTrue(try run("inhouse").hasSuffix("\n1 more; \"inhouse offset 2\" shows the next\n"))
  }

  func testListsOfWhatIsSetUpAndTotalsAreShownInParts() async throws {
    try run("employee add Kim; employee add Lou; employee add Max")
    for (number, name) in ["Kim", "Lou", "Max"].enumerated() {
      try run("rate add R\(number) 40; tax add T\(number) 10%; fee add F\(number) 5")
      try run("season add S\(number) from 06-01 to 08-31; discount add D\(number) 10%")
      try run("item add I\(number) price 6; class add C\(number); rule add U\(number) minimum 2")
      try run("policy add P\(number) steps \"0+ all\"; deposit add Q\(number) 10")
      try run("sale add item I\(number) by \(name)")
    }
    let lists = [
      "rate list", "tax list", "fee list", "season list", "discount list", "item list",
      "class list", "policy list", "rule list", "deposit list", "sale list by employee",
    ]
    for list in lists {
      let first = try run("\(list) limit 2")
      XCTAssertTrue(
        first.hasSuffix("\n1 more; \"\(list) limit 2 offset 2\" shows the next\n"), first)
      session.format = .plain
      XCTAssertEqual(try run("\(list) offset 2").count { $0 == "\n" }, 2, list)
      session.format = .table
    }
  }

  func testTheGuestsInHouseAreListedByTwoWords() async throws {
    try run("campsite edit 1 rate 40; walkin 1 for Ada nights 1")
    let list = try run("inhouse")
    for command in ["in house", "in-house", "in house 2026-06-15"] {
      XCTAssertEqual(try run(command), list, command)
    }
  }

  func testAPartOfTheOpenBillsStillTellsWhatAllComeTo() async throws {
    for (site, name) in [("1", "Ada"), ("2", "Bob")] {
      try run("campsite edit \(site) rate 40; reserve \(site) for \(name) from today nights 1")
    }
    session.format = .jsonl
    let part = try run("balances limit 1")
    XCTAssertTrue(part.hasPrefix("{\"due\":80.00,\"credit\":0.00,\"bills\":2,"), part)
    XCTAssertFalse(part.contains("Bob"), part)
    session.format = .csv
    XCTAssertEqual(try rows("balances offset 1").split(separator: "\n").count, 1)
  }

  func testTheDaysThatAreClosedAreListedInParts() async throws {
    try begin(daysAgo: 3)
    try run("nightly 2026-06-12 close; nightly 2026-06-13 close; nightly 2026-06-14 close")
    let first = try run("day list limit 1")
    XCTAssertTrue(first.contains("2026-06-14"), first)
    XCTAssertTrue(
      first.hasSuffix("\n2 more; \"day list limit 1 offset 1\" shows the next\n"), first)
    XCTAssertFalse(try run("day list limit 2 offset 1").contains(" more; "))
    XCTAssertEqual(try run("day list offset 3"), "No more closed days\n")
  }

  func testAPersonWhoSaysNoLimitGetsAScreenOrTwo() async throws {
    session.mostRows = 3
    XCTAssertTrue(
      try run("camper list").hasSuffix(
        "1 more; \"camper list offset 3\" shows the next; find WORDS searches for one\n"))
    XCTAssertFalse(try run("camper list limit 4").contains(" more; "))
    for format in [OutputFormat.plain, .csv, .jsonl] {
      session.format = format
      XCTAssertTrue(try run("camper list").contains("#4"), "what nobody is told is not left out")
    }
  }

  func testOpenBillsLeaveOutAColumnInWhichNobodyHasAnything() async throws {
    try run(
      "campsite edit 1 rate 40; campsite edit 2 rate 0; reserve 1 for Ada from 2026-07-01 nights 1")
    let owed = try run("balances")
    XCTAssertTrue(owed.contains(" | status  |   due\n"), owed)
    try run("reserve 2 for Bob from 2026-07-01 nights 1; pay R-2 5 cash")
    let both = try run("balances")
    XCTAssertTrue(both.contains(" | status  |   due | credit\n"), both)
    try run("pay R-1 40 cash")
    let credits = try run("balances")
    XCTAssertTrue(credits.contains(" | status  | credit\n"), credits)
    try run("campsite edit 2 rate ''; reserve 2 for Bob from 2026-08-01 nights 3")
    let unpriced = try run("balances")
    XCTAssertTrue(unpriced.contains(" | status  | credit | to price\n"), unpriced)
    XCTAssertTrue(unpriced.contains(" |   0.00 |        3\n"), unpriced)
    // Other forms have each column at all times.
    session.format = .jsonl
    XCTAssertTrue(try run("balances").contains("\"due\":0.00,\"credit\":5.00,\"unpriced\":null}"))
  }

  func testFavouritesComeFirstOnTheFirstPage() async throws {
    try run("campsite edit 4 favorite yes; camper edit Bob favorite yes")
    session.format = .plain
    XCTAssertTrue(try rows("campsite list limit 1").hasPrefix("4\t"))
    XCTAssertTrue(try rows("camper list limit 1").hasPrefix("Bob\t"))
  }

  func testNamesakesHaveANumberThatFindsThem() async throws {
    session.format = .plain
    XCTAssertEqual(
      try rows("camper list"), "Ada\t\t\t\nBob\t\t\t\nRivera\t1\t\t#3\nRivera\t\t\t#4\n")
    XCTAssertEqual(
      try rows("camper list limit 3"), "Ada\t\t\t\nBob\t\t\t\nRivera\t1\t\t#3\n",
      "a namesake on another page counts")
    XCTAssertEqual(try rows("camper list limit 2"), "Ada\t\t\nBob\t\t\n")
    for (word, phone) in [("Rivera #3", "1"), ("Rivera 1", "1"), ("Rivera #4", nil)] {
      XCTAssertEqual(
        try run("camper show \"\(word)\"").contains("phone\t1"), phone != nil, word)
    }
    session.format = .jsonl
    XCTAssertEqual(
      try run("camper list limit 1"),
      "{\"camper\":\"Ada\",\"phone\":null,\"email\":null,\"number\":null}\n")
  }

  func testAListOfReservationsBeginsWhereItIsTold() async throws {
    for (site, date) in [("1", "2026-06-16"), ("2", "2026-06-20"), ("3", "2026-06-25")] {
      try run("reserve \(site) for Ada from \(date) nights 2")
    }
    session.format = .plain
    let codes = { (text: String) in text.split(separator: "\n").map { $0.prefix(3) } }
    XCTAssertEqual(codes(try rows("reservation list")), ["R-1", "R-2", "R-3"])
    XCTAssertEqual(codes(try rows("reservation list from 2026-06-21")), ["R-2", "R-3"])
    XCTAssertEqual(codes(try rows("reservation list from 2026-06-22")), ["R-3"])
    XCTAssertEqual(codes(try rows("reservation list limit 1 offset 1")), ["R-2"])
    session.format = .table
    XCTAssertTrue(
      try run("reservation list limit 1").hasSuffix(
        "\n2 more; \"reservation list limit 1 offset 1\" shows the next; from today leaves out past stays\n"
      ))
  }
}
