import Campground
import Foundation
import TestSupport
import XCTest

/// Many processes, one store.
final class RaceTests: XCTestCase {
  func testOfManyWhoWantTheSameNightOneGetsIt() throws {
    try races { race in
      try race.prepare("campsite add 15; camper add Ada")
      let outcomes = try race.run(
        Array(repeating: "reserve 15 for Ada from 2026-07-01 nights 1", count: Race.crowd))
      XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
      race.expectRefusals(outcomes, "site 15 is taken 2026-07-01 to 2026-07-02 (R-1)")
      XCTAssertEqual(try race.ask("count ReservationNight; count Reservation"), "1\n1\n")
    }
  }

  func testOfManyWhoMakeTheStoreOneAddsTheSite() throws {
    try races { race in
      let outcomes = try race.run(Array(repeating: "campsite add 15", count: Race.crowd))
      XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
      race.expectRefusals(outcomes, "there is already a site 15")
      XCTAssertEqual(try race.ask("count CampSite; count Campground"), "1\n1\n")
    }
  }

  func testOfStaysThatOverlapOneIsReserved() throws {
    try races { race in
      try race.prepare("campsite add 15; camper add Ada")
      let outcomes = try race.run(
        (0..<10).map {
          $0.isMultiple(of: 2)
            ? "reserve 15 for Ada from 2026-07-01 to 2026-07-04"
            : "reserve 15 for Ada from 2026-07-03 to 2026-07-06"
        })
      XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
      race.expectRefusals(outcomes, "site 15 is taken")
      XCTAssertEqual(try race.ask("count ReservationNight; count Reservation"), "3\n1\n")
    }
  }

  func testOfRequestsForOneNightOneIsAccepted() throws {
    try races { race in
      try race.prepare("campsite add 15; camper add Ada")
      for _ in 0..<8 { try race.prepare("request 15 for Ada from 2026-07-01 nights 2") }
      let outcomes = try race.run((1...8).map { "accept R-\($0)" })
      XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
      race.expectRefusals(outcomes, "site 15 is taken 2026-07-01 to 2026-07-03 (R-")
      XCTAssertEqual(
        try race.ask("count ReservationNight; count Reservation where status == \"Requested\""),
        "2\n7\n")
    }
  }

  func testOfThoseWhoWantTheNightsOfAHoldThatIsOverOneGetsThem() throws {
    try races { race in
      try race.prepare(
        "campsite add 15; camper add Ada; hold 15 for Ada from 2026-07-01 nights 3 minutes 5",
        at: "2026-06-15T09:00")
      let outcomes = try race.run(
        (0..<10).map { "reserve 15 for Ada from 2026-07-0\($0 % 3 + 1) to 2026-07-05" },
        at: "2026-06-15T09:05")
      XCTAssertEqual(outcomes.count { $0.status == 0 }, 1)
      race.expectRefusals(outcomes, "site 15 is taken")
      XCTAssertEqual(
        try race.ask(
          "count Reservation where status == \"Expired\"; count Reservation; "
            + "count ReservationNight where reservation.number == 1"), "1\n2\n0\n")
    }
  }

  func testOfAnExtensionAndABookingOfItsNightsOneIsDone() throws {
    try races { race in
      let pairs = Race.pairs
      try race.prepare("camper add Ada")
      for site in 1...pairs {
        try race.prepare(
          "campsite add \(site); reserve \(site) for Ada from 2026-07-01 to 2026-07-04")
      }
      let outcomes = try race.run(
        (1...pairs).flatMap { site in
          [
            "reservation extend R-\(site) nights 2",
            "reserve \(site) for Ada from 2026-07-05 to 2026-07-07",
          ]
        })
      for pair in 0..<pairs {
        let statuses = [outcomes[2 * pair].status, outcomes[2 * pair + 1].status]
        XCTAssertEqual(statuses.sorted(), [0, 65], outcomes[2 * pair].errors)
      }
      race.expectRefusals(outcomes, "is taken")
    }
  }

