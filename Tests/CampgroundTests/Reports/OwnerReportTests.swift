import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The reports for the owner, worked out by hand. The clock stands at 2026-06-15.
@MainActor
final class OwnerReportTests: ReportTestCase {
  // MARK: Groupings

  func testOccupancyAndRevenueAreOfTypesClassesSitesLoopsOrMonths() async throws {
    try await eachStore { desk in
      _ = try desk.siteClass("Creek", ["2", "10"], rate: 40)
      let other = try desk.sites.add("3", features: CampSiteFeatures(type: .tent), rate: 20)
      let creek = try desk.sites.find("10")
      // Two nights of June and one of July; one night of July.
      _ = try desk.reservations.reserve(creek, for: nil, dates: stay("2026-06-29", "2026-07-02"))
      _ = try desk.reservations.reserve(other, for: nil, dates: stay("2026-07-05", "2026-07-06"))
      let time = try period("2026-06-29", "2026-07-05")
      let expected: [ReportGrouping: [String]] = [
        .type: ["rv 3 14 120", "tent 1 7 20"], .siteClass: ["Creek 3 14 120", "- 1 7 20"],
        .site: ["2 0 7 0", "3 1 7 20", "10 3 7 120"], .loop: ["- 4 21 140"],
        .month: ["2026-06 2 6 80", "2026-07 2 15 60"],
      ]
      for (grouping, rows) in expected {
        let occupancy = try reports(desk).occupancy(time, by: grouping)
        let revenue = try reports(desk).revenue(time, by: grouping)
        XCTAssertEqual(
          zip(occupancy.rows, revenue.rows).map {
            "\($0.label ?? "-") \($0.soldNights) \($0.availableNights) \($1.booked.amount)"
          }, rows, grouping.rawValue)
        XCTAssertEqual(revenue.rows.map(\.label), occupancy.rows.map(\.label))
        XCTAssertEqual(occupancy.total.soldNights, 4)
        XCTAssertEqual(revenue.total.booked, try dollars("140"))
      }
    }
  }

  // MARK: Pace

  private func book(
    _ site: CampSite, _ desk: TestDesk, _ day: String, _ arrival: String, _ departure: String
  ) throws {
    _ = try desk.reservations(on: day).reserve(site, for: nil, dates: stay(arrival, departure))
  }

