import Foundation
import TestSupport
import XCTest

/// Many processes, one site-night.
final class RaceTests: XCTestCase {
  private var program: SealedProgram!

  override func setUpWithError() throws {
    program = try SealedProgram()
  }

  override func tearDown() {
    program.remove()
  }

  func testOfFiftyWhoWantTheSameNightOneGetsIt() throws {
    let setUp = try program.run(
      "--store", "x.sqlite", "-c", "campsite add 15; camper add Ada")
    XCTAssertEqual(setUp.status, 0, setUp.errors)
    let outcomes = try race(50, "reserve 15 for Ada from 2026-07-01 nights 1")
    XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
    for outcome in outcomes where outcome.status != 0 {
      XCTAssertEqual(outcome.status, 65, outcome.errors)
      XCTAssertTrue(
        outcome.errors.contains("site 15 is taken 2026-07-01 to 2026-07-02 (R-1)"), outcome.errors)
    }
    XCTAssertEqual(
      try program.run("--store", "x.sqlite", "-c", "count ReservationNight").output, "1\n")
  }

  func testOfTwentyWhoMakeTheStoreOneAddsTheSite() throws {
    let outcomes = try race(20, "campsite add 15")
    XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
    for outcome in outcomes where outcome.status != 0 {
      XCTAssertEqual(outcome.status, 65, outcome.errors)
      XCTAssertTrue(outcome.errors.contains("there is a site 15 already"), outcome.errors)
    }
    XCTAssertEqual(
      try program.run("--store", "x.sqlite", "-c", "count CampSite; count Campground").output,
      "1\n1\n")
  }

  private func race(_ count: Int, _ command: String) throws -> [SealedProgram.Outcome] {
    let started = try (0..<count).map { _ in
      try program.start(["--store", "x.sqlite", "--timeout", "60", "-c", command])
    }
    return started.map(\.outcome)
  }
}
