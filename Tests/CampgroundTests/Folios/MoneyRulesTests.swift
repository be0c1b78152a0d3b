import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The rules about money with their numbers, from the desk to the ledger, on both stores.
///
/// What is computed is tested by itself elsewhere; here it is what the store has in the end.
@MainActor
final class MoneyRulesTests: XCTestCase {
  private func amount(_ text: String) throws -> Decimal { try usd(text).amount }

  private func stay(_ arrival: String, _ departure: String) throws -> StayDates {
    try StayDates(arrival: day(arrival), departure: day(departure))
  }

  /// A season of every year.
  private func season(
    _ desk: TestDesk, _ name: String, _ first: (Int, Int), _ last: (Int, Int)
  ) throws -> Season {
    try desk.rates.addSeason(
      name,
      SeasonSpan(
        from: .init(month: first.0, day: first.1), through: .init(month: last.0, day: last.1)))
  }

  private func reserve(
    _ desk: TestDesk, _ site: CampSite, _ arrival: String, _ departure: String, at now: Date? = nil
  ) throws -> Reservation {
    let service = now.map { desk.reservations(at: $0) } ?? desk.reservations
    return try service.reserve(site, for: nil, dates: stay(arrival, departure))
  }

  /// The total that the store has of a stay at a site of its own.
  private func total(
    _ desk: TestDesk, _ arrival: String, _ departure: String
  ) throws -> String {
    let site = try desk.sites.add("\(arrival)")
    return "\(try XCTUnwrap(try reserve(desk, site, arrival, departure).total))"
  }

  /// 0 or 1 day of notice: everything; 2 to 6 days: a night; 7 days and more: nothing.
  private var standard: PolicyPlan {
    PolicyPlan(
      steps: [
        .init(NoticeDays(from: 0, through: 1), keeps: .percent(100)),
        .init(NoticeDays(from: 2, through: 6), keeps: .nights(1)),
        .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
      ], graceMinutes: 0)
  }

  // MARK: Rates

  func testBase65Specific160Weekend200Is160() async throws {
    try await eachStore { desk in
      let fair = try season(desk, "Fair", (7, 1), (7, 4))
      try desk.rates.addRate("Base", RatePlan(amount: 65))
      try desk.rates.addRate("Weekend", RatePlan(amount: 200, for: ScopePlan(weekdays: .weekend)))
      try desk.rates.addRate("Fair", RatePlan(amount: 160, for: ScopePlan(season: fair)))
      // 2026-07-03 is a Friday.
      XCTAssertEqual(try total(desk, "2026-07-03", "2026-07-04"), "$160.00")
    }
  }

