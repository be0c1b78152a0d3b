import Campground
import XCTest

@testable import CampgroundShell

/// What clerks type who know what they want and not how it is written.
final class SlipTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campground add Wawona timezone UTC; campsite add 5; camper add Ada")
    try run("reserve 5 for Ada from 2026-07-01 nights 2")
    try run("campsite add 4; reserve 4 for Ada from 2026-06-22 nights 2")
  }

  func testEachSlipIsToldWhatToWrite() async throws {
    let hints = [
      "reserve 5 for \"Mina Novak\" from friday nights 2":
        "add \"phone NUMBER\" after the name to add a new guest",
      "pay R-1 2.0.0 cash": "write it with digits and a point, like 12.50",
      "pay R-1 1,00 cash":
        "use commas for thousands only, 1,000.00, and a point for cents, 12.50",
      "delete R-1": "did you mean \"cancel R-1\"?",
      "checkin Ada": "did you mean \"R-2\" or \"R-1\"?",
      "checkin 1": "did you mean \"R-1\"?",
      "noshow R-9": "did you mean \"R-1\" or \"R-2\"?",
      "receipt r1": "did you mean \"R-1\"?",
      "checkin R-1":
        "change the dates with \"reservation dates R-1 from 2026-06-15 nights N\"",
      "noshow R-1": "cancel it before arrival with \"cancel R-1\"",
      "checkin R-2": "\"checkin R-2 early\" moves the arrival to today",
      "checkout R-1": "try \"checkin R-1\", \"cancel R-1\" or \"noshow R-1\"",
    ]
    for (text, hint) in hints { XCTAssertEqual(try failure(text).hint, hint, text) }
  }

  func testNumbersOfAPhoneAreNotTakenForAPartyOrALength() async throws {
    for (text, phone) in [
      ("reserve 5 for (720) 555 1212 from friday nights 2", "(720) 555 1212"),
      ("camper add Zoe phone +49 171 555", "+49 171 555"),
    ] {
      XCTAssertEqual(
        try failure(text).hint, "put text of several words in quotes: \"\(phone)\"")
    }
  }

  func testAWordThatLeadsToASiteIsNoPartOfAName() async throws {
    let hint = try failure("waitlist add Ada site 5 from friday nights 2").hint ?? ""
    XCTAssertTrue(hint.hasPrefix("options: phone, email, from, nights"), hint)
  }

  func testWhatClerksSayIsUnderstood() async throws {
    session.format = .plain
    XCTAssertEqual(try run("list reservations"), try run("reservation list"))
    XCTAssertEqual(try run("show reservations"), try run("reservation list"))
    XCTAssertEqual(try run("show reservation R-1"), try run("reservation show R-1"))
    XCTAssertEqual(try run("campsites show 5"), try run("campsite show 5"))
    try run("camper add Bea")
    XCTAssertTrue(try run("charge R-1 firewood 8").hasPrefix("Charged $8.00 for R-1 · firewood"))
    XCTAssertTrue(try run("pay R-1 8 visa").hasPrefix("Paid $8.00 by card"))
    XCTAssertTrue(
      try run("reservation edit R-1 guest Bea").contains("guest Bea, was "), "guest is for")
    XCTAssertEqual(try run("housekeeping clean all"), "No site needs cleaning today\n")
    try run("housekeeping dirty 5")
    XCTAssertEqual(try run("housekeeping clean all"), "Site 5 · clean\n")
  }

  func testAnAmountInPlaceOfALineNamesThePayment() async throws {
    try run("pay R-1 25 cash; pay R-1 30 cash")
    XCTAssertEqual(
      try failure("payment move R-1 to R-2 line 25").hint, "the payment of $25.00 is line 1")
  }

  func testANewGuestIsAddedWithTheBookingOrNotAtAll() async throws {
    session.format = .plain
    XCTAssertTrue(
      try run("reserve 5 for \"Linda Green\" phone 555-0142 from 2026-10-01 nights 2")
        .contains(" · Linda Green · site 5 · "))
    XCTAssertEqual(notes, "note: added camper Linda Green\n")
    XCTAssertNotNil(
      try failure("reserve 5 for \"Eve Oh\" phone 555-0199 from 2026-10-01 nights 2"))
    XCTAssertEqual(
      try failure("reserve 5 for \"Eve Oh\" phone 555-0199 from 2026-11-01 nights 2 dry-run")
        .message, "dry-run cannot add a new guest")
    XCTAssertFalse(try run("camper list").contains("Eve"))
  }

  func testANewGuestIsAddedWithAPlaceOnTheWaitlistOrNotAtAll() async throws {
    session.format = .plain
    let dates = "from 2026-10-01 nights 2"
    let hint = try failure("waitlist add \"Eve Oh\" phone 555-0199 \(dates)").hint ?? ""
    XCTAssertFalse(try run("camper list").contains("Eve"))
    let command = try XCTUnwrap(hint.components(separatedBy: "or book it: ").last)
    XCTAssertTrue(try run(command).contains("Eve Oh"), command)
    XCTAssertEqual(
      try run("waitlist add \"Linda Green\" phone 555-0142 \(dates) anyway"),
      "Added Linda Green to the waitlist as W-1 · 2026-10-01 to 2026-10-03\n")
    XCTAssertEqual(notes, "note: added camper Linda Green\n")
    XCTAssertEqual(
      try failure("waitlist add Nobody \(dates)").hint,
      "add \"phone NUMBER\" after the name to add a new guest")
  }

  func testWhatWasShownIsNotSaidAgainOnceItIsDone() async throws {
    session.format = .plain
    session.ask = { _ in true }
    defer { session.ask = nil }
    let answer = try run("reservation edit R-1 price 5")
    XCTAssertEqual(answer.components(separatedBy: "difference").count, 2, answer)
    XCTAssertTrue(answer.contains("\nChanged R-1 · "), answer)
  }

  func testWhatIsLeftToDoIsSaidOnceAStayIsOverAlthoughItWasShown() async throws {
    session.format = .plain
    try run("campsite edit 5 type tent; camper add Wes")
    try run("reserve 5 for Ada from 2026-10-01 nights 2 price 40")
    try run("pay R-3 80 cash; waitlist add Wes from 2026-10-01 nights 2 type tent")
    session.ask = { _ in true }
    defer { session.ask = nil }
    let answer = try run("cancel R-3")
    XCTAssertTrue(
      answer.hasSuffix(
        """
        Canceled R-3 · Ada · site 5 · Thu 2026-10-01 to Sat 2026-10-03 · 2 nights · $0.00
          credit $80.00
          offered to Wes (W-1) · site 5 · 2026-10-01 to 2026-10-03 · until 2026-06-16 12:00

        """), answer)
    XCTAssertTrue(try run("pay R-1 10 cash; cancel R-1").contains("  credit $10.00\n"))
  }

  func testWhatCanOnlyMeanOneThingNeedsNoName() async throws {
    let written = "reserve 5 for Ada from 2026-06-19 nights 2 dry-run"
    for text in [
      "reserve site 5 for Ada from friday nights 2 dry-run",
      "reserve 5 Ada from friday nights 2 dry-run",
      "reserve 5 for Ada friday to sunday dry-run",
      "reserve 5 for Ada on friday nights 2 dry-run",
      "reserve 5 for Ada from friday 2 nights dry-run",
      "reserve 5 Ada friday 2 dry-run",
      "reserve 5 for Ada friday sunday dry-run",
    ] {
      XCTAssertEqual(try run(text), try run(written), text)
    }
    let others = [
      "available friday 2": "available from friday nights 2",
      "arrivals for tomorrow": "arrivals tomorrow",
      "arrivals next friday": "arrivals friday",
      "cancel reservation R-1 dry-run": "cancel R-1 dry-run",
      "extend R-1 2 dry-run": "reservation extend R-1 nights 2 dry-run",
      "report occupancy 6/1 6/30": "report occupancy from 2026-06-01 to 2026-06-30",
    ]
    for (text, written) in others { XCTAssertEqual(try run(text), try run(written), text) }
    try run("pay R-1 20 cash; pay R-1 20 cash")
    XCTAssertTrue(try run("folio R-1").contains("-40"))
    XCTAssertTrue(try run("refund R-1 15 cash").contains("15.00"))
    XCTAssertTrue(try run("folio R-1").contains("\"credit\":25.00"))
    try run("reservation edit R-1 price 5")
    XCTAssertEqual(
      try failure("refund R-1 16 cash").message, "a refund of more than the credit needs a reason")
  }

  func testTheNumberOfASiteIsTakenForTheGuestWhoIsOnIt() async throws {
    try run("campsite add 6; camper add Bea; reserve 6 for Bea from today nights 1")
    for number in 3...5 { try run("reserve 6 for Ada from 2026-08-0\(number) nights 1") }
    try run("reservation dates R-1 from today nights 1; checkin R-1; checkin R-3")
    for (site, code) in ["5": "R-1", "6": "R-3"] {
      XCTAssertTrue(try run("checkout \(site)").contains("\"code\":\"\(code)\""))
    }
    // R-4 is another guest's.
    XCTAssertEqual(try failure("checkout 4").message, "nobody is on site 4 today")
    XCTAssertEqual(try failure("checkin 4").message, "nobody is due on site 4 today")
    XCTAssertEqual(
      try failure("checkout 4").hint, "\"reservation list site 4\" lists its stays")
  }

  func testBookIsReserve() async throws {
    session.format = .plain
    XCTAssertTrue(try run("book 5 for Ada from 2026-07-05 nights 1").hasPrefix("Reserved R-3"))
  }
}
