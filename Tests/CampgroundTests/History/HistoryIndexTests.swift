import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What the desk asks all day is served by indexes that lead to the day's
/// rows, not through the years.
@MainActor
final class HistoryIndexTests: XCTestCase {
  /// The tables that grow with the years.
  private static let growing = [
    "ZRESERVATION", "ZRESERVATIONNIGHT", "ZSTAYSEGMENT", "ZFOLIO", "ZFOLIOENTRY", "ZWAITLISTENTRY",
    "ZWISH", "ZOFFER",
  ]

  /// Indexes whose search finds all rows of a campground.
  private static let misleading = [
    "ZRESERVATION_ZCAMPGROUND_INDEX", "ZFOLIO_ZCAMPGROUND_INDEX",
    "ZWAITLISTENTRY_ZCAMPGROUND_INDEX",
  ]

  func testIndexesServeWhatTheDeskAsksAllDay() async throws {
    let desk = try filledDesk()
    let today = try day("2026-06-15")
    let stay = try desk.find("R-1")
    let guest = try XCTUnwrap(stay.camper)
    for date in [today, today.advanced(by: 1)] {
      try assertServed("arrivals", desk) { _ = try desk.reservations.arrivals(on: date) }
      try assertServed("departures", desk) { _ = try desk.reservations.departures(on: date) }
      try assertServed("in house", desk) { _ = try desk.reservations.inHouse(on: date) }
    }
    try assertServed("a camper's", desk) { _ = try desk.reservations.list(camper: guest) }
    try assertServed("a balance", desk) { _ = try desk.folios.balance(of: stay) }
    try assertServed("a folio", desk) {
      _ = try desk.folios.balance(of: try XCTUnwrap(stay.folio))
    }
    try assertServed("the calendar", desk) {
      _ = try desk.availability.calendar(from: today, days: 14)
    }
  }

  func testIndexesServeSearchesUnderAGapRule() async throws {
    let desk = try filledDesk()
    _ = try desk.rules.add("No gaps", StayRulePlan(.gap, 1))
    let dates = try stay("2026-07-01", "2026-07-04")
    try assertServed("fixed dates", desk) {
      _ = try desk.availability.search(AvailabilityQuery(dates))
    }
    try assertServed("flexible dates", desk) {
      _ = try desk.availability.search(AvailabilityQuery(nights: 2, within: dates))
    }
  }

  func testIndexesServeTheEndingOfWhatIsOverAndTheNightlyRoutine() async throws {
    let desk = try filledDesk()
    let later = try otherDesk(on: XCTUnwrap(desk.file), now: noon("2026-06-17"))
    try assertServed("expire", later) {
      XCTAssertEqual(try later.reservations.expireOverdue().map(\.code), ["R-3", "R-4"])
    }
    try assertServed("nightly", later) {
      let report = try later.folios.runNightly(day("2026-06-15"), closing: true)
      XCTAssertEqual([report.linesPosted, report.noShows.count], [1, 1])
    }
    try later.stack.close()
  }

  func testIndexesServeTheWaitlist() async throws {
    let desk = try filledDesk()
    let site = try desk.sites.find("15")
    let dates = try stay("2026-07-01", "2026-07-04")
    let codes = try ["Rivera", "Okafor"].map { name in
      let camper = try desk.campers.addCamper(name, phoneNumber: nil)
      return try desk.waitlist.add(WaitlistWish(dates: dates), for: camper, anyway: true).code
    }
    let booked = try desk.reservations.reserve(site, for: nil, dates: dates).code
    try assertServed("canceling", desk) {
      XCTAssertEqual(try desk.reservations.cancel(booked).offers.map(\.entry), ["W-1"])
    }
    try assertServed("the waitlist", desk) {
      XCTAssertEqual(try desk.waitlist.entries().map(\.code), codes)
    }
    try assertServed("calls", desk) {
      XCTAssertEqual(try desk.waitlist.calls().map(\.offer.entry), ["W-1"])
    }
    try assertServed("offering", desk) { _ = try desk.waitlist.offer() }
  }

  func testIndexesServeTheMonthByItsOwnDates() async throws {
    let desk = try filledDesk()
    let month = try XCTUnwrap(CalendarMonth("2026-06"))
    let plans = try assertServed("the month", desk) {
      XCTAssertEqual(try desk.availability.summaries(of: month).map(\.arrivals).reduce(0, +), 3)
    }
    for index in ["Z_Reservation_dateFrom (", "Z_Reservation_byDeparture ("] {
      XCTAssertTrue(plans.contains { $0.contains(index) }, plans.joined(separator: "\n"))
    }
  }

  func testTheFirstReservationsOfAllAreReadInTheOrderOfAnIndex() async throws {
    let desk = try filledDesk()
    let plans = try plans(desk) {
      XCTAssertEqual(try desk.reservations.list(limit: 2).rows.map(\.code), ["R-1", "R-2"])
    }
    XCTAssertTrue(
      plans.contains { $0.contains("USING INDEX Z_Reservation_dateFrom") },
      plans.joined(separator: "\n"))
    // The segments of the page are put in order by themselves.
    XCTAssertFalse(
      plans.contains {
        $0.contains("ZRESERVATION USING INDEX") && $0.contains("TEMP B-TREE FOR ORDER BY")
      }, plans.joined(separator: "\n"))
  }

