import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// From one state of a stay to the next.
@MainActor
final class StayStatesTests: XCTestCase {
  /// How a reservation is brought into a state by calls of the service, from nothing.
  private func reservation(in status: ReservationStatus, at desk: TestDesk) throws -> Reservation {
    let site = try desk.sites.add("\(desk.count(CampSite.self) + 1)")
    // The desk's clock stands at June 15.
    let booking = Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-18"))
    let service = desk.reservations
    switch status {
    case .draft: return try service.draft(booking)
    case .hold: return try service.hold(booking)
    case .requested: return try service.request(booking)
    case .reserved: return try service.reserve(booking)
    default: break
    }
    let early: Set<ReservationStatus> = [.expired, .declined]
    let code =
      try early.contains(status)
      ? service.request(booking).code : service.reserve(booking).code
    switch status {
    case .expired: try service.expire(code)
    case .declined: try service.decline(code)
    case .checkedIn: try service.checkIn(code)
    case .checkedOut:
      try service.checkIn(code)
      try service.checkOut(code)
    case .canceled: try service.cancel(code)
    case .noShow: try desk.reservations(at: evening("2026-06-15")).noShow(code)
    default: break
    }
    return try service.find(code)
  }

  /// The calls that lead to a state.
  private func calls(
    to status: ReservationStatus
  ) -> [(ReservationService, String) throws -> StayChange] {
    switch status {
    case .draft: []
    case .hold: [{ try $0.hold($1) }]
    case .requested: [{ try $0.request($1) }]
    case .reserved: [{ try $0.reserve($1) }, { try $0.accept($1) }, { try $0.reinstate($1) }]
    case .checkedIn: [{ try $0.checkIn($1) }]
    case .checkedOut: [{ try $0.checkOut($1) }]
    case .expired: [{ try $0.expire($1) }]
    case .declined: [{ try $0.decline($1) }]
    case .canceled: [{ try $0.cancel($1) }]
    case .noShow: [{ try $0.noShow($1) }]
    }
  }

  func testEveryPairOfStatesIsAllowedOrNamesBothStatesAndWhatIsAllowed() async throws {
    // In the order in which they are named.
    let allowed: [ReservationStatus: [ReservationStatus]] = [
      .draft: [.hold, .requested, .reserved, .expired],
      .hold: [.requested, .reserved, .expired],
      .requested: [.reserved, .declined, .expired],
      .reserved: [.checkedIn, .canceled, .noShow],
      .checkedIn: [.checkedOut],
      .canceled: [.reserved],
      .noShow: [.reserved],
    ]
    try await eachStore { desk in
      for from in ReservationStatus.allCases {
        for to in ReservationStatus.allCases {
          let next = allowed[from] ?? []
          var successes = 0
          for call in calls(to: to) {
            let code = try reservation(in: from, at: desk).code
            XCTAssertEqual(try desk.find(code).state, from)
            // Nobody is late before the check-in time.
            let service =
              try to == .noShow
              ? desk.reservations(at: evening("2026-06-15")) : desk.reservations
            do {
              let change = try call(service, code)
              XCTAssertEqual(change.before?.status, from)
              XCTAssertEqual(change.after.status, to)
              XCTAssertEqual(try desk.find(code).state, to)
              successes += 1
            } catch let error as CampgroundError {
              // Another call leads there where the state itself would be allowed.
              XCTAssertEqual(
                error,
                .illegalTransition(
                  code: code, from: from.rawValue, to: to, allowed: next.filter { $0 != to }),
                "\(from) to \(to)")
              XCTAssertEqual(try desk.find(code).state, from)
            }
          }
          XCTAssertEqual(successes, next.contains(to) ? 1 : 0, "\(from) to \(to)")
        }
      }
    }
  }

