import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundShell

/// Two clerks who change one thing: the second one is told what the first one did.
final class TwoClerksTests: SessionTestCase {
  /// What two clerks do to one thing, and how one sees what came of it.
  private struct Meeting {
    var setUp = ""
    let desk: String
    let office: String
    /// What the desk is told: the property, what was shown of it, and what it is now.
    let told: String
    let look: String
    let deskValue: String
    let officeValue: String
  }

  private let meetings = [
    Meeting(
      desk: "campground edit hold 20", office: "campground edit hold 30",
      told: "hold minutes 15 is now 30", look: "campground show",
      deskValue: "\"hold_minutes\":20", officeValue: "\"hold_minutes\":30"),
    Meeting(
      desk: "campground edit checkin 14:00", office: "campground edit checkin 16:00",
      told: "checkin 15:00 is now 16:00", look: "campground show",
      deskValue: "\"checkin\":\"14:00\"", officeValue: "\"checkin\":\"16:00\""),
    Meeting(
      desk: "camper edit Ada phone 2", office: "camper edit Ada phone 3",
      told: "phone 1 is now 3", look: "camper show Ada", deskValue: "\"phone\":\"2\"",
      officeValue: "\"phone\":\"3\""),
    Meeting(
      desk: "campsite edit 15 rate 50", office: "campsite edit 15 rate 60",
      told: "rate $40.00 is now $60.00", look: "campsite show 15",
      deskValue: "\"rate\":50.00", officeValue: "\"rate\":60.00"),
    Meeting(
      desk: "reservation edit R-1 party 2", office: "reservation edit R-1 party 3",
      told: "adults 1 is now 3", look: "reservation show R-1", deskValue: "\"adults\":2",
      officeValue: "\"adults\":3"),
    Meeting(
      desk: "reservation edit R-1 note early", office: "reservation edit R-1 note late",
      told: "note nothing is now late", look: "reservation show R-1",
      deskValue: "\"note\":\"early\"", officeValue: "\"note\":\"late\""),
    Meeting(
      setUp: "block 15 from 2026-08-01 nights 3 reason roots",
      desk: "block edit 15 on 2026-08-01 reason hookup",
      office: "block edit 15 on 2026-08-01 reason paint",
      told: "reason roots is now paint", look: "block list",
      deskValue: "\"reason\":\"hookup\"", officeValue: "\"reason\":\"paint\""),
    Meeting(
      setUp: "rule add Peak minimum 3", desk: "rule edit Peak value 4",
      office: "rule edit Peak value 5", told: "value 3 is now 5", look: "rule show Peak",
      deskValue: "\"value\":4", officeValue: "\"value\":5"),
    Meeting(
      setUp: "season add Summer from 06-01 to 08-31", desk: "season edit Summer to 09-15",
      office: "season edit Summer to 09-30",
      told: "to 08-31 is now 09-30",
      look: "season show Summer",
      deskValue: "09-15", officeValue: "09-30"),
    Meeting(
      setUp: "rate add Base 45", desk: "rate edit Base amount 48",
      office: "rate edit Base amount 50", told: "amount $45.00 is now $50.00",
      look: "rate show Base", deskValue: "48.00", officeValue: "50.00"),
    Meeting(
      setUp: "tax add City 8%", desk: "tax edit City amount 9%",
      office: "tax edit City amount 10%", told: "percent 8 is now 10",
      look: "tax show City", deskValue: "\"percent\":9", officeValue: "\"percent\":10"),
    Meeting(
      setUp: "fee add Booking 8", desk: "fee edit Booking amount 9",
      office: "fee edit Booking amount 10", told: "amount $8.00 is now $10.00",
      look: "fee show Booking", deskValue: "9.00", officeValue: "10.00"),
    Meeting(
      setUp: "tax add Old 8%", desk: "tax edit Old to 2026-12-31",
      office: "tax edit Old to 2026-11-30", told: "to nothing is now 2026-11-30",
      look: "tax show Old", deskValue: "2026-12-31", officeValue: "2026-11-30"),
    Meeting(
      setUp: "fee add Person 5 per person included 2", desk: "fee edit Person included 3",
      office: "fee edit Person included 4", told: "included 2 is now 4",
      look: "fee show Person", deskValue: "\"included\":3", officeValue: "\"included\":4"),
    Meeting(
      setUp: "season add Winter from 10-15 to 04-15; fee add Heat 4 season Winter",
      desk: "fee edit Heat season Winter weekdays fri,sat",
      office: "fee edit Heat season \"\" weekdays sun", told: "season Winter is now nothing",
      look: "fee show Heat", deskValue: "\"weekdays\":\"fri,sat\"",
      officeValue: "\"weekdays\":\"sun\""),
    Meeting(
      setUp: "discount add Senior 10%", desk: "discount edit Senior amount 12%",
      office: "discount edit Senior amount 15%", told: "percent 10 is now 15",
      look: "discount show Senior", deskValue: "\"percent\":12", officeValue: "\"percent\":15"),
    Meeting(
      setUp: "deposit add Half 50%", desk: "deposit edit Half amount 25%",
      office: "deposit edit Half amount 30%", told: "percent 50 is now 30",
      look: "deposit show Half", deskValue: "\"percent\":25", officeValue: "\"percent\":30"),
    Meeting(
      setUp: "class add RV", desk: "class edit RV note lake", office: "class edit RV note shade",
      told: "note nothing is now shade", look: "class show RV", deskValue: "lake",
      officeValue: "shade"),
    Meeting(
      setUp: "policy add Standard steps \"0+ all\" cutoff 17:00",
      desk: "policy edit Standard cutoff 18:00", office: "policy edit Standard cutoff 19:00",
      told: "cutoff 17:00 is now 19:00", look: "policy show Standard",
      deskValue: "18:00", officeValue: "19:00"),
    Meeting(
      setUp: "employee add Kasey vacation 12", desk: "employee edit Kasey vacation 10",
      office: "employee edit Kasey vacation 8", told: "vacation 12 is now 8",
      look: "employee show Kasey", deskValue: "\"vacation\":10", officeValue: "\"vacation\":8"),
    Meeting(
      setUp: "item add ice price 3", desk: "item edit ice price 4", office: "item edit ice price 5",
      told: "price $3.00 is now $5.00", look: "item show ice", deskValue: "\"price\":4.00",
      officeValue: "\"price\":5.00"),
  ]