  func testTenNightsAt35Or210AWeekAre315() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Nightly", RatePlan(amount: 35))
      try desk.rates.addRate("Weekly", RatePlan(amount: 210, kind: .weekly))
      XCTAssertEqual(try total(desk, "2026-07-01", "2026-07-11"), "$315.00")
    }
  }

  func testAWeekOfThreeNightsAt210AndFourAt280Is250() async throws {
    try await eachStore { desk in
      let early = try season(desk, "Early", (6, 1), (7, 3))
      let high = try season(desk, "High", (7, 4), (8, 31))
      try desk.rates.addRate(
        "Early", RatePlan(amount: 210, kind: .weekly, for: ScopePlan(season: early)))
      try desk.rates.addRate(
        "High", RatePlan(amount: 280, kind: .weekly, for: ScopePlan(season: high)))
      XCTAssertEqual(try total(desk, "2026-07-01", "2026-07-08"), "$250.00")
    }
  }

  func testAMonthAt900AndTenDaysOfFebruaryAre122143AndOfJune1200() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Monthly", RatePlan(amount: 900, kind: .monthly))
      XCTAssertEqual(try total(desk, "2027-01-01", "2027-02-11"), "$1,221.43")
      XCTAssertEqual(try total(desk, "2027-05-01", "2027-06-11"), "$1,200.00")
    }
  }

  func testATaxOf1235PercentOnThreeNightsOf3333IsPostedAs1235And1236Nowhere() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: amount("33.33"))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: amount("12.35")))
      let stay = try reserve(desk, site, "2026-06-12", "2026-06-15", at: noon("2026-06-12"))
      try desk.reservations(on: "2026-06-12").checkIn(stay.code)
      try desk.folios.runNightly()
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio)).filter { $0.kind == .tax }
      XCTAssertEqual(lines.count, 3)
      XCTAssertEqual(lines.map(\.amountMinor).reduce(0, +), 1_235)
      XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("112.34"))
    }
  }

  func testHundredOverThreeSitesIs3334And3333And3333() async throws {
    try await eachStore { desk in
      let bookings = try ["1", "2", "3"].map {
        Booking(try desk.sites.add($0), for: nil, dates: try stay("2026-07-01", "2026-07-02"))
      }
      try desk.reservations.bookGroup("Scouts", bookings)
      let group = try desk.reservations.group("Scouts")
      try desk.folios.charge(100, for: "Hall", toGroup: group)
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(group.folio)).map(\.amountMinor), [3_334, 3_333, 3_333])
    }
  }

  // MARK: Calling off

  func testOfHalfOf23087AreGivenBack11544AndKept11543() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Half",
        PolicyPlan(
          steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(50))], graceMinutes: 0))
      let site = try desk.sites.add("15", rate: amount("230.87"))
      let stay = try reserve(desk, site, "2026-07-01", "2026-07-02")
      try desk.folios.pay(amount("230.87"), by: .card, for: stay)
      try desk.reservations.cancel(stay.code)
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.charged, try usd("115.43"))
      XCTAssertEqual(balance.credit, try usd("115.44"))
      try desk.folios.refund(amount("115.44"), to: stay, reason: "canceled")
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "paid in full")
      assertBreaks("cannot refund $115.44 for R-1: at most $115.43 is left") {
        try desk.folios.refund(amount("115.44"), to: stay, reason: "canceled")
      }
    }
  }

  func testOfSixAndEightWithAFeeOfTenAndEightNotGivenBackNothingIsRefunded() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Fee",
        PolicyPlan(
          steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing, fee: 10)],
          graceMinutes: 0))
      try desk.rates.addFee("Booking", FeePlan(amount: 8))
      let site = try desk.sites.add("15", rate: 6)
      let stay = try reserve(desk, site, "2026-07-01", "2026-07-02")
      try desk.folios.pay(14, by: .cash, for: stay)
      try desk.reservations.cancel(stay.code)
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.charged, try usd("18"))
      XCTAssertEqual(balance.credit, try usd("0"))
    }
  }

  func testFiveNightsOf40AndAFeeOf8Keep208Or48OrGiveBack200() async throws {
    // Noon so many days before the arrival on 2026-07-11; -1 is the day after it, as a no-show.
    let kept = [-1: "208", 0: "208", 1: "208", 2: "48", 6: "48", 7: "8"]
    try await eachStore { desk in
      try desk.policies.add("Standard", standard)
      try desk.rates.addFee("Booking", FeePlan(amount: 8))
      for (days, charged) in kept {
        let site = try desk.sites.add("\(days)", rate: 40)
        let stay = try reserve(desk, site, "2026-07-11", "2026-07-16")
        try desk.folios.pay(208, by: .card, for: stay)
        let then = desk.reservations(
          at: stay.arrival.advanced(by: -days).midnightUTC.addingTimeInterval(43_200))
        if days < 0 { try then.noShow(stay.code) } else { try then.cancel(stay.code) }
        let balance = try desk.folios.balance(of: stay)
        XCTAssertEqual(balance.charged, try usd(charged), "\(days) days before")
        XCTAssertEqual(balance.due, try balance.charged - usd("208"), "\(days) days before")
      }
    }
  }

  func testStepsThatLeave30DaysOutAreRefused() async throws {
    try await eachStore { desk in
      let plan = PolicyPlan(steps: [
        .init(NoticeDays(from: 0, through: 29), keeps: .percent(100)),
        .init(NoticeDays(from: 31, through: nil), keeps: .nothing),
      ])
      assertBreaks(.invalidValue, "policy \"Hole\": no step covers 30 days of notice") {
        try desk.policies.add("Hole", plan)
      }
      XCTAssertEqual(try desk.count(CancellationPolicy.self), 0)
    }
  }

  /// With a cut-off at 17:00, who cancels on the day before at 16:59 has a day of notice, and none
  /// at 17:00 and 17:01; also where the day before, or that of the arrival, has 23 or 25 hours.
  func testACutOffAt17OnTheWallClockAlsoWhenClocksChange() async throws {
    // 17:00 in Los Angeles is 24:00 UTC in summer time, and 01:00 UTC of the next day otherwise.
    let seventeens: [String: (date: String, hour: Double)] = [
      "2026-07-02": ("2026-07-02", 0), "2026-03-09": ("2026-03-09", 0),
      "2026-03-08": ("2026-03-08", 1), "2026-11-02": ("2026-11-02", 1),
      "2026-11-01": ("2026-11-01", 0),
    ]
    try await eachStore { desk in
      _ = try desk.campground(in: "America/Los_Angeles")
      var plan = PolicyPlan(
        steps: [
          .init(NoticeDays(from: 0, through: 0), keeps: .percent(100)),
          .init(NoticeDays(from: 1, through: nil), keeps: .nothing),
        ], graceMinutes: 0)
      plan.cutOffMinute = 17 * 60
      try desk.policies.add("Cut-off", plan)
      for (arrival, seventeen) in seventeens {
        let instant = try day(seventeen.date).midnightUTC
          .addingTimeInterval(seventeen.hour * 3_600)
        for (seconds, kept) in [(-60.0, "0"), (0, "40"), (60, "40")] {
          let site = try desk.sites.add("\(arrival) \(seconds)", rate: 40)
          let stay = try reserve(
            desk, site, arrival, "\(try day(arrival).advanced(by: 1))", at: noon("2026-01-01"))
          try desk.reservations(at: instant.addingTimeInterval(seconds)).cancel(stay.code)
          XCTAssertEqual(
            try desk.folios.balance(of: stay).charged, try usd(kept), "\(arrival), \(seconds) s")
        }
      }
    }
  }

  func testEverythingIsGivenBackWithinAnHourOfBooking() async throws {
    try await eachStore { desk in
      var plan = standard
      plan.graceMinutes = 60
      try desk.policies.add("Grace", plan)
      for (seconds, kept) in [(3_600.0, "0"), (3_601, "40")] {
        let site = try desk.sites.add("\(seconds)", rate: 40)
        let stay = try reserve(desk, site, "2026-06-16", "2026-06-17")
        try desk.reservations(at: TestStoreStack.noon.addingTimeInterval(seconds))
          .cancel(stay.code)
        XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd(kept), "\(seconds)")
      }
    }
  }

  // MARK: Changes

  func testAChangeCosts10OnlyWhereNoNightIsShared() async throws {
    try await eachStore { desk in
      var plan = standard
      plan.changeFee = 10
      try desk.policies.add("Standard", plan)
      let site = try desk.sites.add("15", rate: 40)
      let stay = try reserve(desk, site, "2026-07-01", "2026-07-04")
      let near = try desk.reservations.changeDates(
        stay.code, to: self.stay("2026-07-03", "2026-07-06"))
      XCTAssertEqual(near.fee, try usd("0"))
      XCTAssertEqual(near.balance.due, try usd("120"))
      _ = try desk.reservations.changeDates(
        stay.code, to: self.stay("2026-07-01", "2026-07-04"))
      let far = try desk.reservations.changeDates(
        stay.code, to: self.stay("2026-07-04", "2026-07-07"))
      XCTAssertEqual(far.fee, try usd("10"))
      XCTAssertEqual(far.balance.due, try usd("130"))
    }
  }

  func testWhileCancelingIsFreeMovingAStayMovesTheNotice() async throws {
    try await eachStore { desk in
      try desk.policies.add("Standard", standard)
      let site = try desk.sites.add("15", rate: 40)
      let stay = try reserve(desk, site, "2026-07-01", "2026-07-06")
      _ = try desk.reservations.changeDates(
        stay.code, to: self.stay("2026-08-01", "2026-08-06"))
      try desk.reservations(on: "2026-06-30").cancel(stay.code)
      // 32 days before the new arrival.
      XCTAssertEqual(try desk.folios.balance(of: stay).charged, try usd("0"))
    }
  }

  func testFourNightsOf40ShortenedToTwoLeave80AsRefundOrCreditOrFee() async throws {
    try await eachStore { desk in
      var stays: [Reservation] = []
      for name in ["1", "2", "3"] {
        let site = try desk.sites.add(name, rate: 40)
        let stay = try reserve(desk, site, "2026-07-01", "2026-07-05")
        try desk.folios.pay(160, by: .card, for: stay)
        let change = try desk.reservations.shorten(stay.code, by: 2)
        XCTAssertEqual(change.balance.credit, try usd("80"))
        XCTAssertEqual("\(change.balance)", "credit $80.00")
        stays.append(stay)
      }
      try desk.folios.refund(80, to: stays[0], reason: "shortened")
      let kept = try desk.folios.credit(to: stays[1])
      XCTAssertEqual(kept.voucher?.remaining, try usd("80"))
      try desk.folios.keepCredit(of: stays[2], as: "Shortened stay")
      for stay in stays { XCTAssertEqual(try due(desk, stay), "$0.00") }
    }
  }

  private func due(_ desk: TestDesk, _ stay: Reservation) throws -> String { try desk.due(stay) }

  func testARaisedRateRepricesOnlyNightsAddedLaterAndNoNightStayed() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Nightly", RatePlan(amount: 40))
      let site = try desk.sites.add("15")
      let stay = try reserve(desk, site, "2026-06-13", "2026-06-17", at: noon("2026-06-13"))
      try desk.reservations(on: "2026-06-13").checkIn(stay.code)
      try desk.folios.runNightly()
      try desk.rates.edit(rate) { $0.amount = 50 }
      let change = try desk.reservations.extend(stay.code, by: 1)
      XCTAssertEqual(change.difference, try usd("50"))
      XCTAssertEqual(change.newLines.map(\.amountMinor), [4_000, 4_000, 4_000, 4_000, 5_000])
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [4_000, 4_000])
    }
  }

  func testOf90405For21NightsTwelveUnusedAtHalfAnd5Are26330() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Sliding",
        PolicyPlan(
          steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(50), fee: 5)],
          graceMinutes: 0))
      let site = try desk.sites.add("15", rate: amount("43.05"))
      let stay = try reserve(desk, site, "2026-06-15", "2026-07-06")
      XCTAssertEqual(stay.total, try usd("904.05"))
      try desk.reservations.checkIn(stay.code)
      try desk.reservations(on: "2026-06-24").checkOut(stay.code)
      let lines = try desk.folios.lines(of: XCTUnwrap(stay.folio))
      let sum = { (kind: ChargeKind) in
        lines.filter { $0.kind == kind }.map(\.amountMinor).reduce(0, +)
      }
      XCTAssertEqual(sum(.lodging), 38_745)
      XCTAssertEqual(lines.map(\.amountMinor).reduce(0, +) - sum(.lodging), 26_330)
    }
  }

  /// "Keeping 100% of 200 is 200.00 and 99% is 198.00; taxed at 10%: 220.00 and 217.80."
  func testATaxSaysWhetherKeptMoneyIsTaxed() async throws {
    for (kept, isTaxed, total) in [
      ("all", false, "$200.00"), ("99%", false, "$198.00"), ("all", true, "$220.00"),
      ("99%", true, "$217.80"),
    ] {
      try await eachStore { desk in
        try desk.policies.add(
          "Kept",
          PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ \(kept)"), graceMinutes: 0),
          isDefault: true)
        try desk.rates.addTax("Tax", TaxPlan(percent: 10, taxesKeptMoney: isTaxed))
        let site = try desk.sites.add("1", rate: 100)
        let reservation = try reserve(desk, site, "2026-07-01", "2026-07-03")
        XCTAssertEqual("\(try XCTUnwrap(reservation.total))", "$220.00")
        try desk.reservations.cancel("R-1")
        XCTAssertEqual("\(try XCTUnwrap(reservation.total))", total)
      }
    }
  }

  /// A night at 110 with 10% in it is 100 and 10 of tax; an exempt stay pays the 100.
  func testPricesMayHaveTheirTaxesInThem() async throws {
    try await eachStore { desk in
      let campground = try desk.campgrounds.currentOrNew()
      try desk.campgrounds.edit(
        campground, settings: CampgroundSettings(pricesIncludeTax: true))
      try desk.rates.addTax("Tax", TaxPlan(percent: 10, exemptFromNights: 3))
      let site = try desk.sites.add("1", rate: 110)
      let reservation = try reserve(desk, site, "2026-07-01", "2026-07-03")
      XCTAssertEqual("\(try XCTUnwrap(reservation.total))", "$220.00")
      let bill = try XCTUnwrap(desk.folios.bill(of: reservation))
      XCTAssertEqual(bill.sumMinor(of: .lodging), 20_000)
      XCTAssertEqual(bill.sumMinor(of: .tax), 2_000)
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual("\(try XCTUnwrap(reservation.total))", "$300.00")
      // The price that was agreed would become another one.
      assertBreaks(.inUse, "1 stay is already priced and would change") {
        try desk.campgrounds.edit(
          campground, settings: CampgroundSettings(pricesIncludeTax: false))
      }
      let pad = desk.scratchPad()
      assertBreaks(.inUse, "1 stay is already priced and would change") {
        try pad.perform("edit") {
          try $0.campgrounds.edit(
            XCTUnwrap($0.campgrounds.current()),
            settings: CampgroundSettings(pricesIncludeTax: false))
        }
      }
    }
  }
}
