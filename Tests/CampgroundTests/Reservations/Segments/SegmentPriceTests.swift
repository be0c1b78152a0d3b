import Campground
import Foundation
import ObjectGraph
import XCTest

/// What stays on several campsites cost.
final class SegmentPriceTests: PricingTestCase {
  /// The quote of a stay on site 15 that changes to other sites.
  private func quote(
    _ arrival: String, _ departure: String, then changes: [(String, CampSite)], people: Int = 1
  ) throws -> Quote {
    try XCTUnwrap(
      rates.quote(
        site, dates: stay(arrival, departure), party: Party(adults: people),
        siteChanges: changes.map { SiteChange(on: try day($0), to: $1) }))
  }

  func testEachNightHasThePriceOfItsSite() async throws {
    try rates.addRate("Here", RatePlan(amount: 40, for: ScopePlan(site: site)))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .cabin))
    try rates.addRate("Cabin", RatePlan(amount: 95, for: ScopePlan(siteType: .cabin)))
    let quote = try quote("2026-07-01", "2026-07-04", then: [("2026-07-02", other)])
    XCTAssertEqual(amounts(quote), ["40.00", "95.00", "95.00"])
    XCTAssertEqual(quote.total.description, "$230.00")
  }

  func testBetweenSitesOfOnePriceAStayCostsWhatItCostsOnOne() async throws {
    try rates.addRate("Nightly", RatePlan(amount: number("33.33")))
    try rates.addRate("Weekly", RatePlan(amount: number("200.01"), kind: .weekly))
    try rates.addDiscount("Long", DiscountPlan(percent: 7, minimumNights: 9, isAutomatic: true))
    try rates.addFee("Booking", FeePlan(amount: 8, taxGroup: "lodging"))
    try rates.addFee("Person", FeePlan(amount: 3, basis: .personNight, taxGroup: "goods"))
    try rates.addTax("Lodging", TaxPlan(percent: number("12.35")))
    try rates.addTax("Goods", TaxPlan(percent: number("7.77"), group: "goods"))
    try rates.addTax("Long", TaxPlan(amount: 1, basis: .night, exemptFromNights: 10))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    let whole = try quote("2026-07-01", "2026-07-10", then: [], people: 3)
    for change in 2...9 {
      let split = try quote(
        "2026-07-01", "2026-07-10", then: [("2026-07-0\(change)", other)], people: 3)
      XCTAssertEqual(split.lines, whole.lines, "on July \(change)")
    }
    let twice = try quote(
      "2026-07-01", "2026-07-10", then: [("2026-07-03", other), ("2026-07-08", site)], people: 3)
    XCTAssertEqual(twice.lines, whole.lines)
  }

  func testAWeekGoesOnWhereTheSiteChanges() async throws {
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    try rates.addRate("Here", RatePlan(amount: 210, kind: .weekly, for: ScopePlan(site: site)))
    try rates.addRate("There", RatePlan(amount: 280, kind: .weekly, for: ScopePlan(site: other)))
    // 3/7 of 210 and 4/7 of 280.
    let quote = try quote("2026-07-01", "2026-07-08", then: [("2026-07-04", other)])
    XCTAssertEqual(quote.total.description, "$250.00")
  }

  func testWhatIsChargedOnceIsChargedOnTheFirstPartThatItIsFor() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 40))
    try rates.addFee("Booking", FeePlan(amount: 8))
    try rates.addFee("Linen", FeePlan(amount: 15, basis: .person, for: ScopePlan(siteType: .cabin)))
    try rates.addFee("Heating", FeePlan(amount: 5, basis: .night, for: ScopePlan(siteType: .cabin)))
    let cabins = try ["16", "17"].map {
      try desk.sites.add($0, features: CampSiteFeatures(type: .cabin))
    }
    let quote = try quote(
      "2026-07-01", "2026-07-06", then: [("2026-07-03", cabins[0]), ("2026-07-05", cabins[1])],
      people: 2)
    let fees = quote.lines.filter { $0.kind == .fee }.map { "\($0.day) \($0.text) \($0.amount)" }
    XCTAssertEqual(
      fees,
      [
        "2026-07-01 Booking $8.00", "2026-07-03 Heating $5.00", "2026-07-03 Linen × 2 $30.00",
        "2026-07-04 Heating $5.00", "2026-07-05 Heating $5.00",
      ])
  }

  func testADiscountSeesTheNightsOfTheWholeStay() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 40))
    try rates.addDiscount("Five", DiscountPlan(percent: 10, minimumNights: 5, isAutomatic: true))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    let five = try quote("2026-07-01", "2026-07-06", then: [("2026-07-03", other)])
    XCTAssertEqual(five.total.description, "$180.00")
    let four = try quote("2026-07-01", "2026-07-05", then: [("2026-07-03", other)])
    XCTAssertEqual(four.total.description, "$160.00")
  }

  func testATaxIsRoundedOnceOnTheWholeStay() async throws {
    try rates.addRate("Nightly", RatePlan(amount: number("33.33")))
    try rates.addTax("Lodging", TaxPlan(percent: number("12.35")))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    _ = try desk.reservations.reserve(
      desk.booking(
        site, for: nil, stay("2026-07-01", "2026-07-04"), then: ("2026-07-02", other)))
    // 12.35% of 99.99 is 12.348765: 12.35.
    XCTAssertEqual(try desk.find("R-1").totalMinor, 9_999 + 1_235)
  }

  func testAStayOfWhichSomeNightsHaveNoPriceSaysHowMany() async throws {
    try rates.addRate("Here", RatePlan(amount: 40, for: ScopePlan(site: site)))
    let other = try desk.sites.add("16")
    let made = try desk.reservations.book(
      desk.booking(
        site, for: nil, stay("2026-07-01", "2026-07-05"), then: ("2026-07-02", other),
        ("2026-07-04", site))
    ).after
    XCTAssertEqual(made.total, try usd("80"))
    XCTAssertEqual(
      "\(made)",
      "site 15, then 16 from 2026-07-02, then 15 from 2026-07-04 · Wed 2026-07-01 to Sun 2026-07-05 · 4 nights "
        + "· $80.00 + 2 nights to be priced")
    XCTAssertEqual(
      try rates.quote(
        site, dates: stay("2026-07-01", "2026-07-05"),
        siteChanges: [SiteChange(on: day("2026-07-02"), to: other)]
      ).price.description, "$40.00 + 3 nights to be priced")
    let paper = try desk.folios.confirmation(of: desk.find("R-1")).text
    XCTAssertTrue(paper.contains("Price       $80.00 + 2 nights to be priced\n"), paper)
    // With a price of the site all is priced: 2 × 40 and 2 × 55.
    try desk.sites.edit(other, rate: 55)
    XCTAssertEqual(try desk.reservations.reprice("R-1").after.total?.description, "$190.00")
    XCTAssertFalse(
      try desk.folios.confirmation(of: desk.find("R-1")).text.contains("Price  "))
  }

  func testAStayThatWasCalledOffLacksNoPrice() async throws {
    let other = try desk.sites.add("16")
    try desk.reservations.book(
      desk.booking(
        site, for: nil, stay("2026-07-01", "2026-07-04"), then: ("2026-07-02", other)))
    XCTAssertEqual(try desk.find("R-1").unpricedNights, 3)
    try desk.reservations.cancel("R-1")
    XCTAssertEqual(try desk.find("R-1").unpricedNights, 0)
  }

  // MARK: Agreed prices

  func testNightsThatGoToASiteOfTheSamePriceKeepWhatWasAgreed() async throws {
    let rate = try rates.addRate("Nightly", RatePlan(amount: 40))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-06"))
    try rates.edit(rate) { $0.amount = 60 }
    try desk.reservations.split("R-1", on: day("2026-07-03"), to: other)
    XCTAssertEqual(try desk.find("R-1").totalMinor, 20_000)
    // A night that is added has the price of now, those that are there keep theirs.
    try desk.reservations.extend("R-1", by: 1)
    XCTAssertEqual(try desk.find("R-1").totalMinor, 26_000)
    try desk.reservations.move("R-1", to: site)
    XCTAssertEqual(try desk.find("R-1").totalMinor, 26_000)
  }

  func testNightsThatGoToASiteOfAnotherPriceHaveThatOne() async throws {
    let rate = try rates.addRate("Nightly", RatePlan(amount: 40))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    try rates.addRate("There", RatePlan(amount: 55, for: ScopePlan(site: other)))
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-06"))
    try rates.edit(rate) { $0.amount = 60 }
    try desk.reservations.split("R-1", on: day("2026-07-03"), to: other)
    // 2 × 40 as agreed, 3 × 55.
    XCTAssertEqual(try desk.find("R-1").totalMinor, 24_500)
  }

  func testAFeeThatWasChargedOnceIsNotChargedAgainByAPart() async throws {
    try rates.addRate("Nightly", RatePlan(amount: 40))
    try rates.addFee("Booking", FeePlan(amount: 8))
    let other = try desk.sites.add("16", features: CampSiteFeatures(type: .rv))
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-06"))
    let split = try desk.reservations.split("R-1", on: day("2026-07-03"), to: other)
    XCTAssertEqual(split.difference, try usd("0"))
    XCTAssertEqual(try desk.find("R-1").totalMinor, 20_800)
    XCTAssertEqual(try desk.reservations.move("R-1", to: site).difference, try usd("0"))
  }

  // MARK: Weeks and months

  func testEachNightOfAMonthSaysOfWhichMonthItIs() async throws {
    try rates.addRate("Seasonal", RatePlan(amount: 900, kind: .monthly))
    try rates.addRate("Nightly", RatePlan(amount: 40))
    let quote = try quote("2026-07-01", "2026-08-03", then: [])
    let periods = quote.lines.map { line in
      line.period.map { "\($0.kind.rawValue) \($0.nights.lowerBound)" } ?? "none"
    }
    // July, then two of the 31 days of August.
    XCTAssertEqual(
      periods,
      Array(repeating: "monthly 0", count: 31) + ["monthly 31", "monthly 31"])
    XCTAssertEqual(quote.total.description, "$958.06")
    let short = try self.quote("2026-07-01", "2026-07-03", then: [])
    XCTAssertEqual(short.lines.map(\.period), [nil, nil])
  }

  func testMonthlyProrationIsByTheDaysOfThatMonth() async throws {
    try rates.addRate("Seasonal", RatePlan(amount: 900, kind: .monthly))
    XCTAssertEqual(try quote("2027-01-01", "2027-02-11", then: []).total.description, "$1,221.43")
    XCTAssertEqual(try quote("2027-05-01", "2027-06-11", then: []).total.description, "$1,200.00")
  }

  func testAMonthKeepsItsPeriodAndItsPriceWhenTheStayIsShortenedAndExtended() async throws {
    let rate = try rates.addRate("Seasonal", RatePlan(amount: 900, kind: .monthly))
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-08-01"))
    try rates.edit(rate) { $0.amount = 1_200 }
    try desk.reservations.shorten("R-1", by: 11)
    // Without a nightly rate a night keeps a thirtieth of 900.
    XCTAssertEqual(try desk.find("R-1").totalMinor, 60_000)
    let bill = try XCTUnwrap(desk.folios.bill(of: desk.find("R-1")))
    XCTAssertEqual(Set(bill.lines.map { $0.period?.kind }), [.monthly])
  }
}
