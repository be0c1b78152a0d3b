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
      Refusal(.invalidValue, about: .number(1001), names: "1001", mends: "at most 1000") {
        desk, refused in
        let site = try desk.sites.add("15")
        refused {
          try desk.reservations.reserve(site, for: nil, arrival: day("2026-07-01"), nights: 1_001)
        }
      },
      Refusal(
        .siteTaken, about: .site("15"), names: "15", "2026-06-15 to 2026-06-17", "R-1",
        fix: .showAvailability
      ) { desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000, 4_000]).campSite)
        refused {
          try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
        }
      },
      Refusal(.unknown, about: .stay("R-9"), names: "R-9", fix: .list(.stays)) {
        desk, refused in
        refused { try desk.reservations.cancel("R-9") }
      },
      Refusal(names: "checked in", fix: .advice("it can be a draft, a hold, requested or reserved"))
      { desk, refused in
        let site = try desk.sites.add("15")
        let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
        refused { try desk.reservations.book(booking, as: .checkedIn) }
      },
    ]
  }

  private static var states: [Refusal] {
    [
      Refusal(
        about: .stay("R-1"), names: "R-1", "reserved", "checked out",
        mends: "it can be checked in, canceled or marked a no-show",
        fix: .bring("R-1", from: "Reserved", to: [.checkedIn, .canceled, .noShow])
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.checkOut("R-1") }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "already canceled",
        fix: .bring("R-1", from: "Canceled", to: [.reserved])
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.cancel("R-1")
        refused { try desk.reservations.cancel("R-1") }
      },
      Refusal(
        about: .property("keep"), names: "R-1", "$41.00", "$40.00",
        fix: .advice("keep less, and charge the rest by hand")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.cancel("R-1", keeping: 41) }
      },
      Refusal(about: .property("keep"), names: "R-1", "is a hold", fix: .advice("leave keep out")) {
        desk, refused in
        try hold(desk)
        refused { try desk.reservations.callOff("R-1", keeping: 5) }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "is a hold",
        fix: .advice("accept it first, which agrees the deposit of the rules")
      ) { desk, refused in
        try hold(desk)
        refused { try desk.reservations.agreeDeposit("R-1", 5) }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "2026-06-15 12:10",
        fix: .advice("book the stay again if the nights are still free")
      ) { desk, refused in
        try hold(desk)
        let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(600))
        refused { try later.reserve("R-1") }
      },
      Refusal(
        about: .property("minutes"), names: "R-1", "2026-06-15 12:10",
        fix: .advice("enter more minutes, counted from now")
      ) { desk, refused in
        try hold(desk)
        refused { try desk.reservations.prolong("R-1", minutes: 10) }
      },
      Refusal(
        .beforeArrival, about: .stay("R-1"), names: "R-1", "2026-06-16", "2026-06-15",
        fix: .checkInEarly("R-1")
      ) { desk, refused in
        _ = try desk.stay("2026-06-16", nights: [4_000])
        refused { try desk.reservations.checkIn("R-1") }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "2026-06-16", fix: .noShowOrChangeDates("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        let late = try desk.reservations(on: "2026-06-16")
        refused { try late.checkIn("R-1") }
      },
      Refusal(
        about: .property("on"), names: "R-1", "2026-06-15", "2026-06-16",
        fix: .changeDatesFirst("R-1")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused {
          try desk.reservations.guarantee(
            "R-1", expected: WallTime(CalendarDate(parsing: "2026-06-20"), minute: 600))
        }
      },
      Refusal(about: .site("15"), names: "R-1", "15", fix: .checkOut("R-1")) {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000], isInHouse: true).campSite)
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
        let next = try desk.reservations(on: "2026-06-16")
        refused { try next.checkIn("R-2") }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "2026-06-15 15:00", "2026-06-15 12:00",
        fix: .cancelBefore("R-1")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.noShow("R-1") }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "2026-06-25", "10 days", "7 days",
        fix: try .changeDates("R-1", from: day("2026-06-15"))
      ) { desk, refused in
        _ = try desk.stay("2026-06-25", nights: [4_000])
        refused { try desk.reservations.checkIn("R-1", early: true) }
      },
    ]
  }

  private static var changes: [Refusal] {
    [
      Refusal(
        about: .dates, names: "R-1", "2026-06-15", "2026-06-17",
        fix: .advice("only nights from 2026-06-17 can change")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000, 4_000, 4_000, 4_000], isInHouse: true)
        let later = try desk.reservations(on: "2026-06-17")
        refused { try later.shorten("R-1", by: 3) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "canceled", fix: .reinstate("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000])
        try desk.reservations.cancel("R-1")
        refused { try desk.reservations.extend("R-1", by: 1) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "expired", fix: .advice("book another stay")) {
        desk, refused in
        try hold(desk)
        try desk.reservations.expire("R-1")
        refused { try desk.reservations.extend("R-1", by: 1) }
      },
      Refusal(about: .property("otherStay"), names: "R-1", fix: .advice("choose two reservations"))
      { desk, refused in
        _ = try desk.stay(nights: [4_000])
        refused { try desk.reservations.swap("R-1", with: "R-1") }
      },
      Refusal(about: .site("15"), names: "R-1", "15", fix: .advice("choose another site")) {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        refused { try desk.reservations.move("R-1", to: site) }
      },
      Refusal(
        about: .named("site", "99"), names: "site 99", "Wawona", "R-1", "Campground",
        fix: .use(campground: "Campground", noun: "site")
      ) { desk, refused in
        _ = try desk.stay(nights: [4_000])
        let far = try siteElsewhere(desk)
        refused { try desk.reservations.move("R-1", to: far) }
      },
      Refusal(about: .stay("R-1"), names: "R-1", "2026-06-16", fix: .extendOrCheckOut("R-1")) {
        desk, refused in
        _ = try desk.stay(nights: [4_000], isInHouse: true)
        let other = try desk.sites.add("16")
        let late = try desk.reservations(on: "2026-06-16")
        refused { try late.move("R-1", to: other) }
      },
      Refusal(about: .property("otherStay"), names: "R-1", "R-2", "15", fix: .moveEither) {
        desk, refused in
        let site = try XCTUnwrap(desk.stay(nights: [4_000]).campSite)
        _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
        refused { try desk.reservations.swap("R-1", with: "R-2") }
      },
      Refusal(names: "R-1", fix: .advice("run the command again")) { desk, refused in
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
