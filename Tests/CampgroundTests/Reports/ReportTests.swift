import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What the reports of occupancy and guests count, and their bounds.
@MainActor
final class ReportTests: ReportTestCase {
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
      XCTAssertEqual(report.rows.map(\.label), ["rv"])
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

  // MARK: Bounds

  func testDatesInReverseAndEndlessPeriodsAreRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    assertBreaks(
      .datesInReverse(from: try day("2026-07-02"), through: try day("2026-07-01"))
    ) { try period("2026-07-02", "2026-07-01") }
    assertBreaks(.outOfRange, "the number of days must be from 1 to 36525, not 46203") {
      try period("1900-01-01", "2026-07-01")
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
