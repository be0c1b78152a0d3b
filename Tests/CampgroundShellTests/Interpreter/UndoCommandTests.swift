import Campground
import TestSupport
import XCTest

@testable import CampgroundShell

/// `undo` takes the last command that changed something, or says that it cannot.
final class UndoCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-6 type rv rate 45")
    try run("camper add Ada; reserve 1 for Ada from tomorrow nights 3")
  }

  private var status: String {
    get throws { try run("query fetch Reservation select status where number == 1") }
  }

  private func shell(as who: String? = nil) -> TestShell {
    TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon), by: who)
  }

  // MARK: The last command

  func testACommandThatCannotBeUndoneIsNotPassedOver() async throws {
    try run("pay R-1 40 card; refund R-1 40 card reason mistake")
    for _ in 1...2 {
      let error = try failure("undo")
      XCTAssertTrue(
        error.message.hasPrefix(
          "\"refund R-1 40 card reason mistake\" cannot be undone: line 2 went out by card"),
        error.message)
      XCTAssertEqual(error.hint, "\"pay R-1 40 card\" takes it again")
    }
    try run("pay R-1 40 card")
    XCTAssertTrue(try status.contains("Reserved"))
  }

  func testWhatWasDeletedIsThereAgain() async throws {
    try run("camper add Bo phone 555-0190 note loud; campsite edit 6 loop North people 4")
    for (command, fetch) in [
      ("camper delete Bo", "fetch Camper select fullName,phoneNumber,note sort fullName"),
      ("campsite delete 6", "fetch CampSite select name,loop,maximumPeople,rateMinor sort name"),
      ("block delete 5 2026-07-01", "fetch ReservationNight select night where block != nil"),
    ] {
      if command.hasPrefix("block") { try run("block add 5 from 2026-07-01 nights 2 reason dig") }
      let before = try run(fetch)
      try run(command)
      XCTAssertNotEqual(try run(fetch), before, command)
      let answer = try run("undo")
      XCTAssertTrue(answer.hasSuffix(" is back\n"), answer)
      XCTAssertEqual(try run(fetch), before, command)
    }
    // What was done to it before can still be undone.
    try run("undo")
    XCTAssertTrue(try run("undo").contains("site 6 is as it was"))
  }

  func testWhatHasNoPlaceAnyMoreStaysDeleted() async throws {
    try run("policy add A steps \"0+ all\"; policy delete A; policy add B steps \"0+ nothing\"")
    XCTAssertTrue(
      try run("undo list").contains(
        "\tpolicy delete A\t\tanother cancellation policy has taken its place\n"))
    XCTAssertEqual(
      try failure("undo E-11").message,
      "\"policy delete A\" cannot be undone: another cancellation policy has taken its place")
    try run("undo; undo E-11")
    XCTAssertEqual(try run("count CancellationPolicy where isDefault == YES"), "1\n")
  }

  func testAHoldAndARequestAreTakenBackToo() async throws {
    for booking in ["hold 2 for Ada from today nights 2", "request 3 for Ada from today nights 2"] {
      try run(booking)
      XCTAssertTrue(try run("undo").contains("its nights are free"), booking)
    }
    XCTAssertTrue(try run("reservation show R-2").contains("status\tTaken back\n"))
    XCTAssertTrue(try run("reservation show R-3").contains("status\tTaken back\n"))
    // A stay that was booked, and canceled later, was not taken back.
    try run("cancel R-1")
    XCTAssertTrue(try run("reservation show R-1").contains("status\tCanceled\n"))
  }

  func testACommandOfAnotherSessionIsNamedInAScript() async throws {
    try run("camper edit Ada note loud")
    let other = shell()
    let error = try other.failure("undo")
    XCTAssertEqual(
      error.message,
      "your last command was given in another session: E-10 is \"camper edit Ada note loud\" of "
        + "2026-06-15 12:00")
    XCTAssertEqual(error.hint, "\"undo E-10\" undoes it")
    // Not even --yes stands for the number, as after a command that changed nothing.
    other.session.acceptsAll = true
    XCTAssertNotNil(try other.failure("reprice R-1; undo"))
    XCTAssertTrue(try status.contains("Reserved"))
    XCTAssertEqual(
      try other.run("undo E-10"), "Undid: camper edit Ada note loud\n  camper Ada is as it was\n")
    XCTAssertEqual(
      try failure("undo e-10").message,
      "\"camper edit Ada note loud\" cannot be undone: it was undone by E-11 \"undo E-10\"")
  }

  func testAtATerminalACommandOfAnotherSessionIsAskedAbout() async throws {
    try run("camper edit Ada note loud")
    let other = shell()
    var questions: [String] = []
    other.session.ask = { question in
      questions.append(question)
      return questions.count > 1
    }
    try other.run("undo")
    XCTAssertEqual(
      questions, ["E-10 is \"camper edit Ada note loud\" of 2026-06-15 12:00. Undo it?"])
    XCTAssertEqual(try run("count Camper where note == \"loud\""), "1\n")
    XCTAssertTrue(try other.run("undo").contains("camper Ada is as it was"))
    XCTAssertEqual(try run("count Camper where note == \"loud\""), "0\n")
  }

  func testUndoTakesYourOwnCommandAndOthersByTheirNumber() async throws {
    let (kim, lee) = (shell(as: "Kim"), shell(as: "Lee"))
    try kim.run("camper edit Ada note loud")
    try lee.run("camper edit Ada phone 555-0190")
    // Lee's session has undone all of Lee's; Kim's stays.
    try lee.run("undo")
    XCTAssertEqual(try lee.failure("undo").message, "there is nothing to undo")
    XCTAssertFalse(try lee.run("undo list").contains("loud"))
    try lee.run("undo E-10")
    XCTAssertEqual(try run("count Camper where note != nil OR phoneNumber != nil"), "0\n")
    XCTAssertTrue(
      try run("audit limit 3").contains("\tLee\tcommand E-10\tundone\t\t\tundo E-10\tE-14\n"))
  }

  func testACommandOfAClosedDayStays() async throws {
    try run("camper edit Ada note loud; day close 2026-06-15")
    XCTAssertEqual(
      try failure("undo").message,
      "\"day close 2026-06-15\" cannot be undone: it closed 2026-06-15")
    XCTAssertEqual(
      try failure("undo").hint, "\"day reopen 2026-06-15\" takes the closing back")
    XCTAssertEqual(
      try failure("undo E-10").message,
      "\"camper edit Ada note loud\" cannot be undone: 2026-06-15 is closed")
    XCTAssertEqual(
      try failure("undo E-10").hint, "\"day reopen 2026-06-15\" takes back the last closing")
    try run("day reopen 2026-06-15; undo E-10")
    XCTAssertEqual(try run("count Camper where note == \"loud\""), "0\n")
  }

  func testWhatTheUndoUndidIsNotUndoneAgain() async throws {
    try run("camper edit Ada note loud; undo")
    XCTAssertEqual(
      try failure("undo E-11").message,
      "\"undo E-10\" cannot be undone: it undid another command")
  }

  // MARK: undo list

  func testTheListSaysWhatEachUndoWouldDo() async throws {
    try run("late R-1; pay R-1 20 cash; day show")
    let before = try run("reservation show R-1")
    XCTAssertEqual(
      try run("undo list limit 3"),
      """
      event\twhen\tcommand\tundo\tproblem
      E-11\t2026-06-15 12:00\tpay R-1 20 cash\tline 1, Payment by cash, $20.00 of R-1, is reversed\t
      E-10\t2026-06-15 12:00\tlate R-1\tR-1 is as it was: site 1 · Tue 2026-06-16 to Fri 2026-06-19 · \
      3 nights · $135.00 · no longer guaranteed\t
      E-9\t2026-06-15 12:00\treserve 1 for Ada from tomorrow nights 3\t\tR-1 was changed since by E-11 \
      "pay R-1 20 cash"

      """)
    XCTAssertEqual(try run("reservation show R-1"), before, "a list changes nothing")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: pay R-1 20 cash\n"))
    XCTAssertTrue(try run("undo list").contains("\nE-10\t2026-06-15 12:00\tlate R-1\t"))
  }

  func testTheListIsEmptyBeforeTheFirstCommandAndShowsThePad() async throws {
    let other = shell(as: "Kim")
    XCTAssertEqual(try other.run("undo list"), "Nothing to undo\n")
    try other.run("begin; camper add Bo")
    XCTAssertTrue(try other.run("undo list").contains("1\tcamper add Bo\t"))
    XCTAssertEqual(try other.failure("undo E-9").message, "a scratch pad is open")
    try other.run("rollback")
    XCTAssertEqual(
      try other.failure("undo 1").message,
      "no scratch pad is open: saved commands have numbers like E-12")
  }

  func testEachCommandOfASavedPadCanBeUndone() async throws {
    try run("begin; camper add Bo; reserve 2 for Bo from tomorrow nights 2; save")
    XCTAssertTrue(try run("undo").contains("R-2 was canceled; its nights are free"))
    XCTAssertFalse(try run("count Camper").isEmpty)
  }

  // MARK: Kinds of commands

  func testTheFirstReadingOfAMeterIsTakenBack() async throws {
    try run("meter add 2 electricity 5")
    XCTAssertEqual(
      try run("undo"),
      "Undid: meter add 2 electricity 5\n  reading 5 of the electricity meter of site 2 is deleted\n"
    )
    XCTAssertEqual(try run("count MeterReading"), "0\n")
    XCTAssertTrue(try status.contains("Reserved"))
  }

  func testReadingsAreTakenBackOneAfterTheOther() async throws {
    try run("meter rate electricity 0.5 unit kWh; walkin 2 for Ada nights 2")
    try run("meter add 2 electricity 5; meter add 2 electricity 25; undo; undo")
    XCTAssertTrue(try run("folio R-2").contains("due\t90.00\n"))
    // The next one is the first that counts, and may be lower.
    XCTAssertTrue(try run("meter add 2 electricity 3").hasSuffix(", nothing charged\n"))
  }

  func testAReadingThatAnotherFollowedStays() async throws {
    try run("meter add 2 electricity 5")
    let other = shell(as: "Kim")
    try other.run("meter add 2 electricity 7")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"meter add 2 electricity 5\" cannot be undone: the electricity meter of site 2 has been "
        + "read again since")
    XCTAssertEqual(
      error.hint, "\"meter add 2 electricity VALUE replaced\" counts from another value")
    try run("meter add 2 electricity 3 replaced")
  }

  func testAGuestWhoWasPutOnTheWaitlistIsTakenOffIt() async throws {
    try run("waitlist add Ada from 2026-07-01 nights 2 type rv anyway")
    XCTAssertEqual(
      try run("undo"),
      "Undid: waitlist add Ada from 2026-07-01 nights 2 type rv anyway\n  W-1 is off the waitlist\n"
    )
    XCTAssertEqual(try run("count WaitlistEntry where withdrawnAt == nil"), "0\n")
  }

  func testAVoucherThatNobodyUsedIsTakenBack() async throws {
    try run("voucher add 5")
    let answer = try run("undo")
    XCTAssertTrue(answer.hasPrefix("Undid: voucher add 5\n  voucher "), answer)
    XCTAssertTrue(answer.hasSuffix(" is deleted\n"), answer)
    XCTAssertEqual(try run("count Voucher"), "0\n")
    XCTAssertTrue(try status.contains("Reserved"))
  }

  func testAVoucherThatWasUsedStays() async throws {
    try run("voucher add 5")
    let code = try XCTUnwrap(
      try run("fetch Voucher select code").split(separator: "\n").last.map(String.init))
    let other = shell(as: "Kim")
    try other.run("pay R-1 5 voucher \(code)")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"voucher add 5\" cannot be undone: voucher \(code) has been used by R-1")
    XCTAssertEqual(
      error.hint, "\"voucher show \(code)\" lists its payments; reverse them first")
    try run("voucher show \(code)")
  }

  func testACommandThatOnlyReadsDoesNotCount() async throws {
    try run("day show; reservation list; camper show Ada")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: reserve 1 for Ada from tomorrow nights 3\n"))
    XCTAssertTrue(try status.contains("Canceled"))
  }

  func testACommandThatChangesNothingDoesNotCount() async throws {
    try run("campsite edit 3 rate 45")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: reserve 1 for Ada from tomorrow nights 3\n"))
  }

  func testACommandThatFailedDoesNotCount() async throws {
    XCTAssertNotNil(try failure("walkin 1 for Ada nights 5"))
    XCTAssertNotNil(try failure("campsite add 7-9,1 type rv"))
    XCTAssertTrue(try run("undo").hasPrefix("Undid: reserve 1 for Ada from tomorrow nights 3\n"))
  }

  // MARK: Bookings under a policy that keeps money

  private func keepAll() throws {
    try run("policy add S steps \"0+ all\" grace 0; fee add Book 8 per stay refundable no")
    try run("tax add Occ 10%")
  }

  func testAMistakenBookingKeepsNothing() async throws {
    try keepAll()
    for booking in [
      "reserve 2 for Ada from today nights 2", "walkin 3 for Ada nights 2",
    ] {
      try run(booking)
      XCTAssertTrue(try run("undo").contains(" was canceled; its nights are free\n"), booking)
    }
    try run("group book Oaks sites 4,5 for Ada from today nights 2; undo")
    XCTAssertEqual(
      try run("count Reservation where status == \"Canceled\" AND totalMinor == 0"), "4\n")
    XCTAssertEqual(try run("count ReservationGroup"), "0\n")
    // The nights can be sold again.
    try run("walkin 3 for Ada nights 2")
    XCTAssertTrue(try run("folio R-3").contains("due\t0.00\n"))
  }

  func testAMistakenBookingWithChargesSinceStays() async throws {
    try keepAll()
    try run("reserve 2 for Ada from today nights 2")
    let other = shell(as: "Kim")
    try other.run("charge R-2 9 wood")
    let error = try failure("undo E-14")
    XCTAssertEqual(
      error.message,
      "\"reserve 2 for Ada from today nights 2\" cannot be undone: R-2 was changed since by E-15 "
        + "\"charge R-2 9 wood\" (Kim)")
    XCTAssertEqual(error.hint, "\"undo E-15\" undoes that first")
    try other.run("folio R-2; reverse R-2 1 reason mistake")
    XCTAssertTrue(try run("undo E-14").contains("R-2 was canceled"))
  }

  /// What a settled stay costs is what the ledger has.
  func testAReinstatementAndAReversalAreUndoneOnASettledStay() async throws {
    try keepAll()
    try run("reserve 2 for Ada from today nights 2; cancel R-2")
    let canceled = try run("fetch Reservation select status,totalMinor where number == 2")
    try run("reinstate R-2; undo")
    XCTAssertEqual(
      try run("fetch Reservation select status,totalMinor where number == 2"), canceled)
    try run("walkin 3 for Ada nights 1; checkout R-3")
    let left = try run("folio R-3").split(separator: "\n").prefix(9)
    try run("reverse R-3 1 reason noise; undo")
    XCTAssertEqual(try run("folio R-3").split(separator: "\n").prefix(9), left)
    XCTAssertEqual(try run("reservation show R-3").contains("status\tChecked out\n"), true)
  }

  // MARK: Money

  func testAnAllowanceIsTakenBackWithItsTax() async throws {
    try run("tax add Occ 10%; reserve 2 for Ada from today nights 2")
    // Two nights at 45 and the tax of 9.
    try run("allowance R-2 5 reason noise")
    XCTAssertTrue(try run("folio R-2").contains("due\t93.50\n"))
    XCTAssertEqual(
      try run("undo"),
      "Undid: allowance R-2 5 reason noise\n  line 1, Allowance, $5.00 of R-2, is reversed\n")
    XCTAssertTrue(try run("folio R-2").contains("due\t99.00\n"))
    XCTAssertTrue(try run("reservation show R-2").contains("total\t99.00\n"))
  }

  func testANightAuditIsUndoneUntilItsDayIsClosed() async throws {
    try run("reserve 3 for Ada from today nights 2; hold 4 for Ada from today nights 1 minutes 1")
    try run("walkin 2 for Ada nights 2")
    let late = TestShell(
      stack, format: .plain,
      clock: FixedClock(TestStoreStack.noon.addingTimeInterval(43_000)))
    // R-2 is a no-show, hold R-3 expires, and the night of R-4 is posted.
    try late.run("nightly 2026-06-15")
    XCTAssertTrue(try run("folio R-4").contains("charged\t45.00\n"))
    let before = try run("fetch Reservation select number,status sort number")
    XCTAssertTrue(before.contains("3\tExpired"), before)
    let answer = try late.run("undo")
    XCTAssertTrue(
      answer.contains("1 line of R-4 is reversed; the next night audit posts it again"), answer)
    XCTAssertTrue(try run("folio R-4").contains("charged\t0.00\n"))
    try late.run("nightly 2026-06-15")
    XCTAssertEqual(try run("fetch Reservation select number,status sort number"), before)
    XCTAssertTrue(try run("folio R-4").contains("charged\t45.00\n"))
    try late.run("day close 2026-06-15")
    XCTAssertNotNil(try late.failure("undo"))
  }

  func testASaleReturnsWhatWasTakenFromStock() async throws {
    try run("item add wood price 6 stock 4; reserve 2 for Ada from today nights 2")
    for sale in ["sale add wood quantity 3", "sale add wood quantity 2 charge R-2"] {
      try run(sale)
      let answer = try run("undo")
      XCTAssertTrue(answer.hasSuffix(" is reversed\n"), answer)
      XCTAssertEqual(try run("count Item where stock == 4"), "1\n", sale)
    }
    XCTAssertTrue(try run("folio R-2").contains("due\t90.00\n"))
  }

  // MARK: Edits

  func testEditedCampersSitesRatesAndItemsAreAsTheyWere() async throws {
    try run("rate add High 80 weekdays fri,sat; season add Peak from 06-01 to 06-30")
    try run("item add wood price 6 stock 4; class add Pull; meter rate water 2 unit m3")
    let cases = [
      ("camper edit Ada phone 555-0190 note loud", "Camper", "fullName,phoneNumber,note"),
      ("camper edit Ada name Eve", "Camper", "fullName,phoneNumber,note"),
      ("campsite edit 3 rate 50 people 4", "CampSite", "name,rateMinor,maximumPeople"),
      ("campsite edit 3 name B7", "CampSite", "name,siteNumber"),
      ("campsite edit 3 class Pull", "CampSite", "name,siteClass.name"),
      ("campsite edit 2-4 rate 60", "CampSite", "name,rateMinor"),
      ("rate edit High 95", "Rate", "name,amountMinor,endRevision"),
      ("season edit Peak to 07-15", "Season", "name,endMonth,endDay"),
      ("item edit wood price 7 stock 9", "Item", "name,priceMinor,stock"),
      ("meter rate water 3 unit m3", "MeterRate", "price,unit"),
    ]
    for (command, entity, properties) in cases {
      let fetch =
        "fetch \(entity) select \(properties)"
        + (["Rate", "Season"].contains(entity)
          ? " where endRevision == 9223372036854775807" : "")
        + " sort \(properties.prefix { $0 != "," })"
      let before = try run(fetch)
      try run(command)
      XCTAssertNotEqual(try run(fetch), before, command)
      let answer = try run("undo")
      XCTAssertTrue(answer.hasSuffix(" is as it was\n"), answer)
      XCTAssertEqual(try run(fetch), before, command)
    }
  }

  func testAnEditedTaxReturnsWithTheTotalsOfTheStays() async throws {
    try run("tax add Occ 10%")
    XCTAssertTrue(try run("reservation show R-1").contains("total\t148.50\n"))
    try run("tax edit Occ 20%")
    XCTAssertTrue(try run("reservation show R-1").contains("total\t162.00\n"))
    try run("undo")
    XCTAssertTrue(try run("reservation show R-1").contains("total\t148.50\n"))
    try run("undo")
    XCTAssertTrue(try run("reservation show R-1").contains("total\t135.00\n"))
  }

  /// A tax that is deleted goes on applying to the nights before that day; one that was added by
  /// mistake never applied.
  func testATaxAddedByMistakeIsOnNoNight() async throws {
    try run("walkin 2 for Ada nights 3")
    let later = TestShell(
      stack, format: .plain, clock: FixedClock(TestStoreStack.noon.addingTimeInterval(86_400)))
    try later.run("tax add Occ 10%")
    // Three nights of 45 and the tax of them.
    XCTAssertTrue(try later.run("reservation show R-2").contains("total\t148.50\n"))
    try later.run("undo")
    XCTAssertTrue(try later.run("reservation show R-2").contains("total\t135.00\n"))
    XCTAssertEqual(try later.run("count Tax"), "0\n")
    try later.run("tax add Occ 10%; tax delete Occ")
    XCTAssertTrue(try later.run("reservation show R-2").contains("total\t139.50\n"))
  }

  func testASiteIsInUseOrRetiredAgain() async throws {
    try run("campsite retire 3 from 2026-07-01; undo; reserve 3 for Ada from 2026-07-02 nights 1")
    try run("undo; campsite retire 3 from 2026-07-01; campsite restore 3")
    let other = shell(as: "Kim")
    try other.run("reserve 3 for Ada from 2026-07-02 nights 1")
    XCTAssertTrue(
      try failure("undo").message.hasPrefix("\"campsite restore 3\" cannot be undone: "))
    try other.run("undo")
    XCTAssertTrue(try run("undo").hasSuffix("site 3 is as it was\n"))
    XCTAssertNotNil(try failure("reserve 3 for Ada from 2026-07-02 nights 1"))
  }

  func testTheFormerPriceAppliesToNewBookings() async throws {
    try run("campsite edit 3 rate 50; reserve 3 for Ada from today nights 1; undo; undo")
    XCTAssertTrue(try run("reserve 3 for Ada from today nights 1").contains("$45.00"))
  }

  func testWhatWasEditedSinceStaysAndTheLaterCommandIsNamed() async throws {
    try run("campsite edit 3 rate 50")
    let other = shell(as: "Kim")
    try other.run("campsite edit 3 rate 60")
    XCTAssertTrue(
      try failure("undo").message.hasPrefix(
        "\"campsite edit 3 rate 50\" cannot be undone: site 3 was changed since by E-11 "
          + "\"campsite edit 3 rate 60\" (Kim)"))
    XCTAssertTrue(try other.run("campsite show 3").contains("60.00"))
    // What else was changed since does not matter.
    try run("campsite edit 4 rate 50")
    try other.run("campsite edit 4 people 6")
    XCTAssertTrue(try run("undo").hasSuffix("site 4 is as it was\n"))
  }

  func testANameThatWasGivenAwaySinceIsNotTakenBack() async throws {
    try run("campsite edit 3 name B7; item add wood price 6; item edit wood name logs")
    let other = shell(as: "Kim")
    try other.run("campsite add 3 type rv; item add wood price 7")
    XCTAssertEqual(
      try failure("undo").message,
      "\"item edit wood name logs\" cannot be undone: there is another item wood by now")
    try other.run("item edit wood name kindling")
    try run("undo; undo")
    XCTAssertEqual(
      try failure("undo").message,
      "\"campsite edit 3 name B7\" cannot be undone: there is another site 3 by now")
    XCTAssertEqual(try run("count CampSite where name == \"3\""), "1\n")
  }
}
