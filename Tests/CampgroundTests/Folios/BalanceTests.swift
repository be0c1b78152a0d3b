import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// One wording of how a bill stands.
@MainActor
final class BalanceTests: XCTestCase {
  func testABillIsDueOrPaidOrACreditOrNothing() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      @MainActor func standing() throws -> String { "\(try desk.folios.balance(of: stay))" }
      XCTAssertEqual(try standing(), "balance due $40.00")
      try desk.folios.pay(40, by: .cash, for: stay)
      XCTAssertEqual(try standing(), "paid in full")
      try desk.folios.pay(2, by: .cash, for: stay)
      XCTAssertEqual(try standing(), "credit $2.00")
      let closing = try desk.folios.receipt(of: stay).closing
      XCTAssertEqual(
        closing.map { "\($0.text) \($0.amount)" },
        ["Agreed, not yet charged $40.00", "Credit $2.00"])
      let free = try desk.stay(nights: [], site: "16", camper: "Bob")
      XCTAssertEqual("\(try desk.folios.balance(of: free))", "nothing due")
    }
  }

  func testWhatIsNotBookedIsToldApartFromWhatIsDue() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      for status in [ReservationStatus.draft, .hold, .requested] {
        let made = try desk.reservations.book(
          Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-03")), as: status)
        let known = try desk.find(made.code)
        XCTAssertEqual(
          "\(try desk.folios.balance(of: known))", "nothing due, $80.00 due if booked")
        try desk.folios.pay(100, by: .cash, for: known)
        XCTAssertEqual(
          "\(try desk.folios.balance(of: known))", "credit $100.00, credit $20.00 if booked")
        let paper = try desk.folios.confirmation(of: known)
        XCTAssertEqual(
          paper.closing.map { "\($0.text) \($0.amount)" },
          ["Paid $100.00", "Credit $100.00", "Credit if booked $20.00"])
        // More than it would come to cannot be taken off, as of any stay.
        assertBreaks("the allowance of $81.00 exceeds the bill of \(made.code) ($80.00)") {
          try desk.folios.allow(81, to: known, reason: "noise")
        }
        try desk.folios.refund(100, to: known, reason: "not coming")
        try desk.reservations.callOff(made.code)
        XCTAssertEqual("\(try desk.folios.balance(of: known))", "nothing due")
      }
    }
  }

  func testOfAHoldThatIsOverNothingIsToldAsOfOneThatExpired() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let held = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-03")), minutes: 10)
      let end = TestStoreStack.noon.addingTimeInterval(600)
      @MainActor func folios(at now: Date) -> FolioService {
        FolioService(
          managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
          clock: FixedClock(now))
      }
      let standing = "nothing due, $80.00 due if booked"
      XCTAssertEqual(
        "\(try folios(at: end.addingTimeInterval(-0.001)).balance(of: held))", standing)
      XCTAssertEqual("\(try folios(at: end).balance(of: held))", "nothing due")
      let closing = ["Paid $0.00", "Nothing due $0.00"]
      XCTAssertEqual(
        try folios(at: end).confirmation(of: held).closing.map { "\($0.text) \($0.amount)" },
        closing)
      XCTAssertEqual(try folios(at: end).balance(of: held).notBooked, try usd("0"))
      try desk.reservations(at: end).expireOverdue()
      XCTAssertEqual(held.state, .expired)
      XCTAssertEqual("\(try folios(at: end).balance(of: held))", "nothing due")
      XCTAssertEqual(
        try folios(at: end).confirmation(of: held).closing.map { "\($0.text) \($0.amount)" },
        closing)
    }
  }

  func testAHoldOfAGroupThatIsOverCountsNoMore() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-07-01", "2026-07-03")
      try desk.reservations.bookGroup("Scouts", [Booking(sites[0], for: nil, dates: dates)])
      try desk.reservations.book(Booking(sites[1], for: nil, dates: dates), as: .hold)
      try desk.reservations.join("R-2", group: "Scouts")
      let group = try desk.reservations.group("Scouts")
      let folios = try desk.folios(on: "2026-06-16")
      XCTAssertEqual("\(try folios.balance(of: group))", "balance due $80.00")
      let paper = try folios.confirmation(of: group)
      XCTAssertEqual(
        paper.closing.map { "\($0.text) \($0.amount)" },
        ["Total $80.00", "Paid $0.00", "Balance due $80.00"])
      XCTAssertEqual(paper.sections.map(\.title), ["Charges", "Kept"])
    }
  }

  func testAHoldOfAGroupIsDueOnceItIsBooked() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-07-01", "2026-07-03")
      let rivera = try desk.campers.addCamper("Rivera", phoneNumber: nil)
      try desk.reservations.bookGroup("Scouts", [Booking(sites[0], for: rivera, dates: dates)])
      try desk.reservations.book(Booking(sites[1], for: rivera, dates: dates), as: .hold)
      try desk.reservations.join("R-2", group: "Scouts")
      let group = try desk.reservations.group("Scouts")
      let balance = try desk.folios.balance(of: group)
      XCTAssertEqual(balance.due, try usd("80"))
      XCTAssertEqual(balance.toCome, try usd("80"))
      XCTAssertEqual(balance.notBooked, try usd("80"))
      XCTAssertEqual(balance.dueIfBooked, try usd("160"))
      XCTAssertEqual("\(balance)", "balance due $80.00, $160.00 due if booked")
      XCTAssertEqual(
        try desk.folios.openBills().map { "\($0.code) \($0.balance.due)" }, ["Scouts $80.00"])
      let closing = try desk.folios.confirmation(of: group).closing
      XCTAssertEqual(
        closing.map { "\($0.text) \($0.amount)" },
        [
          "Total $160.00", "of this, not booked $80.00", "Paid $0.00", "Balance due $80.00",
          "Due if booked $160.00",
        ])
      XCTAssertEqual(
        try desk.folios.receipt(of: group).closing.map { "\($0.text) \($0.amount)" },
        [
          "Total charged $0.00", "Agreed, not yet charged $80.00", "Paid $0.00",
          "Balance due $80.00", "Due if booked $160.00",
        ])
      // A payment goes to what is due, and beyond it is a credit of the first.
      let shares = try desk.folios.pay(100, by: .cash, forGroup: group)
      XCTAssertEqual(shares.map { "\($0.code) \($0.amount)" }, ["R-1 $100.00"])
      try desk.reservations.reserve("R-2")
      XCTAssertEqual("\(try desk.folios.balance(of: group))", "balance due $60.00")
    }
  }

  func testAConfirmationTellsTheTotalThePaymentAndTheCredit() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-07-01", nights: [4_000, 4_000])
      try desk.folios.charge(7, for: "ice", to: stay)
      try desk.folios.pay(100, by: .card, for: stay)
      let paper = try desk.folios.confirmation(of: stay)
      let sums = paper.sections[0].sums.prefix(1) + paper.closing
      XCTAssertEqual(
        sums.map { "\($0.text) \($0.amount)" },
        ["Total $87.00", "Paid $100.00", "Credit $13.00"])
    }
  }
}