  func testEveryVerbThatEditsIsTried() {
    // A bare edit is the edit of the noun that it finds.
    let edits = Session.grammar.commands.filter { $0.words.last == "edit" && $0.words.count > 1 }
      .map(\.name)
    for name in edits {
      XCTAssertTrue(meetings.contains { $0.desk.hasPrefix(name + " ") }, name)
    }
  }

  func testTheSecondClerkIsToldWhatTheFirstOneDidAndKeepsTheOwn() async throws {
    try await meetAll(keeping: true)
  }

  func testTheSecondClerkIsToldWhatTheFirstOneDidAndKeepsIt() async throws {
    try await meetAll(keeping: false)
  }

  func testWhatIsTakenBackMeetsWhatTheOtherClerkDidMeanwhile() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; reserve 16 for Ada from today nights 2; checkin R-2")
      try desk.run("begin; checkin R-2 undo")
      try office.run("checkout R-2")
      XCTAssertEqual(
        try desk.failure("save").message,
        "R-2 is not checked in; there is nothing to undo")
      try desk.run("rollback; begin; checkout R-2 undo")
      try office.run("checkout R-2 undo")
      XCTAssertEqual(
        try desk.failure("save").message,
        "R-2 is not checked out; there is nothing to undo")
      try desk.run("rollback")
      for shell in [desk, office] {
        XCTAssertTrue(try shell.run("reservation show R-2").contains("\"status\":\"CheckedIn\""))
        XCTAssertTrue(try shell.run("folio R-2").contains("\"charged\":0.00"))
      }
    }
  }

  func testAVoucherThatTwoClerksTakeAtOnceIsSpentOnce() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; reserve 16 for Ada from 2026-07-01 nights 3")
      let voucher = try desk.run("voucher add 50 for Ada")
      let code = try XCTUnwrap(voucher.firstMatch(of: #/V-\w{4}-\w{4}/#)).output
      try desk.run("begin; pay R-1 40 voucher reference \(code)")
      try office.run("pay R-2 40 voucher reference \(code)")
      for _ in 1...2 {
        XCTAssertEqual(
          try desk.failure("save").message, "voucher \(code) has $10.00 left, not $40.00")
      }
      try desk.run("rollback")
      XCTAssertTrue(try desk.run("voucher show \(code)").contains("\"left\":10.00"))
      XCTAssertTrue(try office.run("folio R-1").contains("\"paid\":0.00"))
    }
  }

  func testWhatTwoClerksTakeInAndGiveBackAddsUp() async throws {
    try withTwoClerks { desk, office in
      try desk.run("begin; pay R-1 60 cash")
      try office.run("pay R-1 50 cash")
      try desk.run("save; begin; refund R-1 20 reason noise")
      try office.run("refund R-1 30 reason rain")
      try desk.run("save")
      XCTAssertTrue(try office.run("folio R-1").contains("\"paid\":60.00"))
    }
  }

  func testAMeterThatTwoClerksReadHasBothReadings() async throws {
    try withTwoClerks { desk, office in
      try desk.run("meter rate electricity 0.15 unit kWh; begin; meter add 15 electricity 100")
      try office.run("meter add 15 electricity 90")
      try desk.run("save")
      let list = try office.run("meter list 15")
      XCTAssertTrue(list.contains("90") && list.contains("100"), list)
    }
  }

  func testAClosingIsNamedBySiteAndDates() async throws {
    try withTwoClerks { desk, office in
      try desk.run("block 15 from 2026-08-01 nights 3 reason roots")
      try desk.run("begin; block edit 15 on 2026-08-01 reason paint")
      try office.run("block edit 15 on 2026-08-01 reason hookup")
      XCTAssertTrue(
        try desk.failure("save").message.hasPrefix(
          "someone changed the block on site 15 from 2026-08-01 to 2026-08-04 meanwhile: reason "
            + "roots is now hookup"))
    }
  }

  func testTheFirstDayOfASeasonIsTheOneThatWasShown() async throws {
    try withTwoClerks { desk, office in
      try desk.run("season add Summer from 06-01 to 08-31; begin; season edit Summer from 07-01")
      try office.run("season edit Summer from 06-15 to 09-30")
      XCTAssertTrue(
        try desk.failure("save").message.hasPrefix(
          "someone changed season Summer meanwhile: from 06-01 is now 06-15"))
      let season = try desk.run("save; season show Summer")
      XCTAssertTrue(season.contains("07-01") && season.contains("09-30"), season)
    }
  }

  func testADayThatWasClosedMeanwhileIsTold() async throws {
    try withTwoClerks { desk, office in
      try office.run("pay R-1 1 cash on 2026-06-14")
      try desk.run("begin; charge R-1 5 wood; charge R-1 6 gum; charge R-1 7 tea")
      // An earlier day, or another name, is in nobody's way.
      try office.run("day close 2026-06-14; campground edit hold 20")
      try desk.run("save; begin; charge R-1 5 wood; charge R-1 6 gum")
      try office.run("day close 2026-06-15")
      XCTAssertEqual(
        try desk.failure("save").message,
        "someone changed the bill of R-1 meanwhile: day 2026-06-15 is now 2026-06-16\n"
          + "  1 · charge R-1 5 wood\n"
          + "someone changed the bill of R-1 meanwhile: day 2026-06-15 is now 2026-06-16\n"
          + "  2 · charge R-1 6 gum")
      try desk.run("undo; save")
      XCTAssertTrue(try office.run("folio R-1").contains("\"charged\":23.00"))
    }
  }

  func testThePolicyOfAStayIsTheOneThatWasShown() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; policy add Kind steps \"0+ nothing\" grace 0")
      try desk.run("begin; reserve 16 for Ada from 2026-07-01 nights 3")
      try office.run("policy edit Kind steps \"0+ all\"")
      XCTAssertEqual(
        try desk.failure("save").message,
        "someone changed R-new1 meanwhile: terms Kind: 0+ nothing is now Kind: 0+ all\n"
          + "  1 · reserve 16 for Ada from 2026-07-01 nights 3")
      try desk.run("save")
      XCTAssertTrue(try office.run("cancel R-2").contains("keeps the price of all nights"))
      try desk.run("begin; policy edit Kind steps \"0+ nothing\"")
      try office.run("reserve 16 for Ada from 2026-07-01 nights 3")
      try desk.run("save")
      XCTAssertTrue(try office.run("cancel R-3").contains("keeps the price of all nights"))
    }
  }

  func testEachCommandThatComesToSomethingElseIsTold() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; begin; reserve 16 for Ada from 2026-07-01 nights 3")
      try desk.run("camper add Bo; reserve 16 for Ada from 2026-08-01 nights 1")
      try office.run("campsite edit 16 rate 50")
      XCTAssertEqual(
        try desk.failure("save").message,
        "someone changed R-new1 meanwhile: $120.00 is now $150.00\n"
          + "  1 · reserve 16 for Ada from 2026-07-01 nights 3\n"
          + "someone changed R-new2 meanwhile: $40.00 is now $50.00\n"
          + "  3 · reserve 16 for Ada from 2026-08-01 nights 1")
      // What is shown again by undo is told, too.
      try office.run("campsite edit 16 rate 60")
      try desk.run("undo 2")
      XCTAssertTrue(try desk.run("pending").contains("$150.00 is now $180.00"))
      try desk.run("save")
      XCTAssertTrue(try office.run("reservation show R-2").contains("\"total\":180.00"))
    }
  }

  func testMoneyThatIsTakenAtOnceIsWhatWasShown() async throws {
    try withTwoClerks { desk, office in
      try desk.run("item add ice price 3; begin; sale add item ice quantity 2")
      try office.run("item edit ice price 4")
      let told = try desk.failure("save").message
      XCTAssertTrue(told.contains("$6.00 is now $8.00"), told)
    }
  }

  func testAnOfferThatGoesToSomebodyElseIsTold() async throws {
    try withTwoClerks { desk, office in
      try desk.run("camper add Bo; camper add Cy; begin; waitlist add Bo from 2026-07-01 nights 3")
      try desk.run("cancel R-1; reservation edit R-new1 note \"for Bo\"")
      try office.run("waitlist add Cy from 2026-07-01 nights 3")
      let told = try desk.failure("save").message
      XCTAssertTrue(told.contains("guest Bo is now Cy"), told)
    }
  }

  func testAStayThatJoinedAGroupMeanwhileIsTold() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; campsite add 17 rate 40")
      try desk.run("group book Scouts sites 16 for Ada from 2026-08-01 nights 2")
      try desk.run("begin; group cancel Scouts")
      try office.run("group add Scouts sites 17 for Ada from 2026-08-01 nights 2")
      let told = try desk.failure("save").message
      XCTAssertTrue(told.contains("someone changed R-3 meanwhile"), told)
      XCTAssertTrue(try office.run("reservation show R-3").contains("\"status\":\"Reserved\""))
    }
  }

  func testADeletionMeetsWhatSomebodyChanged() async throws {
    try withTwoClerks { desk, office in
      try desk.run("camper add Bo phone 1; begin; camper delete Bo")
      try office.run("camper edit Bo phone 2")
      XCTAssertEqual(
        try desk.failure("save").message,
        "someone changed camper Bo meanwhile: phone 1 is now 2\n  1 · camper delete Bo")
      try desk.run("save")
      XCTAssertEqual(try office.run("count Camper where fullName == \"Bo\""), "{\"count\":0}\n")
    }
  }

  private func meetAll(keeping isKept: Bool) async throws {
    try withTwoClerks { desk, office in
      for meeting in meetings { try desk.run(meeting.setUp) }
      for meeting in meetings { try meet(meeting, keeping: isKept, desk, office) }
    }
  }

  /// Two shells with stacks of their own on one store, at a campground with one stay.
  private func withTwoClerks(_ body: (TestShell, TestShell) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("two-clerks-\(UUID().uuidString).sqlite")
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
    }
    let store = PersistentStoreDescription(url: file)
    let desk = TestShell(try TestStoreStack(store: store))
    try desk.run("campground add Wawona timezone UTC; campsite add 15 rate 40")
    try desk.run("camper add Ada phone 1; reserve 15 for Ada from 2026-07-01 nights 3")
    let office = TestShell(try TestStoreStack(store: store))
    try body(desk, office)
    try desk.session.stack.close()
    try office.session.stack.close()
  }

  private func meet(
    _ meeting: Meeting, keeping isKept: Bool, _ desk: TestShell, _ office: TestShell
  ) throws {
    try desk.run("begin; \(meeting.desk)")
    try office.run(meeting.office)
    let message = try desk.failure("save").message
    XCTAssertTrue(message.hasPrefix("someone changed "), "\(meeting.desk): \(message)")
    XCTAssertTrue(
      message.hasSuffix(" meanwhile: \(meeting.told)\n  1 · \(meeting.desk)"), message)
    XCTAssertTrue(
      try office.run(meeting.look).contains(meeting.officeValue), "\(meeting.desk): overwritten")
    try desk.run(isKept ? "save" : "undo; save")
    let expected = isKept ? meeting.deskValue : meeting.officeValue
    for shell in [desk, office] {
      let seen = try shell.run(meeting.look)
      XCTAssertTrue(seen.contains(expected), "\(meeting.desk): no \(expected) in \(seen)")
    }
  }
}
