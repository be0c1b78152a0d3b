import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class RateServiceTests: XCTestCase {
  private func summer() throws -> SeasonSpan {
    try SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31))
  }

  func testRulesAreAddedChangedAndDeleted() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Summer", self.summer())
      let rate = try desk.rates.addRate(
        "Summer", RatePlan(amount: 60, for: ScopePlan(season: season)))
      let fee = try desk.rates.addFee("Booking", FeePlan(amount: 8))
      let tax = try desk.rates.addTax("Lodging tax", TaxPlan(percent: 12))
      let discount = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10))
      let deposit = try desk.rates.addDepositRule("Half", DepositPlan(percent: 50))

      let winter = try SeasonSpan(
        from: .init(month: 10, day: 15), through: .init(month: 4, day: 15), year: 2026)
      XCTAssertEqual(try desk.rates.edit(season, name: "Winter", span: winter).span, winter)
      try desk.rates.edit(rate, name: "Winter") {
        XCTAssertEqual($0.amount, 60)
        $0.kind = .weekly
        $0.amount = 300
      }
      XCTAssertEqual(rate.name, "Winter")
      XCTAssertEqual(rate.kind, .weekly)
      XCTAssertEqual(rate.amount.description, "$300.00")
      XCTAssertTrue(rate.season === season)
      try desk.rates.edit(tax) {
        $0.percent = nil
        $0.amount = 2
        $0.basis = .personNight
      }
      XCTAssertNil(tax.percent)
      XCTAssertEqual(tax.amountMinor, 200)
      try desk.rates.edit(discount) { $0.scope.season = season }
      XCTAssertEqual(season.discounts, [discount])
      try desk.rates.edit(discount) { $0.scope.season = nil }
      XCTAssertEqual(season.discounts.filter(\.isInForce), [])

      try desk.rates.delete(rate)
      try desk.rates.delete(fee)
      try desk.rates.delete(tax)
      try desk.rates.delete(discount)
      try desk.rates.delete(deposit)
      try desk.rates.delete(season)
      XCTAssertEqual(try desk.rates.seasons(), [])
      XCTAssertEqual(try desk.rates.rates(), [])
    }
  }

  func testASeasonInUseIsKeptAndItsUsersAreNamed() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason("Summer", self.summer())
      try desk.rates.addRate(
        "Summer weekly", RatePlan(amount: 60, kind: .weekly, for: ScopePlan(season: season)))
      try desk.rates.addDiscount(
        "Early bird", DiscountPlan(percent: 10, for: ScopePlan(season: season)))
      XCTAssertThrowsError(try desk.rates.delete(season)) {
        XCTAssertEqual(
          "\($0)",
          "season \"Summer\" is used by rate \"Summer weekly\" and discount \"Early bird\"; "
            + "choose another season there first")
      }
      XCTAssertEqual(try desk.rates.seasons(), [season])
    }
  }

  func testADiscountThatReservationsHaveMayGoAndStaysTheirs() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", rate: 40)
    let discount = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10))
    var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
    booking.discount = discount
    let reservation = try desk.reservations.reserve(booking)
    XCTAssertEqual(reservation.totalMinor, 3_600)
    try desk.rates.delete(discount)
    let bill = try XCTUnwrap(desk.folios.bill(of: reservation))
    XCTAssertEqual(bill.totalMinor, 3_600)
    XCTAssertEqual(bill.lines.map(\.name), ["", "Senior"])
  }

  func testNamesAreUniqueAndFoundInOtherCapitals() async throws {
    let desk = TestDesk(try TestStoreStack())
    let fee = try desk.rates.addFee(" Booking ", FeePlan(amount: 8))
    XCTAssertTrue(try desk.rates.findFee("booking") === fee)
    assertBreaks(.nameTaken(of: "fee", name: "Booking")) {
      try desk.rates.addFee("Booking", FeePlan(amount: 9))
    }
    let other = try desk.rates.addFee("booking", FeePlan(amount: 9))
    XCTAssertTrue(try desk.rates.findFee("booking") === other)
    assertBreaks(.nameTaken(of: "fee", name: "Booking")) {
      try desk.rates.edit(other, name: "Booking")
    }
    assertBreaks(.unknownName(of: "fee", name: "BOOKING", known: ["Booking", "booking"])) {
      try desk.rates.findFee("BOOKING")
    }
    assertBreaks(.emptyName(of: "tax")) { try desk.rates.addTax(" ", TaxPlan(percent: 1)) }
    // A tax may be called like a fee.
    try desk.rates.addTax("Booking", TaxPlan(percent: 1))
  }

  func testRulesThatMakeNoSenseAreRefusedAndNothingIsSaved() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try desk.sites.add("15")
    let rates = desk.rates
    let half = try XCTUnwrap(Decimal(string: "0.005"))
    let many = try XCTUnwrap(Decimal(string: "1.123456789"))
    assertBreaks(.invalidValue, "the amount of a rate is at least 0, not -1") {
      try rates.addRate("R", RatePlan(amount: -1))
    }
    assertBreaks(.invalidAmount(.tooPrecise(half, .usd))) {
      try rates.addRate("R", RatePlan(amount: half))
    }
    assertBreaks(
      .invalidValue, "a weekly rate covers every night; leave out the weekdays, or make it nightly"
    ) {
      try rates.addRate("R", RatePlan(amount: 1, kind: .weekly, for: ScopePlan(weekdays: .weekend)))
    }
    assertBreaks(.outOfRange("rank", value: -1, allowed: 0...1_000_000)) {
      try rates.addRate("R", RatePlan(amount: 1, rank: -1))
    }
    assertBreaks(.notOneAmount(of: "tax", choices: ["a percentage", "an amount"])) {
      try rates.addTax("T", TaxPlan())
    }
    assertBreaks(.notOneAmount(of: "discount", choices: ["a percentage", "an amount"])) {
      try rates.addDiscount("D", DiscountPlan(percent: 1, amount: 1))
    }
    assertBreaks(
      .invalidValue,
      "the percentage of a discount is from 0 to 100 with at most 8 decimal places, not 101"
    ) {
      try rates.addDiscount("D", DiscountPlan(percent: 101))
    }
    assertBreaks(
      .invalidValue,
      "the percentage of a tax is from 0 to 1000 with at most 8 decimal places, not \(many)"
    ) {
      try rates.addTax("T", TaxPlan(percent: many))
    }
    assertBreaks(
      .invalidValue,
      "the percentage of a tax is from 0 to 1000 with at most 8 decimal places, not -1"
    ) {
      try rates.addTax("T", TaxPlan(percent: -1))
    }
    assertBreaks(.outOfRange("nights", value: 0, allowed: 1...1_000)) {
      try rates.addDepositRule("D", DepositPlan(nights: 0))
    }
    assertBreaks(
      .notOneAmount(
        of: "deposit rule", choices: ["a percentage", "an amount", "a number of nights"])
    ) { try rates.addDepositRule("D", DepositPlan(percent: 10, nights: 1)) }
    assertBreaks(.emptyName(of: "tax group")) {
      try rates.addTax("T", TaxPlan(percent: 1, group: " "))
    }
    for type in [Rate.self, Tax.self, Discount.self, DepositRule.self] as [ManagedObject.Type] {
      let request = FetchRequest<ManagedObject>(entityName: "\(type)")
      XCTAssertEqual(try desk.stack.mainContext.count(for: request), 0, "\(type)")
    }
  }

  func testWhatBelongsToAnotherCampgroundIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try desk.campgrounds.add("Wawona")
    let pines = try desk.campgrounds.add("Pines")
    let there = RateService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      campground: pines.objectID)
    let season = try there.addSeason("Summer", summer())
    XCTAssertEqual(try desk.rates.seasons(), [])
    assertBreaks(.unknownName(of: "season", name: "Summer", known: [])) {
      try desk.rates.addRate("Summer", RatePlan(amount: 60, for: ScopePlan(season: season)))
    }
    assertBreaks(.unknownName(of: "season", name: "Summer", known: [])) {
      try desk.rates.findSeason("Summer")
    }
  }

  func testAQuestionAboutAnImpossibleStayIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", rate: 10)
    let dates = try stay("2026-07-01", "2026-07-02")
    assertBreaks(.outOfRange("party", value: 0, allowed: 1...10_000)) {
      try desk.rates.quote(site, dates: dates, party: Party(adults: 0))
    }
    assertBreaks(.outOfRange("pets", value: -1, allowed: 0...1_000)) {
      try desk.rates.quote(site, dates: dates, party: Party(pets: -1))
    }
    assertBreaks(.stayTooLong(nights: 1_001, most: 1_000)) {
      try desk.rates.quote(site, dates: StayDates(arrival: dates.arrival, nights: 1_001))
    }
  }
}
