import Campground
import CommandKit
import TestSupport
import XCTest

@testable import CampgroundShell

/// A booking that was undone is in no list, and only its code finds it.
final class TakenBackStayTests: SessionTestCase {
  /// R-1 is canceled, R-2 was undone.
  override func setUp() async throws {
    try await super.setUp()
    session.format = .plain
    try run("campground add Wawona timezone UTC; campsite add 1-6 type rv rate 45")
    try run("camper add \"Ada Rivera\"; reserve 1 for Ada from tomorrow nights 3; cancel R-1")
    try run("reserve 2 for Ada from tomorrow nights 3; undo")
  }

  private func codes(_ command: String) throws -> [String] {
    try run(command).matches(of: /R-[0-9]+/).map { String($0.0) }
  }

  private func candidates(_ line: String) -> [String] {
    Completer(session.grammar, in: session).complete(line).candidates
  }

  func testItIsInNoListUnlessItIsAskedFor() async throws {
    XCTAssertEqual(try codes("reservation list"), ["R-1"])
    XCTAssertEqual(try codes("reservation list guest Ada"), ["R-1"])
    XCTAssertEqual(try codes("reservation list status canceled"), ["R-1"])
    XCTAssertEqual(try codes("reservation list status taken-back"), ["R-2"])
    XCTAssertEqual(try codes("reservation list status \"Taken back\" site 2"), ["R-2"])
    XCTAssertEqual(try codes("camper show Ada"), ["R-1"])
    XCTAssertEqual(try codes("find Rivera"), ["R-1"])
  }

  func testTheTotalOfAPageLeavesItOut() async throws {
    for site in [3, 4] { try run("reserve \(site) for Ada from tomorrow nights 1") }
    try run("undo")
    XCTAssertEqual(try session.reservations.list(limit: 1).total, 2)
    XCTAssertEqual(try session.reservations.list(takenBack: true, limit: 1).total, 2)
    XCTAssertEqual(try session.reservations.list(status: .canceled, limit: 1).total, 1)
  }

  func testItsCodeStillFindsIt() async throws {
    XCTAssertTrue(try run("reservation show R-2").contains("Taken back"))
    XCTAssertEqual(Set(try codes("find R-2")), ["R-2"])
    XCTAssertTrue(try run("history R-2").contains("undo"))
    XCTAssertTrue(try codes("audit").contains("R-2"))
  }

  func testItMakesNoGuestAmbiguous() async throws {
    XCTAssertTrue(try run("reservation show Rivera").contains("R-1"))
    XCTAssertTrue(try run("folio Rivera").contains("R-1"))
    XCTAssertTrue(try run("reinstate Rivera").contains("R-1"))
  }

  func testItIsNoCandidate() async throws {
    XCTAssertEqual(candidates("reservation show R-"), ["R-1"])
    XCTAssertEqual(candidates("reservation show Riv"), ["R-1"])
  }

  func testAStayThatIsReinstatedIsInTheListsAgainAndACancellationOfItIsOne() async throws {
    try run("reinstate R-2")
    XCTAssertEqual(try codes("reservation list"), ["R-1", "R-2"])
    try run("cancel R-2")
    XCTAssertEqual(try codes("reservation list"), ["R-1", "R-2"])
    XCTAssertEqual(try codes("reservation list status taken-back"), [])
    XCTAssertFalse(try run("reservation show R-2").contains("Taken back"))
  }

  func testAHoldThatLapsesAfterItsAcceptanceWasUndoneWasNotTakenBack() async throws {
    try run("hold 3 for Ada from tomorrow nights 1; accept R-3; undo; expire R-3")
    XCTAssertEqual(try codes("reservation list status expired"), ["R-3"])
  }
}
