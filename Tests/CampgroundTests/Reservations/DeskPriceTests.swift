import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Prices of a night that are agreed at the desk, and stays that have none.
@MainActor
final class DeskPriceTests: XCTestCase {
  private func lodging(_ change: StayChange) -> [Int64] {
    change.newLines.filter { $0.kind == .lodging }.map(\.amountMinor)
  }

  func testAStayWithoutAPriceSaysSoAndGetsOne() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let made = try desk.reservations.book(
        Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-18")))
      XCTAssertEqual(
        "\(made.after)", "site 15 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · no price")
      XCTAssertNil(try desk.find("R-1").total)
      let paper = try desk.folios.confirmation(of: desk.find("R-1")).text
      XCTAssertTrue(paper.contains("Price       no price\n"), paper)
      // A guest who is here gets it for the night that is past, too: none of it was charged.
      try desk.reservations.checkIn("R-1")
      let change = try desk.reservations(on: "2026-06-16").edit("R-1", price: 30)
      XCTAssertEqual(lodging(change), [3_000, 3_000, 3_000])
      XCTAssertEqual(change.after.price, try usd("30"))
      XCTAssertNil(change.before?.price)
      XCTAssertEqual(try desk.find("R-1").unpricedNights, 0)
      try desk.folios(on: "2026-06-16").runNightly()
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).map(\.text),
        ["Agreed price"])
      XCTAssertFalse(
        try desk.folios.confirmation(of: desk.find("R-1")).text.contains("no price"))
      // Nothing is missing of what came to nothing.
      try desk.reservations.book(
        Booking(site, for: nil, dates: stay("2026-07-15", "2026-07-18")))
      XCTAssertFalse("\(try desk.reservations.cancel("R-2").after)".contains("no price"))
    }
  }

  func testAPriceTakesThePlaceOfWeeksAndUnaskedDiscountsAndIsTaxedAsAny() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Weekly", RatePlan(amount: 210, kind: .weekly))
      try desk.rates.addRate("Nightly", RatePlan(amount: 45))
      try desk.rates.addDiscount("Club", DiscountPlan(percent: 10, isAutomatic: true))
      let senior = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 50))
      try desk.rates.addFee("Booking", FeePlan(amount: 8, basis: .stay))
      try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
      let site = try desk.sites.add("15")
      var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-08"))
      booking.price = 40
      // 7 × 40, 8, and 28 of tax.
      XCTAssertEqual(
        try desk.rates.quote(site, dates: booking.dates, price: 40).total, try usd("316"))
      let made = try desk.reservations.book(booking)
      XCTAssertEqual(made.after.total, try usd("316"))
      XCTAssertEqual(made.after.price, try usd("40"))
      // Half of 280 with its tax: 140, 14, and the fee.
      XCTAssertEqual(
        try desk.reservations.edit("R-1", discount: .chosen(senior)).after.total, try usd("162"))
      try desk.reservations.edit("R-1", discount: .without)
      // The rates: a week at 210 less 21, 8, and 18.90 of tax.
      let back = try desk.reservations.reprice("R-1")
      XCTAssertEqual(back.after.total, try usd("215.90"))
      XCTAssertNil(back.after.price)
      XCTAssertNil(try desk.find("R-1").nightPrice)
    }
  }

  func testNightsThatAreAddedHaveItAndThoseThatAreChargedKeepTheirs() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      let other = try desk.sites.add("16", rate: 60)
      try desk.reservations.book(
        Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-18")))
      try desk.reservations.checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"))
      let service = try desk.reservations(on: "2026-06-16")
      let shown = try service.preview { try $0.edit("R-1", price: 30) }
      XCTAssertEqual(lodging(shown), [4_500, 3_000, 3_000])
      XCTAssertEqual(shown.difference, try usd("-30"))
      try service.accepting(shown).edit("R-1", price: 30)
      let longer = try service.extend("R-1", by: 1)
      XCTAssertEqual(longer.difference, try usd("30"))
      // It is no stay at the rates that could be compared with those of today.
      XCTAssertNil(longer.remarks.totalAtCurrentPrices)
      XCTAssertEqual(try service.move("R-1", to: other).difference, try usd("0"))
      XCTAssertEqual(lodging(try service.edit("R-1", price: 0)), [4_500, 0, 0, 0])
      XCTAssertEqual(
        lodging(try service.extend("R-1", by: 1, repricing: true)),
        [4_500, 6_000, 6_000, 6_000, 6_000])
      XCTAssertNil(try desk.find("R-1").nightPrice)
    }
  }

  func testAllNightsOfAStayAndAllOfASeriesHaveIt() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16"].map { try desk.sites.add($0) }
      var booking = Booking(sites[0], for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      booking.price = 20
      booking.siteChanges = [SiteChange(on: try day("2026-07-02"), to: sites[1])]
      XCTAssertEqual(try desk.reservations.book(booking).after.total, try usd("60"))
      XCTAssertEqual(
        try desk.reservations.edit("R-1", price: 25).after.total, try usd("75"))
      XCTAssertEqual(try desk.find("R-1").nightPrice, try usd("25"))
      try desk.reservations.move("R-1", to: sites[0])
      XCTAssertEqual(try desk.find("R-1").total, try usd("75"))
      booking.siteChanges = []
      booking.dates = try stay("2026-08-01", "2026-08-02")
      let series = try desk.reservations.reserveSeries(booking, every: .week, times: 2)
      XCTAssertEqual(series.stays.map(\.after.total), [try usd("20"), try usd("20")])
      // A part that is made later has it as well.
      try desk.reservations.split("R-1", on: day("2026-07-03"), to: sites[1])
      XCTAssertEqual(
        try desk.reservations.extend("R-1", by: 1).after.total, try usd("100"))
    }
  }

  func testAPriceIsCheckedAndOfAStayThatIsOverNone() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      try desk.reservations.book(booking)
      assertBreaks(.negativeRate(-1)) { try desk.reservations.edit("R-1", price: -1) }
      let third = Decimal(33_333) / 1_000
      assertBreaks(.invalidAmount(.tooPrecise(third, .usd))) {
        try desk.reservations.edit("R-1", price: third)
      }
      booking.price = -1
      assertBreaks(.negativeRate(-1)) { try desk.reservations.book(booking) }
      assertBreaks(.negativeRate(-1)) {
        try desk.rates.quote(site, dates: booking.dates, price: -1)
      }
      try desk.reservations.cancel("R-1")
      assertBreaks("R-1 is canceled and can no longer change") {
        try desk.reservations.edit("R-1", price: 30)
      }
    }
  }
}
