import Foundation
import ObjectGraph
import XCTest

@testable import Campground

/// Discounts, fees, taxes and deposits of a stay at a round price.
final class ChargeTests: PricingTestCase {
  private func price(_ amount: String) throws {
    try rates.addRate("Nightly", RatePlan(amount: number(amount)))
  }

  // MARK: Discounts

  func testADiscountIsGivenWhenItIsAskedForOrAutomatic() async throws {
    try price("40")
    let senior = try rates.addDiscount("Senior", DiscountPlan(percent: 10))
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-03"), .discount), [])
    let asked = try quote("2026-07-01", "2026-07-03", discount: senior)
    XCTAssertEqual(amounts(asked, .discount), ["-4.00", "-4.00"])
    XCTAssertEqual(asked.total.description, "$72.00")
    try rates.edit(senior) { $0.isAutomatic = true }
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-03"), .discount), ["-4.00", "-4.00"])
  }

  func testADiscountThatWasGivenUpStaysWithThoseWhoHaveIt() async throws {
    try price("40")
    let senior = try rates.addDiscount("Senior", DiscountPlan(percent: 10, isAutomatic: true))
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
    try rates.edit(senior) { $0.isActive = false }
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-02"), .discount), [])
    let bill = try XCTUnwrap(desk.folios.bill(of: desk.find("R-1")))
    XCTAssertEqual(amounts(bill.lines, .discount), ["-4.00"])
    assertBreaks(.unknownName(of: "discount", name: "Senior", known: [])) {
      try rates.findOfferedDiscount("Senior")
    }
  }

  func testADiscountIsForItsNightsAndStaysAlone() async throws {
    try price("40")
    let july = try season("July", (7, 1), (7, 3))
    let plans: [(DiscountPlan, [String])] = [
      (
        DiscountPlan(percent: 50, for: ScopePlan(weekdays: .weekend)), ["2026-07-03", "2026-07-04"]
      ),
      (DiscountPlan(percent: 50, for: ScopePlan(season: july)), ["2026-07-02", "2026-07-03"]),
      (DiscountPlan(percent: 50, for: ScopePlan(season: july, weekdays: .weekend)), ["2026-07-03"]),
      (DiscountPlan(percent: 50, minimumNights: 3), ["2026-07-02", "2026-07-03", "2026-07-04"]),
      (DiscountPlan(percent: 50, minimumNights: 4), []),
      (DiscountPlan(percent: 50, for: ScopePlan(siteType: .tent)), []),
      (
        DiscountPlan(amount: 40, for: ScopePlan(siteType: .rv), isAutomatic: true),
        [
          "2026-07-02", "2026-07-03", "2026-07-04",
        ]
      ),
    ]
    for (index, (plan, nights)) in plans.enumerated() {
      let discount = try rates.addDiscount("\(index)", plan)
      // Thursday, Friday and Saturday.
      let quote = try quote("2026-07-02", "2026-07-05", discount: discount)
      let days = quote.lines.filter { $0.kind == .discount }.map(\.day.description)
      XCTAssertEqual(days, nights, "\(plan)")
    }
  }

  func testAnAmountOffTheStayIsSpreadOverItsNights() async throws {
    try price("33.33")
    let voucher = try rates.addDiscount("Ten off", DiscountPlan(amount: 10))
    let quote = try quote("2026-07-01", "2026-07-04", discount: voucher)
    XCTAssertEqual(amounts(quote, .discount), ["-3.34", "-3.33", "-3.33"])
    XCTAssertEqual(quote.total.description, "$89.99")
  }

  /// 30 % of a discount never makes a line below zero.
  func testNoNightFallsBelowZeroHoweverManyDiscountsThereAre() async throws {
    try price("0.01")
    try rates.addDiscount("A", DiscountPlan(percent: 30, isAutomatic: true))
    // 30% of 0.03 is 0.009, a cent in all.
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-04"), .discount), ["-0.01"])
    try rates.addDiscount("B", DiscountPlan(percent: 80, isAutomatic: true))
    try rates.addDiscount("C", DiscountPlan(amount: 500, isAutomatic: true))
    let quote = try quote("2026-07-01", "2026-07-04")
    XCTAssertEqual(quote.total.description, "$0.00")
    for night in quote.lines.filter({ $0.kind == .lodging }) {
      let net = quote.lines.filter { $0.day == night.day }.map(\.amountMinor).reduce(0, +)
      XCTAssertEqual(net, 0, "\(night.day)")
    }
  }

