import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Taxes and fees for some types of sites, some nights, and from some person on.
///
/// There is a tent site T and a cabin C, at 40 a night both.
@MainActor
final class ChargeConditionTests: XCTestCase {
  private func eachCamp(_ body: @MainActor (TestDesk) throws -> Void) async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      for (name, type) in [("T", CampSiteType.tent), ("C", .cabin)] {
        let features = CampSiteFeatures(type: type, petsAllowed: true)
        _ = try desk.sites.add(name, features: features, rate: 40)
      }
      try body(desk)
    }
  }

  private func quote(
    _ desk: TestDesk, _ arrival: String, _ departure: String, on site: String = "T",
    people: Int = 1,
    vehicles: Int? = nil, pets: Int = 0
  ) throws -> Quote {
    try XCTUnwrap(
      desk.rates.quote(
        desk.sites.find(site), dates: stay(arrival, departure),
        party: Party(adults: people, vehicles: vehicles, pets: pets)))
  }

  /// The lines of a kind: `2026-07-01 City $4.00`.
  private func lines(_ quote: Quote, _ kind: Bill.Line.Kind) -> [String] {
    quote.lines.filter { $0.kind == kind }.map(words)
  }

  private func winter(_ desk: TestDesk) throws -> Season {
    try desk.rates.addSeason(
      "Winter",
      SeasonSpan(from: .init(month: 10, day: 15), through: .init(month: 4, day: 15)))
  }

  // MARK: Taxes

  func testATaxIsForItsTypeOfSiteOnly() async throws {
    try await eachCamp { desk in
      try desk.rates.addTax("Lodging", TaxPlan(percent: 10, for: ScopePlan(siteType: .cabin)))
      try desk.rates.addTax(
        "Bed", TaxPlan(amount: 2, basis: .personNight, for: ScopePlan(siteType: .cabin)))
      XCTAssertEqual(
        lines(try quote(desk, "2026-07-01", "2026-07-02", on: "C", people: 2), .tax),
        ["2026-07-01 Bed × 2 $4.00", "2026-07-01 Lodging $4.00"])
      XCTAssertEqual(lines(try quote(desk, "2026-07-01", "2026-07-02", people: 2), .tax), [])
    }
  }

  func testAStayAcrossTheNewYearPaysEachTaxOnItsNights() async throws {
    try await eachCamp { desk in
      let price = try XCTUnwrap(Decimal(string: "33.33"))
      try desk.sites.edit(desk.sites.find("T"), rate: price)
      try desk.rates.addTax("Old", TaxPlan(percent: 10, for: ScopePlan(through: day("2026-12-31"))))
      try desk.rates.addTax("New", TaxPlan(percent: 14, for: ScopePlan(from: day("2027-01-01"))))
      // 10% of 33.33 and 66.66 is 3.33 and 6.67, 14% of them 4.67 and 9.33.
      let quote = try quote(desk, "2026-12-30", "2027-01-03")
      XCTAssertEqual(
        lines(quote, .tax),
        [
          "2026-12-30 Old $3.33", "2026-12-31 Old $3.34", "2027-01-01 New $4.67",
          "2027-01-02 New $4.66",
        ])
      XCTAssertEqual(quote.total.description, "$149.32")
      // Who leaves on New Year's Day has slept in the old year.
      XCTAssertEqual(
        lines(try self.quote(desk, "2026-12-31", "2027-01-01"), .tax), ["2026-12-31 Old $3.33"])
      XCTAssertEqual(
        lines(try self.quote(desk, "2027-01-01", "2027-01-02"), .tax), ["2027-01-01 New $4.67"])
    }
  }

  func testATaxByAnAmountIsForItsNightsAndOnceForTheFirstOfThem() async throws {
    try await eachCamp { desk in
      let (first, last) = (try day("2026-07-02"), try day("2026-07-03"))
      try desk.rates.addTax(
        "Bed", TaxPlan(amount: 2, basis: .personNight, for: ScopePlan(from: first, through: last)))
      try desk.rates.addTax(
        "Visit", TaxPlan(amount: 3, basis: .person, for: ScopePlan(from: first)))
      XCTAssertEqual(
        lines(try quote(desk, "2026-07-01", "2026-07-05", people: 2), .tax),
        [
          "2026-07-02 Bed × 2 $4.00", "2026-07-02 Visit × 2 $6.00", "2026-07-03 Bed × 2 $4.00",
        ])
    }
  }

  func testATaxForATypeIsOnThePartOfASplitStayThatIsSpentThere() async throws {
    try await eachCamp { desk in
      try desk.rates.addTax("Lodging", TaxPlan(percent: 10, for: ScopePlan(siteType: .cabin)))
      let change = SiteChange(on: try day("2026-07-21"), to: try desk.sites.find("T"))
      let tax = {
        let dates = try stay("2026-07-01", "2026-07-31")
        let quote = try XCTUnwrap(
          desk.rates.quote(desk.sites.find("C"), dates: dates, siteChanges: [change]))
        return quote.lines.filter { $0.kind == .tax }.map(\.amountMinor).reduce(0, +)
      }
      // 20 of 30 nights at 40.
      XCTAssertEqual(try tax(), 8_000)
      // Both parts are one stay of 30 nights.
      try desk.rates.edit(desk.rates.findTax("Lodging")) { $0.exemptFromNights = 31 }
      XCTAssertEqual(try tax(), 8_000)
      try desk.rates.edit(desk.rates.findTax("Lodging")) { $0.exemptFromNights = 30 }
      XCTAssertEqual(try tax(), 0)
    }
  }

  func testALongStayAcrossTheChangeOfATaxIsFreeOfBoth() async throws {
    try await eachCamp { desk in
      let change = try day("2027-01-01")
      try desk.rates.addTax(
        "Old",
        TaxPlan(percent: 10, for: ScopePlan(through: change.advanced(by: -1)), exemptFromNights: 30)
      )
      try desk.rates.addTax(
        "New", TaxPlan(percent: 14, for: ScopePlan(from: change), exemptFromNights: 30))
      XCTAssertEqual(lines(try quote(desk, "2026-12-15", "2027-01-14"), .tax), [])
      // 17 nights of 29 in the old year and 12 in the new one: 68.00 and 67.20.
      let short = try quote(desk, "2026-12-15", "2027-01-13")
      XCTAssertEqual(short.total.description, "$1,295.20")
    }
  }

  func testWhatIsChargedByHandHasTheTaxesOfItsDayAndSite() async throws {
    try await eachCamp { desk in
      // It is 2026-06-15.
      let today = try day("2026-06-15")
      try desk.rates.addTax(
        "Old", TaxPlan(percent: 8, group: "goods", for: ScopePlan(through: today.advanced(by: -1))))
      try desk.rates.addTax("New", TaxPlan(percent: 9, group: "goods", for: ScopePlan(from: today)))
      try desk.rates.addTax(
        "Cabin", TaxPlan(percent: 5, group: "goods", for: ScopePlan(siteType: .cabin)))
      for (site, taxes) in [("T", ["New": 90]), ("C", ["New": 90, "Cabin": 50])] {
        let reservation = try desk.reservations.reserve(
          desk.sites.find(site), for: nil, dates: stay("2026-06-15", "2026-06-16"))
        try desk.folios.charge(10, for: "firewood", to: reservation, taxGroup: "goods")
        let entries = try XCTUnwrap(reservation.folio).entries.filter { $0.kind == .tax }
        let found = entries.map { ($0.text, Int($0.amountMinor)) }
        XCTAssertEqual(Dictionary(uniqueKeysWithValues: found), taxes)
      }
    }
  }

  // MARK: Fees

  func testAFeeOfASeasonIsForItsNightsAndOnceForTheFirstOfThem() async throws {
    try await eachCamp { desk in
      let winter = try winter(desk)
      try desk.rates.addFee(
        "Heating", FeePlan(amount: 4, basis: .night, for: ScopePlan(season: winter)))
      try desk.rates.addFee("Wood", FeePlan(amount: 9, for: ScopePlan(season: winter)))
      XCTAssertEqual(
        lines(try quote(desk, "2026-10-13", "2026-10-17"), .fee),
        ["2026-10-15 Heating $4.00", "2026-10-15 Wood $9.00", "2026-10-16 Heating $4.00"])
      XCTAssertEqual(lines(try quote(desk, "2026-10-13", "2026-10-15"), .fee), [])
    }
  }

  func testAFeeIsForItsWeekdaysDatesAndType() async throws {
    try await eachCamp { desk in
      // 2026-07-02 is a Thursday.
      let conditions: [(FeePlan, [String])] = [
        (
          FeePlan(amount: 6, basis: .night, for: ScopePlan(weekdays: .weekend)),
          ["2026-07-03", "2026-07-04"]
        ),
        (
          FeePlan(amount: 6, basis: .night, for: ScopePlan(from: try day("2026-07-04"))),
          ["2026-07-04"]
        ),
        (
          FeePlan(amount: 6, basis: .night, for: ScopePlan(through: try day("2026-07-03"))),
          ["2026-07-02", "2026-07-03"]
        ),
        (
          FeePlan(amount: 6, for: ScopePlan(weekdays: .weekend, from: try day("2026-07-04"))),
          ["2026-07-04"]
        ),
        (FeePlan(amount: 6, basis: .night, for: ScopePlan(siteType: .cabin)), []),
      ]
      let fee = try desk.rates.addFee("Fee", FeePlan(amount: 0))
      for (plan, nights) in conditions {
        try desk.rates.edit(fee) { $0 = plan }
        let lines = lines(try quote(desk, "2026-07-02", "2026-07-05"), .fee)
        XCTAssertEqual(lines, nights.map { "\($0) Fee $6.00" }, "\(plan)")
      }
    }
  }

  func testPeopleVehiclesAndPetsBeyondThoseIncludedAreCounted() async throws {
    try await eachCamp { desk in
      try desk.rates.addFee(
        "Person", FeePlan(amount: 5, basis: .personNight, includedCount: 2))
      try desk.rates.addFee("Car", FeePlan(amount: 10, basis: .vehicle, includedCount: 2))
      try desk.rates.addFee("Van", FeePlan(amount: 7, basis: .vehicleNight, includedCount: 3))
      try desk.rates.addFee("Dog", FeePlan(amount: 3, basis: .pet, includedCount: 1))
      let fees = { (people: Int, vehicles: Int?, pets: Int) in
        self.lines(
          try self.quote(
            desk, "2026-07-01", "2026-07-03", people: people, vehicles: vehicles, pets: pets), .fee)
      }
      XCTAssertEqual(try fees(2, 2, 1), [])
      XCTAssertEqual(try fees(1, nil, 0), [])
      XCTAssertEqual(
        try fees(3, 3, 2),
        [
          "2026-07-01 Person $5.00", "2026-07-01 Car $10.00", "2026-07-01 Dog $3.00",
          "2026-07-02 Person $5.00",
        ])
      XCTAssertEqual(
        try fees(5, 4, 3),
        [
          "2026-07-01 Person × 3 $15.00", "2026-07-01 Van $7.00", "2026-07-01 Car × 2 $20.00",
          "2026-07-01 Dog × 2 $6.00", "2026-07-02 Person × 3 $15.00", "2026-07-02 Van $7.00",
        ])
    }
  }

  // MARK: What makes no sense

  func testATaxOrAFeeThatEndsBeforeItBeginsIsRefused() async throws {
    try await eachCamp { desk in
      let (first, last) = (try day("2027-01-01"), try day("2026-12-31"))
      let reversed = CampgroundError.datesInReverse(from: first, through: last)
      assertBreaks(reversed) {
        try desk.rates.addTax(
          "Tax", TaxPlan(percent: 5, for: ScopePlan(from: first, through: last)))
      }
      let fee = try desk.rates.addFee("Fee", FeePlan(amount: 5, for: ScopePlan(from: first)))
      assertBreaks(reversed) { try desk.rates.edit(fee) { $0.scope.through = last } }
      XCTAssertEqual(
        "\(reversed)", "the last date 2026-12-31 is before the first date 2027-01-01")
      try desk.rates.edit(fee) { $0.scope.through = first }
      XCTAssertEqual(fee.firstNight, fee.lastNight)
    }
  }

  func testSoManyAreIncludedAsThereMayBeAndOnlyWhereSomethingIsCounted() async throws {
    try await eachCamp { desk in
      for count in [-1, 0, 1_001] {
        assertBreaks(.outOfRange("included", value: count, allowed: 1...1_000)) {
          try desk.rates.addFee("Fee", FeePlan(amount: 5, basis: .pet, includedCount: count))
        }
      }
      let fee = try desk.rates.addFee(
        "Fee", FeePlan(amount: 5, basis: .person, includedCount: 1_000))
      for basis in [ChargeBasis.stay, .night] {
        assertBreaks(
          .invalidValue,
          "a fee per \(basis.rawValue) does not count guests, vehicles or pets, so none can be "
            + "included; charge it per person, person-night, adult, adult-night, child, "
            + "child-night, vehicle, vehicle-night, pet, pet-night"
        ) { try desk.rates.edit(fee) { $0.basis = basis } }
      }
      try desk.rates.edit(fee) {
        $0.basis = .night
        $0.includedCount = nil
      }
    }
  }

  func testASeasonOfAFeeIsKeptAndIsOneOfTheCampground() async throws {
    try await eachCamp { desk in
      let winter = try winter(desk)
      let fee = try desk.rates.addFee("Heating", FeePlan(amount: 4, for: ScopePlan(season: winter)))
      assertBreaks(.inUse(winter, by: ["fee \"Heating\""])) { try desk.rates.delete(winter) }
      XCTAssertEqual(Season.remedy, "choose another season there first")
      try desk.rates.edit(fee) { $0.scope.season = nil }
      try desk.rates.delete(winter)

      let other = try desk.campgrounds.add("Bassi", timeZone: .gmt)
      let elsewhere = RateService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: other.objectID)
      let summer = try elsewhere.addSeason(
        "Summer", SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31)))
      assertBreaks(.unknownName(of: "season", name: "Summer", known: [])) {
        try desk.rates.edit(fee) { $0.scope.season = summer }
      }
    }
  }

  func testAPlanOfATaxOrAFeeSaysAllThatItIs() async throws {
    try await eachCamp { desk in
      let winter = try winter(desk)
      let (first, last) = (try day("2026-11-01"), try day("2027-02-28"))
      let fee = try desk.rates.addFee(
        "Fee",
        FeePlan(
          amount: 4, basis: .petNight, includedCount: 1, taxGroup: "goods",
          for: ScopePlan(
            season: winter, weekdays: .weekend, from: first, through: last, siteType: .cabin),
          isRefundable: true))
      let tax = try desk.rates.addTax(
        "Tax", TaxPlan(percent: 5, for: ScopePlan(from: first, through: last, siteType: .tent)))
      // A name is changed, and what the plan says stays.
      try desk.rates.edit(fee, name: "Heating")
      try desk.rates.edit(tax, name: "Old")
      let plan = fee.plan
      XCTAssertEqual(plan.basis, .petNight)
      XCTAssertEqual(plan.includedCount, 1)
      XCTAssertEqual(plan.scope.season, winter)
      XCTAssertEqual(plan.scope.weekdays, .weekend)
      XCTAssertEqual([plan.scope.from, plan.scope.through], [first, last])
      XCTAssertEqual(plan.scope.siteType, .cabin)
      XCTAssertEqual([tax.plan.scope.from, tax.plan.scope.through], [first, last])
      XCTAssertEqual(tax.plan.scope.siteType, .tent)
    }
  }
}
