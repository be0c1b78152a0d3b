import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class AvailabilityServiceTests: XCTestCase {
  private func names(_ desk: TestDesk, _ query: AvailabilityQuery) throws -> [String] {
    try desk.availability.search(query).map(\.site.name)
  }

  /// Turns a reservation's nights into ones that are held until an instant.
  private func hold(_ reservation: Reservation, until end: Date) throws {
    reservation.state = .hold
    reservation.holdExpiresAt = end
    for night in reservation.nights { night.heldUntil = end }
    try reservation.managedObjectContext?.saveThrough()
  }

  // MARK: Fixed dates

  func testTheSmallestSiteThatFitsComesFirst() async throws {
    try await eachStore { desk in
      for (name, length) in [("1", 60), ("2", 36), ("3", 45), ("4", 36)] {
        _ = try desk.sites.add(name, features: CampSiteFeatures(vehicleLength: length))
      }
      _ = try desk.sites.add("5")
      let dates = try stay("2026-07-01", "2026-07-04")
      XCTAssertEqual(try names(desk, AvailabilityQuery(dates)), ["1", "2", "3", "4", "5"])
      XCTAssertEqual(
        try names(
          desk, AvailabilityQuery(dates, needs: SiteNeeds(CampSiteFeatures(vehicleLength: 34)))),
        ["2", "4", "3", "1"])
    }
  }

  func testNothingIsOfferedForMoreNightsThanAStayMayHave() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("1")
      let most = try StayDates(arrival: day("2026-07-01"), nights: 1_000)
      XCTAssertEqual(try names(desk, AvailabilityQuery(most)), ["1"])
      let more = try StayDates(arrival: day("2026-07-01"), nights: 1_001)
      assertBreaks(.stayTooLong(nights: 1_001, most: 1_000)) {
        try desk.availability.search(AvailabilityQuery(more))
      }
    }
  }

  func testOfEquallyFittingSitesAFavoriteComesFirst() async throws {
    try await eachStore { desk in
      for (name, length) in [("1", 45), ("2", 36), ("3", 45)] {
        _ = try desk.sites.add(
          name, features: CampSiteFeatures(vehicleLength: length), isFavorite: name == "3")
      }
      let dates = try stay("2026-07-01", "2026-07-04")
      XCTAssertEqual(try names(desk, AvailabilityQuery(dates)), ["3", "1", "2"])
      XCTAssertEqual(
        try names(
          desk, AvailabilityQuery(dates, needs: SiteNeeds(CampSiteFeatures(vehicleLength: 30)))),
        ["2", "3", "1"])
    }
  }

  func testAnOfferHasThePriceOfTheWholeStay() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15", rate: 45)
      _ = try desk.sites.add("16")
      let offers = try desk.availability.search(
        AvailabilityQuery(stay("2026-07-01", "2026-07-04")))
      XCTAssertEqual(offers.map(\.price?.description), ["$135.00", "no price"])
    }
  }

  func testAHoldThatIsOverDoesNotHideASite() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      let held = try desk.reservations.reserve(site, for: nil, dates: dates)
      try hold(held, until: desk.stack.clock.now.addingTimeInterval(1))
      XCTAssertEqual(try names(desk, AvailabilityQuery(dates)), [])
      try hold(held, until: desk.stack.clock.now)
      XCTAssertEqual(try names(desk, AvailabilityQuery(dates)), ["15"])
      XCTAssertEqual(try desk.sites.available(dates), [site])
      let week = try stay("2026-06-30", "2026-07-06")
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(nights: 3, within: week)), ["15", "15", "15", "15"])
    }
  }

  func testARetiredSiteIsNotOfferedFromItsLastDayOn() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      site.retirement = try day("2026-07-04")
      try desk.stack.mainContext.saveThrough()
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(stay("2026-07-01", "2026-07-04"))), ["15"])
      XCTAssertEqual(try names(desk, AvailabilityQuery(stay("2026-07-01", "2026-07-05"))), [])
      let flexible = try AvailabilityQuery(nights: 2, within: stay("2026-07-01", "2026-07-10"))
      XCTAssertEqual(
        try desk.availability.search(flexible).map { "\($0.dates)" },
        ["2026-07-01 to 2026-07-03", "2026-07-02 to 2026-07-04"])
    }
  }

  func testAStayThatARuleIsAgainstIsNotOfferedAndTheReasonIsTold() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      _ = try desk.sites.add("C1", features: CampSiteFeatures(type: .cabin))
      try desk.rules.add(
        "Cabins", StayRulePlan(.minimumPerNight, 3, for: ScopePlan(siteType: .cabin)))
      let dates = try stay("2026-07-01", "2026-07-03")
      XCTAssertEqual(try names(desk, AvailabilityQuery(dates)), ["15"])
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(dates, overridingRules: true)), ["15", "C1"])
      let refusals = try desk.availability.refusals(AvailabilityQuery(dates))
      XCTAssertEqual(refusals.map(\.site.name), ["C1"])
      XCTAssertEqual(
        refusals.flatMap(\.reasons).map(\.description),
        [
          "\"Cabins\" requires at least 3 nights if the night of 2026-07-01 is included; "
            + "2026-07-01 to 2026-07-03 has 2"
        ])
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(stay("2026-07-01", "2026-07-04"))), ["15", "C1"])
    }
  }

  func testASiteIsNotOfferedWhereAForbiddenGapWouldBeLeft() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.sites.add("16")
      try desk.rules.add("No orphans", StayRulePlan(.gap, 1))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(stay("2026-07-05", "2026-07-07"))), ["16"])
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(stay("2026-07-04", "2026-07-07"))), ["15", "16"])
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(stay("2026-07-06", "2026-07-07"))), ["15", "16"])
      XCTAssertEqual(
        try names(desk, AvailabilityQuery(stay("2026-06-28", "2026-06-30"))), ["16"])
    }
  }

  func testEachReasonAgainstASiteIsTold() async throws {
    try await eachStore { desk in
      let taken = try desk.sites.add("1", features: CampSiteFeatures(people: 4))
      let retired = try desk.sites.add("2", features: CampSiteFeatures(people: 8))
      _ = try desk.sites.add("3", features: CampSiteFeatures(people: 8))
      _ = try desk.reservations.reserve(taken, for: nil, dates: stay("2026-07-02", "2026-07-05"))
      retired.retirement = try day("2026-07-02")
      try desk.stack.mainContext.saveThrough()
      let query = AvailabilityQuery(
        try stay("2026-07-01", "2026-07-04"), needs: SiteNeeds(CampSiteFeatures(people: 6)))
      XCTAssertEqual(try names(desk, query), ["3"])
      XCTAssertEqual(
        try desk.availability.refusals(query).map { refusal in
          "\(refusal.site.name) "
            + refusal.reasons.map(\.description).joined(separator: ", ")
        },
        [
          "1 takes a party of at most 4, not 6, is taken 2026-07-02 to 2026-07-05 (R-1)",
          "2 is retired from 2026-07-02",
        ])
    }
  }

  // MARK: Flexible dates

  func testEveryArrivalWithinTheWindowIsOffered() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 20)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-04", "2026-07-05"))
      let window = try stay("2026-07-01", "2026-07-08")
      let offers = try desk.availability.search(AvailabilityQuery(nights: 3, within: window))
      XCTAssertEqual(
        offers.map { "\($0.dates)" }, ["2026-07-01 to 2026-07-04", "2026-07-05 to 2026-07-08"])
      XCTAssertEqual(offers.map(\.price?.description), ["$60.00", "$60.00"])
      XCTAssertEqual(
        try desk.availability.search(AvailabilityQuery(nights: 3, within: window, best: true))
          .map { "\($0.dates)" }, ["2026-07-01 to 2026-07-04"])
    }
  }

  func testAWindowThatIsTooShortOrTooLongIsRefused() async throws {
    let window = try stay("2026-07-01", "2026-07-08")
    for nights in [0, -1, 8] {
      assertBreaks(.outOfRange("nights", value: nights, allowed: 1...7)) {
        try AvailabilityQuery(nights: nights, within: window)
      }
    }
    assertBreaks(.outOfRange("the date range, in nights,", value: 367, allowed: 1...366)) {
      try AvailabilityQuery(nights: 3, within: stay("2026-01-01", "2027-01-03"))
    }
    XCTAssertFalse(try AvailabilityQuery(nights: 7, within: window).isFlexible)
  }

  /// The free sites of every stay are those that a plain search of the rows finds.
  func testSearchesAgreeWithAPlainLookAtTheNights() async throws {
    try await eachStore { desk in
      let context = desk.stack.mainContext
      var random = SeededGenerator(seed: 6)
      let first = try day("2026-07-01")
      var taken: Set<String> = []
      for number in 1...12 {
        let site = try desk.sites.add("\(number)")
        for offset in 0..<40 where Int.random(in: 0..<3, using: &random) == 0 {
          let night = ReservationNight(context: context)
          night.campSite = site
          night.night = first.advanced(by: offset).dayNumber
          if Int.random(in: 0..<4, using: &random) == 0 {
            night.heldUntil = desk.stack.clock.now.addingTimeInterval(
              Double(Int.random(in: -1...1, using: &random)))
          }
          if night.heldUntil.map({ $0 > desk.stack.clock.now }) ?? true {
            taken.insert("\(number) \(night.date)")
          }
        }
      }
      try context.saveThrough()
      for offset in 0..<36 {
        let dates = try StayDates(arrival: first.advanced(by: offset), nights: 1 + offset % 4)
        let free = (1...12).map(String.init).filter { site in
          dates.nights.allSatisfy { !taken.contains("\(site) \($0)") }
        }
        XCTAssertEqual(try names(desk, AvailabilityQuery(dates)), free)
        let window = try StayDates(arrival: dates.arrival, nights: dates.nightCount + 1)
        let flexible = try desk.availability.search(
          AvailabilityQuery(nights: dates.nightCount, within: window))
        XCTAssertEqual(
          flexible.filter { $0.dates == dates }.map(\.site.name), free)
      }
    }
  }

  // MARK: Cost

  func testASearchIsOneFetchOfSitesWhateverTheirNumber() async throws {
    try await eachStore { desk in
      for number in 1...30 { _ = try desk.sites.add("\(number)", rate: 20) }
      let query = AvailabilityQuery(try stay("2026-07-01", "2026-07-04"))
      // The prices are read once.
      _ = try names(desk, query)
      let report = try desk.stack.persistentStoreCoordinator.measure {
        XCTAssertEqual(try names(desk, query).count, 30)
      }.1
      let searching = report.statements.filter { "\($0)".contains("FROM ZCAMPSITE ") }
      let nights = report.statements.filter { "\($0)".contains("FROM ZRESERVATIONNIGHT t0") }
      XCTAssertLessThanOrEqual(searching.count, 1, "\(report)")
      XCTAssertEqual(nights.count, 0, "\(report)")
    }
  }

  func testIndexesServeTheSearchTheNightsAndTheDaysArrivals() async throws {
    try await eachStore { desk in
      guard let file = desk.file else { return }
      _ = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      let (_, report) = try desk.stack.persistentStoreCoordinator.measure {
        _ = try desk.availability.search(AvailabilityQuery(dates))
        _ = try desk.availability.search(
          AvailabilityQuery(nights: 2, within: dates))
        _ = try desk.reservations.arrivals(on: dates.arrival)
        _ = try desk.reservations.departures(on: dates.departure)
      }
      let plans = try report.statements.map(\.sql).filter { $0.hasPrefix("SELECT") }.flatMap {
        try StoreShell(file).rows("EXPLAIN QUERY PLAN \($0)")
      }
      // Sites are looked through where a campground has few; nights and reservations never are.
      for table in ["ZRESERVATIONNIGHT", "ZRESERVATION"] {
        XCTAssertFalse(
          plans.contains { $0.contains("SCAN \(table)") }, plans.joined(separator: "\n"))
      }
      let text = plans.joined(separator: "\n")
      XCTAssertTrue(text.contains("Z_ReservationNight_UNIQUE_campSite_night"), text)
      XCTAssertFalse(text.contains("SCAN t1"), text)
    }
  }

  // MARK: The calendar

  func testTheCalendarShowsEachNightAndItsTurnovers() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.sites.add("16")
      let past = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-29", "2026-07-02"))
      past.state = .checkedIn
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-02", "2026-07-04"))
      let held = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-05", "2026-07-06"))
      try hold(held, until: desk.stack.clock.now.addingTimeInterval(60))
      let calendar = try desk.availability.calendar(from: day("2026-07-01"), days: 7)
      XCTAssertEqual(calendar.rows.map(\.site.name), ["15", "16"])
      let cells = calendar.rows[0].cells
      XCTAssertEqual(
        cells.map(\.state), [.inHouse, .reserved, .reserved, .free, .held, .free, .free])
      XCTAssertEqual(cells.map(\.begins), [false, true, false, false, true, false, false])
      XCTAssertEqual(cells.map(\.ends), [false, true, false, true, false, true, false])
      XCTAssertEqual(cells.map(\.occupant), ["R-1", "R-2", "R-2", nil, "R-3", nil, nil])
      XCTAssertEqual(Set(calendar.rows[1].cells.map(\.state)), [.free])
      assertBreaks(.outOfRange("days", value: 0, allowed: 1...366)) {
        try desk.availability.calendar(from: day("2026-07-01"), days: 0)
      }
    }
  }

  func testAStayByTheDayEndsOnItsLastDayInTheCalendarAndInTheMonth() async throws {
    try await eachStore { desk in
      let ramp = try desk.sites.add("Ramp", features: CampSiteFeatures(type: .dayUse))
      let tent = try desk.sites.add("Tent")
      for (from, to) in [("07-01", "07-02"), ("07-02", "07-05"), ("07-31", "08-01")] {
        _ = try desk.reservations.reserve(
          ramp, for: nil, dates: stay("2026-\(from)", "2026-\(to)"))
      }
      _ = try desk.reservations.reserve(tent, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      let calendar = try desk.availability.calendar(from: day("2026-07-01"), days: 4)
      let cells = try XCTUnwrap(calendar.rows.first { $0.site === ramp }).cells
      XCTAssertEqual(cells.map(\.occupant), ["R-1", "R-2", "R-2", "R-2"])
      XCTAssertEqual(cells.map(\.begins), [true, true, false, false])
      XCTAssertEqual(cells.map(\.ends), [true, false, false, true])
      // By the night, the guest leaves on the morning behind it.
      let nights = try XCTUnwrap(calendar.rows.first { $0.site === tent }).cells
      XCTAssertEqual(nights.map(\.ends), [false, true, false, false])
      // The calendar of a part of the stay knows that it goes on.
      let part = try desk.availability.calendar(from: day("2026-07-03"), days: 1)
      XCTAssertEqual(part.rows.first { $0.site === ramp }?.cells.map(\.ends), [false])

      let july = try desk.availability.summaries(of: XCTUnwrap(CalendarMonth("2026-07")))
      XCTAssertEqual(july.prefix(5).map(\.departures), [1, 1, 0, 1, 0])
      XCTAssertEqual(july.last?.departures, 1)
      let august = try desk.availability.summaries(of: XCTUnwrap(CalendarMonth("2026-08")))
      XCTAssertEqual(august.map(\.departures), Array(repeating: 0, count: 31))
    }
  }

  func testASiteWhosePriceIsTooLargeIsListedSoAndTheOthersAreAnswered() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15", rate: 45)
      _ = try desk.sites.add("16", rateMinor: .max)
      for query in [
        AvailabilityQuery(try stay("2026-07-01", "2026-07-04")),
        try AvailabilityQuery(nights: 3, within: stay("2026-07-01", "2026-07-05"), best: true),
      ] {
        let offers = try desk.availability.search(query)
        XCTAssertEqual(offers.map(\.site.name), ["15", "16"])
        XCTAssertEqual(offers.map(\.price?.total), [try usd("135"), nil])
        XCTAssertEqual(offers.map(\.priceFault), [nil, .invalidAmount(.overflow(.usd))])
      }
    }
  }

  func testTheDaysOfAMonthAreCounted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let other = try desk.sites.add("16")
      _ = try desk.sites.add("17")
      other.retirement = try day("2026-07-20")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-29", "2026-07-02"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-02", "2026-07-04"))
      _ = try desk.reservations.reserve(other, for: nil, dates: stay("2026-07-02", "2026-07-03"))
      let gone = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-10", "2026-07-12"))
      try desk.reservations.cancel(gone.code)
      let month = try XCTUnwrap(CalendarMonth("2026-07"))
      let days = try desk.availability.summaries(of: month)
      XCTAssertEqual(days.count, 31)
      XCTAssertEqual(days.prefix(4).map(\.free), [2, 1, 2, 3])
      XCTAssertEqual(days.prefix(4).map(\.arrivals), [0, 2, 0, 0])
      XCTAssertEqual(days.prefix(4).map(\.departures), [0, 1, 1, 1])
      XCTAssertEqual(days[9].free, 3)
      XCTAssertEqual([days[18].free, days[19].free], [3, 2])
      XCTAssertEqual(
        try desk.reservations.arrivals(on: day("2026-07-02")).map(\.code), ["R-2", "R-3"])
      XCTAssertEqual(
        try desk.reservations.departures(on: day("2026-07-04")).map(\.code), ["R-2"])
    }
  }

  func testMonthsAreWrittenWithYearAndMonth() {
    XCTAssertEqual(CalendarMonth("2026-07")?.days.count, 31)
    XCTAssertEqual(CalendarMonth("2028-02")?.days.count, 29)
    XCTAssertEqual(CalendarMonth("2026-07")?.name, "July")
    XCTAssertEqual(CalendarMonth("2026-07").map { "\($0)" }, "2026-07")
    for text in ["2026-13", "2026-7", "2026", "July", "2026-07-01"] {
      XCTAssertNil(CalendarMonth(text), text)
    }
  }
}
