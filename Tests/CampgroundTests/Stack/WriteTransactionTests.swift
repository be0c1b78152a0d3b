import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// A service's change is one write transaction: what it decides upon holds until it is committed.
@MainActor
final class WriteTransactionTests: XCTestCase {
  /// Two desks on one file, of which the second waits for nobody, and a camper.
  private func twoDesks(
    _ body: (_ mine: TestStoreStack, _ theirs: TestStoreStack, _ ada: Camper) throws -> Void
  ) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let ada = try TestDesk(mine).campers.addCamper("Ada", phoneNumber: "0")
    let theirs = try TestStoreStack(store: PersistentStoreDescription(url: file, timeout: 0))
    try body(mine, theirs, ada)
    try theirs.close()
    try mine.close()
  }

  private func scope(_ stack: TestStoreStack) -> ServiceScope {
    ServiceScope(
      context: stack.mainContext, storeStack: stack, clock: stack.clock, campgroundID: nil)
  }

  func testNobodyWritesBetweenTheDecisionAndTheCommit() async throws {
    try await twoDesks { mine, theirs, ada in
      let desk = TestDesk(theirs)
      let theirAda = try desk.campers.find("Ada")
      try scope(mine).change { scratch in
        try scratch.current(ada).phoneNumber = "mine"
        XCTAssertThrowsError(try desk.campers.edit(theirAda, phoneNumber: "theirs")) {
          XCTAssertEqual(($0 as? ObjectGraphError)?.code, .persistentStoreTimeout, "\($0)")
        }
      }
      XCTAssertEqual(ada.phoneNumber, "mine")
      try desk.campers.edit(theirAda, phoneNumber: "theirs")
      XCTAssertEqual(theirAda.phoneNumber, "theirs")
    }
  }

  func testAChangeDecidesUponWhatIsCommitted() async throws {
    try await twoDesks { mine, theirs, ada in
      let desk = TestDesk(theirs)
      try desk.campers.edit(desk.campers.find("Ada"), phoneNumber: "theirs")
      // What is on the screen is older.
      XCTAssertEqual(ada.phoneNumber, "0")
      var rounds = 0
      try scope(mine).change { scratch in
        rounds += 1
        XCTAssertEqual(try scratch.current(ada).phoneNumber, "theirs")
        try scratch.current(ada).email = "ada@example.org"
      }
      XCTAssertEqual(rounds, 1)
      XCTAssertEqual(ada.phoneNumber, "theirs")
      XCTAssertEqual(ada.email, "ada@example.org")
    }
  }

  func testAChangeThatIsRefusedLeavesNothing() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      var rounds = 0
      XCTAssertThrowsError(
        try scope(desk.stack).change { scratch in
          rounds += 1
          let site = CampSite(context: scratch)
          site.name = "15"
          site.campground = try scope(desk.stack).campground(in: scratch)
        }
      ) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectConstraintMerge, "\($0)")
      }
      XCTAssertEqual(rounds, 1)
      XCTAssertEqual(try desk.count(CampSite.self), 1)
    }
  }

  func testAChangeThatIsNotWantedLeavesNothing() async throws {
    try await eachStore { desk in
      let isAdded = try scope(desk.stack).change(
        { scratch in
          let camper = Camper(context: scratch)
          camper.fullName = "Nobody"
          return false
        }, if: { $0 })
      XCTAssertFalse(isAdded)
      XCTAssertEqual(try desk.count(Camper.self), 0)
    }
  }

  func testUnsavedEditsOfTheServicesContextStayItsOwn() async throws {
    try await eachStore { desk in
      let ada = try desk.campers.addCamper("Ada", phoneNumber: "0")
      ada.email = "draft@example.org"
      _ = try desk.campers.addCamper("Bo", phoneNumber: "1")
      XCTAssertTrue(ada.hasChanges)
      XCTAssertEqual(ada.email, "draft@example.org")
      desk.stack.mainContext.rollback()
      XCTAssertNil(ada.email)
    }
  }
}