  // MARK: Fees

  func testAFeeIsCountedByItsBasis() async throws {
    try price("40")
    let amounts: [(ChargeBasis, String)] = [
      (.stay, "$5.00"), (.night, "$10.00"), (.person, "$30.00"), (.personNight, "$60.00"),
      (.adult, "$20.00"), (.adultNight, "$40.00"), (.child, "$10.00"), (.childNight, "$20.00"),
      (.vehicle, "$15.00"), (.vehicleNight, "$30.00"), (.pet, "$5.00"), (.petNight, "$10.00"),
    ]
    XCTAssertEqual(Set(amounts.map(\.0)), Set(ChargeBasis.allCases))
    let fee = try rates.addFee("Fee", FeePlan(amount: 5))
    for (basis, total) in amounts {
      try rates.edit(fee) { $0.basis = basis }
      let quote = try quote(
        "2026-07-01", "2026-07-03", party: 4, children: 2, vehicles: 3, pets: 1)
      XCTAssertEqual(try sum(quote, .fee), total, basis.rawValue)
    }
    try rates.edit(fee) { $0.basis = .personNight }
    let lines = try quote("2026-07-01", "2026-07-03", party: 4).lines.filter { $0.kind == .fee }
    XCTAssertEqual(lines.map(\.text), ["Fee × 4", "Fee × 4"])
    XCTAssertEqual(lines.map(\.day.description), ["2026-07-01", "2026-07-02"])
  }

  func testNothingIsChargedForVehiclesAndPetsThatWereNotSaid() async throws {
    try price("40")
    try rates.addFee("Car", FeePlan(amount: 5, basis: .vehicle))
    try rates.addFee("Dog", FeePlan(amount: 5, basis: .petNight))
    try rates.addFee("Tent pad", FeePlan(amount: 5, for: ScopePlan(siteType: .tent)))
    XCTAssertEqual(amounts(try quote("2026-07-01", "2026-07-02"), .fee), [])
  }

  // MARK: Taxes

  /// 12.35% on three nights of 33.33: on the total 12.35, per night it would be 12.36.
  func testATaxIsOnTheTotalOfItsGroupAndItsLinesAddUpToThat() async throws {
    try price("33.33")
    try rates.addTax("Lodging tax", TaxPlan(percent: number("12.35")))
    let quote = try quote("2026-07-01", "2026-07-04")
    XCTAssertEqual(try sum(quote, .tax), "$12.35")
    XCTAssertEqual(amounts(quote, .tax), ["4.12", "4.11", "4.12"])
    XCTAssertEqual(quote.total.description, "$112.34")
  }

  func testEachGroupIsTaxedByItsTaxes() async throws {
    try price("50")
    try rates.addDiscount("Off", DiscountPlan(percent: 10, isAutomatic: true))
    try rates.addFee("Firewood", FeePlan(amount: 20, taxGroup: "Goods"))
    try rates.addFee("Booking", FeePlan(amount: 8))
    try rates.addFee("Extra person", FeePlan(amount: 10, taxGroup: "lodging"))
    try rates.addTax("Lodging tax", TaxPlan(percent: 10))
    try rates.addTax("Sales tax", TaxPlan(percent: 5, group: " goods "))
    try rates.addTax("County tax", TaxPlan(percent: 1))
    let quote = try quote("2026-07-01", "2026-07-03")
    var totals: [String: Int64] = [:]
    for line in quote.lines where line.kind == .tax {
      totals[line.text, default: 0] += line.amountMinor
    }
    // Lodging is 100 - 10 + 10.
    XCTAssertEqual(totals, ["Lodging tax": 1_000, "Sales tax": 100, "County tax": 100])
  }

  func testATaxByAmountIsCountedByItsBasis() async throws {
    try price("50")
    try rates.addTax("Tourist tax", TaxPlan(amount: 2, basis: .personNight))
    let quote = try quote("2026-07-01", "2026-07-04", party: 3)
    XCTAssertEqual(amounts(quote, .tax), ["6.00", "6.00", "6.00"])
    try rates.addTax("Goods tax", TaxPlan(amount: 7, group: "goods"))
    // Nothing of that group is charged.
    XCTAssertEqual(try sum(try self.quote("2026-07-01", "2026-07-02"), .tax), "$2.00")
  }

