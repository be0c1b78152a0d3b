import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Groups that arrive, pay and leave together.
@MainActor
final class GroupStayTests: XCTestCase {
  /// Two stays of a group at 40.00 a night that arrive today and stay a night,
  /// and one that comes later.
  private func book(_ desk: TestDesk, later: Bool = false) throws {
    let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
    var bookings = try sites.map {
      Booking($0, for: nil, dates: try stay("2026-06-15", "2026-06-16"))
    }
    if later {
      bookings[1].dates = try stay("2026-06-16", "2026-06-17")
    }
    try desk.reservations.bookGroup("Scouts", bookings)
  }

  func testAGroupIsCheckedInAndOutAsAWhole() async throws {
    try await eachStore { desk in
      try book(desk)
      XCTAssertEqual(
        try desk.reservations.checkInGroup("scouts").map(\.after.status), [.checkedIn, .checkedIn])
      assertBreaks("group \"Scouts\" has nobody to check in") {
        try desk.reservations.checkInGroup("Scouts")
      }
      let left = try desk.reservations(on: "2026-06-16").checkOutGroup("Scouts")
      XCTAssertEqual(left.map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(left.map(\.balance.due), try [usd("40"), usd("40")])
      assertBreaks("group \"Scouts\" has nobody to check out") {
        try desk.reservations.checkOutGroup("Scouts")
      }
    }
  }

  func testWhereOneCannotBeCheckedInNobodyIs() async throws {
    try await eachStore { desk in
      try book(desk, later: true)
      let early = CampgroundError.beforeArrival(
        code: "R-2", arrival: try day("2026-06-16"), today: try day("2026-06-15"),
        fix: .checkInEarly("R-2"))
      assertBreaks(early) { try desk.reservations.checkInGroup("Scouts") }
      XCTAssertEqual(try desk.find("R-1").state, .reserved)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)
    }
  }

  func testAPaymentOfAGroupPaysOneStayAfterTheOther() async throws {
    try await eachStore { desk in
      try book(desk)
      let group = try desk.reservations.group("Scouts")
      let parts = try desk.folios.pay(50, by: .check, forGroup: group, reference: "118")
      XCTAssertEqual(parts.map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(parts.map(\.amount), try [usd("40"), usd("10")])
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("30"))
      // 30 are due of R-2; the 5 beyond are a credit of the first.
      let rest = try desk.folios.pay(35, by: .cash, forGroup: group)
      XCTAssertEqual(rest.map(\.amount), try [usd("5"), usd("30")])
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).credit, try usd("5"))
      assertBreaks(.invalidValue, "enter an amount above $0.00, not $0.00") {
        try desk.folios.pay(0, by: .cash, forGroup: group)
      }
      assertBreaks(.voucherNeedsCode) {
        try desk.folios.pay(1, by: .voucher, forGroup: group)
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 4)
    }
  }

  func testACreditOfOneStayPaysForNoOther() async throws {
    try await eachStore { desk in
      try book(desk)
      let group = try desk.reservations.group("Scouts")
      // 40 are due of each; the 10 beyond are to the credit of the first.
      try desk.folios.pay(50, by: .cash, for: desk.find("R-1"))
      let parts = try desk.folios.pay(30, by: .check, forGroup: group)
      XCTAssertEqual(parts.map(\.code), ["R-2"])
      XCTAssertEqual(parts.map(\.amount), [try usd("30")])
    }
  }
}