  func testASwapAndACancellationBothLeaveTheirNightsRight() throws {
    try races { race in
      let pairs = Race.pairs
      try race.prepare("camper add Ada")
      for pair in 0..<pairs {
        let sites = [2 * pair + 1, 2 * pair + 2]
        try race.prepare(
          sites.map {
            "campsite add \($0); reserve \($0) for Ada from 2026-07-01 to 2026-07-04"
          }.joined(separator: "; "))
      }
      let outcomes = try race.run(
        (0..<pairs).flatMap { pair in
          [
            "reservation swap R-\(2 * pair + 1) with R-\(2 * pair + 2)",
            "cancel R-\(2 * pair + 1)",
          ]
        })
      for pair in 0..<pairs {
        let swap = outcomes[2 * pair]
        XCTAssertEqual(outcomes[2 * pair + 1].status, 0, outcomes[2 * pair + 1].errors)
        let isSwapped = swap.status == 0
        if !isSwapped {
          XCTAssertTrue(swap.errors.contains("is canceled and can no longer change"), swap.errors)
        }
        let kept = try race.ask(
          "fetch ReservationNight where reservation.number == \(2 * pair + 2) "
            + "select campSite.name")
        let site = isSwapped ? 2 * pair + 1 : 2 * pair + 2
        XCTAssertEqual(kept, Array(repeating: "\(site)\n", count: 3).joined())
      }
      XCTAssertEqual(try race.ask("count ReservationNight"), "\(3 * pairs)\n")
    }
  }

  // MARK: Everybody gets what they want

  func testOfManyWhoWantASiteEachAllGetTheirsAndCodesHaveNoHole() throws {
    try races { race in
      try race.prepare(
        "camper add Ada; " + (1...Race.crowd).map { "campsite add \($0)" }.joined(separator: "; "))
      let outcomes = try race.run(
        (1...Race.crowd).map { "reserve \($0) for Ada from 2026-07-01 nights 1" })
      for outcome in outcomes { XCTAssertEqual(outcome.status, 0, outcome.errors) }
      let codes = outcomes.compactMap { outcome in
        outcome.output.split(separator: " ").first { $0.hasPrefix("R-") }.map(String.init)
      }
      XCTAssertEqual(Set(codes), Set((1...Race.crowd).map { "R-\($0)" }))
      XCTAssertEqual(
        try race.ask("fetch Reservation sort number select number"),
        (1...Race.crowd).map { "\($0)\n" }.joined())
      XCTAssertEqual(try race.ask("count ReservationNight"), "\(Race.crowd)\n")
    }
  }

  func testOfManyWhoExtendOneStayEachAddsANight() throws {
    try races { race in
      try race.prepare(
        "camper add Ada; campsite add 15 rate 40; reserve 15 for Ada from 2026-07-01 nights 3")
      let outcomes = try race.run(
        Array(repeating: "reservation extend R-1 nights 1", count: Race.crowd))
      for outcome in outcomes { XCTAssertEqual(outcome.status, 0, outcome.errors) }
      let nights = 3 + Race.crowd
      let departure = try CalendarDate(parsing: "2026-07-01").advanced(by: nights)
      XCTAssertEqual(
        try race.ask("fetch Reservation select dateTo, totalMinor; count ReservationNight"),
        "\(departure)\t\(nights * 40_00)\n\(nights)\n")
    }
  }

  func testThreeWhoChangePlacesInATurnLeaveEachStayOnOneSite() throws {
    try races { race in
      try race.prepare("camper add Ada")
      for site in 1...3 {
        try race.prepare("campsite add \(site); reserve \(site) for Ada from 2026-07-01 nights 2")
      }
      let outcomes = try race.run([
        "reservation swap R-1 with R-2", "reservation swap R-2 with R-3",
        "reservation swap R-3 with R-1",
      ])
      // Who looked at a place while somebody else left it may be told that it is taken.
      race.expectRefusals(outcomes, "is taken 2026-07-01 to 2026-07-03 (R-")
      let swaps = outcomes.count { $0.status == 0 }
      XCTAssertGreaterThan(swaps, 0)
      let sites = try (1...3).map { code in
        try race.ask(
          "fetch ReservationNight where reservation.number == \(code) select campSite.name"
        ).split(separator: "\n")
      }
      XCTAssertTrue(sites.allSatisfy { $0.count == 2 && Set($0).count == 1 }, "\(sites)")
      let places = sites.compactMap(\.first)
      XCTAssertEqual(Set(places), ["1", "2", "3"])
      // After an odd number of swaps one of three is where it was, after an
      // even number all or none.
      let isOdd = zip(places, ["1", "2", "3"]).count { $0 == $1 } == 1
      XCTAssertEqual(isOdd, swaps % 2 == 1, "\(places) after \(swaps)")
      XCTAssertEqual(
        try race.ask("fetch Reservation sort number select campSite.name"),
        places.map { "\($0)\n" }.joined())
    }
  }

