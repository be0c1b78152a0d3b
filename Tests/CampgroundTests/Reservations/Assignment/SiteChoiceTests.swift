import XCTest

@testable import Campground

/// The best of the sites that are free without moving anybody.
final class SiteChoiceTests: AssignmentTestCase {
  func testAmongEmptySitesTheFirstOneIsTaken() throws {
    let result = try assign(stay("new", 1, 4), sites: [site("B"), site("A")])
    XCTAssertEqual(result.sites, ["new": "B"])
    XCTAssertEqual(result.moves, [])
  }

  func testAGapShorterThanTheMinimumStayIsAvoided() throws {
    // On A the night of July 4 would be left between the stays, one night where two are the
    // minimum. On B three nights are left, July 2 to 4, which can still be sold.
    let sites = [site("A", taken: [try fixed(1, 4)]), site("B", taken: [try fixed(1, 2)])]
    let result = try assign(stay("new", 5, 8), sites: sites, minimumStay: 2)
    XCTAssertEqual(result.sites, ["new": "B"])
    // With a minimum of one night the gap on A is no loss, and A is the tighter fit.
    XCTAssertEqual(try assign(stay("new", 5, 8), sites: sites).sites, ["new": "A"])
  }

  func testAGapAfterTheStayCountsLikeOneBefore() throws {
    let sites = [site("A", taken: [try fixed(9, 12)]), site("B", taken: [try closed(8, 12)])]
    let result = try assign(stay("new", 5, 8), sites: sites, minimumStay: 2)
    XCTAssertEqual(result.sites, ["new": "B"])
  }

  func testWhereNoGapCanBeHelpedTheTightestSiteIsTaken() throws {
    // Both leave one short gap: A one of one night, B one of two.
    let sites = [site("B", taken: [try fixed(1, 3)]), site("A", taken: [try fixed(1, 4)])]
    let result = try assign(stay("new", 5, 8), sites: sites, minimumStay: 3)
    XCTAssertEqual(result.sites, ["new": "A"])
  }

  func testOneShortGapIsBetterThanTwo() throws {
    // A leaves one night before and one after; B leaves one before and is open after.
    let sites = [
      site("A", taken: [try fixed(1, 4), try fixed(9, 12)]), site("B", taken: [try fixed(1, 4)]),
    ]
    let result = try assign(stay("new", 5, 8), sites: sites, minimumStay: 2)
    XCTAssertEqual(result.sites, ["new": "B"])
  }

  func testAStayFillsAHoleRatherThanOpeningAnEmptySite() throws {
    let sites = [site("A"), site("B", taken: [try fixed(1, 5), try closed(8, 10)])]
    XCTAssertEqual(
      try assign(stay("new", 5, 8), sites: sites, minimumStay: 2).sites, ["new": "B"])
  }

  func testFloatingStaysAreNeighboursToo() throws {
    // Beside S on A one night would be left, on B none at all.
    let floating = [try stay("S", 1, 4, on: "A"), try stay("T", 1, 5, on: "B")]
    let result = try assign(
      stay("new", 5, 8), among: floating, sites: [site("A"), site("B")], minimumStay: 2)
    XCTAssertEqual(result.sites, ["new": "B"])
  }

  func testASiteThatDoesNotFitIsNotTaken() throws {
    let result = try assign(
      stay("new", 1, 4, fits: ["B", "elsewhere"]), sites: [site("A"), site("B")])
    XCTAssertEqual(result.sites, ["new": "B"])
  }

  func testAGapIsAvoidedBySiteAndNotByMovingOthers() throws {
    // Only A is free. Moving S to B would leave no short gap, and is not done for that.
    let floating = [try stay("S", 1, 4, on: "A")]
    let sites = [site("A"), site("B", taken: [try fixed(5, 8)])]
    let result = try assign(stay("new", 5, 8), among: floating, sites: sites, minimumStay: 2)
    XCTAssertEqual(result.sites, ["new": "A"])
    XCTAssertEqual(result.moves, [])
  }

  func testSeveralStaysArePlacedSoThatTheGapsOfAllAreFewest() throws {
    // Q by itself would go to B, where two nights are left before it, rather than to A, where it
    // would be three. But then P, which shares July 7 with it, would have to leave July 4 alone on A.
    let sites = [site("A", taken: [try fixed(1, 4)]), site("B", taken: [try fixed(1, 5)])]
    let result = try assign(stay("Q", 7, 10), stay("P", 5, 8), sites: sites, minimumStay: 2)
    XCTAssertEqual(result.sites, ["P": "B", "Q": "A"])
  }

  func testAStayWithNewDatesKeepsItsSiteWhereThatMovesNobody() throws {
    // A would be the tighter fit and comes first.
    let sites = [site("A", taken: [try fixed(1, 5)]), site("B")]
    let result = try assign(stay("S", 5, 9, on: "B"), sites: sites)
    XCTAssertEqual(result.sites, ["S": "B"])
    XCTAssertEqual(result.moves, [])
  }
}
