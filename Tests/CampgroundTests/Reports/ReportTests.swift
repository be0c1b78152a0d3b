import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What reports count, with figures worked out by hand. The clock stands at 2026-06-15.
@MainActor
final class ReportTests: XCTestCase {
  private func reports(_ desk: TestDesk) -> ReportService {
    ReportService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock)
  }

  private func period(_ first: String, _ last: String) throws -> ReportPeriod {
    try ReportPeriod(from: day(first), through: day(last))
  }

  private func dollars(_ text: String) throws -> Money {
    Money(try XCTUnwrap(Decimal(string: text)), .usd)
  }

  private func site(_ desk: TestDesk, _ name: String, _ type: CampSiteType? = nil) throws
    -> CampSite
  {
    var features = CampSiteFeatures()
    features.type = type
    return try desk.sites.add(name, features: features)
  }

  // MARK: Occupancy

  /// The domain's example: 10 sites, 9 closed, 1 occupied.
  func testOccupancyIsOfWhatIsAvailableAndOfAll() async throws {
    try await eachStore { desk in
      let sites = try (1...10).map { try site(desk, "\($0)") }
      for site in sites.dropFirst() {
        try desk.blocks.block(site, stay("2026-07-01", "2026-07-02"), reason: "roots")
      }
      _ = try desk.reservations.reserve(sites[0], for: nil, dates: stay("2026-07-01", "2026-07-02"))
      let total = try reports(desk).occupancy(period("2026-07-01", "2026-07-01")).total
      XCTAssertEqual(
        [total.soldNights, total.availableNights, total.allNights, total.closedNights],
        [1, 1, 10, 9])
      XCTAssertEqual(total.percentOfAvailable, 100)
      XCTAssertEqual(total.percentOfAll, 10)
    }
  }

  func testOnlyBookedNightsInThePeriodAreSold() async throws {
    try await eachStore { desk in
      let site = try site(desk, "1", .rv)
      // Two of its four nights lie in the period, whose last day counts.
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-05"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-08", "2026-07-09"))
      _ = try desk.reservations.cancel("R-2")
      _ = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-06", "2026-07-07")))
      let report = try reports(desk).occupancy(period("2026-07-03", "2026-07-10"))
      XCTAssertEqual(report.rows.map(\.type), ["rv"])
      XCTAssertEqual(report.total.soldNights, 2)
      XCTAssertEqual(report.total.allNights, 8)
      // 2 of 8 nights, and 2 of 3 rounded: 66.67.
      XCTAssertEqual(report.total.percentOfAll, 25)
      let three = try reports(desk).occupancy(period("2026-07-03", "2026-07-05")).total
      XCTAssertEqual(three.percentOfAll, Decimal(string: "66.67"))
    }
  }

  func testARetiredSiteCountsUntilThen() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try site(desk, $0) }
      _ = try desk.sites.retire(sites[1], from: day("2026-07-03"))
      let total = try reports(desk).occupancy(period("2026-07-01", "2026-07-05")).total
      XCTAssertEqual(total.allNights, 5 + 2)
      XCTAssertEqual(
        try reports(desk).occupancy(period("2026-07-04", "2026-07-05")).total.allNights, 2)
    }
  }

  func testACampgroundWithoutSitesHasNoPercentages() async throws {
    try await eachStore { desk in
      let empty = try reports(desk).occupancy(period("2026-07-01", "2026-07-05"))
      XCTAssertEqual(empty.rows, [])
      XCTAssertNil(empty.total.percentOfAll)
      XCTAssertNil(
        try reports(desk).revenue(period("2026-07-01", "2026-07-05")).total.averageDailyRate)
      XCTAssertEqual(try reports(desk).arrivals(period("2026-07-01", "2026-07-05")).count, 0)
    }
  }

  // MARK: Revenue

  func testRevenueIsPostedLodgingLessAllowancesWithoutTaxFeesAndKeptMoney() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addFee("Dogs", FeePlan(amount: 8))
      try desk.rates.addTax("Tax", TaxPlan(amount: 5, basis: .stay))
      let first = try desk.rates.addSeason(
        "First", SeasonSpan(from: .init(month: 6, day: 14), through: .init(month: 6, day: 14)))
      try desk.rates.addDiscount(
        "Senior", DiscountPlan(amount: 4, season: first, isAutomatic: true))
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
      XCTAssertEqual(report.rows.map(\.type), ["rv", "tent"])
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
      let importer = StayImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock)
      _ = try importer.importStays(
        from: Data(
          "site,arrival,departure\n15,2026-06-01,2026-06-08\n15,2026-07-01,2026-07-08\n".utf8))
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
      let importer = StayImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock)
      _ = try importer.importStays(
        from: Data(
          "site,arrival,departure\n15,2026-06-01,2026-06-04\n15,2026-06-04,2026-06-12\n".utf8))
      // Three nights at 50; a week at 210 and a night at 50; no tax in either.
      XCTAssertEqual(try desk.find("R-1").totalMinor, 15_000)
      XCTAssertEqual(try desk.find("R-2").totalMinor, 26_000)
    }
  }

  // MARK: Guests

  func testArrivalsDeparturesAndGuestsInHouseByDay() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2", "3"].map { try site(desk, $0, $0 == "3" ? .dayUse : nil) }
      @MainActor func book(_ site: CampSite, _ arrival: String, _ departure: String, _ people: Int)
        throws
      {
        _ = try desk.reservations.reserve(
          Booking(
            site, for: nil, dates: stay(arrival, departure), party: Party(adults: people)))
      }
      try book(sites[0], "2026-07-01", "2026-07-03", 4)
      try book(sites[1], "2026-07-02", "2026-07-03", 2)
      // By the day: the guest leaves on the second of July.
      try book(sites[2], "2026-07-02", "2026-07-03", 5)
      let service = reports(desk)
      let days = try period("2026-07-01", "2026-07-03")
      func texts(_ counts: [DayCount]) -> [String] { counts.map { "\($0.stays) \($0.people)" } }
      XCTAssertEqual(texts(try service.arrivals(days)), ["1 4", "2 7", "0 0"])
      XCTAssertEqual(texts(try service.departures(days)), ["0 0", "1 5", "2 6"])
      XCTAssertEqual(texts(try service.inHouse(days)), ["1 4", "3 11", "0 0"])
      XCTAssertEqual(try service.arrivals(days).map { "\($0.day)" }.last, "2026-07-03")
      // As the lists of single days have them.
      for (index, count) in try service.departures(days).enumerated() {
        let date = try day("2026-07-01").advanced(by: index)
        XCTAssertEqual(try desk.reservations.departures(on: date).count, count.stays, "\(date)")
        XCTAssertEqual(
          try desk.reservations.arrivals(on: date).count,
          try service.arrivals(days)[index].stays, "\(date)")
      }
    }
  }

  func testAStayOnTwoSitesArrivesAndLeavesOnce() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try site(desk, $0) }
      var booking = Booking(sites[0], for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      booking.siteChanges = [SiteChange(on: try day("2026-07-02"), to: sites[1])]
      _ = try desk.reservations.reserve(booking)
      let days = try period("2026-07-01", "2026-07-04")
      XCTAssertEqual(try reports(desk).arrivals(days).map(\.stays), [1, 0, 0, 0])
      XCTAssertEqual(try reports(desk).departures(days).map(\.stays), [0, 0, 0, 1])
      XCTAssertEqual(try reports(desk).inHouse(days).map(\.stays), [1, 1, 1, 0])
    }
  }

  func testAStayThatIsPutOnOneSiteLeavesOnce() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try site(desk, $0) }
      var booking = Booking(sites[0], for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      booking.siteChanges = [SiteChange(on: try day("2026-07-02"), to: sites[1])]
      let code = try desk.reservations.reserve(booking).code
      _ = try desk.reservations.move(code, to: sites[0])
      let days = try period("2026-07-01", "2026-07-04")
      XCTAssertEqual(try reports(desk).arrivals(days).map(\.stays), [1, 0, 0, 0])
      XCTAssertEqual(try reports(desk).departures(days).map(\.stays), [0, 0, 0, 1])
      XCTAssertEqual(try desk.reservations.departures(on: day("2026-07-04")).count, 1)
    }
  }

  /// The nights on the second site begin after the day of the report; they are kept, too.
  func testANoShowOnTwoSitesIsListedOnceWithAllThatWasKept() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try site(desk, $0) }
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all")), isDefault: true)
      var booking = Booking(sites[0], for: nil, dates: try stay("2026-06-14", "2026-06-16"))
      booking.siteChanges = [SiteChange(on: try day("2026-06-15"), to: sites[1])]
      booking.overridesRules = true
      _ = try desk.reservations.reserve(booking)
      try desk.folios.runNightly(day("2026-06-14"))
      let found = try reports(desk).noShows(period("2026-06-14", "2026-06-14"))
      XCTAssertEqual(found.map(\.code), ["R-1"])
      XCTAssertEqual(found.map(\.kept), [try dollars("80")])
      XCTAssertEqual(try reports(desk).noShows(period("2026-06-15", "2026-06-15")), [])
    }
  }

  func testTodayThoseAreInHouseWhoAreCheckedIn() async throws {
    try await eachStore { desk in
      // One should have left yesterday, one has not come yet.
      _ = try desk.stay("2026-06-12", nights: [4_000, 4_000], site: "1", isInHouse: true)
      _ = try desk.stay("2026-06-15", nights: [4_000, 4_000], site: "2")
      let counts = try reports(desk).inHouse(period("2026-06-14", "2026-06-16"))
      XCTAssertEqual(counts.map(\.stays), [0, 1, 1])
      XCTAssertEqual(try desk.reservations.inHouse(on: day("2026-06-15")).map(\.code), ["R-1"])
    }
  }

  /// No-show, 5 × 40 + 8 booking fee: keeps 208.
  func testANoShowIsListedWithWhatWasKept() async throws {
    try await eachStore { desk in
      let site = try site(desk, "1")
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.addFee("Booking", FeePlan(amount: 8))
      let ada = try desk.campers.addCamper("Ada", phoneNumber: nil)
      try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all")), isDefault: true)
      var booking = Booking(site, for: ada, dates: try stay("2026-06-14", "2026-06-19"))
      booking.overridesRules = true
      _ = try desk.reservations.reserve(booking)
      try desk.folios.runNightly(day("2026-06-14"))
      let found = try reports(desk).noShows(period("2026-06-14", "2026-06-14"))
      XCTAssertEqual(found.map(\.code), ["R-1"])
      XCTAssertEqual(found.map(\.camper), ["Ada"])
      XCTAssertEqual(found.map(\.kept), [try dollars("208")])
      XCTAssertEqual(try reports(desk).noShows(period("2026-06-15", "2026-06-20")), [])
    }
  }

  // MARK: Money

  func testSalesAreByDepartmentAndEmployeeNetOfWhatWasTakenBack() async throws {
    try await eachStore { desk in
      let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Shop"))
      let bo = try desk.employees.addEmployee("Bo", EmployeePlan(department: "Shop"))
      try desk.sales.addSale(of: .words("ice"), amount: 3, by: kasey)
      try desk.sales.addSale(of: .words("ice"), amount: 4, quantity: 2, by: bo)
      let wrong = try desk.sales.addSale(of: .words("tour"), amount: 20, by: bo)
      try desk.sales.addSale(of: .words("map"), amount: 5)
      try desk.sales.reverse(wrong)
      let today = try period("2026-06-15", "2026-06-15")
      XCTAssertEqual(
        try reports(desk).sales(today).map {
          "\($0.department ?? "-") \($0.employee ?? "-") \($0.total.saleCount) \($0.total.quantity) "
            + "\($0.total.amount)"
        }, ["- - 1 1 $5.00", "Shop Bo 1 2 $4.00", "Shop Kasey 1 1 $3.00"])
      XCTAssertEqual(
        try reports(desk).sales(today, by: .department).map { "\($0.label ?? "-") \($0.amount)" },
        ["- $5.00", "Shop $7.00"])
      XCTAssertEqual(try reports(desk).sales(period("2026-06-16", "2026-06-17")), [])
    }
  }

  func testTaxesAreByNameAndWhatIsTakenBackComesOff() async throws {
    try await eachStore { desk in
      let site = try site(desk, "1")
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10))
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "goods"))
      _ = try desk.reservations.reserve(
        Booking(site, for: nil, dates: stay("2026-06-15", "2026-06-17")))
      _ = try desk.reservations(at: evening("2026-06-15")).checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"))
      let sale = try desk.sales.addSale(of: .words("ice", taxGroup: "goods"), amount: 50)
      try desk.sales.addSale(of: .words("ice", taxGroup: "goods"), amount: 25)
      @MainActor func texts() throws -> [String] {
        try reports(desk).taxes(period("2026-06-15", "2026-06-15")).map {
          "\($0.name) \($0.amount)"
        }
      }
      XCTAssertEqual(try texts(), ["Lodging tax $4.00", "Sales tax $6.00"])
      try desk.sales.reverse(sale)
      XCTAssertEqual(try texts(), ["Lodging tax $4.00", "Sales tax $2.00"])
    }
  }

  /// Two nights at 100: one taxed, one waived. Thirty nights at 50 are exempt by their length, and
  /// of 200 kept for unused nights nothing is taxed.
  func testEachTaxHasItsBaseAndWhatIsExemptWithTheReason() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 100))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10, exemptFromNights: 30))
      try desk.rates.addTax("Bed levy", TaxPlan(amount: 2))
      try desk.policies.add(
        "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ all"), graceMinutes: 0),
        isDefault: true)
      for (name, last) in [("1", "2026-06-17"), ("2", "2026-07-15"), ("3", "2026-06-17")] {
        _ = try desk.reservations.reserve(
          Booking(try site(desk, name), for: nil, dates: stay("2026-06-15", last)))
      }
      for code in ["R-1", "R-2"] {
        _ = try desk.reservations(at: evening("2026-06-15")).checkIn(code)
      }
      try desk.reservations.cancel("R-3")
      try desk.folios.runNightly(day("2026-06-15"))
      @MainActor func texts(_ first: String, _ last: String) throws -> [String] {
        try reports(desk).taxes(period(first, last)).map { tax in
          "\(tax.name) \(tax.taxable.map { "\($0)" } ?? "-") \(tax.amount) "
            + tax.exempt.map { "\($0.amount) \($0.reason)" }.joined(separator: ", ")
        }
      }
      XCTAssertEqual(
        try texts("2026-06-15", "2026-06-15"),
        [
          "Bed levy - $4.00 ",
          "Lodging tax $100.00 $10.00 $200.00 kept for unused nights, $100.00 30 nights or more",
        ])
      let tax = try XCTUnwrap(
        desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).first { $0.name == "Lodging tax" })
      try desk.folios.reverse(tax, reason: "embassy")
      XCTAssertEqual(
        try texts("2026-06-15", "2026-06-15").last,
        "Lodging tax $0.00 $0.00 $200.00 kept for unused nights, $100.00 30 nights or more, "
          + "$100.00 embassy")
    }
  }

  /// What becomes exempt later moves on that day; the closed day stays as it was.
  func testAStayThatBecomesExemptMovesItsBaseOnThatDay() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 100))
      try desk.rates.addTax("Lodging tax", TaxPlan(percent: 10, exemptFromNights: 3))
      _ = try desk.reservations.reserve(
        Booking(try site(desk, "1"), for: nil, dates: stay("2026-06-15", "2026-06-17")))
      _ = try desk.reservations(at: evening("2026-06-15")).checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"), closing: true)
      try desk.reservations.extend("R-1", by: 1)
      @MainActor func texts(_ day: String) throws -> [String] {
        try reports(desk).taxes(period(day, day)).map { tax in
          "\(tax.taxable.map { "\($0)" } ?? "-") \(tax.amount) "
            + tax.exempt.map { "\($0.amount) \($0.reason)" }.joined(separator: ", ")
        }
      }
      XCTAssertEqual(try texts("2026-06-15"), ["$100.00 $10.00 "])
      XCTAssertEqual(try texts("2026-06-16"), ["-$100.00 -$10.00 $100.00 3 nights or more"])
    }
  }

  func testBalancesAreTheOpenBillsOfStaysInThePeriod() async throws {
    try await eachStore { desk in
      let first = try desk.stay("2026-06-20", nights: [4_000, 4_000], site: "1")
      let second = try desk.stay("2026-06-22", nights: [3_000], site: "2")
      try desk.folios.pay(100, by: .cash, for: second)
      @MainActor func codes(_ from: String, _ to: String) throws -> [String] {
        try reports(desk).balances(period(from, to)).map { "\($0.code) \($0.balance.due)" }
      }
      XCTAssertEqual(try codes("2026-06-20", "2026-06-22"), ["R-1 $80.00", "R-2 -$70.00"])
      // The night of the 21st is the last one of the first stay.
      XCTAssertEqual(try codes("2026-06-22", "2026-06-30"), ["R-2 -$70.00"])
      XCTAssertEqual(try codes("2026-06-21", "2026-06-21"), ["R-1 $80.00"])
      try desk.folios.pay(80, by: .card, for: first)
      XCTAssertEqual(try codes("2026-06-20", "2026-06-21"), [])
    }
  }

  // MARK: Bounds

  func testDatesInReverseAndEndlessPeriodsAreRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    assertBreaks(
      .datesInReverse(from: try day("2026-07-02"), through: try day("2026-07-01"))
    ) { try period("2026-07-02", "2026-07-01") }
    XCTAssertThrowsError(try period("1900-01-01", "2026-07-01")) {
      guard reason(of: $0)?.code == .outOfRange else { return XCTFail("\($0)") }
    }
    XCTAssertEqual(try period("2026-07-01", "2026-07-01").dayCount, 1)
    try desk.stack.close()
  }

  func testTheStoreCountsAndNoReservationOrLineBecomesAnObject() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let stay = try desk.stay(nights: [4_000, 5_000], isInHouse: true)
    try desk.folios.runNightly(day("2026-06-15"))
    try desk.sales.addSale(of: .words("ice"), amount: 3, settledBy: .charge(stay))
    let context = desk.stack.mainContext
    context.reset()
    let service = reports(desk)
    let july = try period("2026-06-01", "2026-06-30")
    let (_, work) = try desk.stack.persistentStoreCoordinator.measure {
      _ = try service.occupancy(july)
      _ = try service.arrivals(july)
      _ = try service.departures(july)
      _ = try service.inHouse(july)
      _ = try service.sales(july)
    }
    // However many stays and lines there are.
    XCTAssertLessThanOrEqual(work.statements.count, 22, "\(work)")
    XCTAssertEqual(
      context.registeredObjects.filter { !($0 is Campground) }.map(\.entity.name), [])
  }

  /// What is on the books takes the bill of each stay, but no query of its own for each.
  func testRevenueTakesAsManyQueriesForTwentyStaysAsForTwo() async throws {
    func statements(for count: Int) throws -> Int {
      let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
      let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      for number in 1...count {
        _ = try desk.reservations.reserve(
          site(desk, "\(number)"), for: nil, dates: stay("2026-06-20", "2026-06-22"))
      }
      desk.stack.mainContext.reset()
      let service = reports(desk)
      let june = try period("2026-06-01", "2026-06-30")
      return try desk.stack.persistentStoreCoordinator.measure {
        XCTAssertEqual(try service.revenue(june).total.booked.amount, Decimal(80 * count))
      }.1.statements.count
    }
    XCTAssertEqual(try statements(for: 20), try statements(for: 2))
  }
}
