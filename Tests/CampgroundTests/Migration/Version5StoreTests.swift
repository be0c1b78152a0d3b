import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Opening stores of version 5, in which journals had no accounts of their own.
@MainActor
final class Version5StoreTests: XCTestCase {
  func testAStoreWithoutAccountsGetsThem() async throws {
    let url = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = try FormerStore(of: .campgroundVersion5, at: url)
    let campground = try store.campground()
    let site = try store.make("CampSite", ["name": "15", "campground": campground])
    try store.reservation(
      at: campground, on: site, from: "2026-07-01", to: "2026-07-03", priceMinor: 50_00,
      ["number": Int64(1), "totalMinor": Int64(100_00), "confirmationNumber": "X-7"])
    try store.close()
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
    XCTAssertEqual(stack.migration?.source, "5")
    let desk = TestDesk(stack)
    XCTAssertEqual(try desk.find("R-1").confirmationNumber, "X-7")
    let accounts = AccountService(beside: desk.folios)
    XCTAssertEqual(try accounts.accounts(), [])
    try accounts.setAccount(of: .lodging, to: "4010")
    XCTAssertEqual(try accounts.accounts().map(\.name), ["4010"])
    try stack.close()
  }
}