  func testOfSeveralCampgroundsTooTheFirstReservationsAreReadInTheOrderOfAnIndex() async throws {
    let desk = try filledDesk()
    _ = try desk.campgrounds.add("Other", settings: CampgroundSettings())
    let plans = try plans(desk) {
      let page = try desk.reservations.list(limit: 2)
      XCTAssertEqual(page.rows.map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(page.total, 4)
    }
    XCTAssertTrue(
      plans.contains { $0.contains("USING INDEX Z_Reservation_dateFrom") },
      plans.joined(separator: "\n"))
    // The segments of the page are put in order by themselves.
    XCTAssertFalse(
      plans.contains {
        $0.contains("ZRESERVATION USING INDEX") && $0.contains("TEMP B-TREE FOR ORDER BY")
      }, plans.joined(separator: "\n"))
    // What is only counted needs no order.
    XCTAssertTrue(
      plans.contains { $0.contains("ZRESERVATION_ZCAMPGROUND_INDEX") },
      plans.joined(separator: "\n"))
  }

  func testOfSeveralCampgroundsEachListsItsOwn() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000])
      let other = try desk.campgrounds.add("Other", settings: CampgroundSettings())
      let there = ReservationService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: other.objectID)
      let calendar = AvailabilityService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: other.objectID)
      let month = try XCTUnwrap(CalendarMonth("2026-06"))
      XCTAssertEqual(try desk.reservations.list().rows.map(\.code), ["R-1"])
      XCTAssertEqual(try there.list().rows.map(\.code), [])
      XCTAssertEqual(try calendar.summaries(of: month).map(\.arrivals).reduce(0, +), 0)
      let own = try desk.availability.summaries(of: month)
      XCTAssertEqual(own.map(\.arrivals).reduce(0, +), 1)
      XCTAssertEqual(own.map(\.departures).reduce(0, +), 1)
    }
  }

  // MARK: Parts

  /// A desk with a guest in the house who paid, a guest who is to come today, a hold of a quarter
  /// of an hour from noon on, and a request for today.
  private func filledDesk() throws -> TestDesk {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    try desk.begin(on: "2026-06-14")
    let stay = try desk.stay("2026-06-14", nights: [4_000, 4_000, 4_000], isInHouse: true)
    _ = try desk.stay(nights: [4_000], site: "16")
    let site = try desk.sites.add("17")
    _ = try desk.reservations.hold(
      Booking(site, for: nil, dates: StayDates(arrival: day("2026-06-20"), nights: 2)))
    _ = try desk.reservations.request(
      Booking(site, for: nil, dates: StayDates(arrival: day("2026-06-15"), nights: 2)))
    try desk.folios.pay(10, by: .cash, for: stay)
    // The first closing takes all that lies before it, once; the later ones their own day.
    _ = try desk.folios.runNightly(day("2026-06-14"), closing: true)
    return desk
  }

  /// Checks that no query leads through a table that grows with the years, and gives the plans.
  @discardableResult
  private func assertServed(
    _ what: String, _ desk: TestDesk, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Void
  ) throws -> [String] {
    let plans = try plans(desk, body)
    XCTAssertFalse(plans.isEmpty, what, file: file, line: line)
    for plan in plans {
      for table in Self.growing {
        XCTAssertFalse(
          plan.contains("SCAN \(table)\n") || plan.contains("SCAN \(table) "), "\(what): \(plan)",
          file: file, line: line)
      }
      for index in Self.misleading {
        XCTAssertFalse(plan.contains(index), "\(what): \(plan)", file: file, line: line)
      }
    }
    return plans
  }

  /// Each query that a call asks, with SQLite's plan in which tables stand by their names.
  private func plans(_ desk: TestDesk, _ body: () throws -> Void) throws -> [String] {
    let file = try XCTUnwrap(desk.file)
    let (_, report) = try desk.stack.persistentStoreCoordinator.measure { try body() }
    let queries = Set(report.statements.map(\.sql).filter { $0.hasPrefix("SELECT") })
    return try queries.sorted().map { sql in
      var plan = try StoreShell(file).rows("EXPLAIN QUERY PLAN \(sql)").joined(separator: "\n")
      let pattern = try NSRegularExpression(pattern: #"(?:FROM|JOIN) (Z\w+) (t\d+)\b"#)
      let range = NSRange(sql.startIndex..., in: sql)
      for match in pattern.matches(in: sql, range: range) {
        guard let table = Range(match.range(at: 1), in: sql),
          let alias = Range(match.range(at: 2), in: sql)
        else { continue }
        for verb in ["SCAN", "SEARCH"] {
          plan = plan.replacingOccurrences(
            of: #"\#(verb) \#(sql[alias])\b"#, with: "\(verb) \(sql[table])",
            options: .regularExpression)
        }
      }
      return "\(sql)\n\(plan)\n"
    }
  }
}
