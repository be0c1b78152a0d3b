import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is to be paid when. The clock stands at noon of 2026-06-15.
@MainActor
final class DuePaymentTests: XCTestCase {
  private func words(_ payments: [DuePayment]) -> [String] {
    payments.map { "\($0.day) \($0.reason) \($0.amount) \($0.paid) \($0.open)" }
  }

  /// "Six months at 600 on day one: 600 due, 3,000 to come."
  func testAStayByTheMonthIsPaidMonthByMonth() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1")
      try desk.rates.addRate("Month", RatePlan(amount: 600, kind: .monthly))
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-12-15"))
      XCTAssertEqual(stay.totalMinor, 360_000)
      let today = try desk.folios.duePayments()
      XCTAssertEqual(words(today.map(\.payment)), ["2026-06-15 month $600.00 $0.00 $600.00"])
      let all = try desk.folios.duePayments(for: stay)
      XCTAssertEqual(
        all.map { "\($0.day)" },
        ["06", "07", "08", "09", "10", "11"].map { "2026-\($0)-15" })
      XCTAssertEqual(all.dropFirst().map(\.open.amount).reduce(0, +), 3_000)

      // What is paid counts for what is due first.
      try desk.folios.pay(1_300, by: .card, for: stay)
      XCTAssertEqual(try desk.folios.duePayments().count, 0)
      XCTAssertEqual(
        words(try desk.folios.duePayments(through: day("2026-08-15")).map(\.payment)),
        ["2026-08-15 month $600.00 $100.00 $500.00"])
    }
  }

  func testADepositIsDueOnBookingAndTheRestOnArrival() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 45)
      try desk.rates.addDepositRule("First night", DepositPlan(nights: 1))
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      XCTAssertEqual(
        words(try desk.folios.duePayments(for: stay)),
        [
          "2026-06-15 deposit $45.00 $0.00 $45.00", "2026-07-01 balance $90.00 $0.00 $90.00",
        ])
      try desk.folios.pay(60, by: .card, for: stay)
      XCTAssertEqual(
        words(try desk.folios.duePayments(for: stay)),
        [
          "2026-06-15 deposit $45.00 $45.00 $0.00", "2026-07-01 balance $90.00 $15.00 $75.00",
        ])
      XCTAssertEqual(try desk.folios.duePayments().count, 0)
    }
  }

  func testWhatIsChargedByHandIsDueAtOnceAndAllAddsUpToTheBalance() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-20", nights: [4_000, 4_000])
      try desk.folios.charge(12, for: "Firewood", to: stay)
      try desk.folios.pay(20, by: .cash, for: stay)
      let payments = try desk.folios.duePayments(for: stay)
      XCTAssertEqual(
        words(payments),
        [
          "2026-06-15 charges $12.00 $12.00 $0.00", "2026-06-20 balance $80.00 $8.00 $72.00",
        ])
      XCTAssertEqual(
        payments.map(\.open.amount).reduce(0, +), try desk.folios.balance(of: stay).due.amount)
    }
  }

  func testOnlyWhatIsKeptIsDueOfAStayThatWasCanceledAndNothingOfAHold() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ nights 1"), graceMinutes: 0),
        isDefault: true)
      let site = try desk.sites.add("1", rate: 45)
      let autumn = try stay("2026-08-01", "2026-08-04")
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      _ = try desk.reservations.hold(
        Booking(site, for: nil, dates: autumn))
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(
        words(try desk.folios.duePayments(for: stay)),
        ["2026-06-15 balance $45.00 $0.00 $45.00"])
      XCTAssertEqual(
        try desk.folios.duePayments(through: day("2026-12-31")).map(\.stay.code), ["R-1"])
    }
  }
}
