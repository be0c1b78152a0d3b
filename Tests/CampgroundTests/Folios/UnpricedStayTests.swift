import Campground
import TestSupport
import XCTest

/// Stays of which some nights have no rate, at the desk. June 15, 2026 is a Monday.
@MainActor
final class UnpricedStayTests: XCTestCase {
  /// A site with a rate of 100 for the nights of June 15 through 18.
  private func site(_ desk: TestDesk) throws -> CampSite {
    let season = try desk.rates.addSeason(
      "Now",
      SeasonSpan(from: .init(month: 6, day: 15), through: .init(month: 6, day: 18), year: 2026))
    try desk.rates.addRate("Now", RatePlan(amount: 100, for: ScopePlan(season: season)))
    return try desk.sites.add("15")
  }

  /// Four nights at 100, extended by one outside the season.
  private func extended(_ desk: TestDesk) throws -> StayChange {
    let site = try site(desk)
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-19"))
    try desk.reservations.checkIn("R-1")
    return try desk.reservations(on: "2026-06-18").extend("R-1", by: 1)
  }

  func testExtendingByANightWithoutARateKeepsTheAgreedNights() async throws {
    try await eachStore { desk in
      let change = try extended(desk)
      XCTAssertEqual(change.after.stayPrice.description, "$400.00 + 1 night to be priced")
      XCTAssertEqual(change.unpricedNights, [try day("2026-06-19")])
      XCTAssertEqual(change.difference, try usd("0"))
      // Audits post the four nights, and name the fifth.
      let audit = try desk.folios(on: "2026-06-19").runNightly(day("2026-06-18"))
      XCTAssertEqual(audit.posted, try usd("400"))
      XCTAssertEqual(audit.unpriced, [])
      let next = try desk.folios(on: "2026-06-20").runNightly(day("2026-06-19"))
      XCTAssertEqual(next.linesPosted, 0)
      XCTAssertEqual(next.unpriced, ["R-1"])
      let open = try desk.folios.openBills()
      XCTAssertEqual(open.map(\.unpricedNights), [1])
      XCTAssertEqual(open.map(\.balance.due), [try usd("400")])
    }
  }

  func testCheckingOutLeavesANightUnbilledOnlyOnRequest() async throws {
    try await eachStore { desk in
      _ = try extended(desk)
      let leaving = try desk.reservations(on: "2026-06-20")
      assertBreaks("1 night of R-1 would not be billed: no rate prices 2026-06-19") {
        try leaving.checkOut("R-1")
      }
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
      let left = try leaving.checkOut("R-1", leavingUnpriced: true)
      XCTAssertEqual(left.balance.charged, try usd("400"))
    }
  }

  func testAStayWithoutAnyPriceChecksOut() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      try desk.reservations.checkIn("R-1")
      XCTAssertEqual(
        try desk.reservations(on: "2026-06-17").checkOut("R-1").balance.charged, try usd("0"))
    }
  }

  func testAPriceOfAddedNightsIsForTheseOnly() async throws {
    try await eachStore { desk in
      let site = try site(desk)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-19"))
      let change = try desk.reservations.extend("R-1", by: 2, price: 40)
      XCTAssertEqual(change.after.total, try usd("480"))
      XCTAssertEqual(change.unpricedNights, [])
    }
  }

  func testAPriceForUnpricedNightsLeavesTheOthersAlone() async throws {
    try await eachStore { desk in
      _ = try extended(desk)
      // The night is past: it is charged with the next audit.
      let later = try desk.reservations(on: "2026-06-20")
      let change = try later.edit("R-1", price: 40, onlyUnpriced: true)
      XCTAssertEqual(change.after.stayPrice.description, "$440.00")
      XCTAssertEqual(try later.checkOut("R-1").balance.due, try usd("440"))
    }
  }

  func testMovingToASiteWithoutRatesKeepsNothingAndSaysWhatIsToBePriced() async throws {
    try await eachStore { desk in
      try desk.addPolicyKeepingAll()
      let season = try site(desk)
      let other = try desk.sites.add("16")
      try desk.rates.edit(desk.rates.findRate("Now")) { $0.scope.site = season }
      _ = try desk.reservations.reserve(season, for: nil, dates: stay("2026-06-15", "2026-06-19"))
      let moved = try desk.reservations.move("R-1", to: other)
      XCTAssertEqual(moved.after.stayPrice.description, "no price")
      XCTAssertEqual(moved.unpricedNights.count, 4)
      XCTAssertEqual(
        try desk.reservations.move("R-1", to: season).after.stayPrice.description, "$400.00")
    }
  }
}

extension TestDesk {
  /// The standard policy keeps everything, from the moment of booking.
  fileprivate func addPolicyKeepingAll() throws {
    try policies.add(
      "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all"), graceMinutes: 0),
      isDefault: true)
  }
}
