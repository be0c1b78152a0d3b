import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The check-out of the wrong guest, taken back.
@MainActor
final class CheckOutUndoneTests: XCTestCase {
  /// Three nights from today on, June 15: 3 × 40, a tax of 10%, 8 for the booking, 140 in all.
  private func guest(_ desk: TestDesk) throws -> CampSite {
    let site = try desk.pricedSite()
    _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
    try desk.reservations.checkIn("R-1")
    return site
  }

  private func money(_ desk: TestDesk) throws -> [String] {
    let balance = try desk.folios.balance(of: desk.find("R-1"))
    return ["\(balance.charged)", "\(balance.toCome)", "\(balance.due)"]
  }

  private func lines(_ desk: TestDesk) throws -> [FolioEntry] {
    try desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio))
  }

  func testWhatItChargedIsTakenBackByFurtherLinesAndChargedWithTheNightAgain() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      try nightly(desk, on: "2026-06-17")
      // 8 + 40 + 4 of the first day, 40 + 4 of the second; 40 + 4 are to come.
      XCTAssertEqual(try money(desk), ["$96.00", "$44.00", "$140.00"])
      let before = try StayPicture(of: "R-1", at: desk)
      let later = try desk.reservations(on: "2026-06-18")
      try later.checkOut("R-1")
      XCTAssertEqual(try money(desk), ["$140.00", "$0.00", "$140.00"])
      let change = try later.undoCheckOut("R-1")
      XCTAssertEqual(change.after.status, .checkedIn)
      XCTAssertEqual(difference(change), [])
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
      // 5 lines of two nights, 2 of the check-out, 2 that take these back.
      let written = try lines(desk)
      XCTAssertEqual(written.count, 9)
      XCTAssertEqual(written.suffix(2).map(\.amountMinor), [-4_000, -400])
      XCTAssertEqual(written.suffix(2).map(\.reason), ["check-out undone", "check-out undone"])
      XCTAssertEqual(Set(written.suffix(2).map(\.date)), [try day("2026-06-18")])
      try nightly(desk, on: "2026-06-18")
      XCTAssertEqual(try money(desk), ["$140.00", "$0.00", "$140.00"])
      try later.checkOut("R-1")
      XCTAssertEqual(try lines(desk).count, 11)
    }
  }

  func testNightsThatWereGivenBackAreTakenAgainAndThePenaltyGoes() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("1")
      try desk.policies.add(
        "Half", PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(50))]))
      _ = try guest(desk)
      try nightly(desk, on: "2026-06-16")
      let before = try StayPicture(of: "R-1", at: desk)
      let later = try desk.reservations(on: "2026-06-16")
      let left = try later.checkOut("R-1")
      // 52 of the first day, and half of the two nights that are given up.
      XCTAssertEqual(left.balance.due, try usd("92"))
      let change = try later.undoCheckOut("R-1")
      XCTAssertEqual(
        change.takenNights.map(\.description), ["15 on 2026-06-16", "15 on 2026-06-17"])
      XCTAssertEqual(change.difference, try usd("48"))
      XCTAssertEqual(try money(desk), ["$52.00", "$88.00", "$140.00"])
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
      // The stay goes on as agreed.
      try nightly(desk, on: "2026-06-18")
      XCTAssertEqual(try money(desk), ["$140.00", "$0.00", "$140.00"])
    }
  }

  func testANightThatTheCheckOutTookOffTheBillIsOnItAgain() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      // Tonight is charged already: 52 + 44.
      try nightly(desk, on: "2026-06-16", through: try day("2026-06-16"))
      let before = try StayPicture(of: "R-1", at: desk)
      let later = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try later.checkOut("R-1").balance.due, try usd("52"))
      try later.undoCheckOut("R-1")
      XCTAssertEqual(try money(desk), ["$96.00", "$44.00", "$140.00"])
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
    }
  }

  func testANightThatWasWaivedStaysFree() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      try nightly(desk, on: "2026-06-16")
      let night = try XCTUnwrap(lines(desk).first { $0.kind == .lodging })
      try desk.folios(on: "2026-06-16").reverse(night, reason: "noise")
      let before = try StayPicture(of: "R-1", at: desk)
      let later = try desk.reservations(on: "2026-06-17")
      try later.checkOut("R-1")
      try later.undoCheckOut("R-1")
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
      // 140 without the first night and its tax.
      XCTAssertEqual(try money(desk).last, "$96.00")
    }
  }

  func testWhatWasTakenOffTheBillIsOffItAgain() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let stayed = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      try desk.folios.allow(110, to: stayed, reason: "kind")
      let later = try desk.reservations(on: "2026-06-16")
      // One night of 40 is left: 70 of the 110 are taken back.
      XCTAssertEqual("\(try later.checkOut("R-1").balance)", "nothing due")
      XCTAssertEqual(try later.undoCheckOut("R-1").balance.due, try usd("10"))
    }
  }

  func testANightThatSomebodyElseHasByNowIsInTheWay() async throws {
    try await eachStore { desk in
      let site = try guest(desk)
      let later = try desk.reservations(on: "2026-06-16")
      try later.checkOut("R-1")
      let other = try stay("2026-06-17", "2026-06-19")
      _ = try later.reserve(site, for: nil, dates: other)
      assertBreaks(.siteTaken(site: "15", by: [TakenStay(dates: other, code: "R-2")])) {
        try later.undoCheckOut("R-1")
      }
      try later.cancel("R-2")
      try later.undoCheckOut("R-1")
      XCTAssertEqual(try desk.find("R-1").nights.count, 3)
    }
  }

  func testAnOfferOfTheNightsIsInTheWayUntilItEnds() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      let later = try desk.reservations(on: "2026-06-16")
      let waiter = try desk.campers.addCamper("Okafor", phoneNumber: nil)
      let wish = try stay("2026-06-16", "2026-06-18")
      _ = try desk.waitlist.add(WaitlistWish(dates: wish), for: waiter)
      XCTAssertEqual(try later.checkOut("R-1").offers.map(\.site), ["15"])
      assertBreaks(.siteTaken(site: "15", by: [TakenStay(dates: wish, code: "R-2")])) {
        try later.undoCheckOut("R-1")
      }
      try later.expire("R-2")
      try later.undoCheckOut("R-1")
      XCTAssertEqual(try desk.find("R-1").departure, try day("2026-06-18"))
    }
  }

  func testAnotherGuestOnTheSiteIsInTheWay() async throws {
    try await eachStore { desk in
      let site = try guest(desk)
      let later = try desk.reservations(on: "2026-06-18")
      try later.checkOut("R-1")
      _ = try later.reserve(site, for: nil, dates: stay("2026-06-18", "2026-06-19"))
      try later.checkIn("R-2")
      assertBreaks("R-2 is still on site 15") { try later.undoCheckOut("R-1") }
      try later.undoCheckIn("R-2")
      try later.undoCheckOut("R-1")
      assertBreaks("R-1 is still on site 15") { try later.checkIn("R-2") }
    }
  }

  func testASiteThatIsNotLetAnyMoreIsInTheWay() async throws {
    try await eachStore { desk in
      let site = try guest(desk)
      let later = try desk.reservations(on: "2026-06-16")
      try later.checkOut("R-1")
      try desk.sites.retire(site, from: day("2026-06-17"))
      assertBreaks(.unfit, "site 15 is retired from 2026-06-17") {
        try later.undoCheckOut("R-1")
      }
    }
  }

  func testLinesThatWereTakenBackByHandAreInTheWay() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      let later = try desk.reservations(on: "2026-06-18")
      try later.checkOut("R-1")
      let last = try XCTUnwrap(lines(desk).last { $0.kind == .lodging })
      try desk.folios(on: "2026-06-18").reverse(last, reason: "noise")
      XCTAssertThrowsError(try later.undoCheckOut("R-1")) {
        XCTAssertEqual(
          reason(of: $0)?.text,
          "the check-out of R-1 cannot be undone: the charges of the check-out of R-1 have been "
            + "reversed by hand: line 6")
        XCTAssertEqual(reason(of: $0)?.about.first, .stay("R-1"))
        XCTAssertEqual(reason(of: $0)?.about.contains(.line(last.lineNumber ?? 0)), true)
      }
    }
  }

  func testAsLongAsItsDayIsOpenItIsUndone() async throws {
    try await eachStore { desk in
      _ = try guest(desk)
      let later = try desk.reservations(on: "2026-06-18")
      try later.checkOut("R-1")
      try desk.reservations(on: "2026-06-19").undoCheckOut("R-1")
      try later.checkOut("R-1")
      _ = try desk.folios(on: "2026-06-18").closeDay(day("2026-06-18"))
      assertBreaks("the check-out of R-1 cannot be undone: 2026-06-18 is closed") {
        try later.undoCheckOut("R-1")
      }
    }
  }

  func testACheckInIsTakenBackAfterTheCheckOutThatWasToMendIt() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      let before = try StayPicture(of: "R-1", at: desk)
      try desk.reservations.checkIn("R-1")
      // The night of the arrival is charged by leaving on that day.
      XCTAssertEqual(try desk.reservations.checkOut("R-1").balance.charged, try usd("52"))
      try desk.reservations.undoCheckOut("R-1")
      try desk.reservations.undoCheckIn("R-1")
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
    }
  }

  func testNightsOnAnotherSiteThatWereGivenUpAreTakenAgain() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try nightly(desk, on: "2026-06-21")
      let before = try StayPicture(of: "R-1", at: desk)
      let nights = try desk.takenNights
      let later = try desk.reservations(on: "2026-06-21")
      try later.checkOut("R-1")
      XCTAssertEqual(try desk.story, ["R-1 CheckedOut 15 06-20…06-21 $40.00"])
      let change = try later.undoCheckOut("R-1")
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
      XCTAssertEqual(try desk.takenNights, nights)
      // One night of 40 and three of 55 are agreed again.
      XCTAssertEqual(change.difference, try usd("205"))
      XCTAssertEqual(change.after.dates, try stay("2026-06-20", "2026-06-25"))
    }
  }

  func testAGroupsLastCheckOutIsTakenBackWholly() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: nil, dates: try stay("2026-06-15", "2026-06-17")) })
      try desk.reservations.checkInGroup("Scouts")
      let before = try ["R-1", "R-2"].map { try StayPicture(of: $0, at: desk) }
      let later = try desk.reservations(on: "2026-06-16")
      try later.checkOutGroup("Scouts")
      XCTAssertEqual(try later.undoGroupCheckOut("Scouts").map(\.code), ["R-1", "R-2"])
      XCTAssertEqual(try ["R-1", "R-2"].map { try StayPicture(of: $0, at: desk) }, before)
      try later.checkOutGroup("Scouts")
      let other = try stay("2026-06-16", "2026-06-17")
      _ = try later.reserve(sites[1], for: nil, dates: other)
      // Where one cannot come back nobody does.
      assertBreaks(.siteTaken(site: "2", by: [TakenStay(dates: other, code: "R-3")])) {
        try later.undoGroupCheckOut("Scouts")
      }
    }
  }

  func testOfTakingItBackAndOfCheckingInTheNextGuestOneSucceeds() async throws {
    let store = PersistentStoreDescription(
      url: try temporaryFolder().appendingPathComponent("Campground.sqlite"))
    let rounds = 6
    do {
      let desk = TestDesk(try TestStoreStack(store: store))
      for round in 1...rounds {
        let site = try desk.sites.add("\(round)", rate: 40)
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-16"))
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
        try desk.reservations.checkIn("R-\(round * 2 - 1)")
      }
      try desk.stack.close()
    }
    let noon = try noon("2026-06-16")
    for round in 1...rounds {
      let (left, comes) = ("R-\(round * 2 - 1)", "R-\(round * 2)")
      do {
        let desk = TestDesk(try TestStoreStack(store: store))
        try desk.reservations(at: noon).checkOut(left)
        try desk.stack.close()
      }
      let outcomes = try await RacingStacks.atOnce(2, on: store) { context, stack, index in
        let service = ReservationService(
          managedObjectContext: context, storeStack: stack, clock: FixedClock(noon))
        do {
          if index == 0 { try service.undoCheckOut(left) } else { try service.checkIn(comes) }
          return "done"
        } catch let error as CampgroundError
          where error.code == .refused && error.text.contains(" is still on site ")
        {
          return "in the way"
        }
      }
      XCTAssertEqual(Set(outcomes), ["done", "in the way"], "round \(round)")
    }
  }
}
