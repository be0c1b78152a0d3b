import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class NightlyTests: XCTestCase {
  func testNightsOfThoseInTheHouseArePostedOnceThroughTheDay() async throws {
    try await eachStore { desk in
      let first = try desk.stay(
        "2026-06-13", nights: [4_000, 4_000, 4_000], site: "1", isInHouse: true)
      let second = try desk.stay("2026-06-14", nights: [3_000, 3_000], site: "2", isInHouse: true)
      let coming = try desk.stay("2026-06-15", nights: [2_000], site: "3")
      let report = try desk.folios.runNightly(day("2026-06-14"))
      XCTAssertEqual(report.day, try day("2026-06-14"))
      XCTAssertEqual(report.linesPosted, 3)
      XCTAssertEqual(report.posted, try usd("110"))
      XCTAssertEqual(try desk.folios.balance(of: first).charged, try usd("80"))
      XCTAssertEqual(try desk.folios.balance(of: second).charged, try usd("30"))
      XCTAssertNil(coming.folio)
      let lines = try desk.folios.lines(of: try XCTUnwrap(first.folio))
      XCTAssertEqual(lines.map(\.date), [try day("2026-06-13"), try day("2026-06-14")])
      let again = try desk.folios.runNightly(day("2026-06-14"))
      XCTAssertEqual(again.linesPosted, 0)
      XCTAssertEqual(try desk.count(FolioEntry.self), 3)
      assertBreaks(.dayToCome(try day("2026-06-16"), today: try day("2026-06-15"))) {
        try desk.folios.runNightly(try day("2026-06-16"))
      }
    }
  }

  func testANightThatWasForgottenIsPostedOnTheFirstOpenDay() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-12")
      let stay = try desk.stay("2026-06-12", nights: [4_000, 4_000, 4_000])
      _ = try desk.folios.closeDay(try day("2026-06-13"))
      stay.state = .checkedIn
      try desk.stack.mainContext.saveThrough()
      try desk.folios.runNightly()
      let lines = try desk.folios.lines(of: try XCTUnwrap(stay.folio))
      XCTAssertEqual(lines.map(\.text).first, "Night of 2026-06-12")
      XCTAssertEqual(Set(lines.map(\.date)), [try day("2026-06-14")])
    }
  }

  func testARunThatClosesTheDayMayRunAgain() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-12")
      _ = try desk.stay("2026-06-14", nights: [4_000, 4_000], isInHouse: true)
      XCTAssertTrue(try desk.folios.runNightly(day("2026-06-14"), closing: true).isDayClosed)
      let again = try desk.folios.runNightly(day("2026-06-14"), closing: true)
      XCTAssertTrue(again.isDayClosed)
      XCTAssertEqual(again.linesPosted, 0)
      XCTAssertEqual(try desk.folios.closedDays().rows.map(\.chargedMinor), [4_000])
    }
  }

  func testARunThatMayNotCloseItsDayDoesNothing() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-12")
      let missing = try desk.stay("2026-06-13", nights: [4_000, 4_000, 4_000])
      _ = try desk.folios.closeDay(try day("2026-06-12"))
      assertBreaks("days close in order: close 2026-06-13 before 2026-06-14") {
        try desk.folios.runNightly(try day("2026-06-14"), closing: true)
      }
      XCTAssertEqual(missing.state, .reserved)
      XCTAssertTrue(try desk.folios.runNightly(try day("2026-06-13"), closing: true).isDayClosed)
      XCTAssertEqual(missing.state, .noShow)
    }
  }

  func testARunThatClosesADayWaitsInAScratchPad() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-12")
      _ = try desk.stay("2026-06-13", nights: [4_000, 4_000, 4_000], isInHouse: true)
      let pad = desk.scratchPad()
      let shown = try pad.perform("nightly") {
        try $0.folios.runNightly(day("2026-06-14"), closing: true)
      }
      XCTAssertTrue(shown.isDayClosed)
      XCTAssertEqual(try pad.services.campgrounds.current()?.lastClosedDay, try day("2026-06-14"))
      XCTAssertNil(try desk.campgrounds.current()?.lastClosedDay)
      try pad.save()
      XCTAssertEqual(try desk.campgrounds.current()?.lastClosedDay, try day("2026-06-14"))
      let closed = try XCTUnwrap(desk.stack.mainContext.fetch(ClosedDay.fetchRequest()).first)
      XCTAssertEqual(closed.chargedMinor, 80_00)
    }
  }

  func testHoldsWhoseTimeIsUpExpireAndTheirNightsAreFree() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1")
      let held = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-06-20", "2026-06-22")))
      XCTAssertEqual(try desk.folios.runNightly().expiredHolds, [])
      let later = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(desk.stack.clock.now.addingTimeInterval(15 * 60)))
      XCTAssertEqual(try later.runNightly().expiredHolds, [held.code])
      XCTAssertEqual(held.state, .expired)
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      XCTAssertEqual(try later.runNightly().expiredHolds, [])
    }
  }

  func testWhoDidNotComeIsANoShowOnceTheDayIsOverAndPaysByThePolicy() async throws {
    try await eachStore { desk in
      // No-show, 5 x 40 + 8 booking fee: keeps 208.
      _ = try desk.campground(in: "UTC")
      try desk.rates.addFee("Booking fee", FeePlan(amount: 8))
      try desk.policies.add(
        "Strict",
        PolicyPlan(
          steps: [PolicyPlan.Step(NoticeDays(from: 0, through: nil), keeps: .everything)]))
      let stay = try desk.stay(
        "2026-06-14", nights: [4_000, 4_000, 4_000, 4_000, 4_000], site: "1")
      try desk.folios.pay(20, by: .card, for: stay)
      let tonight = try desk.stay("2026-06-15", nights: [4_000], site: "2")

      let report = try desk.folios.runNightly()
      XCTAssertEqual(report.noShows, [stay.code])
      XCTAssertEqual(stay.state, .noShow)
      XCTAssertEqual(tonight.state, .reserved)
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.charged, try usd("208"))
      XCTAssertEqual(balance.toCome, try usd("0"))
      XCTAssertEqual(balance.due, try usd("188"))
      XCTAssertEqual(stay.totalMinor, 20_800)
      XCTAssertTrue(stay.nights.isEmpty)
      XCTAssertEqual(try desk.folios.runNightly().noShows, [])
      XCTAssertEqual(try desk.folios.balance(of: stay), balance)
    }
  }

  func testTheReportListsWhatWasOfferedToThoseWhoWait() async throws {
    try await eachStore { desk in
      let dear = try desk.sites.add("0", rateMinor: .max)
      let site = try desk.sites.add("1", rate: 40)
      let guest = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      _ = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-06-20", "2026-06-22")))
      let dates = try stay("2026-06-20", "2026-06-21")
      _ = try desk.reservations.hold(Booking(dear, for: nil, dates: dates))
      _ = try desk.waitlist.add(
        WaitlistWish(dates: try stay("2026-06-20", "2026-06-22")), for: guest)
      XCTAssertEqual(try desk.folios.runNightly().offers, [])
      let later = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(desk.stack.clock.now.addingTimeInterval(15 * 60)))
      let report = try later.runNightly()
      // Site 0 is free for both nights, too, and nobody can be told what they cost.
      XCTAssertEqual(report.offers.map(\.site), ["1"])
      XCTAssertEqual(report.offers.map(\.entry), ["W-1"])
      XCTAssertEqual(report.expiredHolds, ["R-1", "R-2"])
      XCTAssertEqual(try later.runNightly().offers, [])
    }
  }

  func testWithoutAPolicyANoShowKeepsOnlyWhatIsNotRefundable() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_000, 4_000], site: "1")
      try desk.folios.pay(30, by: .card, for: stay)
      XCTAssertEqual(try desk.folios.runNightly().noShows, ["R-1"])
      XCTAssertEqual(try desk.folios.balance(of: stay).credit, try usd("30"))
    }
  }

  func testAStoreWithoutACampgroundHasNothingToDo() async throws {
    try await eachStore { desk in
      XCTAssertEqual(try desk.folios.runNightly().linesPosted, 0)
      XCTAssertEqual(try desk.count(Campground.self), 0)
    }
  }

  func testNoQueryIsAskedForEachStay() async throws {
    let (few, many) = (try queries(sites: 2), try queries(sites: 40))
    let known = Dictionary(grouping: few) { $0 }.mapValues(\.count)
    let more = Dictionary(grouping: many) { $0 }.mapValues(\.count)
      .filter { $0.value > known[$0.key] ?? 0 }
    XCTAssertEqual(few.count, many.count, "\(more)")
  }

  /// The queries of a nightly run over that many stays in the house.
  private func queries(sites: Int) throws -> [String] {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    for index in 1...sites {
      _ = try desk.stay("2026-06-14", nights: [4_000, 4_000], site: "\(index)", isInHouse: true)
      _ = try desk.stay("2026-06-10", nights: [4_000, 4_000], site: "N\(index)")
      _ = try desk.reservations.hold(
        Booking(desk.sites.find("N\(index)"), for: nil, dates: stay("2026-06-20", "2026-06-22")))
    }
    try desk.stack.close()
    let later = try otherDesk(on: file, now: try noon("2026-06-15").addingTimeInterval(3_600))
    let (report, work) = try later.stack.persistentStoreCoordinator.measure {
      try later.folios.runNightly(day("2026-06-14"))
    }
    XCTAssertEqual(report.linesPosted, sites)
    XCTAssertEqual(report.noShows.count, sites)
    XCTAssertEqual(report.expiredHolds.count, sites)
    try later.stack.close()
    return work.statements.map(\.sql).filter {
      // The store looks by itself at what refers to a row that is deleted.
      $0.hasPrefix("SELECT") && !$0.hasPrefix("SELECT Z_ENT")
    }
  }
}
