import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Commands that share one write transaction.
@MainActor
final class SharedTransactionTests: XCTestCase {
  private struct Stop: Error {}

  private var stack: TestStoreStack!
  private var desk: Desk!

  override func setUp() async throws {
    stack = try TestStoreStack()
    desk = Desk(on: stack, clock: stack.clock, timeZone: .gmt, by: "Ada")
  }

  override func tearDown() async throws { try stack.close() }

  private func add(_ name: String) throws {
    try desk.perform("campsite add \(name)") { _ = try $0.campSites.add(name) }
  }

  func testEachIsACommandOfItsOwnAndIsUndoneByItself() async throws {
    try desk.inOneTransaction {
      try add("15")
      // The next one sees what the one before has written.
      _ = try desk.services.campSites.find("15")
      desk.actor = "Kasey"
      try add("16")
    }
    let events = try desk.services.audit.events().rows
    XCTAssertEqual(
      events.map { "\($0.label): \($0.command ?? ""), \($0.who ?? "")" },
      [
        "site 16: campsite add 16, Kasey", "campground Campground: campsite add 15, Ada",
        "site 15: campsite add 15, Ada",
      ])
    let last = try XCTUnwrap(desk.lastCommand())
    _ = try desk.undoCommand(last.number)
    XCTAssertEqual(try desk.services.campSites.getCampSites().map(\.name), ["15"])
  }

  func testIfOneFailsNoneIsSaved() async throws {
    XCTAssertThrowsError(
      try desk.inOneTransaction {
        try add("15")
        throw Stop()
      }
    ) { XCTAssertTrue($0 is Stop) }
    XCTAssertEqual(try desk.services.campSites.getCampSites().map(\.name), [])
    // The desk goes on as usual.
    try add("16")
    XCTAssertEqual(try desk.services.campSites.getCampSites().map(\.name), ["16"])
  }

  func testInAScratchPadTheyWaitToBeSaved() async throws {
    desk.begin()
    try desk.inOneTransaction { try add("15") }
    XCTAssertEqual(try stack.mainContext.count(for: CampSite.fetchRequest()), 0)
    try desk.save()
    XCTAssertEqual(try stack.mainContext.count(for: CampSite.fetchRequest()), 1)
  }
}
