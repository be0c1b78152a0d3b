import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What a change of a stay says beside the change: the deposit, the terms that keep money, and what
/// the stay would cost now. The clock stands at noon of 2026-06-15.
@MainActor
final class StayTermsTests: XCTestCase {
  // MARK: Deposits

  func testABookingSaysWhatIsToBePaidByWhenAndHowMuchOfItIs() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      try desk.rates.addDepositRule("First night", DepositPlan(nights: 1))
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      let change = try desk.reservations.book(booking)
      let today = try day("2026-06-15")
      XCTAssertEqual(change.deposit?.amount.description, "$45.00")
      XCTAssertEqual(change.deposit?.due, today)
      XCTAssertEqual(change.deposit?.open.description, "$45.00")
      XCTAssertEqual(change.deposit?.description, "deposit $45.00 due 2026-06-15")
      let reservation = try desk.find("R-1")
      XCTAssertEqual(reservation.depositMinor, 4_500)

      try desk.folios.pay(20, by: .card, for: reservation)
      let more = try desk.reservations.edit("R-1", note: "late")
      XCTAssertEqual(more.deposit?.description, "deposit $45.00 due 2026-06-15 · $20.00 paid")
      try desk.folios.pay(100, by: .card, for: reservation)
      let all = try desk.reservations.edit("R-1", note: "")
      XCTAssertEqual(all.deposit?.paid.description, "$45.00")
      XCTAssertEqual(all.deposit?.open.description, "$0.00")

