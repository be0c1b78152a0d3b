import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// Groups, series and the waitlist from the shell.
final class PartyCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 1 rate 40; campsite add 2 rate 40; camper add Rivera; camper add Okafor")
  }

  private let book = "group book Scouts sites 1,2 for Rivera from 2026-07-01 nights 1"

  func testHelpAboutGroupsTellsOfAllTheirCommands() async throws {
    let help = try XCTUnwrap(Session.help.text(about: "group"))
    XCTAssertTrue(help.contains("\n  group book "), help)
    XCTAssertFalse(help.contains("ENTITY"), "groups of objects are made by query group")
  }

  func testAGroupIsARecordForPrograms() async throws {
    XCTAssertTrue(try run(book).contains("\"due\":80.00"))
    XCTAssertEqual(
      try run("group list"),
      """
      {"group":"Scouts","bill":"F-1","payer":"Rivera","from":"2026-07-01","to":"2026-07-02",\
      "stays":2,"due":80.00,"credit":0.00,"if_booked":null}

      """)
    XCTAssertEqual(
      try run("group charge Scouts amount 0.03 for Stamp"),
      """
      {"code":"R-1","site":"1","amount":0.02}
      {"code":"R-2","site":"2","amount":0.01}

      """)
  }

  func testAnUnknownGroupStandsAtItsWordWithAHint() async throws {
    try run(book)
    let error = try failure("group show Scuots")
    XCTAssertEqual(error.message, "no group \"Scuots\"; there is Scouts")
    XCTAssertEqual(error.hint, "did you mean \"Scouts\"?")
    XCTAssertEqual(error.range?.start.column, 12)
    XCTAssertEqual(session.values(of: .group), ["Scouts"])
  }

  func testOfManyGroupsTheNearestAreNamed() async throws {
    for number in 1...9 {
      try run(
        "group book \"Troop \(number) Yosemite\" sites 1 for Rivera from 2026-08-0\(number) nights 1"
      )
    }
    let near = try failure("group show \"Trop 3\"")
    XCTAssertEqual(near.message, "no group \"Trop 3\"")
    XCTAssertEqual(
      near.hint, "did you mean \"Troop 3 Yosemite\", \"Troop 1 Yosemite\" or \"Troop 2 Yosemite\"?")
    let other = try failure("group show Rotary")
    XCTAssertEqual(other.message, "no group \"Rotary\"")
    XCTAssertEqual(other.hint, "\"group list\" lists groups")
  }

  func testAReservationAndItsGroupMayChangePlaces() async throws {
    try run("\(book); campsite add 3 rate 40")
    try run("reserve 3 for Okafor from 2026-07-01 nights 2")
    for line in ["Scouts R-3", "Scouts to R-3", "scouts to R-3", "R-3 Scouts"] {
      try run("group join \(line)")
      XCTAssertTrue(try run("group show Scouts").contains("R-3"), line)
      try run("group leave R-3")
    }
    let unknown = try failure("group join Scouts R-9")
    XCTAssertEqual(unknown.message, "no reservation Scouts")
    XCTAssertEqual(unknown.hint, "write group join CODE to Scouts")
    XCTAssertEqual(try failure("group join R-1 Choir").message.prefix(16), "no group \"Choir\"")
  }

  func testAHoldOfAGroupIsNotDueUntilItIsBooked() async throws {
    try run("\(book); campsite add 3 rate 40; hold 3 for Okafor from 2026-07-01 nights 2")
    XCTAssertTrue(try run("group join R-3 to Scouts").contains("\"due\":80.00"))
    XCTAssertEqual(
      try run("group list"),
      """
      {"group":"Scouts","bill":"F-1","payer":"Rivera","from":"2026-07-01","to":"2026-07-03",\
      "stays":3,"due":80.00,"credit":0.00,"if_booked":160.00}

      """)
    session.format = .plain
    let bill = try run("group bill Scouts")
    XCTAssertTrue(bill.contains("due\t80.00\n"), bill)
    XCTAssertTrue(bill.contains("if booked\t160.00\n"), bill)
    XCTAssertTrue(try run("pay R-3 30 cash").hasSuffix("credit $30.00, $50.00 due if booked\n"))
    // Booked, it is due as all else is: 160 less 30.
    try run("accept R-3")
    let booked = try run("group bill Scouts")
    XCTAssertTrue(booked.contains("due\t130.00\n"), booked)
    XCTAssertFalse(booked.contains("if_booked"), booked)
  }

  func testAMistypedVerbOfAGroupIsTakenForOne() async throws {
    let error = try failure("group shwo Scouts")
    XCTAssertEqual(error.message, "group has no verb \"shwo\"")
    XCTAssertEqual(error.hint, "did you mean \"show\"?")
    XCTAssertEqual(error.range?.start.column, 7)
  }

  func testWhoIsPutOnTheWaitlistInAScratchPadHasACodeOnceItIsSaved() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("begin; waitlist add Rivera from 2026-07-01 nights 1 anyway"),
      "Opened a scratch pad: save keeps your changes, rollback drops them\n"
        + "Added Rivera to the waitlist as W-new1 · 2026-07-01 to 2026-07-02\n")
    XCTAssertEqual(session.values(of: .waiting), ["W-new1"])
    try run("save")
    XCTAssertEqual(session.values(of: .waiting), ["W-1"])
  }

  func testAnUnknownSiteOfAListIsNamed() async throws {
    let error = try failure(
      "group book Scouts sites 1,9 for Rivera from 2026-07-01 nights 1")
    XCTAssertEqual(error.message, "no site 9")
    XCTAssertEqual(error.range?.start.column, 25)
    XCTAssertEqual(try run("count Reservation"), "{\"count\":0}\n")
  }

  func testAGroupIsUndoneInAScratchPad() async throws {
    try run("begin; \(book); undo; save")
    XCTAssertEqual(try run("count Folio"), "{\"count\":0}\n")
    try run("begin; \(book); group cancel Scouts; save")
    XCTAssertEqual(
      try run("count Reservation where status == \"Canceled\""), "{\"count\":2}\n")
  }

  func testAGroupHasItsPapersAndItsFolioByItsName() async throws {
    try run(book)
    try run("group charge Scouts amount 30 for Hall; group pay Scouts 100 check reference 118")
    session.format = .plain
    let confirmation = try run("group confirmation scouts")
    XCTAssertTrue(confirmation.contains("Confirmation Scouts\n"), confirmation)
    XCTAssertTrue(confirmation.contains("            Total for R-2 "), confirmation)
    let receipt = try run("group receipt Scouts")
    XCTAssertTrue(receipt.contains("Receipt Scouts · F-1\n"), receipt)
    XCTAssertTrue(receipt.contains("Payment by check (118) "), receipt)
    XCTAssertTrue(try run("group receipt Scouts format html").hasPrefix("<!DOCTYPE html>"))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    XCTAssertEqual(
      try run("group confirmation Scouts to \"\(file.path)\""),
      "Wrote Confirmation Scouts to \(file.path)\n")
    XCTAssertTrue(try String(contentsOf: file, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))

    session.format = .jsonl
    // 2 × 40 and the hall's 30 less 100.
    XCTAssertEqual(
      try run("group bill Scouts").prefix { $0 != "[" },
      """
      {"group":"Scouts","bill":"F-1","payer":"Rivera","charged":30.00,"to_come":80.00,\
      "paid":100.00,"due":10.00,"credit":0.00,"if_booked":null,"lines":
      """)
    XCTAssertEqual(try failure("group receipt Scuots").hint, "did you mean \"Scouts\"?")
  }

  func testTheConfirmationOfAStayNamesItsGroup() async throws {
    try run(book)
    session.format = .plain
    XCTAssertTrue(try run("confirmation R-1").contains("\nGroup       Scouts\n"))
    try run("group leave R-1")
    XCTAssertFalse(try run("confirmation R-1").contains("Group "))
  }

  func testTheHintOfTheWaitlistIsTypedAsItIsShown() async throws {
    try run(#"campsite delete 1; campsite delete 2; campsite add "Oak \"7\"" rate 40"#)
    try run(#"camper add "Ada \"Sky\" Rivera""#)
    let hint = try XCTUnwrap(
      failure(#"waitlist add "Ada \"Sky\" Rivera" from 2026-07-01 nights 2"#).hint)
    let command = try XCTUnwrap(hint.components(separatedBy: "or book it: ").last)
    XCTAssertEqual(
      command, #"reserve "Oak \"7\"" for "Ada \"Sky\" Rivera" from 2026-07-01 nights 2"#)
    XCTAssertTrue(try run(command).contains("\"code\":\"R-1\""))
    // So is a name that may have been meant.
    XCTAssertEqual(
      try failure(#"camper show "Ada Sky Rivra""#).hint,
      #"did you mean "Ada \"Sky\" Rivera"?"#)
  }

  func testAGroupsNameInThePlaceOfACodeIsSentToTheGroupsCommand() async throws {
    try run("group book \"Scout troop\" sites 1,2 for Rivera from 2026-07-01 nights 1")
    for (typed, command) in [
      ("receipt \"scout troop\"", "receipt"), ("pay \"Scout troop\" 20 cash", "pay"),
      ("folio \"Scout troop\"", "bill"), ("checkin \"Scout troop\"", "checkin"),
      ("reservation show \"Scout troop\"", "show"),
    ] {
      XCTAssertEqual(
        try failure(typed).hint,
        "use the command for a whole group: group \(command) \"Scout troop\"")
    }
    XCTAssertEqual(
      try failure("refund \"Scout troop\" 5 reason rain").hint, "that is a group of R-1, R-2")
    try run("campsite add 3; campsite add 4; campsite add 5; campsite add 6")
    try run("group add \"Scout troop\" sites 3,4,5 for Rivera from 2026-07-01 nights 1")
    XCTAssertEqual(
      try failure("noshow \"Scout troop\"").hint, "that is a group of R-1, R-2, R-3, R-4, R-5")
    try run("group add \"Scout troop\" sites 6 for Rivera from 2026-07-01 nights 1")
    XCTAssertEqual(
      try failure("noshow \"Scout troop\"").hint, "that is a group of R-1, R-2, R-3, R-4, R-5, …")
    XCTAssertTrue(try run("reservation show R-1").contains("\"group\":\"Scout troop\""))
    let folio = try failure("group folio \"Scout troop\"")
    XCTAssertEqual(folio.message, "group has no verb \"folio\"")
    XCTAssertEqual(folio.hint?.hasPrefix("write group book|add|"), true)
  }

  func testTheAnswerOfAClosingSaysWhoIsOfferedWhatItLeavesFree() async throws {
    try run("hold 1 for Rivera from 2026-07-01 nights 4 minutes 1")
    try run("waitlist add Okafor from 2026-07-03 nights 2 anyway")
    let later = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon.addingTimeInterval(120)))
    let answer = try later.run("block 1 from 2026-07-01 to 2026-07-03 reason roots")
    XCTAssertTrue(
      answer.hasPrefix(
        """
        Closed site 1 · 2026-07-01 to 2026-07-03 · roots
          offered to Okafor (W-1) · site 1 · 2026-07-03 to 2026-07-05 · until
        """), answer)
  }

  func testTheAnswerOfWhatFreesASiteSaysWhoIsOfferedIt() async throws {
    session.format = .plain
    try run(book)
    try run("waitlist add Okafor from 2026-07-01 nights 1")
    let offer = "offered to Okafor (W-1) · site 1 · 2026-07-01 to 2026-07-02 · until "
    XCTAssertTrue(try run("cancel R-1 dry-run").contains(offer))
    XCTAssertEqual(session.values(of: .waiting), ["W-1"])
    XCTAssertTrue(try run("cancel R-1").contains(offer))
    XCTAssertEqual(
      try run("waitlist accept W-1"),
      "Reserved R-3 · Okafor · site 1 · Wed 2026-07-01 to Thu 2026-07-02 · 1 night · $40.00\n")
    XCTAssertEqual(session.values(of: .waiting), [])
  }

  func testTheCallsToMakeAreRecordsWithAllThatACallNeeds() async throws {
    try run("camper add Lee phone 408-555-0009; \(book)")
    try run(
      "waitlist add Lee from 2026-07-01 nights 1; waitlist wish W-1 from 2026-08-01 nights 1 anyway"
    )
    try run("cancel R-1")
    let call = #"{"code":"W-1","guest":"Lee","phone":"408-555-0009","wish":1,"site":"1","#
    let calls = try run("waitlist calls")
    XCTAssertTrue(calls.contains(call), calls)
    XCTAssertTrue(calls.contains(#""called":null"#), calls)
    try run("waitlist called W-1")
    XCTAssertFalse(try run("waitlist calls").contains(#""called":null"#))
    session.format = .plain
    XCTAssertEqual(
      try run("waitlist decline W-1"), "Declined the offer for W-1 · Lee\n")
    session.format = .table
    XCTAssertEqual(
      try run("waitlist calls; waitlist list status resting"),
      "Nobody to call\nNo waitlist entry is resting\n")
  }

  func testWhoseOffersCameToNothingThreeTimesRestsAndIsCompletedAllTheSame() async throws {
    session.format = .plain
    try run(book)
    try run("waitlist add Okafor from 2026-07-01 nights 1; cancel R-1; waitlist decline W-1")
    for site in [7, 8] {
      try run("campsite add \(site) rate 40; waitlist offer; waitlist decline W-1")
    }
    XCTAssertEqual(try rows("waitlist list status resting").prefix(10), "W-1\tOkafor")
    XCTAssertEqual(session.values(of: .waiting), ["W-1"])
    XCTAssertEqual(try run("waitlist ask W-1"), "Okafor is waiting again as W-1\n")
    XCTAssertEqual(try rows("waitlist list status resting"), "")
  }

  func testTheOptionsOfASeriesBelongTogether() async throws {
    let reserve = "reserve 1 for Rivera from 2026-07-01 nights 1"
    XCTAssertEqual(
      try failure("\(reserve) every week").message,
      "every needs times, the number of stays")
    XCTAssertEqual(
      try failure("\(reserve) times 2").message, "times needs every, the interval between stays")
    XCTAssertEqual(try failure("\(reserve) skip-taken").message, "skip-taken is for a series")
    try run("\(reserve) every two-weeks times 2")
    XCTAssertTrue(try run("series show R-1").contains("\"from\":\"2026-07-15\""))
  }
}
