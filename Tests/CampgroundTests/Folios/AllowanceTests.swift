import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is taken off a bill, which is never below zero by it.
@MainActor
final class AllowanceTests: XCTestCase {
  /// Three nights at 40, nothing paid.
  private func threeNights(_ desk: Desk) throws -> Reservation {
    let site = try desk.sites.add("1", rate: 40)
    return try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-20", "2026-07-23"))
  }

  func testAnAllowanceIsTakenBackAsFarAsAStayThatBecomesShorterDoesNotComeToIt() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.allow(110, to: stay, reason: "kind")
      let change = try desk.reservations.shorten(stay.code, by: 2)
      // One night of 40 is left: 40 of the 110 stay off, 70 are taken back.
      XCTAssertEqual("\(change.balance)", "nothing due")
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [-11_000, 7_000])
      XCTAssertEqual(try desk.folios.openBills().count, 0)
      assertBreaks(.noCredit(code: "R-1", asked: try usd("0"), credit: try usd("0"))) {
        try desk.folios.credit(to: stay)
      }
      // A longer stay does not bring it back.
      XCTAssertEqual("\(try desk.reservations.extend(stay.code, by: 1).balance.due)", "$40.00")
    }
  }

  func testWhatIsGivenBackBeforeAStayIsShortenedLeavesTheGuestNoMoreThanWasPaid() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.pay(100, by: .cash, for: stay)
      // All 80 go off the bill of 120, and 20 of what was paid are left.
      try desk.folios.refundAsCredit(80, to: stay, reason: "kind")
      XCTAssertEqual(try desk.due(stay), "$20.00")
      let change = try desk.reservations.shorten(stay.code, by: 2)
      XCTAssertEqual("\(change.balance)", "credit $20.00")
      XCTAssertEqual(change.balance.charged, try usd("-40"))
    }
  }

  func testAnAllowanceThatTheStayStillComesToStays() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.allow(40, to: stay, reason: "kind")
      let change = try desk.reservations.shorten(stay.code, by: 2)
      XCTAssertEqual("\(change.balance)", "nothing due")
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(stay.folio)).map(\.amountMinor), [-4_000])
    }
  }

  func testALowerPriceTakesBackWhatIsBeyondIt() async throws {
    try await eachStore { desk in
      let stay = try threeNights(desk)
      try desk.folios.allow(110, to: stay, reason: "kind")
      XCTAssertEqual(
        "\(try desk.reservations.edit(stay.code, price: 10).balance)", "nothing due")
    }
  }

  func testAnAllowanceOfWhatWasChargedByHandGoesWithTheCharge() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [0])
      let wood = try desk.folios.charge(10, for: "wood", to: stay)
      try desk.folios.allow(10, to: stay, reason: "wet")
      try desk.folios.reverse(wood, reason: "brought back")
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "nothing due")
    }
  }

  func testAHoldThatEndsTakesItsAllowanceWithIt() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1", rate: 40)
      let held = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-20", "2026-07-21")))
      try desk.folios.charge(5, for: "call", to: held)
      try desk.folios.allow(30, to: held, reason: "kind")
      try desk.reservations.expire(held.code)
      XCTAssertEqual("\(try desk.folios.balance(of: held))", "nothing due")
    }
  }

  // MARK: Two clerks

  /// One night at 52, on a file that two desks have open.
  private func twoDesks(_ body: (Desk, Desk, FolioService, ManagedObjectContext) throws -> Void)
    throws
  {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let site = try mine.sites.add("1", rate: 52)
    let stay = try mine.reservations.reserve(
      site, for: nil, dates: stay("2026-07-20", "2026-07-21"))
    try mine.folios.pay(1, by: .cash, for: stay)
    let theirs = try otherDesk(on: file)
    let pad = mine.stack.mainContext.makeChild()
    let folios = FolioService(
      managedObjectContext: pad, storeStack: mine.stack, clock: mine.stack.clock,
      savingTo: .context)
    try body(mine, theirs, folios, pad)
    try theirs.stack.refreshAfterForeignChanges()
    let balance = try theirs.folios.balance(of: theirs.find("R-1"))
    XCTAssertGreaterThanOrEqual(try (balance.charged + balance.toCome).amount, 0)
    try mine.stack.close()
    try theirs.stack.close()
  }

  private func stored(in pad: ManagedObjectContext) throws -> Reservation {
    try XCTUnwrap(pad.fetch(Reservation.fetchRequest()).first)
  }

  func testOfTwoClerksWhoTakeTheSameAmountOffTheSecondIsStopped() async throws {
    try twoDesks { _, theirs, folios, pad in
      try folios.allow(50, to: stored(in: pad), reason: "mine")
      try theirs.folios.allow(50, to: theirs.find("R-1"), reason: "theirs")
      XCTAssertThrowsError(try pad.saveThrough())
    }
  }

  func testAnAllowanceMeetsAStayThatIsCanceledMeanwhile() async throws {
    try twoDesks { _, theirs, folios, pad in
      try folios.allow(50, to: stored(in: pad), reason: "mine")
      try theirs.reservations.cancel("R-1")
      XCTAssertThrowsError(try pad.saveThrough())
    }
  }

  func testAStayThatIsMadeCheaperMeetsAnAllowanceOfMeanwhile() async throws {
    try twoDesks { mine, theirs, _, pad in
      let reservations = ReservationService(
        managedObjectContext: pad, storeStack: mine.stack, clock: mine.stack.clock,
        savingTo: .context)
      try reservations.edit("R-1", price: 10)
      try theirs.folios.allow(50, to: theirs.find("R-1"), reason: "theirs")
      XCTAssertThrowsError(try pad.saveThrough())
    }
  }
}