      // Nothing is asked for any more of what was called off.
      XCTAssertNil(try desk.reservations.cancel("R-1").deposit)
    }
  }

  func testAnotherDepositIsAgreedAndKeptWhateverTheRulesSayLater() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      let rule = try desk.rates.addDepositRule("First night", DepositPlan(nights: 1))
      let dates = try stay("2026-07-01", "2026-07-04")
      _ = try desk.reservations.book(Booking(site, for: nil, dates: dates))
      let change = try desk.reservations.agreeDeposit("R-1", 50)
      XCTAssertEqual(change.before?.agreedDeposit, Money(45, .usd))
      XCTAssertEqual(change.after.agreedDeposit, Money(50, .usd))
      XCTAssertEqual(change.deposit?.description, "deposit $50.00 due 2026-06-15")
      XCTAssertEqual(change.difference, Money(0, .usd))
      _ = try desk.rates.edit(rule) { $0.nights = 2 }
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(try desk.find("R-1").depositMinor, 5_000)
      let due = try desk.folios.duePayments(for: try desk.find("R-1"))
      XCTAssertEqual(
        due.map { "\($0.reason.rawValue) \($0.amount)" }, ["deposit $50.00", "balance $130.00"])
      // More than the price is agreed, but no more is due.
      XCTAssertEqual(
        try desk.reservations.agreeDeposit("R-1", 500).deposit?.amount, Money(180, .usd))
      XCTAssertEqual(try desk.find("R-1").depositMinor, 50_000)
      XCTAssertNil(try desk.reservations.agreeDeposit("R-1", 0).deposit)
      XCTAssertNil(try desk.find("R-1").depositMinor)
    }
  }

  // MARK: Keeping as agreed

  func testAnAmountIsKeptInsteadOfWhatThePolicySays() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      try desk.rates.addFee("Booking", FeePlan(amount: 8, isRefundable: false))
      let strict = try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all"), graceMinutes: 0))
      var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      booking.policy = .chosen(strict)
      _ = try desk.reservations.reserve(booking)
      let stay = try desk.find("R-1")
      try desk.folios.pay(128, by: .card, for: stay)
      // Nothing is changed by a preview, nor by an amount beyond the nights.
      let shown = try desk.reservations.preview { try $0.cancel("R-1", keeping: 50) }
      XCTAssertEqual(shown.balance.credit, Money(78, .usd))
      XCTAssertEqual(stay.state, .reserved)
      assertBreaks("$120.01 is more than the nights to come of R-1 cost, $120.00") {
        try desk.reservations.cancel("R-1", keeping: Decimal(12_001) / 100)
      }

      let change = try desk.reservations.cancel("R-1", keeping: 50, reason: "flood")
      XCTAssertEqual(change.balance.credit, Money(78, .usd))
      XCTAssertEqual(
        change.remarks.keptUnder,
        "as agreed: keeps $50.00, instead of Strict, 0 days or more before: keeps the price of all "
          + "nights and a nonrefundable $8.00")
      let lines = try desk.folios.lines(of: try XCTUnwrap(stay.folio)).filter { !$0.isPayment }
      XCTAssertEqual(lines.map { "\($0.text) \($0.amount)" }, ["Kept as agreed $50.00"])
      let event = try XCTUnwrap(stay.event(.canceled))
      XCTAssertEqual(event.change(of: "keptMinor")?.after, "5000")
      XCTAssertNil(event.change(of: "keptMinor")?.before)

      try desk.reservations.reinstate("R-1")
      XCTAssertEqual(stay.total, Money(128, .usd))
      XCTAssertEqual(
        try desk.reservations.cancel("R-1").balance.charged, Money(128, .usd))
      try desk.reservations.reinstate("R-1")
      XCTAssertEqual(
        try desk.reservations.cancel("R-1", keeping: 0).balance.credit, Money(128, .usd))
    }
  }

  func testADepositIsDueOnTheDayOnWhichAHoldOrARequestBecomesAReservation() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      try desk.rates.addDepositRule("Half", DepositPlan(percent: 50))
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      let request = try desk.reservations.book(booking, as: .requested)
      XCTAssertEqual(request.deposit?.description, "deposit $45.00 due at booking")
      let accepted = try desk.reservations(on: "2026-06-17").accept("R-1")
      XCTAssertEqual(accepted.deposit?.due, try day("2026-06-17"))
      // What was agreed on stays.
      let longer = try desk.reservations(on: "2026-06-20").extend("R-1", by: 2)
      XCTAssertEqual(longer.deposit?.description, "deposit $45.00 due 2026-06-17")
      let shorter = try desk.reservations(on: "2026-06-25").shorten("R-1", by: 3)
      XCTAssertEqual(shorter.deposit?.description, "deposit $45.00 due 2026-06-17")
    }
  }

  func testWhereNothingIsAskedForThereIsNoDeposit() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      XCTAssertNil(try desk.reservations.book(booking).deposit)
      // What was agreed stays, whatever is asked of others later.
      try desk.rates.addDepositRule("Half", DepositPlan(percent: 50))
      XCTAssertNil(try desk.reservations.edit("R-1", note: "late").deposit)
    }
  }

  // MARK: Terms

  /// Five nights of 40 from June 25 on and a fee of 8 that is not refundable, under the steps 0 to
  /// 1 days all, 2 to 6 days one night, 7 days and more nothing.
  private func fiveNights(at desk: TestDesk) throws {
    _ = try desk.campground(in: "UTC")
    let site = try desk.sites.add("15", rate: 40)
    try desk.rates.addFee("Booking fee", FeePlan(amount: 8))
    try desk.policies.add(
      "Standard",
      PolicyPlan(steps: [
        .init(NoticeDays(from: 0, through: 1), keeps: .everything),
        .init(NoticeDays(from: 2, through: 6), keeps: .nights(1)),
        .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
      ]), isDefault: true)
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-25", "2026-06-30"))
  }

  func testCallingOffNamesThePolicyAndTheStepThatKeepsMoney() async throws {
    let rest = "a nonrefundable $8.00"
    let cases: [(Date, String, String)] = [
      (TestStoreStack.noon, "Standard, within 60 minutes of booking: keeps nothing", "$0.00"),
      (
        try noon("2026-06-16"), "Standard, 7 days or more before: keeps \(rest)", "$8.00"
      ),
      (
        try noon("2026-06-20"),
        "Standard, 2 to 6 days before: keeps the first night and \(rest)", "$48.00"
      ),
      (
        try noon("2026-06-24"),
        "Standard, 0 to 1 days before: keeps the price of all nights and \(rest)", "$208.00"
      ),
    ]
    for (instant, words, kept) in cases {
      try await eachStore { desk in
        try fiveNights(at: desk)
        let service = desk.reservations(at: instant)
        let shown = try service.preview { try $0.cancel("R-1") }
        XCTAssertEqual(shown.remarks.keptUnder, words)
        let change = try service.cancel("R-1")
        XCTAssertEqual(change.remarks.keptUnder, words)
        XCTAssertEqual(change.after.total?.description, kept)
      }
    }
  }

  func testANoShowAndAnEarlyDepartureNameThePolicyToo() async throws {
    try await eachStore { desk in
      try fiveNights(at: desk)
      let missed = try desk.reservations(at: evening("2026-06-25")).preview {
        try $0.noShow("R-1")
      }
      XCTAssertEqual(
        missed.remarks.keptUnder,
        "Standard, no-show (as for 0 to 1 days before): keeps the price of all nights and "
          + "a nonrefundable $8.00")
      try desk.reservations(on: "2026-06-25").checkIn("R-1")
      XCTAssertEqual(
        try desk.reservations(on: "2026-06-27").checkOut("R-1").remarks.keptUnder,
        "Standard, early departure (as for 0 to 1 days before): keeps the price of the unused nights"
      )
    }
  }

  func testOfASiteThatIsLetByTheDayTheTermsSayDays() async throws {
    try await eachStore { desk in
      let ramp = try desk.sites.add(
        "Ramp", features: CampSiteFeatures(type: .dayUse), rate: 10)
      try desk.policies.add(
        "Strict",
        PolicyPlan(steps: [
          .init(NoticeDays(from: 0, through: 1), keeps: .everything),
          .init(NoticeDays(from: 2, through: 6), keeps: .nights(2)),
          .init(NoticeDays(from: 7, through: nil), keeps: .percent(25)),
        ]), isDefault: true)
      _ = try desk.reservations.reserve(ramp, for: nil, dates: stay("2026-06-25", "2026-06-28"))
      for (date, words) in [
        ("2026-06-16", "Strict, 7 days or more before: keeps 25% of the price of the days"),
        ("2026-06-20", "Strict, 2 to 6 days before: keeps the first 2 days"),
        ("2026-06-24", "Strict, 0 to 1 days before: keeps the price of all days"),
      ] {
        XCTAssertEqual(
          try desk.reservations(on: date).preview { try $0.cancel("R-1") }.remarks.keptUnder, words)
      }
      let paper = try desk.folios.confirmation(of: desk.find("R-1")).notes.joined()
      XCTAssertTrue(paper.contains("0 to 1 days before arrival, we keep the price of all days"))
      XCTAssertFalse(paper.contains("night"), paper)
      try desk.reservations(on: "2026-06-25").checkIn("R-1")
      XCTAssertEqual(
        try desk.reservations(on: "2026-06-26").checkOut("R-1").remarks.keptUnder,
        "Strict, early departure (as for 0 to 1 days before): keeps the price of the unused days")
    }
  }

  func testWithoutAPolicyOnlyWhatIsNotRefundableIsNamed() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-25", "2026-06-30"))
      XCTAssertNil(try desk.reservations.cancel("R-1").remarks.keptUnder)
      try desk.rates.addFee("Booking fee", FeePlan(amount: 8))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-25", "2026-06-30"))
      XCTAssertEqual(
        try desk.reservations.cancel("R-2").remarks.keptUnder,
        "no cancellation policy: keeps a nonrefundable $8.00")
    }
  }

  // MARK: Prices of now

  func testAStayThatGrowsToAWeekCostsAWeek() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rates.addRate("Night", RatePlan(amount: 45))
      try desk.rates.addRate("Week", RatePlan(amount: 280, kind: .weekly))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-06"))
      // 5 × 45 = 225; the week is 280.
      let shown = try desk.reservations.preview { try $0.extend("R-1", by: 2) }
      XCTAssertEqual(shown.after.total?.description, "$280.00")
      XCTAssertNil(shown.remarks.totalAtCurrentPrices)
      let week = try desk.reservations.preview { try $0.extend("R-1", by: 2, repricing: true) }
      XCTAssertEqual(week.after.total?.description, "$280.00")
      XCTAssertNil(week.remarks.totalAtCurrentPrices)
      XCTAssertEqual(try desk.reservations.extend("R-1", by: 2), shown)
      let change = try desk.reservations.reprice("R-1")
      XCTAssertEqual(change.after.total?.description, "$280.00")
      XCTAssertEqual(change.difference.description, "$0.00")
      let shorter = try desk.reservations.shorten("R-1", by: 2)
      XCTAssertEqual(shorter.after.total?.description, "$225.00")
      XCTAssertNil(shorter.remarks.totalAtCurrentPrices)
    }
  }

  func testNightsThatWerePostedKeepTheirPriceWhenAStayIsRepriced() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15", rate: 45)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"))
      try desk.sites.edit(site, rate: 60)
      let change = try desk.reservations.reprice("R-1")
      XCTAssertEqual(change.newLines.map(\.amountMinor), [4_500, 6_000, 6_000])
    }
  }

  func testAPriceThatIsTheSameNowIsNotTold() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-06"))
      XCTAssertNil(try desk.reservations.extend("R-1", by: 2).remarks.totalAtCurrentPrices)
      XCTAssertNil(
        try desk.reservations.move("R-1", to: desk.sites.add("16", rate: 50)).remarks
          .totalAtCurrentPrices)
    }
  }

  // MARK: Early arrivals

  func testAnEarlyArrivalKeepsTheRulesAboutStays() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      try desk.rules.add("Short", StayRulePlan(.maximumNights, 4))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-20"))
      XCTAssertThrowsError(try desk.reservations.checkIn("R-1", early: true)) {
        XCTAssertEqual(
          "\($0)",
          "site 15: \"Short\" allows at most 4 nights if the night of 2026-06-15 is included; 2026-06-15 "
            + "to 2026-06-20 has 5")
      }
      let change = try desk.reservations.checkIn("R-1", early: true, overridingRules: true)
      XCTAssertEqual(change.difference.description, "$80.00")
      XCTAssertEqual(change.after.status, .checkedIn)
      XCTAssertEqual(try desk.find("R-1").rulesSetAside.map(\.rule), ["Short"])
    }
  }

  func testAnArrivalIsMovedByAWeekAtMost() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-22", "2026-06-24"))
      _ = try desk.reservations.reserve(
        desk.sites.add("16", rate: 40), for: nil, dates: stay("2026-06-23", "2026-06-24"))
      assertBreaks(
        "R-2 arrives on 2026-06-23, 8 days from today; guests can check in at most 7 days early"
      ) {
        try desk.reservations.checkIn("R-2", early: true, overridingRules: true)
      }
      XCTAssertEqual(try desk.find("R-2").nights.count, 1)
      XCTAssertEqual(try desk.reservations.checkIn("R-1", early: true).takenNights.count, 7)
    }
  }
}