  func testALongStayIsExemptFromATax() async throws {
    try price("10")
    try rates.addTax("Lodging tax", TaxPlan(percent: 10, exemptFromNights: 30))
    XCTAssertEqual(try sum(try quote("2026-07-01", "2026-07-30"), .tax), "$29.00")
    XCTAssertEqual(try sum(try quote("2026-07-01", "2026-07-31"), .tax), "$0.00")
  }

  func testARuleThatIsNotActiveIsNotApplied() async throws {
    try price("10")
    try rates.addTax("Tax", TaxPlan(percent: 10, isActive: false))
    try rates.addFee("Fee", FeePlan(amount: 10, isActive: false))
    try rates.addDepositRule("Half", DepositPlan(percent: 50, isActive: false))
    let quote = try quote("2026-07-01", "2026-07-02")
    XCTAssertEqual(quote.total.description, "$10.00")
    XCTAssertNil(quote.deposit)
  }

  // MARK: Deposits

  func testADepositIsAPartAnAmountOrSomeNights() async throws {
    try price("33.33")
    try rates.addFee("Booking", FeePlan(amount: 8))
    XCTAssertNil(try quote("2026-07-01", "2026-07-04").deposit)
    let rule = try rates.addDepositRule("Deposit", DepositPlan(percent: 50))
    // Half of 107.99.
    XCTAssertEqual(try quote("2026-07-01", "2026-07-04").deposit?.description, "$54.00")
    try rates.edit(rule) {
      $0.percent = nil
      $0.nights = 2
    }
    XCTAssertEqual(try quote("2026-07-01", "2026-07-04").deposit?.description, "$66.66")
    XCTAssertEqual(try quote("2026-07-01", "2026-07-02").deposit?.description, "$33.33")
    try rates.edit(rule) {
      $0.nights = nil
      $0.amount = 100
    }
    XCTAssertEqual(try quote("2026-07-01", "2026-07-04").deposit?.description, "$100.00")
    XCTAssertEqual(try quote("2026-07-01", "2026-07-02").deposit?.description, "$41.33")
  }

  func testTheFirstRuleByNameThatFitsSaysTheDeposit() async throws {
    try price("10")
    try rates.addDepositRule("C", DepositPlan(amount: 3))
    try rates.addDepositRule("A", DepositPlan(amount: 1, minimumNights: 7))
    try rates.addDepositRule("B", DepositPlan(amount: 2, for: ScopePlan(siteType: .tent)))
    XCTAssertEqual(try quote("2026-07-01", "2026-07-07").deposit?.description, "$3.00")
    XCTAssertEqual(try quote("2026-07-01", "2026-07-08").deposit?.description, "$1.00")
  }

  // MARK: Currencies

  func testCurrenciesWithNoneAndThreeDecimalPlacesAreRoundedToTheirOwnUnit() async throws {
    try useCurrency("JPY")
    try price("333")
    try rates.addTax("Tax", TaxPlan(percent: 10))
    // 33.3, 66.6 and 99.9 yen.
    let yen = try quote("2026-07-01", "2026-07-04")
    XCTAssertEqual(yen.total.description, "1,099 JPY")
    XCTAssertEqual(yen.lines.filter { $0.kind == .tax }.map(\.amountMinor), [33, 34, 33])
    assertBreaks(.invalidAmount(.tooPrecise(try number("0.5"), try Currency("JPY")))) {
      try rates.addFee("Half", FeePlan(amount: number("0.5")))
    }

    try useCurrency("KWD")
    try price("1.005")
    try rates.addTax("Tax", TaxPlan(percent: 10))
    // 0.1005, 0.201 and 0.3015 dinars.
    let dinars = try quote("2026-07-01", "2026-07-04")
    XCTAssertEqual(dinars.total.description, "3.317 KWD")
    XCTAssertEqual(dinars.lines.filter { $0.kind == .tax }.map(\.amountMinor), [101, 100, 101])
  }
}
