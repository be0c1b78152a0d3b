import Campground
import Foundation
import ObjectGraph
import XCTest

@testable import CampgroundBenchmark

/// What is measured is measured on stores that hold what their descriptions say.
@MainActor
final class FilledStoresTests: XCTestCase {
  private var folder = FileManager.default.temporaryDirectory

  override func setUp() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() async throws { try FileManager.default.removeItem(at: folder) }

  func testOneInTwentyPastStaysOfAHistoryIsCanceled() async throws {
    let store = try HistoryStore(years: 1, siteCount: 4, in: folder)
    let states = try store.stack.mainContext.fetch(Reservation.fetchRequest())
      .filter { $0.departure < HistoryStore.today }.map(\.state)
    XCTAssertEqual(
      Double(states.count { $0 == .canceled }), Double(states.count) / 20, accuracy: 1)
    XCTAssertEqual(Set(states), [.canceled, .checkedOut])
    try store.stack.close()
  }

  func testEveryStayOfAHistoryHasASegmentAndItsNights() async throws {
    let store = try HistoryStore(years: 1, siteCount: 4, in: folder)
    let stays = try store.stack.mainContext.fetch(Reservation.fetchRequest())
    XCTAssertEqual(stays.count, HistoryStore.weeksAYear * 4 * HistoryStore.staysAWeek.count)
    for stay in stays {
      XCTAssertEqual(stay.segments.count, 1)
      let isOnSite = stay.state?.occupiesNights == true
      XCTAssertEqual(
        stay.nights.count, isOnSite ? stay.arrival.distance(to: stay.departure) : 0)
    }
    try store.stack.close()
  }

  func testTheSitesOfTheNightAuditAreNumberedFromOne() async throws {
    let file = folder.appendingPathComponent("nightly.sqlite")
    try NightlyStore.fill(file)
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: file))
    let sites = try stack.mainContext.fetch(CampSite.fetchRequest())
    XCTAssertEqual(
      sites.compactMap(\.siteNumber).map(Int.init).sorted(), Array(1...NightlyStore.siteCount))
    try stack.close()
  }
}
