import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import CampgroundShell

/// Two clerks who edit one thing: each verb that edits shows the second one what the first one did.
final class EditConflictTests: SessionTestCase {
  /// What two clerks do to one thing, and how one sees what came of it.
  private struct Meeting {
    var setUp = ""
    let desk: String
    let office: String
    /// A part of the row that the desk is shown: property, what it saw, what
    /// is there, what it wrote.
    let row: [String]
    let look: String
    let deskValue: String
    let officeValue: String
    /// Whether one of both can be saved; what a stay comes to is decided anew.
    var hasChoice = true
  }

  private let meetings = [
    Meeting(
      desk: "campground edit hold 20", office: "campground edit hold 30",
      row: ["hold minutes", "15", "30", "20"], look: "campground show",
      deskValue: "\"hold minutes\":20", officeValue: "\"hold minutes\":30"),
    Meeting(
      desk: "campground edit checkin 14:00", office: "campground edit checkin 16:00",
      row: ["checkin", "15:00", "16:00", "14:00"], look: "campground show",
      deskValue: "\"checkin\":\"14:00\"", officeValue: "\"checkin\":\"16:00\""),
    Meeting(
      desk: "camper edit Ada phone 2", office: "camper edit Ada phone 3",
      row: ["phone", "1", "3", "2"], look: "camper show Ada", deskValue: "\"phone\":\"2\"",
      officeValue: "\"phone\":\"3\""),
    Meeting(
      desk: "campsite edit 15 rate 50", office: "campsite edit 15 rate 60",
      row: ["rate", "40.00", "60.00", "50.00"], look: "campsite show 15",
      deskValue: "\"rate\":50.00", officeValue: "\"rate\":60.00"),
    Meeting(
      desk: "reservation edit R-1 party 2", office: "reservation edit R-1 party 3",
      row: ["adults", "1", "3", "2"], look: "reservation show R-1", deskValue: "\"adults\":2",
      officeValue: "\"adults\":3",
      hasChoice: false),
    Meeting(
      desk: "reservation edit R-1 note early", office: "reservation edit R-1 note late",
      row: ["note", "", "late", "early"], look: "reservation show R-1",
      deskValue: "\"note\":\"early\"", officeValue: "\"note\":\"late\"",
      hasChoice: false),
    Meeting(
      setUp: "block 15 from 2026-08-01 nights 3 reason roots",
      desk: "block edit 15 on 2026-08-01 reason hookup",
      office: "block edit 15 on 2026-08-01 reason paint",
      row: ["reason", "roots", "paint", "hookup"], look: "block list",
      deskValue: "\"reason\":\"hookup\"", officeValue: "\"reason\":\"paint\""),
    Meeting(
      setUp: "rule add Peak minimum 3", desk: "rule edit Peak value 4",
      office: "rule edit Peak value 5", row: ["value", "3", "5", "4"], look: "rule show Peak",
      deskValue: "\"value\":4", officeValue: "\"value\":5"),
    Meeting(
      setUp: "season add Summer from 06-01 to 08-31", desk: "season edit Summer to 09-15",
      office: "season edit Summer to 09-30",
      row: ["to", "08-31", "09-30", "09-15"],
      look: "season show Summer",
      deskValue: "09-15", officeValue: "09-30"),
    Meeting(
      setUp: "rate add Base 45", desk: "rate edit Base amount 48",
      office: "rate edit Base amount 50", row: ["amount", "45.00", "50.00", "48.00"],
      look: "rate show Base", deskValue: "48.00", officeValue: "50.00"),
    Meeting(
      setUp: "tax add City 8%", desk: "tax edit City amount 9%",
      office: "tax edit City amount 10%", row: ["percent", "8", "10", "9"],
      look: "tax show City", deskValue: "\"percent\":9", officeValue: "\"percent\":10"),
    Meeting(
      setUp: "fee add Booking 8", desk: "fee edit Booking amount 9",
      office: "fee edit Booking amount 10", row: ["amount", "8.00", "10.00", "9.00"],
      look: "fee show Booking", deskValue: "9.00", officeValue: "10.00"),
    Meeting(
      setUp: "tax add Old 8%", desk: "tax edit Old until 2026-12-31",
      office: "tax edit Old until 2026-11-30", row: ["until", "", "2026-11-30", "2026-12-31"],
      look: "tax show Old", deskValue: "2026-12-31", officeValue: "2026-11-30"),
    Meeting(
      setUp: "fee add Person 5 per person included 2", desk: "fee edit Person included 3",
      office: "fee edit Person included 4", row: ["included", "2", "4", "3"],
      look: "fee show Person", deskValue: "\"included\":3", officeValue: "\"included\":4"),
    Meeting(
      setUp: "season add Winter from 10-15 to 04-15; fee add Heat 4 season Winter",
      desk: "fee edit Heat season Winter weekdays fri,sat",
      office: "fee edit Heat season \"\" weekdays sun", row: ["weekdays", "", "sun", "fri,sat"],
      look: "fee show Heat", deskValue: "\"weekdays\":\"fri,sat\"",
      officeValue: "\"weekdays\":\"sun\""),
    Meeting(
      setUp: "discount add Senior 10%", desk: "discount edit Senior amount 12%",
      office: "discount edit Senior amount 15%", row: ["percent", "10", "15", "12"],
      look: "discount show Senior", deskValue: "\"percent\":12", officeValue: "\"percent\":15"),
    Meeting(
      setUp: "deposit add Half 50%", desk: "deposit edit Half amount 25%",
      office: "deposit edit Half amount 30%", row: ["percent", "50", "30", "25"],
      look: "deposit show Half", deskValue: "\"percent\":25", officeValue: "\"percent\":30"),
    Meeting(
      setUp: "class add RV", desk: "class edit RV note lake", office: "class edit RV note shade",
      row: ["note", "", "shade", "lake"], look: "class show RV", deskValue: "lake",
      officeValue: "shade"),
    Meeting(
      setUp: "policy add Standard steps \"0+ all\" cutoff 17:00",
      desk: "policy edit Standard cutoff 18:00", office: "policy edit Standard cutoff 19:00",
      row: ["cutoff", "17:00", "19:00", "18:00"], look: "policy show Standard",
      deskValue: "18:00", officeValue: "19:00"),
    Meeting(
      setUp: "employee add Kasey vacation 12", desk: "employee edit Kasey vacation 10",
      office: "employee edit Kasey vacation 8", row: ["vacation", "12", "8", "10"],
      look: "employee show Kasey", deskValue: "\"vacation\":10", officeValue: "\"vacation\":8"),
    Meeting(
      setUp: "item add ice price 3", desk: "item edit ice price 4", office: "item edit ice price 5",
      row: ["price", "3.00", "5.00", "4.00"], look: "item show ice", deskValue: "\"price\":4.00",
      officeValue: "\"price\":5.00"),
  ]

