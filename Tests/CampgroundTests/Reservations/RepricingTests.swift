import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A stay is priced anew after some of its nights were posted: it is cut into weeks and months as a
/// new one, what was posted counts, and where no price changed nothing does.
///
/// R-1 is on site 15 from 2026-06-15 on; a night costs 40.00 and a week 200.00.
@MainActor
final class RepricingTests: XCTestCase {
  /// Checks the guest of R-1 in, who has had some nights.
  private func stay(
    _ desk: TestDesk, nights: Int, posted: Int, week: Decimal? = 200
  ) throws -> ReservationService {
    let site = try desk.sites.add("15")
    try desk.rates.addRate("Night", RatePlan(amount: 40))
    if let week { try desk.rates.addRate("Week", RatePlan(amount: week, kind: .weekly)) }
    let arrival = try day("2026-06-15")
    _ = try desk.reservations.reserve(site, for: nil, arrival: arrival, nights: nights)
    try desk.reservations.checkIn("R-1")
    let today = "\(arrival.advanced(by: posted))"
    if posted > 0 { try desk.folios(on: today).runNightly() }
    return try desk.reservations(on: today)
  }

  /// What the nights of R-1 cost that are not posted.
  private func toCome(_ desk: TestDesk) throws -> [Int64] {
    let stay = try desk.find("R-1")
    let posted = Set(stay.entries.filter { $0.kind == .lodging }.compactMap(\.night))
    let bill = try XCTUnwrap(desk.folios.bill(of: stay))
    return bill.lines.filter { $0.kind == .lodging && !posted.contains($0.day) }.map(\.amountMinor)
  }

  func testAWeekOfWhichNightsArePostedCostsAWeek() async throws {
    for posted in 0...6 {
      try await eachStore { desk in
        let later = try stay(desk, nights: 7, posted: posted)
        let change = try later.reprice("R-1")
        XCTAssertEqual(difference(change), [], "\(posted)")
        XCTAssertEqual(change.after.total, try usd("200"), "\(posted)")
      }
    }
  }

