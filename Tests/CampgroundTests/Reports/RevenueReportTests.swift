import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What the report of revenue counts.
@MainActor
final class RevenueReportTests: ReportTestCase {
  func testRevenueIsPostedLodgingLessAllowancesWithoutTaxFeesAndKeptMoney() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addFee("Dogs", FeePlan(amount: 8))
      try desk.rates.addTax("Tax", TaxPlan(amount: 5, basis: .stay))
      let first = try desk.rates.addSeason(
        "First", SeasonSpan(from: .init(month: 6, day: 14), through: .init(month: 6, day: 14)))
      try desk.rates.addDiscount(
        "Senior", DiscountPlan(amount: 4, for: ScopePlan(season: first), isAutomatic: true))
      let stay = try desk.stay("2026-06-14", nights: [4_000, 5_000, 6_000], isInHouse: true)
      try desk.folios.runNightly(day("2026-06-15"))
      let service = reports(desk)
      // 40 - 4 and 50; the night of the 16th is on the books at 60 and not posted.
      let before = try service.revenue(period("2026-06-14", "2026-06-16"))
      XCTAssertEqual(before.total.posted, try dollars("86"))
      XCTAssertEqual(before.total.postedNights, 2)
      // 86 / 2, not 86 / 3.
      XCTAssertEqual(before.total.averageDailyRate, try dollars("43"))
      XCTAssertEqual(before.total.booked, try dollars("146"))
      XCTAssertEqual(before.postedThrough, try day("2026-06-15"))
      try desk.folios.allow(6, to: stay, reason: "noise")
      try desk.folios.charge(9, for: "boat", to: stay)
      let report = try service.revenue(period("2026-06-14", "2026-06-16"))
      XCTAssertEqual(report.total.posted, try dollars("86"))
      XCTAssertEqual(report.total.corrections, try dollars("-6"))
      XCTAssertEqual(report.total.averageDailyRate, try dollars("43"))
      // 80 on the two site-nights so far.
      XCTAssertEqual(report.total.availableToDate, 2)
      XCTAssertEqual(report.total.revenuePerAvailableNight, try dollars("40"))
      XCTAssertEqual(report.total.soldNights, 3)
      XCTAssertEqual(report.total.booked, try dollars("140"))
      // 140 / 3 = 46.666…
      XCTAssertEqual(report.total.bookedDailyRate, try dollars("46.67"))
      XCTAssertEqual(
        try service.revenue(period("2026-06-14", "2026-06-14")).total.posted, try dollars("36"))
    }
  }

  /// A closed day's figures never change: what is found out in July about a night of June is a
  /// correction of July, and only the bill of that night is another one.
  func testALaterCorrectionBelongsToTheMonthInWhichItWasPosted() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_000, 5_000], isInHouse: true)
      try desk.folios.runNightly(day("2026-06-14"))
      _ = try desk.folios.closeDay(day("2026-06-14"))
      let line = try XCTUnwrap(
        try stay.folio.flatMap { try desk.folios.lines(of: $0).first { $0.amountMinor == 4_000 } })
      try desk.folios.reverse(line, reason: "no water")
      let service = reports(desk)
      let first = try service.revenue(period("2026-06-14", "2026-06-14")).total
      XCTAssertEqual(first.posted, try dollars("40"))
      XCTAssertEqual(first.corrections, try dollars("0"))
      let second = try service.revenue(period("2026-06-15", "2026-06-15")).total
      XCTAssertEqual(second.postedNights, 0)
      XCTAssertEqual(second.posted, try dollars("0"))
      XCTAssertEqual(second.corrections, try dollars("-40"))
      XCTAssertNil(second.averageDailyRate)
    }
  }

  /// The 15th was closed at noon, so that its night is posted on the 16th along with the next one:
  /// as itself, and not as a correction. What is taken off it afterwards is one.
  func testANightThatIsPostedLateIsPostedAllTheSame() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-15", nights: [4_000, 5_000])
      _ = try desk.folios.closeDay(day("2026-06-15"))
      _ = try desk.reservations(at: evening("2026-06-15")).checkIn(stay.code)
      let next = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(try evening("2026-06-16")))
      try next.runNightly(day("2026-06-16"))
      try next.allow(10, to: stay, reason: "noise")
      let total = try reports(desk).revenue(period("2026-06-16", "2026-06-16")).total
      XCTAssertEqual(total.postedNights, 2)
      XCTAssertEqual(total.posted, try dollars("90"))
      XCTAssertEqual(total.corrections, try dollars("-10"))
      // On the books, the night of the 16th has its own 50, less the 10 of that day.
      XCTAssertEqual(total.booked, try dollars("40"))
    }
  }

  func testANightThatIsTakenBackBringsNothingIn() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_000, 5_000], isInHouse: true)
      try desk.folios.runNightly(day("2026-06-15"))
      let line = try XCTUnwrap(
        try stay.folio.flatMap { try desk.folios.lines(of: $0).first { $0.amountMinor == 4_000 } })
      try desk.folios.reverse(line, reason: "power cut")
      XCTAssertEqual(
        try reports(desk).revenue(period("2026-06-14", "2026-06-15")).total.booked,
        try dollars("50"))
    }
  }

  /// Three nights at 40 each, of which the policy keeps all: who does not come, and who leaves after
  /// one, pay for nights that are not sold.
  func testWhatIsKeptOfNightsGivenUpIsNoRevenue() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all"), graceMinutes: 0),
        isDefault: true)
      for name in ["1", "2"] {
        var booking = Booking(
          try site(desk, name), for: nil, dates: try stay("2026-06-14", "2026-06-17"))
        booking.overridesRules = true
        _ = try desk.reservations.reserve(booking)
      }
      _ = try desk.reservations(at: evening("2026-06-14")).checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-14"))
      let left = try desk.reservations.checkOut("R-1")
      XCTAssertEqual(try desk.find("R-1").totalMinor, 12_000, "\(left)")
      XCTAssertEqual(try desk.find("R-2").status, "NoShow")
      let total = try reports(desk).revenue(period("2026-06-14", "2026-06-20")).total
      XCTAssertEqual(total.soldNights, 1)
      XCTAssertEqual(total.posted, try dollars("40"))
      XCTAssertEqual(total.averageDailyRate, try dollars("40"))
      XCTAssertEqual(total.booked, try dollars("40"))
      XCTAssertEqual(
        try reports(desk).noShows(period("2026-06-14", "2026-06-14")).map(\.kept),
        [try dollars("120")])
    }
  }

  func testANightCountsWhereItWasSpent() async throws {
    try await eachStore { desk in
      let rv = try site(desk, "1", .rv)
      let tent = try site(desk, "2", .tent)
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      var booking = Booking(rv, for: nil, dates: try stay("2026-06-14", "2026-06-17"))
      booking.overridesRules = true
      let code = try desk.reservations.reserve(booking).code
      _ = try desk.reservations(at: evening("2026-06-14")).checkIn(code)
      try desk.folios.runNightly(day("2026-06-14"))
      _ = try desk.reservations.move(code, to: tent)
      try desk.folios.runNightly(day("2026-06-15"))
      let report = try reports(desk).revenue(period("2026-06-14", "2026-06-16"))
      XCTAssertEqual(report.rows.map(\.label), ["rv", "tent"])
      XCTAssertEqual(report.rows.map(\.soldNights), [1, 2])
      XCTAssertEqual(report.rows.map(\.posted), [try dollars("40"), try dollars("40")])
      XCTAssertEqual(report.rows.map(\.booked), [try dollars("40"), try dollars("80")])
      XCTAssertEqual(report.rows.map(\.availableNights), [3, 3])
      // Two days are posted, three are on the books.
      XCTAssertEqual(
        report.rows.map(\.revenuePerAvailableNight), [try dollars("20"), try dollars("20")])
      XCTAssertEqual(
        report.rows.map(\.bookedPerAvailableNight), [try dollars("13.33"), try dollars("26.67")])
    }
  }

  /// A week at 10.00 is 1.43 a night, and 1.42 for the last. Nothing of it was posted here.
  func testAnImportedStayIsOnTheBooksNightByNight() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      try desk.rates.addRate("Week", RatePlan(amount: 10, kind: .weekly))
      let importer = ReservationImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock)
      _ = try importer.importReservations(
        from: Data(
          "site,arrival,departure\n15,2026-06-01,2026-06-08\n15,2026-07-01,2026-07-08\n".utf8),
        options: ImportOptions(createsMissing: true))
      let service = reports(desk)
      @MainActor func booked(_ first: String, _ last: String) throws -> String {
        let total = try service.revenue(period(first, last)).total
        XCTAssertEqual(total.posted, try dollars("0"))
        return "\(total.booked)"
      }
      XCTAssertEqual(try booked("2026-06-01", "2026-06-01"), "$1.43")
      XCTAssertEqual(try booked("2026-06-07", "2026-06-07"), "$1.42")
      XCTAssertEqual(try booked("2026-06-02", "2026-06-30"), "$8.57")
      XCTAssertEqual(try booked("2026-05-01", "2026-06-30"), "$10.00")
      XCTAssertEqual(try booked("2026-07-01", "2026-07-31"), "$10.00")
    }
  }

  func testImportedStaysArePricedByTheRatesThatAreThere() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      _ = try desk.sites.add("16", rate: 45)
      try desk.rates.addRate("Base", RatePlan(amount: 50))
      try desk.rates.addRate("Week", RatePlan(amount: 210, kind: .weekly))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10))
      let importer = ReservationImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock)
      _ = try importer.importReservations(
        from: Data(
          "site,arrival,departure\n15,2026-06-01,2026-06-04\n15,2026-06-04,2026-06-12\n".utf8),
        options: ImportOptions(createsMissing: true))
      // Three nights at 50; a week at 210 and a night at 50; each with its tax.
      for (code, lodging) in [("R-1", 15_000), ("R-2", 26_000)] as [(String, Int64)] {
        let stay = try desk.find(code)
        XCTAssertEqual(stay.totalMinor, lodging + lodging / 10)
        let lines = try desk.folios.bill(of: stay).lines
        XCTAssertEqual(
          lines.reduce(0) {
            $0 + ([.lodging, .longerStay].contains($1.kind) ? $1.amountMinor : 0)
          },
          lodging)
      }
    }
  }
}
