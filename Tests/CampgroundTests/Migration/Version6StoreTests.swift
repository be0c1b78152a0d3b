import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Opening stores of version 6, in which a campground sent no mail.
@MainActor
final class Version6StoreTests: XCTestCase {
  func testAStoreWithoutMailSendsIt() async throws {
    let url = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = try FormerStore(of: .campgroundVersion6, at: url)
    let campground = try store.campground()
    let site = try store.make("CampSite", ["name": "15", "campground": campground])
    try store.reservation(
      at: campground, on: site, from: "2026-07-01", to: "2026-07-03", priceMinor: 50_00,
      ["number": Int64(1), "totalMinor": Int64(100_00)])
    try store.close()
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
    XCTAssertEqual(stack.migration?.source, "6")
    let desk = TestDesk(stack)
    let stay = try desk.find("R-1")
    let home = try XCTUnwrap(stay.campground)
    XCTAssertNil(home.email)
    XCTAssertFalse(home.mailsReceipts)
    try desk.campgrounds.edit(
      home, settings: CampgroundSettings(email: "a@b.example", mailProgram: "sendmail -t"))
    let mail = MailService(beside: desk.folios)
    let message = try mail.queue(
      .confirmation, desk.folios.confirmation(of: stay), to: "ada@example.com", about: stay)
    XCTAssertEqual(message.code, "M-1")
    try stack.close()
  }
}
