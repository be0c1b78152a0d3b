import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Guests who do not come on their arrival date. The clock stands at noon of 2026-06-15.
@MainActor
final class LateGuestTests: XCTestCase {
  /// A stay from today on at 40 a night on site 15, under a policy.
  @discardableResult
  private func book(
    _ desk: TestDesk, nights: Int, policy steps: String = "0-1 all, 2-6 nights 1, 7+ nothing",
    tax: Decimal? = nil
  ) throws -> Reservation {
    try desk.policies.add(
      "Standard",
      PolicyPlan(steps: try PolicyPlan.steps(parsing: steps), graceMinutes: 0), isDefault: true)
    if let tax { try desk.rates.addTax("Lodging tax", TaxPlan(percent: tax)) }
    let site = try desk.sites.add("15", rate: 40)
    return try desk.reservations.reserve(
      Booking(site, for: nil, dates: try StayDates(arrival: day("2026-06-15"), nights: nights)))
  }

  private func charges(_ desk: TestDesk) throws -> [String] {
    let folio = try XCTUnwrap(desk.find("R-1").folio)
    return try desk.folios.lines(of: folio).filter { !$0.isPayment }.map {
      "\($0.date) \($0.kind.rawValue) \($0.amountMinor)"
    }
  }

  // MARK: The night audit

