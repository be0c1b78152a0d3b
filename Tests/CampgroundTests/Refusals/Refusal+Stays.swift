import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Reservations on one campsite.
  static var stays: [Refusal] {
    bookings + states + changes
  }

  private static var bookings: [Refusal] {
    [
      Refusal(.business(.stayTooLong), names: "1001", mends: "at most 1000") { desk, refused in
        let site = try desk.sites.add("15")
        refused {
          try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 1_001)
        }
      },
      Refusal(
        .business(.siteTaken), names: "15", "2026-06-15 to 2026-06-17", "R-1", mends: "available"
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000, 4_000]).campSite)
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
        }
      },
      Refusal(.business(.unknownReservation), names: "R-9", mends: "reservation list") {
        desk, refused in
        refused { try desk.reservations.cancel("R-9") }
      },
      Refusal(.business(.illegalStart), names: "CheckedIn", mends: "Draft, Hold, Requested") {
        desk, refused in
        let site = try desk.sites.add("15")
        let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.book(booking, as: .checkedIn) }
      },
    ]
  }

  private static var states: [Refusal] {
    [
      Refusal(
        .business(.illegalTransition), names: "R-1", "Reserved", "CheckedOut",
        mends: "it may become CheckedIn or Canceled or NoShow"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.checkOut("R-1") }
      },
      Refusal(
        .business(.illegalTransition), names: "R-1", "already Canceled", mends: "reinstate R-1"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.cancel("R-1")
        refused { try desk.reservations.cancel("R-1") }
      },
      Refusal(.business(.holdExpired), names: "R-1", "2026-06-15 12:10", mends: "book it anew") {
        desk, refused in
        try hold(desk)
        let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(600))
        refused { try later.reserve("R-1") }
      },
      Refusal(.business(.holdLasts), names: "R-1", "2026-06-15 12:10", mends: "more minutes") {
        desk, refused in
        try hold(desk)
        refused { try desk.reservations.prolong("R-1", minutes: 10) }
      },
      Refusal(
        .business(.beforeArrival), names: "R-1", "2026-06-16", "2026-06-15",
        mends: "checkin R-1 early"
      ) { desk, refused in
        _ = try desk.stay("2026-06-16", nights: [4_000])
        refused { try desk.reservations.checkIn("R-1") }
      },
      Refusal(
        .business(.afterDeparture), names: "R-1", "2026-06-16", mends: "reservation dates R-1"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        let late = try desk.reservations(on: "2026-06-16")
        refused { try late.checkIn("R-1") }
      },
      Refusal(
        .business(.expectedOutside), names: "R-1", "2026-06-15", "2026-06-16",
        mends: "reservation dates R-1"
      ) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused {
          try desk.reservations.guarantee(
            "R-1", expected: WallTime(CalendarDate(parsing: "2026-06-20"), minute: 600))
        }
      },
      Refusal(.business(.stillOnSite), names: "R-1", "15", mends: "checkout R-1") {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000], isInHouse: true).campSite)
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
        let next = try desk.reservations(on: "2026-06-16")
        refused { try next.checkIn("R-2") }
      },
      Refusal(
        .business(.beforeCheckIn), names: "R-1", "2026-06-15 15:00", "2026-06-15 12:00",
        mends: "cancel R-1"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.noShow("R-1") }
      },
      Refusal(
        .business(.tooEarly), names: "R-1", "2026-06-25", "10 days", "7 days",
        mends: "reservation dates R-1 from 2026-06-15"
      ) { desk, refused in
        _ = try desk.stay("2026-06-25", nights: [4_000])
        refused { try desk.reservations.checkIn("R-1", early: true) }
      },
    ]
  }

  private static var changes: [Refusal] {
    [
      Refusal(
        .business(.nightsStayed), names: "R-1", "2026-06-15", "2026-06-17",
        mends: "from 2026-06-17 on"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000, 4_000, 4_000, 4_000], isInHouse: true)
        let later = try desk.reservations(on: "2026-06-17")
        refused { try later.shorten("R-1", by: 3) }
      },
      Refusal(.business(.stayIsOver), names: "R-1", "Canceled", mends: "reinstate R-1") {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.cancel("R-1")
        refused { try desk.reservations.extend("R-1", by: 1) }
      },
      Refusal(.business(.stayIsOver), names: "R-1", "Expired", mends: "another stay") {
        desk, refused in
        try hold(desk)
        try desk.reservations.expire("R-1")
        refused { try desk.reservations.extend("R-1", by: 1) }
      },
      Refusal(.business(.sameReservation), names: "R-1", mends: "two reservations") {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.swap("R-1", with: "R-1") }
      },
      Refusal(.business(.sameSite), names: "R-1", "15", mends: "another site") {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        refused { try desk.reservations.move("R-1", to: site) }
      },
      Refusal(
        .business(.elsewhere), names: "site 99", "Wawona", "R-1", "Campground",
        mends: "\"use\" goes to Campground; name a site there"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        let far = try siteElsewhere(desk)
        refused { try desk.reservations.move("R-1", to: far) }
      },
      Refusal(
        .business(.noNightLeft), names: "R-1", "2026-06-16", mends: "reservation extend R-1"
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000], isInHouse: true)
        let other = try desk.sites.add("16")
        let late = try desk.reservations(on: "2026-06-16")
        refused { try late.move("R-1", to: other) }
      },
      Refusal(
        .business(.nothingToSwap), names: "R-1", "R-2", "15", mends: "reservation move"
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
        refused { try desk.reservations.swap("R-1", with: "R-2") }
      },
      Refusal(.business(.notAsShown), names: "R-1", mends: "run the command again") {
        desk, refused in
        _ = try desk.stay(nights: [4_000, 4_000])
        let shown = try desk.reservations.preview { try $0.extend("R-1", by: 1) }
        try desk.reservations.shorten("R-1", by: 1)
        refused { try desk.reservations.accepting(shown).extend("R-1", by: 1) }
      },
    ]
  }

  /// A hold of ten minutes, R-1.
  private static func hold(_ desk: TestDesk) throws {
    let site = try desk.sites.add("15")
    _ = try desk.reservations.hold(
      Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-03")), minutes: 10)
  }
}
