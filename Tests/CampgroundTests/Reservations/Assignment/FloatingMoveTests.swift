import XCTest

@testable import Campground

/// Floating stays make room, and as few of them as can be.
final class FloatingMoveTests: AssignmentTestCase {
  func testAFloatingStayMakesRoom() throws {
    // A holds S from July 1 to 3, B holds T from July 4 to 6, so that neither is free from July 2
    // to 6. With S on B, A is; or with T on A, B is. The new stay on A comes first.
    let floating = [try stay("S", 1, 3, on: "A"), try stay("T", 4, 6, on: "B")]
    let result = try assign(stay("new", 2, 6), among: floating, sites: [site("A"), site("B")])
    XCTAssertEqual(result.sites, ["new": "A"])
    XCTAssertEqual(result.moves, ["S: A to B"])
  }

  func testNobodyMovesWhileASiteIsFree() throws {
    let floating = [try stay("S", 1, 3, on: "A"), try stay("T", 4, 6, on: "B")]
    let result = try assign(
      stay("new", 2, 6), among: floating, sites: [site("A"), site("B"), site("C")])
    XCTAssertEqual(result.sites, ["new": "C"])
    XCTAssertEqual(result.moves, [])
  }

  func testAFixedStayIsNotMoved() throws {
    // As above, but S was promised A, so that T has to move.
    let sites = [site("A", taken: [try fixed(1, 3)]), site("B")]
    let result = try assign(stay("new", 2, 6), among: [stay("T", 4, 6, on: "B")], sites: sites)
    XCTAssertEqual(result.sites, ["new": "B"])
    XCTAssertEqual(result.moves, ["T: B to A"])
  }

  func testAStayMovesOnlyToASiteThatFitsIt() throws {
    // S cannot go to B, so that T goes to A.
    let floating = [try stay("S", 1, 3, on: "A", fits: ["A"]), try stay("T", 4, 6, on: "B")]
    let result = try assign(stay("new", 2, 6), among: floating, sites: [site("A"), site("B")])
    XCTAssertEqual(result.sites, ["new": "B"])
    XCTAssertEqual(result.moves, ["T: B to A"])
  }

  func testOneMoveIsBetterThanTwo() throws {
    // The new stay on A would displace S and T, both of which B could take; on B it displaces U,
    // which A can take.
    let floating = [
      try stay("S", 1, 3, on: "A"), try stay("T", 3, 5, on: "A"), try stay("U", 6, 7, on: "B"),
    ]
    let result = try assign(stay("new", 2, 7), among: floating, sites: [site("A"), site("B")])
    XCTAssertEqual(result.sites, ["new": "B"])
    XCTAssertEqual(result.moves, ["U: B to A"])
  }

  func testStaysMoveInAChain() throws {
    // The new stay fits A only, S there fits A and B, T on B fits B and C.
    let floating = [
      try stay("S", 1, 5, on: "A", fits: ["A", "B"]),
      try stay("T", 3, 8, on: "B", fits: ["B", "C"]),
    ]
    let result = try assign(
      stay("new", 2, 4, fits: ["A"]), among: floating, sites: [site("A"), site("B"), site("C")])
    XCTAssertEqual(result.sites, ["new": "A"])
    XCTAssertEqual(result.moves, ["S: A to B", "T: B to C"])
  }

  func testOfAsManyMovesTheOneThatLeavesNoShortGapIsTaken() throws {
    // S can move to B or to C. On B one night is left before it, on C it follows at once.
    let floating = [try stay("S", 5, 8, on: "A")]
    let sites = [
      site("A"), site("B", taken: [try fixed(1, 4)]), site("C", taken: [try fixed(1, 5)]),
    ]
    let result = try assign(
      stay("new", 5, 8, fits: ["A"]), among: floating, sites: sites, minimumStay: 2)
    XCTAssertEqual(result.moves, ["S: A to C"])
  }

  func testAStayWithNewDatesMovesRatherThanOneInItsWay() throws {
    // S stays three nights longer and T is in its way on B. One of them has to go to A, where S
    // leaves July 4 alone, and T would not.
    let sites = [site("A", taken: [try fixed(1, 4)]), site("B")]
    let result = try assign(
      stay("S", 5, 9, on: "B"), among: [stay("T", 6, 12, on: "B")], sites: sites, minimumStay: 2)
    XCTAssertEqual(result.sites, ["S": "A"])
    XCTAssertEqual(result.moves, [])
  }

  func testEveryStayOfASiteThatIsClosedFindsAnother() throws {
    // Six stays of one night on A, one after the other; B is free on each of these nights.
    let floating = try (1...6).map { try stay("S\($0)", $0, $0 + 1, on: "A") }
    let sites = [site("A", taken: [try closed(1, 9)]), site("B"), site("C")]
    let result = try assign(among: floating, sites: sites)
    XCTAssertEqual(result.moves, (1...6).map { "S\($0): A to B" })
  }

  func testAStayOnAClosedSiteFindsAnother() throws {
    // Nothing is asked for but that the floating stays have sites.
    let floating = [try stay("S", 1, 4, on: "A"), try stay("T", 3, 6, on: "B")]
    let sites = [site("A", taken: [try closed(2, 3)]), site("B"), site("C")]
    let result = try assign(among: floating, sites: sites)
    XCTAssertEqual(result.sites, [:])
    XCTAssertEqual(result.moves, ["S: A to C"])
  }

  func testTheLaterOfTwoFloatingStaysOnASiteFindsAnother() throws {
    let floating = [try stay("T", 2, 6, on: "A"), try stay("S", 1, 4, on: "A")]
    let result = try assign(among: floating, sites: [site("A"), site("B")])
    XCTAssertEqual(result.moves, ["T: A to B"])
  }

  func testTheOrderOfTheFloatingStaysDoesNotMatter() throws {
    let floating = [
      try stay("S", 1, 3, on: "A"), try stay("T", 4, 6, on: "B"), try stay("U", 1, 6, on: "C"),
    ]
    let sites = [site("A"), site("B"), site("C")]
    let result = try assign(stay("new", 2, 6), among: floating, sites: sites)
    let other = try assign(stay("new", 2, 6), among: floating.reversed(), sites: sites)
    XCTAssertEqual(result.sites, other.sites)
    XCTAssertEqual(result.moves, other.moves)
  }

  func testWithoutFixedStaysRoomIsFoundHoweverFewTheSteps() throws {
    // One step is not enough to find the fewest moves, but going through the arrivals needs none:
    // no night has more than two stays.
    let floating = [try stay("S", 1, 3, on: "A"), try stay("T", 4, 6, on: "B")]
    let result = try assign(
      stay("new", 2, 6, fits: ["A", "B"]), among: floating, sites: [site("A"), site("B")],
      stepLimit: 1)
    XCTAssertEqual(result.sites.count, 1)
    XCTAssertEqual(result.moves.count, 1)
  }
}
