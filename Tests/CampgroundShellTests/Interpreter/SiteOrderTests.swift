import CommandKit
import TestSupport
import XCTest

@testable import CampgroundShell

/// Every list of sites is in one order: as people count, numbers before letters.
final class SiteOrderTests: SessionTestCase {
  private let order = ["1", "2", "10", "A2", "A10", "T1"]

  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; class add Any; camper add Ada")
    try run("campsite add T1,A10,10,A2,2,1 class Any type rv")
  }

  /// The names of sites in an answer, in order, each once.
  private func sites(_ command: String, in column: Int = 0) throws -> [String] {
    var known: Set<String> = []
    return try run(command).split(separator: "\n").compactMap { row in
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.indices.contains(column), order.contains(cells[column]) else { return nil }
      return known.insert(cells[column]).inserted ? cells[column] : nil
    }
  }

  func testListsOfSitesAreInOneOrder() async throws {
    for command in [
      "campsite list", "calendar from today days 3", "available from today nights 2",
      "class show Any",
    ] { XCTAssertEqual(try sites(command), order, command) }
    XCTAssertEqual(
      Completer(session.grammar, in: session).complete("campsite show ").candidates, order)
  }

  func testFavoritesComeFirstAndPartsFollowOneAnother() async throws {
    try run("campsite edit A2 favorite yes")
    XCTAssertEqual(try sites("campsite list"), ["A2", "1", "2", "10", "A10", "T1"])
    XCTAssertEqual(try sites("campsite list limit 2 offset 1"), ["1", "2"])
    XCTAssertEqual(try sites("campsite list offset 5"), ["T1"])
    XCTAssertEqual(try sites("campsite list offset 9"), [])
  }

  func testListsOfGuestsAndClosingsAreInTheOrderOfTheSites() async throws {
    for site in order.reversed() {
      try run("block add \(site) from 2026-08-01 nights 1 reason dig")
    }
    XCTAssertEqual(try sites("block list"), order)
    try run("group book Crew sites T1,A10,10,A2,2,1 for Ada from today nights 2")
    XCTAssertEqual(try sites("group show Crew", in: 2), order)
    XCTAssertEqual(try sites("arrivals", in: 2), order)
    try run("group checkin Crew")
    XCTAssertEqual(try sites("inhouse", in: 2), order)
    XCTAssertEqual(try sites("departures 2026-06-17", in: 2), order)
    XCTAssertEqual(try sites("housekeeping 2026-06-17"), order)
    XCTAssertEqual(
      try sites("report occupancy from today to 2026-06-17 by site"), order)
  }
}
