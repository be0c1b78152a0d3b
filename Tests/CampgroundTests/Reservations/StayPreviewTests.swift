import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// What is shown before it is accepted.
@MainActor
final class StayPreviewTests: XCTestCase {
  func testAPreviewSaysWhatTheCallThenDoesAndSavesNothing() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let other = try desk.sites.add("16", rate: 50)
      // Guests may come at any time, so that one may be late at noon.
      site.campground?.checkInMinute = 0
      try desk.stack.mainContext.saveThrough()
      let dates = try stay("2026-06-15", "2026-06-18")
      _ = try desk.reservations.reserve(site, for: nil, dates: dates)
      _ = try desk.reservations.reserve(other, for: nil, dates: dates)
      _ = try desk.reservations.hold(
        Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-02")))
      _ = try desk.reservations.request(
        Booking(site, for: nil, dates: stay("2026-07-05", "2026-07-06")))
      let calls: [(ReservationService) throws -> StayChange] = [
        { try $0.extend("R-1", by: 2) },
        { try $0.shorten("R-1", by: 1) },
        { try $0.changeDates("R-1", to: stay("2026-06-15", "2026-06-17")) },
        { try $0.edit("R-2", party: Party(adults: 3), note: "late") },
        { try $0.reserve("R-3") },
        { try $0.accept("R-4") },
        { try $0.cancel("R-4", reason: "ill") },
        { try $0.reinstate("R-4") },
        { try $0.noShow("R-2") },
        { try $0.checkIn("R-1") },
        { try $0.move("R-1", to: other) },
        { try $0.checkOut("R-1") },
      ]
      for (index, call) in calls.enumerated() {
        let before = try XCTUnwrap(snapshot(of: desk))
        let shown = try desk.reservations.preview(call)
        XCTAssertFalse(desk.stack.mainContext.hasChanges, "\(index)")
        XCTAssertEqual(try snapshot(of: desk), before, "\(index)")
        XCTAssertEqual(try call(desk.reservations.accepting(shown)), shown, "\(index)")
        XCTAssertNotEqual(try snapshot(of: desk), before, "\(index)")
      }
    }
  }

  /// All reservations as text.
  private func snapshot(of desk: TestDesk) throws -> String {
    try desk.reservations.reservations().map {
      "\($0.code) \($0.status) \($0.arrival) \($0.departure) \($0.siteName ?? "") "
        + "\($0.nights.count) \($0.totalMinor) \($0.party)"
    }.joined(separator: "\n")
  }

  func testAPreviewOfABookingHasTheProvisionalCodeAndThePrice() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15", rate: 40)
    let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
    let shown = try desk.reservations.preview { try $0.book(booking) }
    XCTAssertEqual(shown.code, "R-new1")
    XCTAssertNil(shown.before)
    XCTAssertEqual(shown.newLines.map(\.amountMinor), [4_000, 4_000, 4_000])
    XCTAssertEqual(shown.difference, try Money(parsing: "120", .usd))
    XCTAssertEqual(shown.balance.due, try Money(parsing: "120", .usd))
    XCTAssertEqual(try desk.reservations.accepting(shown).book(booking).code, "R-1")
  }

  func testAPreviewOfWhatIsNotAllowedThrowsTheRule() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
    assertBreaks(
      .illegalTransition(
        code: "R-1", from: "Reserved", to: .checkedOut, allowed: [.checkedIn, .canceled, .noShow])
    ) {
      try desk.reservations.preview { try $0.checkOut("R-1") }
    }
  }

  func testWhatIsNotAsItWasShownIsToldAndNotDone() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let site = try mine.sites.add("15", rate: 40)
    for name in ["16", "17"] { _ = try mine.sites.add(name, rate: 40) }
    _ = try mine.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
    let other = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))

    // Both were shown the same move; one was faster.
    let wanted = try mine.sites.find("16")
    let shown = try mine.reservations.preview { try $0.move("R-1", to: wanted) }
    try other.reservations.move("R-1", to: other.sites.find("17"))
    XCTAssertThrowsError(try mine.reservations.accepting(shown).move("R-1", to: wanted)) {
      XCTAssertEqual(
        "\($0)",
        "someone changed R-1 meanwhile: reserved · site 15 · Wed 2026-07-01 to Thu 2026-07-02 · 1 night · "
          + "$40.00 is now reserved · site 17 · Wed 2026-07-01 to Thu 2026-07-02 · 1 night · $40.00"
      )
    }
    XCTAssertEqual(try other.find("R-1").siteName, "17")

    // The price was raised between showing and accepting.
    let extended = try mine.reservations.preview { try $0.extend("R-1", by: 1) }
    try other.sites.edit(other.sites.find("17"), rate: 90)
    XCTAssertThrowsError(try mine.reservations.accepting(extended).extend("R-1", by: 1)) {
      XCTAssertEqual(
        "\($0)",
        "someone changed something R-1 depends on meanwhile: reserved · site 17 · Wed 2026-07-01 to "
          + "Fri 2026-07-03 · 2 nights · $80.00 is now reserved · site 17 · Wed 2026-07-01 to "
          + "Fri 2026-07-03 · 2 nights · $130.00")
    }
    try mine.stack.close()
    try other.stack.close()
  }

  // MARK: Two clerks

  /// Two clerks who work with one store, the second of whom read everything before the first wrote.
  private func clerks(
    _ body: (_ first: TestDesk, _ second: TestDesk) throws -> Void
  ) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let first = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    for name in ["15", "16", "17"] { _ = try first.sites.add(name, rate: 40) }
    _ = try first.reservations.reserve(
      first.sites.find("15"), for: nil, dates: stay("2026-06-15", "2026-06-18"))
    let second = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    XCTAssertEqual(try second.find("R-1").nights.count, 3)
    try body(first, second)
    try first.stack.close()
    try second.stack.close()
  }

  func testWhoExtendsWhatWasCanceledIsToldSo() async throws {
    try await clerks { first, second in
      try first.reservations.cancel("R-1")
      assertBreaks("R-1 is canceled and can no longer change") {
        try second.reservations.extend("R-1", by: 1)
      }
    }
  }

  func testWhoChecksInWhatWasCanceledIsToldSo() async throws {
    try await clerks { first, second in
      try first.reservations.cancel("R-1")
      assertBreaks(
        .illegalTransition(
          code: "R-1", from: "Canceled", to: .checkedIn, allowed: [.reserved])
      ) {
        try second.reservations.checkIn("R-1")
      }
    }
  }

  func testWhoCancelsWhatWasCheckedInIsToldSo() async throws {
    try await clerks { first, second in
      try first.reservations.checkIn("R-1")
      assertBreaks(
        .illegalTransition(
          code: "R-1", from: "CheckedIn", to: .canceled, allowed: [.checkedOut])
      ) {
        try second.reservations.cancel("R-1")
      }
    }
  }

  func testTwoWhoMoveOneStayAreToldWhereItWas() async throws {
    try await clerks { first, second in
      try first.reservations.move("R-1", to: first.sites.find("16"))
      let change = try second.reservations.move("R-1", to: second.sites.find("17"))
      XCTAssertEqual(change.before?.site, "16")
      XCTAssertEqual(change.freedNights.map(\.site), ["16", "16", "16"])
      XCTAssertEqual(try first.count(ReservationNight.self), 3)
    }
  }

  func testWhatTwoClerksEditDifferentlyIsBothKept() async throws {
    try await clerks { first, second in
      try first.reservations.edit("R-1", note: "late")
      try second.reservations.edit("R-1", party: Party(adults: 4))
      let reservation = try second.find("R-1")
      XCTAssertEqual(reservation.note, "late")
      XCTAssertEqual(reservation.party.people, 4)
    }
  }

  func testAScratchPadThatExtendsWhatWasCanceledMeanwhileIsNotSaved() async throws {
    try await clerks { first, second in
      let pad = second.scratchPad()
      try pad.perform("extend") { try $0.reservations.extend("R-1", by: 1) }
      try first.reservations.cancel("R-1")
      XCTAssertThrowsError(try pad.save()) { error in
        XCTAssertEqual(reason(of: error)?.text, "R-1 is canceled and can no longer change")
        XCTAssertEqual(reason(of: error)?.about, [.stay("R-1")])
      }
      try pad.undo()
      XCTAssertEqual(try first.find("R-1").state, .canceled)
      XCTAssertEqual(try first.count(ReservationNight.self), 0)
    }
  }

  func testAScratchPadWhoseExtensionMeetsANewStayNamesIt() async throws {
    try await clerks { first, second in
      let pad = second.scratchPad()
      try pad.perform("extend") { try $0.reservations.extend("R-1", by: 2) }
      let dates = try stay("2026-06-19", "2026-06-20")
      _ = try first.reservations.reserve(first.sites.find("15"), for: nil, dates: dates)
      assertBreaks(.siteTaken(site: "15", by: [TakenStay(dates: dates, code: "R-2")])) {
        try pad.save()
      }
    }
  }

  // MARK: Rules that are broken on purpose

  func testARuleThatIsBrokenOnPurposeIsOnRecord() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let rule = StayRule(context: desk.stack.mainContext)
      rule.name = "Three at least"
      rule.kind = .minimumPerNight
      rule.value = 3
      rule.isActive = true
      rule.campground = site.campground
      try desk.stack.mainContext.saveThrough()
      var booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      for call: (ReservationService) throws -> Reservation in [
        { try $0.reserve(booking) }, { try $0.hold(booking) },
      ] {
        XCTAssertThrowsError(try call(desk.reservations)) { error in
          XCTAssertEqual(rulesBroken(by: error, on: "site 15"), ["Three at least"])
        }
      }
      XCTAssertEqual(try desk.count(Reservation.self), 0)

      _ = try desk.reservations.request(booking)
      XCTAssertThrowsError(try desk.reservations.accept("R-1"))
      try desk.reservations.decline("R-1")
      booking.overridesRules = true
      let short = try desk.reservations.reserve(booking)
      let noted = try XCTUnwrap(short.rulesSetAside.first)
      XCTAssertTrue(noted.words.hasPrefix("2026-06-15: \"Three at least\" "), noted.words)
      // A longer stay breaks nothing; what was noted stays.
      try desk.reservations.extend(short.code, by: 1)
      XCTAssertEqual(short.rulesSetAside, [noted])
      XCTAssertThrowsError(try desk.reservations.shorten(short.code, by: 1))
      try desk.reservations.shorten(short.code, by: 1, overridingRules: true)
      XCTAssertEqual(short.rulesSetAside.count, 2)
      XCTAssertEqual(short.rulesSetAside.first, noted)
    }
  }
}