  func testPaceComparesWithWhatWasOnTheBooksOnTheSameDayOfLastYear() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15", rate: 40)
      // On June 15 of last year: three nights, and two that were canceled later; neither the two that
      // were booked later, nor the one that had been canceled.
      try book(site, desk, "2025-06-01", "2025-07-01", "2025-07-04")
      try book(site, desk, "2025-06-20", "2025-07-10", "2025-07-12")
      try book(site, desk, "2025-06-01", "2025-07-20", "2025-07-22")
      try book(site, desk, "2025-06-01", "2025-07-25", "2025-07-26")
      _ = try desk.reservations(on: "2025-06-30").cancel("R-3")
      _ = try desk.reservations(on: "2025-06-10").cancel("R-4")
      try book(site, desk, "2026-06-01", "2026-06-30", "2026-07-03")
      let pace = try reports(desk).pace(period("2026-06-01", "2026-07-31"))
      XCTAssertEqual(pace.day, try day("2025-06-15"))
      XCTAssertEqual(
        pace.rows.map {
          "\($0.month ?? "-") \($0.nights) \($0.nightsThen) \($0.finalNights) "
            + "\($0.booked.amount) \($0.bookedThen.amount) \($0.finalBooked.amount)"
        },
        ["2026-06 1 0 0 40 0 0", "2026-07 2 5 5 80 200 200"])
      XCTAssertEqual(pace.rows.map(\.change), [nil, -60])
      XCTAssertEqual(
        [pace.total.nights, pace.total.nightsThen, pace.total.finalNights], [3, 5, 5])
      XCTAssertEqual(pace.total.booked, try dollars("120"))
      XCTAssertEqual(pace.importedNights, 0)
    }
  }

  // MARK: Money

  func testPaymentsAreByMethodWithoutReversedOnes() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [10_000])
      let wrong = try desk.folios.pay(30, by: .cash, for: stay)
      try desk.folios.pay(50, by: .cash, for: stay)
      try desk.folios.pay(40, by: .card, for: stay)
      try desk.folios.reverse(wrong, reason: "typed twice")
      try desk.folios.refund(5, to: stay, by: .card, reason: "noise")
      let ways = try reports(desk).payments(period("2026-06-15", "2026-06-15"))
      XCTAssertEqual(
        ways.map { "\($0.method.rawValue) \($0.lineCount) \($0.paid) \($0.refunded) \($0.net)" },
        ["cash 3 $50.00 $0.00 $50.00", "card 2 $40.00 $5.00 $35.00"])
      XCTAssertEqual(try reports(desk).payments(period("2026-06-16", "2026-06-16")), [])
    }
  }

  func testDepositsAreHeldUntilTheStayBegins() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let coming = try desk.stay("2026-06-20", nights: [10_000], site: "1", camper: "Bo")
      let present = try desk.stay("2026-06-15", nights: [10_000], site: "2", camper: "Ada")
      let canceled = try desk.stay("2026-06-20", nights: [10_000], site: "3", camper: "Cy")
      for (stay, amount) in [(coming, 30), (present, 50), (canceled, 20)] {
        try desk.folios.pay(Decimal(amount), by: .card, for: stay)
      }
      _ = try desk.reservations(at: evening("2026-06-15")).checkIn(present.code)
      _ = try desk.reservations.cancel(canceled.code)
      let held = try reports(desk).deposits(heldOn: day("2026-06-15"))
      XCTAssertEqual(
        held.map { "\($0.code) \($0.guest ?? "-") \($0.arrival) \($0.held)" },
        ["R-1 Bo 2026-06-20 $30.00"])
      // The day before, nothing was paid.
      XCTAssertEqual(try reports(desk).deposits(heldOn: day("2026-06-14")), [])
    }
  }

  func testReceivablesAreByTheDaysSinceTheGuestLeft() async throws {
    XCTAssertEqual(
      [0, 1, 30, 31, 60, 61, 90, 91].map { Receivable.Age(days: $0).rawValue },
      [
        "current", "1-30 days", "1-30 days", "31-60 days", "31-60 days", "61-90 days", "61-90 days",
        "over 90 days",
      ])
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let gone = try desk.stay("2026-05-10", nights: [10_000], site: "1", camper: "Bo")
      _ = try desk.stay("2026-06-20", nights: [5_000], site: "2", camper: "Ada")
      _ = try desk.reservations(at: evening("2026-05-10")).checkIn(gone.code)
      _ = try desk.reservations(on: "2026-05-11").checkOut(gone.code)
      // May 11 is 35 days before June 15.
      XCTAssertEqual(
        try reports(desk).receivables().map {
          "\($0.code) \($0.guest ?? "-") \($0.since) \($0.age.rawValue) \($0.due)"
        },
        [
          "R-1 Bo 2026-05-11 31-60 days $100.00", "R-2 Ada 2026-06-21 current $50.00",
        ])
    }
  }

  func testTaxesOfAPeriodAreThoseOfItsMonths() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.begin(on: "2026-05-01")
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, basis: .stay, group: "goods"))
      for date in ["2026-05-30", "2026-06-01", "2026-06-15"] {
        try desk.sales.addSale(
          of: .words("Firewood", taxGroup: "goods"), amount: 12.5, on: day(date))
      }
      let months = try reports(desk).taxesByMonth(period("2026-05-01", "2026-06-30"))
      XCTAssertEqual(months.map(\.name), ["2026-05", "2026-06"])
      XCTAssertEqual(
        try months.map { try $0.taxes.map { try $0.amount.minorUnits() } }, [[100], [200]])
    }
  }
}
