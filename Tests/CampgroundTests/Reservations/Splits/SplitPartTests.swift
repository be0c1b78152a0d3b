import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What a part has of its stay when the site changes on the way, and what is left of one that is
/// given up. The clock stands at noon of 2026-06-15.
@MainActor
final class SplitPartTests: XCTestCase {
  // MARK: A new part

  func testANewPartHasTheTermsOfTheStay() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      try desk.rates.addDiscount("Club", DiscountPlan(percent: 10))
      try desk.policies.add("Strict", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ all")))
      var booking = Booking(first, for: guest, dates: try stay("2026-06-20", "2026-06-25"))
      booking.discount = try desk.rates.findDiscount("Club")
      try desk.reservations.book(booking)
      try desk.reservations(on: "2026-06-16").split("R-1", on: day("2026-06-22"), to: second)
      // 2 × 40 and 3 × 55, less a tenth.
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $72.00", "R-2 Reserved 16 06-22…06-25 $148.50"])
      let (one, two) = (try desk.find("R-1"), try desk.find("R-2"))
      XCTAssertEqual(two.discount?.name, "Club")
      XCTAssertEqual(two.cancellationPolicy?.name, "Strict")
      XCTAssertEqual(two.bookedAt, one.bookedAt)
      XCTAssertEqual(two.bookedAt, TestStoreStack.noon)
      // The nights that are added have the discount, too.
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(try desk.find("R-2").total, try usd("198"))
    }
  }

  func testWhoLeavesTheNewPartEarlyLeavesByThePolicyOfTheStay() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      try desk.policies.add("Strict", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ all")))
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.reservations(on: "2026-06-22").checkIn("R-2")
      let change = try desk.reservations(on: "2026-06-23").checkOut("R-2")
      // All is kept: 2 × 40 and 3 × 55.
      XCTAssertEqual(change.balance.due, try usd("245"))
      XCTAssertEqual(change.keptUnder?.hasPrefix("Strict"), true)
    }
  }

  func testWhoLeavesTheFirstPartEarlyPaysForTheLaterOneByThePolicy() async throws {
    try await eachStore { desk in
      try desk.policies.add("Strict", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ all")))
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let change = try desk.reservations(on: "2026-06-21").checkOut("R-1")
      XCTAssertEqual(change.balance.due, try usd("245"))
      XCTAssertEqual(try desk.takenNights, ["15 on 2026-06-20"])
      // Nights that nobody stays are charged on the day on which the guest leaves.
      XCTAssertEqual(
        try desk.find("R-1").folio?.entries.map(\.day).max(), try day("2026-06-21").midnightUTC)
    }
  }

  func testAPriceOfTheDeskIsThatOfTheNewPartToo() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      try desk.reservations.edit("R-1", price: 30)
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $60.00", "R-2 Reserved 16 06-22…06-25 $90.00"])
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(try desk.find("R-2").total, try usd("120"))
    }
  }

  func testANewPartStandsBetweenThePartsBesideIt() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      let third = try desk.sites.add("17", rate: 60)
      _ = try desk.reservations.reserve(
        desk.booking(
          first, for: guest, stay("2026-06-20", "2026-06-26"), then: ("2026-06-22", second),
          ("2026-06-24", first)))
      let change = try desk.reservations.split("R-2", on: day("2026-06-23"), to: third)
      XCTAssertEqual(change.parts.map(\.after.site), ["15", "16", "17", "15"])
      XCTAssertEqual(
        StayChain(of: try desk.find("R-1")).parts.map(\.code), ["R-1", "R-2", "R-4", "R-3"])
      // 2 × 40, 55, 60, 2 × 40: one bill.
      XCTAssertEqual(try desk.due(desk.find("R-3")), "$275.00")
    }
  }

  func testARuleThatWasOverriddenIsNotedOnTheNewPart() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.twoSites()
      try desk.rules.add("Long", .minimumPerNight, value: 7, scope: .init(site: first))
      var booking = Booking(first, for: guest, dates: try stay("2026-06-20", "2026-06-25"))
      booking.overridesRules = true
      try desk.reservations.book(booking)
      let noted = try XCTUnwrap(desk.find("R-1").overriddenRules)
      try desk.reservations.split(
        "R-1", on: day("2026-06-22"), to: second, overridingRules: true)
      XCTAssertEqual(try desk.find("R-2").overriddenRules, noted)
    }
  }

  // The guest has had the one night of the first part and leaves it on the day of the arrival.
  func testNoticeOfTheRestCountsFromTheArrivalOfTheWholeStay() async throws {
    for isSplitLater in [false, true] {
      try await eachStore { desk in
        let (first, second, guest) = try desk.twoSites()
        try desk.policies.add(
          "Standard",
          PolicyPlan(steps: PolicyPlan.steps(parsing: "0 all, 1+ nothing"), graceMinutes: 0))
        let dates = try stay("2026-06-20", "2026-06-23")
        if isSplitLater {
          _ = try desk.reservations.reserve(first, for: guest, dates: dates)
          try desk.reservations.split("R-1", on: day("2026-06-21"), to: second)
        } else {
          _ = try desk.reservations.reserve(
            desk.booking(first, for: guest, dates, then: ("2026-06-21", second)))
        }
        let arrival = try desk.reservations(on: "2026-06-20")
        try arrival.checkIn("R-1")
        try arrival.checkOut("R-1")
        // The night, and both that are left, with no day of notice.
        XCTAssertEqual(try arrival.cancel("R-2").balance.due, try usd("150"))
      }
    }
  }

  // MARK: A part that is given up

  func testAPartThatIsGivenUpSaysWhenAndWhy() async throws {
    try await eachStore { desk in
      let (first, second, guest) = try desk.splitStay()
      try desk.reservations.join("R-1")
      XCTAssertEqual(try desk.find("R-2").canceledAt, TestStoreStack.noon)
      XCTAssertEqual(try desk.find("R-2").reason, "joined with R-1")
      XCTAssertNil(try desk.find("R-1").canceledAt)
      try desk.reservations.cancel("R-1")
      try desk.reserve(first, then: second, for: guest)
      try desk.reservations.shorten("R-3", by: 3)
      XCTAssertEqual(try desk.find("R-4").canceledAt, TestStoreStack.noon)
      XCTAssertEqual(try desk.find("R-4").reason, "the stay was shortened")
    }
  }

  func testAPartThatWasGivenUpBeforeStaysSoWhenTheStayIsValidAgain() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.shorten("R-1", by: 3)
      let later = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try later.cancel("R-1").parts.map(\.code), ["R-1"])
      XCTAssertEqual(try later.reinstate("R-1").parts.map(\.code), ["R-1"])
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Canceled 16 06-22…06-25 $0.00"])
    }
  }

  func testAPartThatWasGivenUpIsNoPartOfAStayThatNobodyCameFor() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      // Both at one instant, as in a script.
      let evening = desk.reservations(at: try evening("2026-06-20"))
      try evening.shorten("R-1", by: 3)
      try evening.noShow("R-1")
      XCTAssertEqual(try evening.reinstate("R-1").parts.map(\.code), ["R-1"])
      XCTAssertEqual(try desk.find("R-2").state, .canceled)
    }
  }

  func testWhatWasChargedForAPartThatIsJoinedIsTakenBackWithIt() async throws {
    try await eachStore { desk in
      try desk.policies.add("Strict", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ all")))
      try desk.splitStay()
      // All nights are charged, and stay so when the stay is valid again.
      let later = try desk.reservations(on: "2026-06-16")
      try later.cancel("R-1")
      try later.reinstate("R-1")
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).charged, try usd("245"))
      let change = try later.join("R-1")
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-25 $200.00", "R-2 Canceled 16 06-22…06-25 $0.00"])
      XCTAssertEqual(change.balance.due, try usd("200"))
    }
  }

  func testWhatIsLeftOfAStayIsValidAgainAsAPartOfIt() async throws {
    try await eachStore { desk in
      try desk.rules.add("Five", .minimumPerNight, value: 5)
      try desk.rules.add("Days before", .advanceDays, value: 3)
      try desk.rules.add(
        "No arrival", .closedToArrival,
        scope: .init(from: day("2026-06-22"), through: day("2026-06-22")))
      let (first, second, guest) = try desk.twoSites()
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-25"))
      try desk.reservations.split("R-1", on: day("2026-06-22"), to: second)
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      let change = try desk.reservations(on: "2026-06-22")
      try change.checkOut("R-1")
      try change.cancel("R-2")
      // It goes on where the guest has been for two nights: five in all, of one arrival.
      try change.reinstate("R-2")
      XCTAssertEqual(try desk.find("R-2").state, .reserved)
      XCTAssertNil(try desk.find("R-2").overriddenRules)
    }
  }

  func testAPartThatWasGivenUpDoesNotCountForTheOneThatIsValidAgain() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations.join("R-1")
      try desk.reservations.shorten("R-1", by: 3)
      try desk.reservations(on: "2026-06-16").cancel("R-1")
      try desk.rules.add("Five", .minimumPerNight, value: 5)
      // They lie side by side, but one is not valid without the other.
      for (code, site) in [("R-1", "15"), ("R-2", "16")] {
        XCTAssertThrowsError(try desk.reservations(on: "2026-06-17").reinstate(code)) {
          guard case CampgroundError.stayRuleBroken(site, let broken) = $0 else {
            return XCTFail("\($0)")
          }
          XCTAssertEqual(broken.map(\.rule), ["Five"])
        }
      }
    }
  }

  func testWhatCallingOffCostIsTakenBackWhenTheStayIsValidAgain() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Fee", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ nothing fee 10")))
      try desk.splitStay()
      let later = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try later.cancel("R-2").balance.due, try usd("10"))
      XCTAssertEqual(try later.reinstate("R-2").balance.due, try usd("245"))
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $80.00", "R-2 Reserved 16 06-22…06-25 $165.00"])
    }
  }
}
