import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Opening stores of version 2.
@MainActor
final class Version2StoreTests: XCTestCase {
  private var url: URL!

  override func setUp() async throws {
    url = try temporaryFolder().appendingPathComponent("Campground.sqlite")
  }

  /// Makes a store of version 2 with a campground and a site without a price.
  private func store(
    _ fill: (FormerStore, _ campground: ManagedObject, _ site: ManagedObject) throws -> Void
  ) throws {
    let store = try FormerStore(of: .campgroundVersion2, at: url)
    let campground = try store.campground()
    let site = try store.make("CampSite", ["name": "15", "campground": campground])
    try fill(store, campground, site)
    try store.close()
  }

  func testNightsOfStaysWithoutATotalAreToBePriced() async throws {
    try store { store, campground, site in
      try store.reservation(at: campground, on: site, from: "2026-07-01", to: "2026-07-04")
      try store.reservation(
        at: campground, on: site, from: "2026-08-01", to: "2026-08-02", ["totalMinor": Int64(45_00)]
      )
    }
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
    XCTAssertEqual(stack.migration?.source, "2")
    let stays = try stack.mainContext.fetch(Reservation.fetchRequest())
      .sorted { $0.arrival < $1.arrival }
    XCTAssertEqual(stays.map(\.price.description), ["no price", "$45.00"])
    XCTAssertEqual(stays.map(\.unpricedNights), [3, 0])
    XCTAssertEqual(stays.map(\.totalMinor), [0, 45_00])
    // The next change counts anew: the site has got a price.
    let desk = TestDesk(stack)
    let site = try XCTUnwrap(desk.sites.getCampSites().first)
    try desk.sites.edit(site, rate: 40)
    XCTAssertEqual(try desk.reservations.reprice(stays[0].code).after.total, try usd("120"))
    XCTAssertEqual(stays[0].unpricedNights, 0)
    try stack.close()
  }

  /// Two allowances of 10 and 30 on one day, and a tax that is waived: reversing the first gives
  /// back the 10.
  func testLinesOfTheLedgerKnowTheirFacts() async throws {
    try store { store, campground, site in
      let stay = try store.reservation(
        at: campground, on: site, from: "2026-07-01", to: "2026-07-02",
        priceMinor: 100_00, ["totalMinor": Int64(60_00)])
      try stay.setValue(site, forKey: "campSite")
      let folio = try store.make(
        "Folio",
        [
          "number": Int64(1), "campground": campground,
          "openedAt": Date(timeIntervalSinceReferenceDate: 0),
        ])
      try stay.setValue(folio, forKey: "folio")
      let posting = try store.make(
        "Posting", ["action": "allow", "postedAt": Date(timeIntervalSinceReferenceDate: 0)])
      let day = try day("2026-06-15").midnightUTC
      for (position, amount) in [Int64(10_00), 30_00].enumerated() {
        try store.make(
          "Allowance",
          [
            "position": Int32(position), "day": day, "text": "Allowance", "amountMinor": amount,
            "taxGroup": "lodging", "reservation": stay,
          ])
        try store.make(
          "FolioEntry",
          [
            "number": Int64(position + 1), "kind": "allowance", "text": "Allowance",
            "amountMinor": -amount, "day": day, "night": day, "name": "Allowance",
            "taxGroup": "lodging", "folio": folio, "reservation": stay, "posting": posting,
          ])
      }
      try store.make(
        "TaxWaiver",
        ["day": day, "name": "Bed", "taxGroup": "lodging", "reason": "exempt", "reservation": stay])
    }
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: url))
    let desk = TestDesk(stack)
    let stay = try XCTUnwrap(stack.mainContext.fetch(Reservation.fetchRequest()).first)
    let lines = stay.entries.sorted { $0.number < $1.number }
    XCTAssertEqual(lines.map { $0.allowance?.amountMinor }, [10_00, 30_00])
    XCTAssertEqual(stay.waivers.map(\.kind), [.tax])
    XCTAssertEqual(stay.waivers.map(\.name), ["Bed"])
    try desk.folios.reverse(lines[0], reason: "wrong")
    XCTAssertEqual(stay.allowances.filter(\.isWaived).map(\.amountMinor), [10_00])
    XCTAssertEqual(stay.total, try usd("70"))
    try stack.close()
  }
}
