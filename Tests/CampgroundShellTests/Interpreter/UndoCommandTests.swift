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

  // MARK: The last command

  func testACommandThatCannotBeUndoneIsNotPassedOver() async throws {
    try run("camper add Bo; camper delete Bo")
    for _ in 1...2 {
      let error = try failure("undo")
      XCTAssertEqual(
        error.message,
        "\"camper delete Bo\" cannot be undone: undo does not bring back camper Bo")
      XCTAssertEqual(error.hint, "\"audit\" shows what it was; add it again")
    }
    XCTAssertTrue(try status.contains("Reserved"))
  }

  // MARK: undo list

  func testTheListSaysWhatEachUndoWouldDo() async throws {
    try run("late R-1; pay R-1 20 cash; day show")
    let before = try run("reservation show R-1")
    XCTAssertEqual(
      try run("undo list").split(separator: "\n").prefix(4).joined(separator: "\n"),
      """
      number\tcommand\tundo\tproblem
      1\tpay R-1 20 cash\tline 1, Payment by cash, $20.00 of R-1, is reversed\t
      2\tlate R-1\tR-1 is as it was: site 1 · Tue 2026-06-16 to Fri 2026-06-19 · 3 nights · \
      $135.00 · no longer guaranteed\t
      3\treserve 1 for Ada from tomorrow nights 3\tR-1 was canceled; its nights are free\t
      """)
    XCTAssertEqual(try run("reservation show R-1"), before, "a list changes nothing")
    XCTAssertTrue(try run("undo").hasPrefix("Undid: pay R-1 20 cash\n"))
    XCTAssertTrue(try run("undo list").contains("1\tlate R-1\t"))
  }

  func testTheListSaysWhyACommandCannotBeUndoneAndWhatItIsInTheWayOf() async throws {
    try run("camper add Bo; camper delete Bo")
    let rows = try run("undo list").split(separator: "\n").map(String.init)
    XCTAssertEqual(
      rows[1],
      "1\tcamper delete Bo\t\tundo does not bring back camper Bo")
    XCTAssertEqual(
      rows[2],
      "2\tcamper add Bo\t\tcommand 1 is in the way")
  }

  func testTheListIsEmptyBeforeTheFirstCommandAndShowsThePad() async throws {
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
    XCTAssertEqual(try other.run("undo list"), "Nothing to undo in this session\n")
    try other.run("begin; camper add Bo")
    XCTAssertTrue(try other.run("undo list").contains("1\tcamper add Bo\t"))
    try other.run("rollback")
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
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
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
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
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
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
    try other.run("charge R-2 9 wood")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"reserve 2 for Ada from today nights 2\" cannot be undone: R-2 has $9.00 of charges by hand "
        + "since")
    try other.run("folio R-2; reverse R-2 1 reason mistake")
    XCTAssertTrue(try run("undo").contains("R-2 was canceled"))
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

  func testPostedNightsStayPosted() async throws {
    try run("walkin 2 for Ada nights 2; nightly 2026-06-15")
    let error = try failure("undo")
    XCTAssertEqual(
      error.message,
      "\"nightly 2026-06-15\" cannot be undone: it posted nights, and a night that is reversed is "
        + "never charged again")
    XCTAssertEqual(
      error.hint, "\"folio R-2\" shows the lines of R-2, and \"reverse\" waives single nights")
    XCTAssertTrue(try run("folio R-2").contains("charged\t45.00\n"))
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

  func testASiteIsInUseOrRetiredAgain() async throws {
    try run("campsite retire 3 from 2026-07-01; undo; reserve 3 for Ada from 2026-07-02 nights 1")
    try run("undo; campsite retire 3 from 2026-07-01; campsite restore 3")
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
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
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
    try other.run("campsite edit 3 rate 60")
    XCTAssertTrue(
      try failure("undo").message.hasPrefix(
        "\"campsite edit 3 rate 50\" cannot be undone: site 3 was changed since by "
          + "\"campsite edit 3 rate 60\""))
    XCTAssertTrue(try other.run("campsite show 3").contains("60.00"))
    // What else was changed since does not matter.
    try run("campsite edit 4 rate 50")
    try other.run("campsite edit 4 people 6")
    XCTAssertTrue(try run("undo").hasSuffix("site 4 is as it was\n"))
  }

  func testANameThatWasGivenAwaySinceIsNotTakenBack() async throws {
    try run("campsite edit 3 name B7; item add wood price 6; item edit wood name logs")
    let other = TestShell(stack, format: .plain, clock: FixedClock(TestStoreStack.noon))
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