  func testEveryVerbThatEditsIsTried() {
    let edits = CommandGrammar.campground.commands.filter { $0.words.last == "edit" }.map(\.name)
    for name in edits {
      XCTAssertTrue(meetings.contains { $0.desk.hasPrefix(name + " ") }, name)
    }
  }

  func testTheSecondClerkIsShownWhatTheFirstOneDidAndKeepsTheOwn() async throws {
    try await meetAll(choosing: "mine")
  }

  func testTheSecondClerkIsShownWhatTheFirstOneDidAndKeepsIt() async throws {
    try await meetAll(choosing: "theirs")
  }

  func testWhatIsTakenBackMeetsWhatTheOtherClerkDidMeanwhile() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; reserve 16 for Ada from today nights 2; checkin R-2")
      try desk.run("begin; checkin R-2 undo")
      try office.run("checkout R-2")
      let error = try desk.failure("save")
      XCTAssertTrue(
        error.message.contains("R-2 was changed by someone else since you read it"), error.message)
      XCTAssertTrue(error.message.contains("CheckedOut"), error.message)
      try desk.run("rollback; begin; checkout R-2 undo")
      try office.run("checkout R-2 undo")
      XCTAssertTrue(
        try desk.failure("save").message.contains("R-2 was changed by someone else"))
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
      for words in ["save", "save mine", "save theirs"] {
        let error = try desk.failure(words)
        XCTAssertTrue(
          error.message.contains("voucher \(code) was changed by someone else"), error.message)
      }
      try desk.run("rollback")
      XCTAssertTrue(try desk.run("voucher show \(code)").contains("\"left\":10.00"))
      XCTAssertTrue(try office.run("folio R-1").contains("\"paid\":0.00"))
    }
  }

  func testWhatTwoClerksGiveBackAddsUp() async throws {
    try withTwoClerks { desk, office in
      try desk.run("pay R-1 200 card")
      try desk.run("begin; refund R-1 20 reason noise")
      try office.run("refund R-1 30 reason rain")
      do {
        try desk.run("save")
      } catch {
        XCTAssertThrowsError(try desk.run("save mine"))
        try desk.run("rollback; refund R-1 20 reason noise")
      }
      XCTAssertTrue(try office.run("folio R-1").contains("\"paid\":150.00"))
    }
  }

  func testTheFirstPaymentsOfTwoClerksAreToldAsLinesAndThePadShowsItsOwn() async throws {
    try withTwoClerks { desk, office in
      try desk.run("begin; pay R-1 60 cash")
      try office.run("pay R-1 50 cash")
      let error = try desk.failure("save")
      XCTAssertEqual(
        error.message,
        """
        R-1 was changed by someone else since you read it
        on the bill now:
          2026-06-15 · Payment by cash · $50.00 paid
        """)
      XCTAssertFalse(error.hint?.contains("save mine") ?? true, error.hint ?? "")
      // The line that is shown is the one that is added up.
      XCTAssertTrue(try desk.run("folio R-1").contains("\"paid\":60.00"))
      try desk.run("rollback; pay R-1 60 cash")
      XCTAssertTrue(try office.run("folio R-1").contains("\"paid\":110.00"))
    }
  }

  func testAMeterThatTwoClerksReadIsNamedBySiteAndKind() async throws {
    try withTwoClerks { desk, office in
      try desk.run("meter rate electricity 0.15 unit kWh; begin; meter add 15 electricity 100")
      try office.run("meter add 15 electricity 90")
      for words in ["save", "save mine", "save theirs"] {
        let error = try desk.failure(words)
        XCTAssertTrue(
          error.message.hasPrefix("the electricity meter of site 15 was read by someone else"),
          error.message)
        XCTAssertFalse(error.hint?.contains("save mine") ?? true, error.hint ?? "")
      }
    }
  }

  func testAClosingIsNamedBySiteAndDates() async throws {
    try withTwoClerks { desk, office in
      try desk.run("block 15 from 2026-08-01 nights 3 reason roots")
      try desk.run("begin; block edit 15 on 2026-08-01 reason paint")
      try office.run("block edit 15 on 2026-08-01 reason hookup")
      let error = try desk.failure("save")
      let words = "the closing of site 15 from 2026-08-01 to 2026-08-04 was changed by someone else"
      XCTAssertTrue(error.message.hasPrefix(words), error.message)
      try desk.run("rollback; begin; block delete 15 on 2026-08-01")
      try office.run("block edit 15 on 2026-08-01 reason paint")
      let late = try desk.failure("save")
      XCTAssertTrue(late.message.hasPrefix(words), late.message)
    }
  }

  func testTheFirstDayOfASeasonIsOneClerksOrTheOthersAndNoMixture() async throws {
    for (choice, expected) in [("mine", "07-01"), ("theirs", "06-15")] {
      try withTwoClerks { desk, office in
        try desk.run("season add Summer from 06-01 to 08-31; begin; season edit Summer from 07-01")
        try office.run("season edit Summer from 06-15 to 09-30")
        let told = try desk.failure("save")
        let rows = told.message.split(separator: "\n").map { line in
          line.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        XCTAssertTrue(rows.contains(["from", "06-01", "06-15", "07-01"]), told.message)
        XCTAssertTrue(rows.contains { $0.prefix(3) == ["to", "08-31", "09-30"] }, told.message)
        for word in ["month", "day"] {
          XCTAssertFalse(told.message.contains(word), told.message)
        }
        XCTAssertTrue(
          try desk.run("save \(choice); season show Summer").contains(expected), choice)
        XCTAssertTrue(try desk.run("season show Summer").contains("09-30"), choice)
      }
    }
  }

  func testADayThatWasClosedMeanwhileIsToldOnceForAllItsLines() async throws {
    try withTwoClerks { desk, office in
      try desk.run("begin; charge R-1 5 wood; charge R-1 6 gum; charge R-1 7 tea")
      // An earlier day, or another name, is in nobody's way.
      try office.run("day close 2026-06-14; campground edit hold 20")
      try desk.run("save; begin; charge R-1 5 wood; charge R-1 6 gum")
      try office.run("day close 2026-06-15")
      let error = try desk.failure("save")
      XCTAssertTrue(error.message.hasPrefix("2026-06-15 is closed"), error.message)
      XCTAssertFalse(error.message.contains("\n"), error.message)
      try desk.run("rollback; charge R-1 5 wood")
      XCTAssertTrue(try office.run("folio R-1").contains("\"charged\":23.00"))
    }
  }

  func testThePolicyOfAStayDoesNotChangeWhicheverClerkIsFaster() async throws {
    try withTwoClerks { desk, office in
      try desk.run("campsite add 16 rate 40; policy add Kind steps \"0+ nothing\" grace 0")
      try desk.run("begin; reserve 16 for Ada from 2026-07-01 nights 3")
      try office.run("policy edit Kind steps \"0+ all\"")
      try desk.run("save")
      XCTAssertTrue(try office.run("cancel R-2").contains("keeps nothing"))
      try desk.run("begin; policy edit Kind steps \"0+ nothing\"")
      try office.run("reserve 16 for Ada from 2026-07-01 nights 3")
      try desk.run("save")
      XCTAssertTrue(try office.run("cancel R-3").contains("keeps the price of all nights"))
    }
  }

  private func meetAll(choosing choice: String) async throws {
    try withTwoClerks { desk, office in
      for meeting in meetings { try desk.run(meeting.setUp) }
      for meeting in meetings { try meet(meeting, choice, desk, office) }
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
    _ meeting: Meeting, _ choice: String, _ desk: TestShell, _ office: TestShell
  ) throws {
    try desk.run("begin; \(meeting.desk)")
    try office.run(meeting.office)
    let error = try desk.failure("save")
    XCTAssertTrue(
      error.message.contains("changed by someone else since you read it"),
      "\(meeting.desk): \(error.message)")
    let rows = error.message.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    XCTAssertTrue(
      rows.contains { cells in meeting.row.allSatisfy(cells.contains) },
      "\(meeting.desk): \(error.message)")
    XCTAssertTrue(
      try office.run(meeting.look).contains(meeting.officeValue), "\(meeting.desk): overwritten")
    if meeting.hasChoice {
      try desk.run("save \(choice)")
    } else {
      XCTAssertThrowsError(try desk.run("save \(choice)"))
      try desk.run(choice == "mine" ? "undo; \(meeting.desk); save" : "rollback")
    }
    let expected = choice == "mine" ? meeting.deskValue : meeting.officeValue
    for shell in [desk, office] {
      let seen = try shell.run(meeting.look)
      XCTAssertTrue(seen.contains(expected), "\(meeting.desk): no \(expected) in \(seen)")
    }
  }
}
