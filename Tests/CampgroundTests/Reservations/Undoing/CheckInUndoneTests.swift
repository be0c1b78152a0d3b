import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The check-in of the wrong guest, taken back. The clock stands at noon of 2026-06-15.
@MainActor
final class CheckInUndoneTests: XCTestCase {
  func testTheStayIsReservedAgainAsItWas() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      let before = try StayPicture(of: "R-1", at: desk)
      try desk.reservations.checkIn("R-1")
      let change = try desk.reservations.undoCheckIn("R-1")
      XCTAssertEqual(change.before?.status, .checkedIn)
      XCTAssertEqual(change.after.status, .reserved)
      XCTAssertEqual(difference(change), [])
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
      // The right guest, or this one later, is checked in as any.
      try desk.reservations.checkIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
    }
  }

  func testAnArrivalThatWasMovedIsWhereItWas() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      let before = try StayPicture(of: "R-1", at: desk)
      // Two nights of 40, 10% of 80, and 8 for the booking; with two more nights 160 + 16 + 8.
      XCTAssertEqual(try desk.find("R-1").total, try usd("96"))
      let early = try desk.reservations.checkIn("R-1", early: true)
      XCTAssertEqual(early.after.total, try usd("184"))
      let change = try desk.reservations.undoCheckIn("R-1")
      XCTAssertEqual(change.difference, try usd("-88"))
      XCTAssertEqual(
        change.freedNights.map(\.description), ["15 on 2026-06-15", "15 on 2026-06-16"])
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
    }
  }

  func testWeeksDiscountsAndTaxesByTheNightAreAsTheyWere() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      try desk.rates.addRate("Week", RatePlan(amount: 210, kind: .weekly))
      try desk.rates.addTax("Tourist", TaxPlan(amount: 2, basis: .personNight, exemptFromNights: 7))
      try desk.rates.addDiscount("Club", DiscountPlan(amount: 20, isAutomatic: true))
      try desk.rates.addDiscount(
        "Long", DiscountPlan(percent: 10, minimumNights: 6, isAutomatic: true))
      for (index, nights) in [1, 4, 6, 7, 9].enumerated() {
        let arrival = try day("2026-06-17").advanced(by: index * 20)
        let code = "R-\(index + 1)"
        _ = try desk.reservations.reserve(
          site, for: nil, dates: StayDates(arrival: arrival, nights: nights))
        let before = try StayPicture(of: code, at: desk)
        for daysEarly in 1...7 {
          let service = desk.reservations(
            at: arrival.advanced(by: -daysEarly).midnightUTC.addingTimeInterval(43_200))
          try service.checkIn(code, early: true)
          try service.undoCheckIn(code)
          XCTAssertEqual(
            try StayPicture(of: code, at: desk), before, "\(nights) nights, \(daysEarly) early")
        }
      }
    }
  }

  func testNightsChangedSinceAreInTheWayAndThePaymentIsNot() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      try desk.reservations.checkIn("R-1", early: true)
      try desk.reservations.edit("R-1", note: "late")
      try desk.folios.pay(50, by: .cash, for: desk.find("R-1"))
      let extended = try desk.reservations.extend("R-1", by: 1)
      XCTAssertThrowsError(try desk.reservations.undoCheckIn("R-1")) {
        XCTAssertEqual(
          reason(of: $0)?.text, "the check-in of R-1 cannot be undone: R-1 was changed since by E-9"
        )
      }
      XCTAssertEqual(try desk.find("R-1").total, extended.after.total)
      try desk.reservations.shorten("R-1", by: 1)
      XCTAssertThrowsError(try desk.reservations.undoCheckIn("R-1"))
    }
  }

  func testOtherValuesChangedSinceStay() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      try desk.reservations.checkIn("R-1", early: true)
      try desk.reservations.edit("R-1", note: "late")
      try desk.folios.pay(50, by: .cash, for: desk.find("R-1"))
      let change = try desk.reservations.undoCheckIn("R-1")
      // 2 × 40, 10% of it, the booking's 8: 96, of which 50 are paid.
      XCTAssertEqual(change.after.total, try usd("96"))
      XCTAssertEqual(change.balance.due, try usd("46"))
      XCTAssertEqual(try desk.find("R-1").note, "late")
    }
  }

  func testRulesThatTheCheckInSetAsideAreNotNotedAnyMore() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.rules.add("Short", StayRulePlan(.maximumNights, 2))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      let before = try StayPicture(of: "R-1", at: desk)
      try desk.reservations.checkIn("R-1", early: true, overridingRules: true)
      XCTAssertEqual(try desk.find("R-1").rulesSetAside.map(\.rule), ["Short"])
      try desk.reservations.undoCheckIn("R-1")
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
      XCTAssertEqual(try desk.count(OverriddenRule.self), 0)
    }
  }

  func testOnceANightIsChargedItStaysUntilTheNightAuditIsUndone() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      try desk.folios.charge(5, for: "wood", to: desk.find("R-1"))
      // Night, fee and tax of that day.
      try desk.folios.runNightly(day("2026-06-15"))
      assertBreaks(
        "the check-in of R-1 cannot be undone: R-1 was charged for 2026-06-15 after its check-in"
      ) { try desk.reservations.undoCheckIn("R-1") }
    }
  }

  func testAsLongAsItsDayIsOpenItIsUndone() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      let later = try desk.reservations(on: "2026-06-16")
      try later.undoCheckIn("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .reserved)
      try desk.reservations.checkIn("R-1")
      _ = try desk.folios.closeDay(day("2026-06-15"))
      assertBreaks("the check-in of R-1 cannot be undone: 2026-06-15 is closed") {
        try desk.reservations.undoCheckIn("R-1")
      }
    }
  }

  func testOnlyWhoIsCheckedInHasACheckInToTakeBack() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      assertBreaks("R-1 is not checked in; there is nothing to undo") {
        try desk.reservations.undoCheckIn("R-1")
      }
      assertBreaks("R-1 is not checked out; there is nothing to undo") {
        try desk.reservations.undoCheckOut("R-1")
      }
      try desk.reservations.cancel("R-1")
      assertBreaks("R-1 is not checked in; there is nothing to undo") {
        try desk.reservations.undoCheckIn("R-1")
      }
    }
  }

  func testAGroupsLastCheckInIsTakenBackWholly() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2", "3"].map { try desk.sites.add($0, rate: 40) }
      try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: nil, dates: try stay("2026-06-15", "2026-06-17")) })
      // One of them came before the others.
      try desk.reservations.checkIn("R-2")
      let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(600))
      try later.checkInGroup("Scouts")
      XCTAssertEqual(try later.undoGroupCheckIn("scouts").map(\.code), ["R-1", "R-3"])
      XCTAssertEqual(try later.undoGroupCheckIn("Scouts").map(\.code), ["R-2"])
      assertBreaks("group \"Scouts\" has no guests checked in; there is nothing to undo") {
        try later.undoGroupCheckIn("Scouts")
      }
      try later.checkInGroup("Scouts")
      try desk.folios.runNightly(day("2026-06-15"), closing: true)
      assertBreaks("the check-in of R-1 cannot be undone: 2026-06-15 is closed") {
        try later.undoGroupCheckIn("Scouts")
      }
    }
  }
}