  func testAMonthOfWhichNightsArePostedCostsAMonth() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      try desk.rates.addRate("Month", RatePlan(amount: 901, kind: .monthly))
      // 30 nights, of which the first ten cost 30.04.
      _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-06-15"), nights: 30)
      try desk.reservations.checkIn("R-1")
      try desk.folios(on: "2026-06-20").runNightly()
      let later = try desk.reservations(on: "2026-06-20")
      XCTAssertEqual(difference(try later.reprice("R-1")), [])
      XCTAssertEqual(try desk.find("R-1").total, try usd("901"))
      // And ten days of a second month of 31 days: 290.65.
      let change = try later.extend("R-1", by: 10)
      XCTAssertEqual(change.after.total, try usd("1191.65"))
      XCTAssertNil(change.remarks.totalAtCurrentPrices)
    }
  }

  func testAnAddedWeekAdvertisesNoOtherSum() async throws {
    try await eachStore { desk in
      let later = try stay(desk, nights: 7, posted: 2)
      let change = try later.extend("R-1", by: 7)
      XCTAssertEqual(change.after.total, try usd("400"))
      XCTAssertNil(change.remarks.totalAtCurrentPrices)
    }
  }

  func testADiscountByPercentageIsRoundedOnTheWholeStay() async throws {
    for posted in 1...6 {
      try await eachStore { desk in
        try desk.rates.addDiscount("Club", DiscountPlan(percent: 20, isAutomatic: true))
        let later = try stay(desk, nights: 7, posted: posted)
        XCTAssertEqual(try desk.find("R-1").total, try usd("160"))
        XCTAssertEqual(try later.reprice("R-1").after.total, try usd("160"), "\(posted)")
      }
    }
  }

  /// A stay from 2026-06-15 on at 33.35 a night, less 10%.
  private func discounted(_ desk: TestDesk, nights: Int, at rate: String = "33.35") throws {
    let site = try desk.sites.add("15")
    try desk.rates.addRate("Night", RatePlan(amount: XCTUnwrap(Decimal(string: rate))))
    try desk.rates.addDiscount("Club", DiscountPlan(percent: 10, isAutomatic: true))
    _ = try desk.reservations.reserve(site, for: nil, arrival: day("2026-06-15"), nights: nights)
  }

  func testADiscountByPercentageIsRoundedOnceAlsoOnNightsThatAreAdded() async throws {
    try await eachStore { desk in
      try discounted(desk, nights: 1)
      // 3.335 of one night is 3.34; 6.67 of both leave 3.33 for the second.
      XCTAssertEqual(try desk.find("R-1").total, try usd("30.01"))
      let change = try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(change.after.total, try usd("60.03"))
      XCTAssertNil(change.remarks.totalAtCurrentPrices)
      XCTAssertEqual(difference(try desk.reservations.reprice("R-1")), [])
    }
  }

  func testADiscountByPercentageIsRoundedOnceAlsoWhereNightsGo() async throws {
    try await eachStore { desk in
      // 23.33 of seven nights are 3.34 twice and 3.33; of three nights it is 10.00.
      try discounted(desk, nights: 7, at: "33.33")
      let change = try desk.reservations.shorten("R-1", by: 4)
      XCTAssertEqual(change.after.total, try usd("89.99"))
      XCTAssertNil(change.remarks.totalAtCurrentPrices)
      XCTAssertEqual(difference(try desk.reservations.reprice("R-1")), [])
      XCTAssertEqual(
        try bill(desk).filter { $0.kind == .discount }.map(\.amountMinor), [-334, -333, -333])
    }
  }

  private func bill(_ desk: TestDesk) throws -> [Bill.Line] {
    try XCTUnwrap(desk.folios.bill(of: desk.find("R-1"))).lines
  }

  func testAChargedShareOfADiscountStaysAndTheOthersMakeUpForIt() async throws {
    try await eachStore { desk in
      try discounted(desk, nights: 7, at: "33.33")
      try desk.reservations.checkIn("R-1")
      try desk.folios(on: "2026-06-17").runNightly()
      // 3.34 were charged twice; of three nights it is 3.34, 3.33 and 3.33, so that the next
      // night run gives a cent of the second one back.
      let change = try desk.reservations(on: "2026-06-17").shorten("R-1", by: 4)
      XCTAssertEqual(change.after.total, try usd("89.99"))
      XCTAssertNil(change.remarks.totalAtCurrentPrices)
      try desk.folios(on: "2026-06-18").runNightly()
      let stay = try desk.find("R-1")
      XCTAssertEqual(
        stay.entries.sorted { $0.number < $1.number }.filter { $0.kind == .discount }
          .map(\.amountMinor), [-334, -334, 1, -333])
    }
  }

  func testARaisedWeekIsPaidLessWhatWasPostedOfIt() async throws {
    try await eachStore { desk in
      let later = try stay(desk, nights: 7, posted: 1)
      try desk.rates.edit(desk.rates.findRate("Week")) { $0.amount = 280 }
      // The night that is posted is a seventh of the week at 200, the six others of that at 280.
      XCTAssertEqual(
        try later.extend("R-1", by: 1).remarks.totalAtCurrentPrices?.total, try usd("308.57"))
      try later.shorten("R-1", by: 1)
      XCTAssertEqual(try later.reprice("R-1").after.total, try usd("268.57"))
      XCTAssertEqual(try toCome(desk), [4_000, 4_000, 4_000, 4_000, 4_000, 4_000])
    }
  }

  func testNightsThatArePostedAreNoPartOfALaterWeek() async throws {
    try await eachStore { desk in
      let later = try stay(desk, nights: 7, posted: 2, week: nil)
      try desk.rates.addRate("Week", RatePlan(amount: 200, kind: .weekly))
      // No weekly rate was for them, and five nights are no week.
      XCTAssertEqual(try later.reprice("R-1").after.total, try usd("280"))
      XCTAssertEqual(try toCome(desk), [4_000, 4_000, 4_000, 4_000, 4_000])
    }
  }

  func testAWaivedNightOfAWeekStaysFree() async throws {
    try await eachStore { desk in
      let later = try stay(desk, nights: 7, posted: 1)
      let line = try XCTUnwrap(desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).first)
      try desk.folios(on: "2026-06-16").reverse(line, reason: "no water")
      XCTAssertEqual(try later.reprice("R-1").after.total, try usd("171.42"))
    }
  }

  func testAWeekOnTwoCampsitesOfWhichNightsArePostedCostsAWeek() async throws {
    try await eachStore { desk in
      let (first, second) = (try desk.sites.add("15"), try desk.sites.add("16"))
      try desk.rates.addRate("Week", RatePlan(amount: 200, kind: .weekly))
      try desk.rates.addRate("Night", RatePlan(amount: 40))
      _ = try desk.reservations.reserve(
        desk.booking(
          first, for: nil, StayDates(arrival: day("2026-06-15"), nights: 7),
          then: ("2026-06-17", second)))
      try desk.reservations.checkIn("R-1")
      try desk.folios(on: "2026-06-16").runNightly()
      let change = try desk.reservations(on: "2026-06-16").reprice("R-1")
      XCTAssertEqual(difference(change), [])
      XCTAssertEqual(change.after.total, try usd("200"))
    }
  }
}