  // MARK: One of two

  func testOfAClosingAndABookingOneIsDone() throws {
    try races { race in
      let pairs = Race.pairs
      try race.prepare("camper add Ada")
      for site in 1...pairs { try race.prepare("campsite add \(site)") }
      let outcomes = try race.run(
        (1...pairs).flatMap { site in
          [
            "block \(site) from 2026-07-01 to 2026-07-04 reason \"new hookup\"",
            "reserve \(site) for Ada from 2026-07-03 to 2026-07-06",
          ]
        })
      race.expectRefusals(outcomes, "is taken 2026-07-0")
      for pair in 0..<pairs {
        let isClosed = outcomes[2 * pair].status == 0
        XCTAssertNotEqual(isClosed, outcomes[2 * pair + 1].status == 0, "site \(pair + 1)")
        XCTAssertEqual(
          try race.ask(
            "count ReservationNight where campSite.siteNumber == \(pair + 1) AND block != nil; "
              + "count ReservationNight where campSite.siteNumber == \(pair + 1) "
              + "AND reservation != nil"),
          isClosed ? "3\n0\n" : "0\n3\n")
      }
    }
  }

  func testOfWhoTakesAnOfferAndWhoBooksItsNightsWhenItEndsOneIsDone() throws {
    try races { race in
      let pairs = Race.pairs
      for site in 1...pairs {
        try race.prepare(
          "camper add Guest\(site); campsite add \(site) loop L\(site); "
            + "reserve \(site) for Guest\(site) from 2026-07-01 nights 2; "
            + "waitlist add Guest\(site) from 2026-07-01 nights 2 loop L\(site)")
        try race.prepare("cancel R-\(2 * site - 1)")
      }
      // An offer lasts a day; the clocks of two desks differ by a minute.
      let started = try (1...pairs).flatMap { site in
        [
          try race.start("waitlist accept W-\(site)", at: "2026-06-16T08:59"),
          try race.start(
            "reserve \(site) for Guest\(site) from 2026-07-02 nights 2", at: "2026-06-16T09:00"),
        ]
      }
      let outcomes = started.map(\.outcome)
      for pair in 0..<pairs {
        let (accepting, booking) = (outcomes[2 * pair], outcomes[2 * pair + 1])
        let isAccepted = accepting.status == 0
        XCTAssertNotEqual(isAccepted, booking.status == 0, "site \(pair + 1)")
        if isAccepted {
          XCTAssertTrue(booking.errors.contains("site \(pair + 1) is taken"), booking.errors)
        } else {
          XCTAssertTrue(accepting.errors.contains("is waiting"), accepting.errors)
        }
        XCTAssertEqual(
          try race.ask(
            "fetch Offer where wish.entry.number == \(pair + 1) select reservation.status; "
              + "fetch ReservationNight where campSite.siteNumber == \(pair + 1) sort night "
              + "select night"),
          isAccepted
            ? "Reserved\n2026-07-01\n2026-07-02\n" : "Expired\n2026-07-02\n2026-07-03\n")
      }
    }
  }

  func testOfACheckInAndACancellationOneIsDone() throws {
    try races { race in
      let pairs = Race.pairs
      try race.prepare("camper add Ada")
      for site in 1...pairs {
        try race.prepare(
          "campsite add \(site); reserve \(site) for Ada from 2026-06-15 nights 2")
      }
      let outcomes = try race.run((1...pairs).flatMap { ["checkin R-\($0)", "cancel R-\($0)"] })
      race.expectRefusals(outcomes, " and cannot be ")
      for pair in 0..<pairs {
        let isHere = outcomes[2 * pair].status == 0
        XCTAssertNotEqual(isHere, outcomes[2 * pair + 1].status == 0, "R-\(pair + 1)")
        XCTAssertEqual(
          try race.ask(
            "fetch Reservation where number == \(pair + 1) select status; "
              + "count ReservationNight where reservation.number == \(pair + 1)"),
          isHere ? "CheckedIn\n2\n" : "Canceled\n0\n")
      }
    }
  }
}
