import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A tax is the one in force on the date of the night, whenever that was agreed; today is
/// 2026-06-15.
@MainActor
final class TaxVersionTests: XCTestCase {
  /// The taxes of the card as `Tax 10% 2026-06-15...`, by name and first night.
  private func taxes(_ desk: TestDesk) throws -> [String] {
    try XCTUnwrap(try desk.rates.rateCard()).taxes.map { tax in
      let charge =
        switch tax.charge {
        case .percent(let percentage): "\(try percentage.of(100))%"
        case .amount(let amount, _): "\(amount)"
        }
      let (first, last) = (tax.scope.firstNight, tax.scope.lastNight)
      return "\(tax.name) \(charge) \(first.map { "\($0)" } ?? "")...\(last.map { "\($0)" } ?? "")"
    }.sorted()
  }

  /// What a night of 100 costs on some dates.
  private func totals(_ desk: TestDesk, _ nights: String...) throws -> [Int64] {
    let card = try XCTUnwrap(try desk.rates.rateCard())
    return try nights.map { night in
      let facts = StayFacts(nights: [.init(try day(night), at: BookedPlace(), agreedUnder: 1)])
      return try Bill(of: facts, by: card).totalMinor
    }
  }

  private func prepare(_ desk: TestDesk) throws -> Tax {
    try desk.rates.addRate("Base", RatePlan(amount: 100))
    return try desk.rates.addTax("Tax", TaxPlan(percent: 10))
  }

  func testAnEditIsForNightsFromTodayOn() async throws {
    try await eachStore { desk in
      let tax = try prepare(desk)
      XCTAssertEqual(try taxes(desk), ["Tax 10% ..."])
      try desk.rates.edit(tax) { $0.percent = 12 }
      XCTAssertEqual(try taxes(desk), ["Tax 10% ...2026-06-14", "Tax 12% 2026-06-15..."])
      XCTAssertEqual(
        try totals(desk, "2026-06-14", "2026-06-15", "2027-01-01"), [110_00, 112_00, 112_00])
      // What people see of it has no date that nobody gave it.
      XCTAssertNil(tax.firstNight)
      XCTAssertEqual(tax.effectiveFrom, try day("2026-06-15"))
      XCTAssertEqual(try desk.rates.taxes().map(\.percent), [12])
    }
  }

  func testAVersionThatWasForNoNightIsNotKept() async throws {
    try await eachStore { desk in
      let tax = try prepare(desk)
      try desk.rates.edit(tax) { $0.percent = 12 }
      try desk.rates.edit(tax) { $0.percent = 15 }
      XCTAssertEqual(try taxes(desk), ["Tax 10% ...2026-06-14", "Tax 15% 2026-06-15..."])
      let next = try desk.rates.addTax(
        "Next", TaxPlan(amount: 1, for: ScopePlan(from: day("2027-01-01"))))
      try desk.rates.edit(next) { $0.amount = 2 }
      try desk.rates.delete(next)
      XCTAssertEqual(try taxes(desk), ["Tax 10% ...2026-06-14", "Tax 15% 2026-06-15..."])
      XCTAssertEqual(try desk.count(Tax.self), 2)
    }
  }

  func testAVersionKeepsTheDatesThatItHad() async throws {
    try await eachStore { desk in
      let tax = try desk.rates.addTax(
        "Tax",
        TaxPlan(percent: 10, for: ScopePlan(from: day("2026-01-01"), through: day("2026-03-31"))))
      try desk.rates.edit(tax) { $0.scope.through = try day("2026-12-31") }
      // It ended in March, and is charged again from today on.
      XCTAssertEqual(
        try taxes(desk),
        ["Tax 10% 2026-01-01...2026-03-31", "Tax 10% 2026-06-15...2026-12-31"])
      XCTAssertEqual(tax.firstNight, try day("2026-01-01"))
    }
  }

  func testADeletedTaxEndsYesterday() async throws {
    try await eachStore { desk in
      let tax = try prepare(desk)
      try desk.rates.delete(tax)
      XCTAssertEqual(try desk.rates.taxes(), [])
      XCTAssertEqual(try taxes(desk), ["Tax 10% ...2026-06-14"])
      XCTAssertEqual(try totals(desk, "2026-06-14", "2026-06-15"), [110_00, 100_00])
      // Its name is free, and its group is not offered any more.
      try desk.rates.addTax("Tax", TaxPlan(percent: 7, group: "goods"))
      try desk.rates.delete(desk.rates.findTax("Tax"))
      XCTAssertEqual(try desk.rates.taxGroups(), ["lodging"])
    }
  }

  func testATaxThatIsNotChargedForAWhile() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    func desk(_ date: String) throws -> TestDesk {
      try otherDesk(on: file, now: day(date).midnightUTC.addingTimeInterval(43_200))
    }
    try _ = prepare(desk("2026-06-01"))
    for (date, isActive) in [("2026-06-10", false), ("2026-06-20", true)] {
      let desk = try desk(date)
      try desk.rates.edit(desk.rates.findTax("Tax")) { $0.isActive = isActive }
    }
    let later = try desk("2026-06-25")
    XCTAssertEqual(try taxes(later), ["Tax 10% ...2026-06-09", "Tax 10% 2026-06-20..."])
    XCTAssertEqual(
      try totals(later, "2026-06-09", "2026-06-10", "2026-06-19", "2026-06-20"),
      [110_00, 100_00, 100_00, 110_00])
  }

  func testUnderAClockThatWasSetBackNoNightHasTwoVersions() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let first = try otherDesk(on: file)
    let tax = try prepare(first)
    try first.rates.edit(tax) { $0.percent = 12 }
    let back = try otherDesk(on: file, now: day("2026-06-10").midnightUTC)
    try back.rates.edit(back.rates.findTax("Tax")) { $0.percent = 15 }
    XCTAssertEqual(try taxes(back), ["Tax 10% ...2026-06-14", "Tax 15% 2026-06-15..."])
  }

  func testTodayIsTheDayAtTheCampground() async throws {
    // An hour after midnight in London.
    let stack = try TestStoreStack(now: day("2026-06-15").midnightUTC.addingTimeInterval(3_600))
    let desk = TestDesk(stack)
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    _ = try desk.campgrounds.add("West", timeZone: zone)
    let tax = try prepare(desk)
    try desk.rates.edit(tax) { $0.percent = 12 }
    XCTAssertEqual(try taxes(desk), ["Tax 10% ...2026-06-13", "Tax 12% 2026-06-14..."])
  }

  func testANightHasTheTaxOfItsDate() async throws {
    try await eachStore { desk in
      let tax = try prepare(desk)
      let site = try desk.sites.add("15")
      // Of a past night, of tonight.
      @MainActor func totals() throws -> [Money?] {
        try [("2026-06-01", "2026-06-02"), ("2026-06-15", "2026-06-16")].map {
          try desk.rates.quote(site, dates: stay($0, $1)).total
        }
      }
      XCTAssertEqual(try totals(), [try usd("110"), try usd("110")])
      try desk.rates.edit(tax) { $0.percent = 12 }
      XCTAssertEqual(try totals(), [try usd("110"), try usd("112")])
      try desk.rates.delete(tax)
      XCTAssertEqual(try totals(), [try usd("110"), try usd("100")])
    }
  }
}