  /// "Fourteen nights prepaid, nobody came on July 1: Reserved after the audit, check-in on July 2 at
  /// 08:00 works."
  func testAPrepaidStayIsHeldAndChargedWhenNobodyComesAndTheGuestIsCheckedInTheNextMorning()
    async throws
  {
    try await eachStore { desk in
      let stay = try book(desk, nights: 14)
      try desk.folios.pay(560, by: .card, for: stay)
      let report = try desk.folios(on: "2026-06-16").runNightly()
      XCTAssertEqual(report.noShows, [])
      XCTAssertEqual(report.late, ["R-1"])
      XCTAssertEqual("\(report.posted)", "$40.00")
      XCTAssertEqual(try desk.find("R-1").state, .reserved)
      XCTAssertEqual(try desk.find("R-1").nights.count, 14)
      let morning = try day("2026-06-16").midnightUTC.addingTimeInterval(8 * 3_600)
      try desk.reservations(at: morning).checkIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "paid in full")
    }
  }

  /// "No-show, 5 × 40 + 8 booking fee: keeps 208."
  func testAStayThatNobodyGuaranteedIsANoShowAfterItsFirstNightByThePolicyAlone() async throws {
    try await eachStore { desk in
      try desk.rates.addFee("Booking", FeePlan(amount: 8, isRefundable: false))
      try book(desk, nights: 5, tax: 10)
      let report = try desk.folios(on: "2026-06-16").runNightly()
      XCTAssertEqual(report.noShows, ["R-1"])
      XCTAssertEqual(report.late, [])
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$208.00")
      XCTAssertEqual(try desk.find("R-1").nights.count, 0)
    }
  }

  func testAGuaranteedStayIsChargedNightByNightAndIsANoShowAfterItsLastNight() async throws {
    try await eachStore { desk in
      try book(desk, nights: 3, tax: 10)
      try desk.reservations.guarantee("R-1")
      XCTAssertEqual(try desk.folios(on: "2026-06-16").runNightly().late, ["R-1"])
      XCTAssertEqual(try desk.folios(on: "2026-06-17").runNightly().late, ["R-1"])
      let last = try desk.folios(on: "2026-06-18").runNightly()
      XCTAssertEqual(last.noShows, ["R-1"])
      XCTAssertEqual(last.late, [])
      XCTAssertEqual(try desk.find("R-1").state, .noShow)
      // 3 × 40 and 10% of it; nothing was given up.
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$132.00")
      XCTAssertEqual(
        try charges(desk),
        ["15", "16", "17"].flatMap {
          ["2026-06-\($0) lodging 4000", "2026-06-\($0) tax 400"]
        })
      XCTAssertEqual(try desk.folios(on: "2026-06-19").runNightly().linesPosted, 0)
    }
  }

  func testOneAuditForSeveralNightsPostsEachNightThatWasHeldOnItsDay() async throws {
    try await eachStore { desk in
      try book(desk, nights: 5)
      try desk.reservations.guarantee("R-1")
      try desk.folios(on: "2026-06-18").runNightly()
      XCTAssertEqual(
        try charges(desk), ["15", "16", "17"].map { "2026-06-\($0) lodging 4000" })
    }
  }

  func testTonightIsNotChargedToAGuestWhoMayStillCome() async throws {
    try await eachStore { desk in
      try book(desk, nights: 2)
      try desk.reservations.guarantee("R-1")
      XCTAssertEqual(try desk.folios.runNightly(day("2026-06-15")).linesPosted, 0)
      XCTAssertEqual(try desk.folios.runNightly(day("2026-06-15")).noShows, [])
    }
  }

  func testADayIsNotClosedBeforeItsHeldNightsArePosted() async throws {
    try await eachStore { desk in
      try book(desk, nights: 2)
      try desk.reservations.guarantee("R-1")
      let next = try desk.folios(on: "2026-06-16")
      assertBreaks("the night of 2026-06-15 is not posted for R-1") {
        try next.closeDay(try day("2026-06-15"))
      }
      XCTAssertTrue(try next.runNightly(closing: true).isDayClosed)
      XCTAssertEqual(try next.closedDays().rows.map(\.nightsSold), [1])
    }
  }

  func testOnlyAGuestWithAReservationWhoHasNotArrivedIsLate() async throws {
    try await eachStore { desk in
      try book(desk, nights: 2)
      try desk.reservations.checkIn("R-1")
      assertBreaks(
        "R-1 is checked in; only a guest with a reservation who has not arrived can be late"
      ) {
        try desk.reservations.guarantee("R-1")
      }
    }
  }

  // MARK: What guarantees a stay

  func testAStayIsGuaranteedOnceItsFirstNightIsPaidWithItsTax() async throws {
    try await eachStore { desk in
      let stay = try book(desk, nights: 3, tax: 10)
      try desk.folios.pay(usd("43.99").amount, by: .cash, for: stay)
      XCTAssertFalse(try desk.reservations.isGuaranteed(stay))
      try desk.folios.pay(usd("0.01").amount, by: .cash, for: stay)
      XCTAssertTrue(try desk.reservations.isGuaranteed(stay))
      try desk.folios.refund(1, to: stay, reason: "mistake")
      XCTAssertFalse(try desk.reservations.isGuaranteed(stay))
    }
  }

  func testAStayThatCostsNothingIsGuaranteedByTheDeskAlone() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 0)
      let stay = try desk.reservations.reserve(
        Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-17")))
      XCTAssertFalse(try desk.reservations.isGuaranteed(stay))
      try desk.reservations.guarantee("R-1")
      XCTAssertTrue(try desk.reservations.isGuaranteed(stay))
    }
  }

  func testAGuestIsExpectedOnADayOfTheStayAlone() async throws {
    try await eachStore { desk in
      let stay = try book(desk, nights: 2)
      for date in ["2026-06-14", "2026-06-17"] {
        let time = WallTime(try day(date), minute: 600)
        assertBreaks("R-1 is from 2026-06-15 to 2026-06-17, without the night of \(date)") {
          try desk.reservations.guarantee("R-1", expected: time)
        }
      }
      XCTAssertFalse(stay.isGuaranteed)
      let time = WallTime(try day("2026-06-16"), minute: 600)
      try desk.reservations.guarantee("R-1", expected: time)
      XCTAssertEqual(
        stay.expectedAt, try day("2026-06-16").midnightUTC.addingTimeInterval(36_000))
      try desk.reservations.guarantee("R-1")
      XCTAssertNotNil(stay.expectedAt)
      try desk.reservations.withdrawGuarantee("R-1")
      XCTAssertNil(stay.expectedAt)
      XCTAssertFalse(try desk.reservations.isGuaranteed(stay))
    }
  }

  func testTheCampgroundSaysAfterWhichNightAStayIsANoShow() async throws {
    try await eachStore { desk in
      try book(desk, nights: 2)
      try desk.campgrounds.edit(
        XCTUnwrap(desk.campgrounds.current()),
        settings: CampgroundSettings(noShowAfter: .last, guaranteedNoShowAfter: .first))
      XCTAssertEqual(try desk.folios(on: "2026-06-16").runNightly().late, ["R-1"])
      try desk.reservations(on: "2026-06-16").guarantee("R-1")
      XCTAssertEqual(try desk.folios(on: "2026-06-16").runNightly().noShows, ["R-1"])
    }
  }

  // MARK: Calling off

  /// Two of five nights were held and passed: 2 × 40 and 10% of it are owed. Of the three to come the
  /// policy keeps all, 120, without tax.
  func testANoShowIsNotedLaterOfTheNightsToComeAlone() async throws {
    try await eachStore { desk in
      try book(desk, nights: 5, tax: 10)
      try desk.reservations.guarantee("R-1")
      let later = try desk.reservations(on: "2026-06-17")
      try later.noShow("R-1")
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$208.00")
      XCTAssertEqual(try desk.find("R-1").heldNights, 2)
      XCTAssertEqual(
        try charges(desk),
        [
          "2026-06-15 lodging 4000", "2026-06-15 tax 400", "2026-06-16 lodging 4000",
          "2026-06-16 tax 400", "2026-06-17 kept 12000",
        ])
      // All of it comes back: 5 × 44.
      try later.reinstate("R-1")
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$220.00")
      XCTAssertEqual(try desk.find("R-1").heldNights, 2)
    }
  }

  /// The nights held cost 2 × 44; of the three given up the policy keeps one night.
  func testALateGuestWhoCancelsOwesTheNightsThatWereHeld() async throws {
    try await eachStore { desk in
      try book(desk, nights: 5, policy: "0+ nights 1", tax: 10)
      try desk.reservations.guarantee("R-1")
      try desk.reservations(on: "2026-06-17").cancel("R-1")
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$128.00")
      // Others may book what is to come; what was held was sold.
      XCTAssertEqual(try desk.find("R-1").nights.count, 2)
      let report = try ReportService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(noon("2026-06-18"))
      ).revenue(ReportPeriod(from: day("2026-06-15"), through: day("2026-06-18")))
      XCTAssertEqual(report.total.soldNights, 2)
      XCTAssertEqual(report.total.posted, try usd("80"))
      XCTAssertEqual(report.total.booked, try usd("80"))
    }
  }

  func testOnTheArrivalDateThePolicySpeaksOfTheWholeStay() async throws {
    try await eachStore { desk in
      try book(desk, nights: 5, tax: 10)
      try desk.reservations.guarantee("R-1")
      try desk.reservations(at: evening("2026-06-15")).noShow("R-1")
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$200.00")
      XCTAssertEqual(try desk.find("R-1").heldNights, 0)
    }
  }

  func testNightsThatWereHeldAndHavePassedDoNotChange() async throws {
    try await eachStore { desk in
      try book(desk, nights: 5, policy: "0+ nothing")
      try desk.reservations.guarantee("R-1")
      let later = try desk.reservations(on: "2026-06-17")
      assertBreaks(
        .nightsStayed(
          code: "R-1", arrival: try day("2026-06-15"), through: try day("2026-06-17"))
      ) { try later.changeDates("R-1", to: stay("2026-06-20", "2026-06-25")) }
      try later.shorten("R-1", by: 3)
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$80.00")
      XCTAssertEqual(try desk.folios(on: "2026-06-17").runNightly().noShows, ["R-1"])
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$80.00")
    }
  }

  /// The nights that have passed were held on that site.
  func testALateGuestWhoBookedAClassKeepsTheSiteThatIsHeld() async throws {
    try await eachStore { desk in
      let siteClass = try desk.siteClass("RV", ["1", "2"])
      try desk.rates.addRate("Night", RatePlan(amount: 40))
      try desk.reserve(siteClass, "2026-06-15", "2026-06-18")
      try desk.reservations.guarantee("R-1")
      let later = try desk.reservations(on: "2026-06-16")
      XCTAssertThrowsError(try later.assign("R-1"))
      XCTAssertEqual(try desk.folios(on: "2026-06-16").runNightly().late, ["R-1"])
      try later.extend("R-1", by: 1)
      XCTAssertEqual(try desk.find("R-1").siteWords, "1")
      XCTAssertEqual(try desk.find("R-1").nights.count, 4)
    }
  }

  /// Two nights were held and charged; what became of the guarantee later gives none of them back.
  func testNightsThatWereHeldAndChargedStayOwedWhenTheGuaranteeLapses() async throws {
    try await eachStore { desk in
      try book(desk, nights: 4, policy: "0+ nothing", tax: 10)
      try desk.reservations.guarantee("R-1")
      try desk.folios(on: "2026-06-17").runNightly(closing: true)
      XCTAssertEqual(try desk.find("R-1").heldNights, 2)
      try desk.reservations(on: "2026-06-17").withdrawGuarantee("R-1")
      assertBreaks(
        .nightsStayed(
          code: "R-1", arrival: try day("2026-06-15"), through: try day("2026-06-17"))
      ) {
        try desk.reservations(on: "2026-06-17").changeDates(
          "R-1", to: stay("2026-06-20", "2026-06-25"))
      }
      XCTAssertEqual(try desk.folios(on: "2026-06-18").runNightly().noShows, ["R-1"])
      XCTAssertEqual("\(try XCTUnwrap(desk.find("R-1").total))", "$88.00")
      XCTAssertEqual(
        try charges(desk),
        ["15", "16"].flatMap { ["2026-06-\($0) lodging 4000", "2026-06-\($0) tax 400"] })
    }
  }

  func testTheLastNightThatIsHeldIsAmongThePostedLines() async throws {
    try await eachStore { desk in
      try book(desk, nights: 1, tax: 10)
      try desk.reservations.guarantee("R-1")
      let report = try desk.folios(on: "2026-06-16").runNightly(closing: true)
      XCTAssertEqual(report.noShows, ["R-1"])
      XCTAssertEqual(try desk.folios.closedDays().rows.map(\.nightsSold), [1])
      XCTAssertEqual(report.linesPosted, 2)
      XCTAssertEqual("\(report.posted)", "$44.00")
    }
  }

  func testACheckInOfALateGuestIsTakenBackThoughHeldNightsWereChargedSince() async throws {
    try await eachStore { desk in
      try book(desk, nights: 3)
      try desk.reservations.guarantee("R-1")
      try desk.reservations(on: "2026-06-16").checkIn("R-1")
      try desk.folios(on: "2026-06-16").runNightly()
      try desk.reservations(on: "2026-06-16").undoCheckIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .reserved)
    }
  }
}