  func testAReservationBeginsInOneOfFourStates() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    let booking = Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-18"))
    for status in [ReservationStatus.draft, .hold, .requested, .reserved] {
      XCTAssertEqual(
        try desk.reservations.preview { try $0.book(booking, as: status) }.after.status, status)
    }
    let others: [(status: ReservationStatus, words: String)] = [
      (.checkedIn, "checked in"), (.checkedOut, "checked out"), (.expired, "expired"),
      (.declined, "declined"), (.canceled, "canceled"), (.noShow, "marked a no-show"),
    ]
    XCTAssertEqual(others.count + 4, ReservationStatus.allCases.count)
    for (status, words) in others {
      assertBreaks("a new reservation cannot be \(words)") {
        try desk.reservations.book(booking, as: status)
      }
    }
    XCTAssertEqual(try desk.count(Reservation.self), 0)
  }

  func testDraftsAndRequestsKeepNoNightsAndHoldsAndStaysDo() async throws {
    try await eachStore { desk in
      let nights: [ReservationStatus: Int] = [
        .draft: 0, .requested: 0, .hold: 3, .reserved: 3, .checkedIn: 3, .checkedOut: 1,
        .canceled: 0, .noShow: 0, .expired: 0, .declined: 0,
      ]
      for status in ReservationStatus.allCases {
        let reservation = try reservation(in: status, at: desk)
        // Whoever checks out on the day of the arrival has had one night.
        XCTAssertEqual(reservation.nights.count, nights[status], status.rawValue)
      }
    }
  }

  // MARK: Holds

  func testAHoldLastsAsLongAsTheCampgroundSays() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-02"))
    let hold = try desk.reservations.hold(booking)
    // The campground's 15 minutes.
    XCTAssertEqual(hold.holdExpiresAt, TestStoreStack.noon.addingTimeInterval(900))
    XCTAssertEqual(hold.nights.first?.heldUntil, hold.holdExpiresAt)
    try desk.reservations.expire("R-1")
    XCTAssertNil(hold.holdExpiresAt)
    let longer = try desk.reservations.hold(booking, minutes: 60)
    XCTAssertEqual(longer.holdExpiresAt, TestStoreStack.noon.addingTimeInterval(3_600))
    try desk.reservations.reserve("R-2")
    XCTAssertNil(longer.holdExpiresAt)
    XCTAssertNil(longer.nights.first?.heldUntil)
    for minutes in [0, -1, 10_081, Int.max] {
      assertBreaks(.outOfRange("minutes", value: minutes, allowed: 1...10_080)) {
        try desk.reservations.hold(booking, minutes: minutes)
      }
    }
  }

  func testAHoldIsInTheWayUpToItsEndAndFreeFromThenOnThoughNothingSweptIt() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let dates = try stay("2026-07-01", "2026-07-04")
      let hold = try desk.reservations.hold(Booking(site, for: nil, dates: dates), minutes: 10)
      let end = TestStoreStack.noon.addingTimeInterval(600)
      let taken = CampgroundError.siteTaken(
        site: "15", by: [TakenStay(dates: dates, code: "R-1")])
      // One night of the hold, so that the other two show that all of it ends.
      let wanted = try stay("2026-07-02", "2026-07-03")
      assertBreaks(taken) {
        try desk.reservations(at: end.addingTimeInterval(-0.001))
          .reserve(site, for: nil, dates: wanted)
      }
      let reservation = try desk.reservations(at: end).reserve(site, for: nil, dates: wanted)
      XCTAssertEqual(reservation.code, "R-2")
      XCTAssertEqual(reservation.nights.count, 1)
      XCTAssertEqual(hold.state, .expired)
      XCTAssertEqual(hold.nights, [])
      XCTAssertEqual(try desk.count(ReservationNight.self), 1)
      assertBreaks(
        .illegalTransition(code: "R-1", from: "Expired", to: .reserved, allowed: [])
      ) {
        try desk.reservations(at: end).reserve("R-1")
      }
    }
  }

  func testAHoldThatIsOverCannotBeTurnedIntoAReservationThoughItsNightsAreFree() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      let hold = try desk.reservations.hold(booking, minutes: 10)
      let end = TestStoreStack.noon.addingTimeInterval(600)
      let zone = try XCTUnwrap(hold.campground?.timeZone)
      for call: (ReservationService) throws -> StayChange in [
        { try $0.reserve("R-1") }, { try $0.request("R-1") }, { try $0.extend("R-1", by: 1) },
      ] {
        assertBreaks("hold R-1 expired at \(WallTime(end, in: zone))") {
          try call(desk.reservations(at: end))
        }
      }
      XCTAssertEqual(hold.state, .hold)
      XCTAssertEqual(hold.nights.count, 3)
      try desk.reservations(at: end.addingTimeInterval(-1)).reserve("R-1")
      XCTAssertEqual(hold.state, .reserved)
    }
  }

  func testTheSweepEndsWhatIsOverAndNothingElse() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      func booking(_ arrival: String, _ departure: String) throws -> Booking {
        Booking(site, for: nil, dates: try stay(arrival, departure))
      }
      let over = try desk.reservations.hold(booking("2026-07-01", "2026-07-02"), minutes: 10)
      let lasting = try desk.reservations.hold(booking("2026-07-02", "2026-07-03"), minutes: 11)
      let before = try desk.reservations(on: "2026-06-10")
      let past = try before.request(booking("2026-06-14", "2026-06-20"))
      let today = try desk.reservations.draft(booking("2026-06-15", "2026-06-20"))
      let missed = try before.reserve(booking("2026-06-10", "2026-06-12"))
      let later = desk.reservations(at: TestStoreStack.noon.addingTimeInterval(600))
      let changes = try later.expireOverdue()
      XCTAssertEqual(changes.map(\.code), ["R-1", "R-3"])
      XCTAssertEqual(changes.first?.freedNights.map(\.description), ["15 on 2026-07-01"])
      XCTAssertEqual(
        [over, lasting, past, today, missed].map(\.status),
        ["Expired", "Hold", "Expired", "Draft", "Reserved"])
      XCTAssertEqual(try later.expireOverdue(), [])
    }
  }

  func testOfTwoPendingRequestsForOneNightOneIsAccepted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let first = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-04"))
      let second = Booking(site, for: nil, dates: try stay("2026-07-03", "2026-07-06"))
      _ = try desk.reservations.request(first)
      _ = try desk.reservations.request(second)
      try desk.reservations.accept("R-2")
      assertBreaks(
        .siteTaken(site: "15", by: [TakenStay(dates: second.dates, code: "R-2")])
      ) {
        try desk.reservations.accept("R-1")
      }
      XCTAssertEqual(try desk.find("R-1").state, .requested)
      try desk.reservations.decline("R-1", reason: "no room")
      XCTAssertEqual(try desk.find("R-1").reason, "no room")
    }
  }

  // MARK: Arriving and leaving

  func testNobodyIsCheckedInBeforeTheArrivalDateUnlessEarly() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let stayed = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-17", "2026-06-19"))
      assertBreaks(
        .beforeArrival(
          code: "R-1", arrival: try day("2026-06-17"), today: try day("2026-06-15"),
          fix: .checkInEarly("R-1"))
      ) {
        try desk.reservations.checkIn("R-1")
      }
      let between = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-16", "2026-06-17"))
      assertBreaks(
        .siteTaken(
          site: "15", by: [TakenStay(dates: try stay("2026-06-16", "2026-06-17"), code: "R-2")])
      ) {
        try desk.reservations.checkIn("R-1", early: true)
      }
      XCTAssertEqual(stayed.arrival, try day("2026-06-17"))
      try desk.reservations.cancel(between.code)
      let change = try desk.reservations.checkIn("R-1", early: true)
      XCTAssertEqual(
        change.takenNights.map(\.description), ["15 on 2026-06-15", "15 on 2026-06-16"])
      XCTAssertEqual(change.difference.description, "$80.00")
      XCTAssertEqual(stayed.arrival, try day("2026-06-15"))
      XCTAssertEqual(stayed.checkedInAt, TestStoreStack.noon)
      XCTAssertEqual(stayed.nights.count, 4)
      // On the arrival date itself early says nothing.
      XCTAssertEqual(stayed.state, .checkedIn)
    }
  }

  func testLeavingEarlyEndsTheStayTodayAndFreesTheRest() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-20"))
      try desk.reservations.checkIn("R-1")
      let change = try desk.reservations(on: "2026-06-17").checkOut("R-1")
      XCTAssertEqual(
        change.freedNights.map(\.date),
        [
          try day("2026-06-17"), try day("2026-06-18"),
          try day("2026-06-19"),
        ])
      XCTAssertEqual(reservation.departure, try day("2026-06-17"))
      XCTAssertEqual(reservation.checkedOutAt, try noon("2026-06-17"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-17", "2026-06-20"))
    }
  }

  func testLeavingOnTheDepartureDateOrLaterChangesNoNight() async throws {
    for date in ["2026-06-17", "2026-06-19"] {
      let desk = TestDesk(try TestStoreStack())
      let site = try desk.sites.add("15")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      try desk.reservations.checkIn("R-1")
      let change = try desk.reservations(on: date).checkOut("R-1")
      XCTAssertEqual(change.freedNights, [])
      XCTAssertEqual(reservation.departure, try day("2026-06-17"))
    }
  }

  func testANoShowIsNotedFromTheArrivalDateOn() async throws {
    let desk = TestDesk(try TestStoreStack())
    let site = try desk.sites.add("15")
    let reservation = try desk.reservations.reserve(
      site, for: nil, dates: stay("2026-06-16", "2026-06-18"))
    assertBreaks(
      .beforeArrival(
        code: "R-1", arrival: try day("2026-06-16"), today: try day("2026-06-15"),
        fix: .cancelBefore("R-1"))
    ) {
      try desk.reservations.noShow("R-1")
    }
    try desk.reservations(at: evening("2026-06-16")).noShow("R-1", reason: "no call")
    XCTAssertEqual(reservation.state, .noShow)
    XCTAssertEqual(reservation.reason, "no call")
    XCTAssertEqual(reservation.nights, [])
    try desk.reservations.reinstate("R-1")
    XCTAssertNil(reservation.reason)
    XCTAssertNil(reservation.canceledAt)
    XCTAssertEqual(reservation.nights.count, 2)
  }
}

