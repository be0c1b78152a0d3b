import Foundation
import ObjectGraph
import XCTest

@testable import Campground

/// What a group pays, and how the bill stands that its stays share.
@MainActor
final class GroupMoneyTests: XCTestCase {
  /// Two sites at 40 for a night, all of which is kept when they are called off.
  private func scouts(_ desk: TestDesk) throws -> ReservationGroup {
    try desk.policies.add(
      "All",
      PolicyPlan(
        steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)],
        graceMinutes: 0))
    let policy = try desk.policies.find("All")
    let dates = try stay("2026-06-15", "2026-06-16")
    let bookings = try ["1", "2"].map { name in
      var booking = Booking(try desk.sites.add(name, rate: 40), for: nil, dates: dates)
      booking.policy = .chosen(policy)
      return booking
    }
    try desk.reservations.bookGroup("Scouts", bookings)
    return try desk.reservations.group("Scouts")
  }

  private func words(_ shares: [GroupShare]) -> [String] {
    shares.map { "\($0.code) \($0.amount)" }
  }

  func testAStayThatWasCalledOffGetsWhatItOwesOfWhatItsGroupPays() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(
        words(try desk.folios.pay(60, by: .cash, forGroup: group)), ["R-1 $40.00", "R-2 $20.00"])
      XCTAssertEqual(try desk.due(desk.find("R-2")), "$20.00")
    }
  }

  func testAGroupThatIsCalledOffPaysWhatIsKept() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      try desk.reservations.cancelGroup("Scouts")
      XCTAssertEqual(
        words(try desk.folios.pay(90, by: .cash, forGroup: group)), ["R-1 $50.00", "R-2 $40.00"])
      XCTAssertEqual("\(try desk.folios.balance(of: group))", "credit $10.00")
    }
  }

  func testWhatIsPaidBeyondIsTheCreditOfAStayThatStands() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(
        words(try desk.folios.pay(100, by: .cash, forGroup: group)), ["R-1 $40.00", "R-2 $60.00"])
    }
  }

  func testAStayTellsHowTheBillStandsThatItShares() async throws {
    try await eachStore { desk in
      _ = try scouts(desk)
      let first = try desk.find("R-1")
      try desk.folios.pay(100, by: .cash, for: first)
      let bill = try XCTUnwrap(desk.folios.groupBill(of: first))
      XCTAssertEqual("\(bill.name): \(bill.balance)", "Scouts: credit $20.00")
      XCTAssertEqual("\(try desk.folios.balance(of: first))", "credit $60.00")
      let change = try desk.reservations.checkIn("R-1")
      XCTAssertEqual(change.groupBill, bill)
    }
  }

  func testABillOfOneStayIsNoGroups() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(10, by: .cash, for: stay)
      XCTAssertNil(try desk.folios.groupBill(of: stay))
    }
  }

  func testOthersWhoPayMeanwhileDoNotChangeWhatWasShown() async throws {
    try await eachStore { desk in
      _ = try scouts(desk)
      let shown = try desk.reservations.preview { try $0.cancel("R-1") }
      try desk.folios.pay(40, by: .cash, for: desk.find("R-2"))
      XCTAssertEqual(try desk.reservations.accepting(shown).cancel("R-1").code, "R-1")
    }
  }

  func testWhatAGroupIsChargedIsSharedByWhatIsBooked() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      let dates = try stay("2026-06-15", "2026-06-16")
      for (index, status) in [ReservationStatus.hold, .draft, .requested].enumerated() {
        let site = try desk.sites.add("\(index + 3)", rate: 40)
        try desk.reservations.book(Booking(site, for: nil, dates: dates), as: status)
        try desk.reservations.join("R-\(index + 3)", group: "Scouts")
      }
      XCTAssertEqual(group.sharersNotBooked.map(\.code), ["R-3", "R-4", "R-5"])
      // 25.01 for two: the cent that is left over is the first one's.
      let amount = try XCTUnwrap(Decimal(string: "25.01"))
      XCTAssertEqual(
        words(try desk.folios.shares(of: amount, in: group)), ["R-1 $12.51", "R-2 $12.50"])
      XCTAssertEqual(
        words(try desk.folios.charge(amount, for: "Hall", toGroup: group)),
        ["R-1 $12.51", "R-2 $12.50"])
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-3")).due, try usd("0"))
      try desk.reservations.cancelGroup("Scouts")
      assertBreaks(.nobodyToShare("Scouts")) {
        try desk.folios.charge(10, for: "Hall", toGroup: group)
      }
    }
  }

  func testWhatAGroupPaysBeyondAllIsTheCreditOfWhatIsBooked() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let booked = Booking(sites[1], for: nil, dates: try stay("2026-06-16", "2026-06-17"))
      try desk.reservations.bookGroup("Scouts", [booked])
      // It arrives first, and is not booked.
      let held = Booking(sites[0], for: nil, dates: try stay("2026-06-15", "2026-06-16"))
      try desk.reservations.book(held, as: .hold)
      try desk.reservations.join("R-2", group: "Scouts")
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(
        words(try desk.folios.pay(50, by: .cash, forGroup: group)), ["R-1 $50.00"])
    }
  }

  /// Three deposits of 38; 100 covers the first two and 24 of the third, and the rest of the bill
  /// waits.
  func testAPaymentForAGroupIsSpreadOverItsDepositsBeforeAnyBalance() async throws {
    try await eachStore { desk in
      try desk.rates.addDepositRule("D", DepositPlan(amount: 38))
      let dates = try stay("2026-07-20", "2026-07-23")
      let bookings = try ["1", "2", "3"].map {
        Booking(try desk.sites.add($0, rate: 76), for: nil, dates: dates)
      }
      try desk.reservations.bookGroup("Troop", bookings)
      let group = try desk.reservations.group("Troop")
      @MainActor func open() throws -> [String] {
        try desk.folios.duePayments().map { "\($0.stay.code) \($0.payment.open)" }
      }
      XCTAssertEqual(try open(), ["R-1 $38.00", "R-2 $38.00", "R-3 $38.00"])
      let shares = try desk.folios.pay(100, by: .card, forGroup: group)
      XCTAssertEqual(
        shares.map { "\($0.code) \($0.amount)" }, ["R-1 $38.00", "R-2 $38.00", "R-3 $24.00"])
      XCTAssertEqual(try open(), ["R-3 $14.00"])
      // 14 for the deposit, then the balances in order: 190 of R-1 and the first 10 of R-2.
      let more = try desk.folios.pay(214, by: .card, forGroup: group)
      XCTAssertEqual(
        more.map { "\($0.code) \($0.amount)" }, ["R-1 $190.00", "R-2 $10.00", "R-3 $14.00"])
    }
  }
}
