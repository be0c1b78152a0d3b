import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// From when on a guest may change their mind: from the instant at which the stay became Reserved.
/// The clock stands at noon of 2026-06-15.
@MainActor
final class BookingInstantTests: XCTestCase {
  /// A way to a reservation: the code of what is noted at noon, and the call that makes it one.
  private typealias Way = (
    name: String, code: @MainActor (TestDesk, Booking) throws -> String,
    book: @MainActor (ReservationService, WaitlistService, String) throws -> Void
  )

  private let ways: [Way] = [
    (
      "draft", { try $0.reservations.draft($1).code },
      { service, _, code in try service.reserve(code) }
    ),
    (
      "hold", { try $0.reservations.hold($1, minutes: 600).code },
      { service, _, code in try service.reserve(code) }
    ),
    (
      "request", { try $0.reservations.request($1).code },
      { service, _, code in try service.accept(code) }
    ),
    (
      "waitlist offer",
      { desk, booking in
        let former = try desk.reservations.reserve(booking)
        let camper = try desk.campers.addCamper("Rivera", phoneNumber: nil)
        _ = try desk.waitlist.add(WaitlistWish(dates: booking.dates), for: camper)
        try desk.reservations.cancel(former.code)
        return "R-2"
      }, { _, waitlist, _ in try waitlist.accept("W-1") }
    ),
  ]

  private func instant(_ minutes: Double) -> Date {
    TestStoreStack.noon.addingTimeInterval(minutes * 60)
  }

  func testAnHourToChangeOnesMindBeginsWithTheReservation() async throws {
    for way in ways {
      for (minutes, kept) in [(0.0, 0), (60, 0), (61, 8_000)] {
        try await eachStore { desk in
          let site = try desk.sites.add("15", rate: 40)
          try XCTUnwrap(site.campground).holdMinutes = 300
          try desk.stack.mainContext.saveThrough()
          try desk.policies.add(
            "Strict",
            PolicyPlan(
              steps: [PolicyPlan.Step(NoticeDays(from: 0, through: nil), keeps: .everything)]))
          let dates = try stay("2026-06-20", "2026-06-22")
          let code = try way.code(desk, Booking(site, for: nil, dates: dates))
          XCTAssertNil(try desk.find(code).reservedAt, way.name)
          XCTAssertEqual(try desk.find(code).madeAt, instant(0), way.name)
          // Accepted after two hours, and given up so many minutes later.
          let waitlist = WaitlistService(
            managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
            clock: FixedClock(instant(120)))
          try way.book(desk.reservations(at: instant(120)), waitlist, code)
          XCTAssertEqual(try desk.find(code).reservedAt, instant(120), way.name)
          XCTAssertEqual(try desk.find(code).madeAt, instant(0), way.name)
          try desk.reservations(at: instant(120 + minutes)).cancel(code)
          XCTAssertEqual(
            try desk.find(code).totalMinor, Int64(kept), "\(way.name) after \(minutes)")
        }
      }
    }
  }

  func testAReservationIsBookedAtOnceAndOnlyOnce() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let stay = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-20", "2026-06-22"))
      XCTAssertEqual([stay.madeAt, stay.reservedAt], [instant(0), instant(0)])
      try desk.reservations(at: instant(30)).cancel(stay.code)
      try desk.reservations(at: instant(90)).reinstate(stay.code)
      XCTAssertEqual(stay.reservedAt, instant(0))
    }
  }
}
