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
    var round = 0
    XCTAssertThrowsError(
      try scope(mine).change { scratch in
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
    XCTAssertEqual(round, 100)
    try theirs.close()
    try mine.close()
  }

  func testACallThatLosesToOthersWhoChangeSomethingEachTimeIsDoneInTheEnd() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let theirs = try TestStoreStack(store: PersistentStoreDescription(url: file))
    let stay = try Desk(mine).stay(nights: [4_000])
    let before = stay.partySize
    var rounds = 0
    try scope(mine).change { scratch in
      try scratch.current(stay).partySize += 1
      rounds += 1
      guard rounds <= 12 else { return }
      try theirs.refreshAfterForeignChanges()
      let desk = Desk(theirs)
      let other = theirs.mainContext.makeChild()
      try other.current(desk.find("R-1")).partySize += 1
      try other.saveThrough()
    }
    XCTAssertEqual(rounds, 13)
    try theirs.refreshAfterForeignChanges()
    // Twelve more by the others, and one by the call.
    XCTAssertEqual(try Desk(theirs).find("R-1").partySize, before + 13)
    XCTAssertEqual(stay.partySize, before + 13)
    try theirs.close()
    try mine.close()
  }

  func testACallThatLosesToTheSameAgainIsNotTriedForLong() async throws {
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
      XCTAssertEqual(rounds, 3)
      XCTAssertEqual(try desk.count(CampSite.self), 1)
    }
  }

  private func scope(_ stack: TestStoreStack) -> ServiceScope {
    ServiceScope(context: stack.mainContext, clock: stack.clock, campgroundID: nil, reach: .store)
  }
}
