import XCTest

@testable import Campground

/// Why a stay gets no site, as a value that proves it.
final class AssignmentRefusalTests: AssignmentTestCase {
  func testANightWithMoreStaysThanSitesIsTheReason() throws {
    // On July 3 all three would be here; on July 2 and 4 there would be two.
    let floating = [try stay("S", 1, 4, on: "A"), try stay("T", 3, 6, on: "B")]
    let reason = refusal(
      of: try stay("new", 2, 5), among: floating, sites: [site("A"), site("B")])
    guard case .crowded(let nights) = reason else {
      return XCTFail("\(String(describing: reason))")
    }
    XCTAssertEqual(nights.map(\.night.description), ["2026-07-03"])
    XCTAssertEqual(nights.map { names($0.stays) }, [["S", "T", "new"]])
    XCTAssertEqual(nights.map(\.sites), [["A", "B"]])
  }

  func testFixedStaysAndClosuresOfTheNightAreNamed() throws {
    let sites = [
      site("A"), site("B", taken: [try fixed(1, 4)]), site("C", taken: [try closed(2, 3)]),
    ]
    let reason = refusal(
      of: try stay("new", 2, 3), among: [try stay("S", 1, 4, on: "A")], sites: sites)
    guard case .crowded(let nights) = reason else {
      return XCTFail("\(String(describing: reason))")
    }
    XCTAssertEqual(nights.map { names($0.stays) }, [["S", "new"]])
    XCTAssertEqual(nights.map(\.sites), [["A"]])
    XCTAssertEqual(nights.map(\.fixed), [["B"]])
    XCTAssertEqual(nights.map(\.closed), [["C"]])
  }

  func testStaysThatFitFewSitesAreShortOfThemBesideFreeOnes() throws {
    // C is free, but neither the new stay nor S fits it; T, which does, is not in their way.
    let floating = [
      try stay("S", 1, 4, on: "A", fits: ["A"]), try stay("T", 1, 4, on: "B"),
    ]
    let reason = refusal(
      of: try stay("new", 1, 2, fits: ["A"]), among: floating,
      sites: [site("A"), site("B"), site("C")])
    guard case .crowded(let nights) = reason else {
      return XCTFail("\(String(describing: reason))")
    }
    XCTAssertEqual(nights.map { names($0.stays) }, [["S", "new"]])
    XCTAssertEqual(nights.map(\.sites), [["A"]])
  }

  func testAStayThatFitsNoSiteIsTold() throws {
    XCTAssertEqual(
      refusal(of: try stay("new", 1, 4, fits: ["elsewhere"]), sites: [site("A")]),
      .nothingFits(number("new")))
    XCTAssertEqual(refusal(of: try stay("new", 1, 4), sites: []), .nothingFits(number("new")))
  }

  func testWhatIsInTheWayOnEachSiteIsTold() throws {
    // Each night has a site, but no site has all of the nights.
    let sites = [
      site("A", taken: [try closed(3, 9), try fixed(1, 2)]), site("B", taken: [try fixed(2, 3)]),
    ]
    let reason = refusal(of: try stay("new", 1, 4), sites: sites)
    guard case .nothingFree(let stay, let inTheWay) = reason else {
      return XCTFail("\(String(describing: reason))")
    }
    XCTAssertEqual(names([stay]), ["new"])
    XCTAssertEqual(inTheWay.map(\.site), ["A", "B"])
    XCTAssertEqual(inTheWay.map(\.taken), [try fixed(1, 2), try fixed(2, 3)])
  }

  func testRoomOnEachNightIsNotAlwaysRoomForEveryStay() throws {
    // P can only have A, since B is taken on July 1; R can only have B, since A is on July 4. The
    // new stay shares July 2 with P and July 3 with R, so that neither site is left for it, though
    // on July 2 it could have B and on July 3 A.
    XCTAssertEqual(
      refusal(of: try stay("new", 2, 4), among: try facing(), sites: try facingSites()),
      .noArrangement(of: ["P", "new", "R"].map(number)))
  }

  func testWhatIsProvenIsNotGivenUp() throws {
    XCTAssertEqual(
      refusal(
        of: try stay("new", 2, 4), among: try facing(), sites: try facingSites(), stepLimit: 1),
      .noArrangement(of: ["P", "new", "R"].map(number)))
  }

  func testASearchThatGivesUpSaysSo() throws {
    // S would have to go to B, which a single step cannot find; with C closed the sites are not all
    // alike, so that going through the arrivals is no answer either.
    let sites = [site("A"), site("B"), site("C", taken: [try closed(1, 9)])]
    let floating = [try stay("S", 1, 3, on: "A"), try stay("T", 4, 6, on: "B")]
    let new = try stay("new", 2, 6)
    let reason = refusal(of: new, among: floating, sites: sites, stepLimit: 1)
    guard case .gaveUp(let steps) = reason else { return XCTFail("\(String(describing: reason))") }
    XCTAssertGreaterThan(steps, 0)
    XCTAssertEqual(try assign(new, among: floating, sites: sites).moves, ["S: A to B"])
  }

  private func facingSites() throws -> [AssignableSite] {
    [site("A", taken: [try closed(4, 5)]), site("B", taken: [try fixed(1, 2)])]
  }

  private func facing() throws -> [FloatingStay] {
    [try stay("P", 1, 3, on: "A"), try stay("R", 3, 5, on: "B")]
  }
}