/// What follows from the rules about states.
extension StayStatesTests {
  func testBeforeTheCheckInTimeOfTheArrivalDayNobodyIsANoShow() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "America/Los_Angeles")
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      // 15:00 of California's summer is 22:00 UTC.
      let start = try day("2026-06-15").midnightUTC.addingTimeInterval(22 * 3_600)
      let early = desk.reservations(at: start - 1)
      XCTAssertThrowsError(try early.noShow("R-1")) {
        XCTAssertEqual(
          "\($0)",
          "R-1 can be marked a no-show from 2026-06-15 15:00; it is 2026-06-15 14:59")
      }
      XCTAssertEqual(try desk.find("R-1").nights.count, 3)
      try desk.reservations(at: start).noShow("R-1")
      XCTAssertEqual(try desk.find("R-1").state, .noShow)
    }
  }

  func testTheNightlyRoutineWaitsUntilTheDayOfArrivalIsOver() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      @MainActor func nightly(_ instant: Date) throws -> [String] {
        try FolioService(
          managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
          clock: FixedClock(instant)
        ).runNightly(day("2026-06-15")).noShows
      }
      let midnight = try day("2026-06-16").midnightUTC
      XCTAssertEqual(try nightly(midnight - 1), [])
      XCTAssertEqual(try nightly(midnight), ["R-1"])
    }
  }

  func testCallingOffEndsWhatIsNotYetAReservation() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let booking = Booking(site, for: nil, dates: try stay("2026-07-01", "2026-07-03"))
      for status in [ReservationStatus.draft, .requested, .hold, .reserved] {
        let code = try desk.reservations.book(booking, as: status).code
        let change = try desk.reservations.callOff(code, reason: "ill")
        XCTAssertEqual(change.after.status, status == .reserved ? .canceled : .expired)
        XCTAssertEqual(try desk.find(code).reason, "ill")
        XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      }
      XCTAssertThrowsError(try desk.reservations.callOff("R-4")) {
        XCTAssertEqual("\($0)", "R-4 is already canceled")
      }
      XCTAssertThrowsError(try desk.reservations.callOff("R-3")) {
        XCTAssertEqual("\($0)", "R-3 is expired and cannot be canceled")
      }
    }
  }

  func testAStateThatIsThereAlreadyIsToldAsThat() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      @MainActor func words(_ call: () throws -> StayChange) -> String {
        do { return "\(try call().code) changed" } catch { return "\(error)" }
      }
      XCTAssertEqual(words { try desk.reservations.accept("R-1") }, "R-1 is already reserved")
      try desk.reservations.checkIn("R-1")
      XCTAssertEqual(words { try desk.reservations.checkIn("R-1") }, "R-1 is already checked in")
      XCTAssertEqual(
        words { try desk.reservations.noShow("R-1") },
        "R-1 is checked in and cannot be marked a no-show; it can be checked out")
      try desk.reservations.checkOut("R-1")
      XCTAssertEqual(words { try desk.reservations.checkOut("R-1") }, "R-1 is already checked out")
    }
  }

  func testNobodyMovesToTheSiteThatTheyAreOn() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-07-03", "2026-07-05"))
      assertBreaks(.sameSite(code: "R-1", site: "15")) {
        try desk.reservations.move("R-1", to: site)
      }
      assertBreaks("R-1 and R-2 are both on site 15") {
        try desk.reservations.swap("R-1", with: "R-2")
      }
    }
  }
}
