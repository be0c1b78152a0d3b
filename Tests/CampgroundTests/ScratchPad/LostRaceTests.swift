import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Calls that meet somebody else each time they try.
@MainActor
final class LostRaceTests: XCTestCase {
  func testACallThatLosesAgainAndAgainTellsBothEdits() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let theirs = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let ada = try Desk(mine).campers.addCamper("Ada", phoneNumber: "0")
    let scope = ServiceScope(
      context: mine.mainContext, clock: mine.clock, campgroundID: nil, reach: .store)
    var round = 0
    XCTAssertThrowsError(
      try scope.change { scratch in
        let camper = try scratch.current(ada)
        camper.phoneNumber = "mine"
        round += 1
        try theirs.refreshAfterForeignChanges()
        let desk = Desk(theirs)
        try desk.campers.edit(desk.campers.find("Ada"), phoneNumber: "\(round)")
      }
    ) { error in
      guard case CampgroundError.changedMeanwhile(let conflicts) = error else {
        return XCTFail("\(error)")
      }
      let property = conflicts.first?.properties.first
      XCTAssertEqual(property?.name, "phoneNumber")
      XCTAssertEqual(property?.seen, .string("\(round - 1)"))
      XCTAssertEqual(property?.stored, .string("\(round)"))
      XCTAssertEqual(property?.written, .string("mine"))
    }
    XCTAssertGreaterThan(round, 1)
    try theirs.close()
    try mine.close()
  }
}
