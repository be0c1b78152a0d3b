import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class NightlyTests: XCTestCase {
  func testNightsOfThoseInTheHouseArePostedOnceThroughTheDay() async throws {
    try await eachStore { desk in
      let first = try desk.stay(
        "2026-06-13", nights: [4_000, 4_000, 4_000], site: "1", isInHouse: true)
      let second = try desk.stay("2026-06-14", nights: [3_000, 3_000], site: "2", isInHouse: true)
      let coming = try desk.stay("2026-06-15", nights: [2_000], site: "3")
      let report = try desk.folios.runNightly()
      XCTAssertEqual(report.day, try day("2026-06-14"))
      XCTAssertEqual(report.linesPosted, 3)
      XCTAssertEqual(report.posted, try usd("110"))
      XCTAssertEqual(try desk.folios.balance(of: first).charged, try usd("80"))
      XCTAssertEqual(try desk.folios.balance(of: second).charged, try usd("30"))
      XCTAssertNil(coming.folio)
      let lines = try desk.folios.lines(of: try XCTUnwrap(first.folio))
      XCTAssertEqual(lines.map(\.date), [try day("2026-06-13"), try day("2026-06-14")])
      let again = try desk.folios.runNightly()
      XCTAssertEqual(again.linesPosted, 0)
      XCTAssertEqual(try desk.count(FolioEntry.self), 3)
      assertBreaks(.dayToCome(try day("2026-06-16"), today: try day("2026-06-15"))) {
        try desk.folios.runNightly(try day("2026-06-16"))
      }
    }
  }

  func testANightThatWasForgottenIsPostedOnTheFirstOpenDay() async throws {
    try await eachStore { desk in
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
      _ = try desk.stay("2026-06-14", nights: [4_000, 4_000], isInHouse: true)
      XCTAssertTrue(try desk.folios.runNightly(closing: true).isDayClosed)
      let again = try desk.folios.runNightly(closing: true)
      XCTAssertTrue(again.isDayClosed)
      XCTAssertEqual(again.linesPosted, 0)
      XCTAssertEqual(try desk.folios.closedDays().map(\.chargedMinor), [4_000])
    }
  }

  func testAStoreWithoutACampgroundHasNothingToDo() async throws {
    try await eachStore { desk in
      XCTAssertEqual(try desk.folios.runNightly().linesPosted, 0)
      XCTAssertEqual(try desk.count(Campground.self), 0)
    }
  }

  func testNoQueryIsAskedForEachStay() async throws {
    XCTAssertEqual(try queries(sites: 2), try queries(sites: 40))
  }

  /// The number of queries of a nightly run over that many stays in the house.
  private func queries(sites: Int) throws -> Int {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    for index in 1...sites {
      _ = try desk.stay("2026-06-14", nights: [4_000, 4_000], site: "\(index)", isInHouse: true)
    }
    try desk.stack.close()
    let later = try otherDesk(on: file)
    let (report, work) = try later.stack.persistentStoreCoordinator.measure {
      try later.folios.runNightly()
    }
    XCTAssertEqual(report.linesPosted, sites)
    try later.stack.close()
    return work.statements.filter { $0.sql.hasPrefix("SELECT") }.count
  }
}
