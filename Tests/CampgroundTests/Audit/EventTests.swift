import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// What is done with a stay is one event a command, which says what there was. The clock stands at
/// noon of 2026-06-15.
@MainActor
final class EventTests: XCTestCase {
  /// The events of a stay in the order in which they were saved.
  private func events(_ desk: TestDesk, _ code: String = "R-1") throws -> [Event] {
    try desk.find(code).events.sorted { $0.number < $1.number }
  }

  private func kinds(_ desk: TestDesk, _ code: String = "R-1") throws -> [Event.Kind?] {
    try events(desk, code).map(\.kind)
  }

  /// `dateTo 2026-07-04 > 2026-07-06`, by name.
  private func words(_ event: Event?) -> [String] {
    (event?.changes ?? []).map { "\($0.property) \($0.before ?? "-") > \($0.after ?? "-")" }
      .sorted()
  }

  private func reserve(
    _ desk: TestDesk, _ arrival: String, _ departure: String, on site: String = "15"
  ) throws {
    _ = try desk.reservations.reserve(
      desk.pricedSite(site), for: nil, dates: stay(arrival, departure))
  }

  // MARK: One command, one event

  func testAnEarlyCheckInIsOneEventWithTheArrivalAndTheState() async throws {
    try await eachStore { desk in
      try reserve(desk, "2026-06-17", "2026-06-19")
      try desk.rules.add(
        "Today", StayRulePlan(.closedToArrival, for: .init(through: day("2026-06-15"))))
      try desk.reservations.checkIn("R-1", early: true, overridingRules: true)
      XCTAssertEqual(try kinds(desk), [.reserved, .checkedIn])
      let event = try XCTUnwrap(events(desk).last)
      XCTAssertEqual(
        words(event).filter { !$0.hasPrefix("overriddenRules") },
        [
          "dateFrom 2026-06-17 > 2026-06-15", "noticeDate 2026-06-17 > 2026-06-15",
          "status Reserved > CheckedIn", "totalMinor 9600 > 18400",
        ])
      XCTAssertEqual(event.date, try day("2026-06-15"))
      XCTAssertEqual(event.label, "R-1")
      XCTAssertEqual(event.overriddenRules.map(\.rule), ["Today"])
      XCTAssertNil(event.posting)
    }
  }

  func testRulesThatABookingSetsAsideAreOfItsEvent() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1")
      try desk.rules.add("Short", StayRulePlan(.maximumNights, 1))
      var booking = Booking(site, for: nil, dates: try stay("2026-06-20", "2026-06-22"))
      booking.overridesRules = true
      _ = try desk.reservations.reserve(booking)
      try desk.reservations.extend("R-1", by: 1, overridingRules: true)
      XCTAssertEqual(
        try events(desk).map { $0.overriddenRules.count }, [1, 1])
    }
  }

  func testACheckOutIsOneEventWithItsLines() async throws {
    try await eachStore { desk in
      try reserve(desk, "2026-06-15", "2026-06-18")
      try desk.reservations.checkIn("R-1")
      try desk.reservations(on: "2026-06-16").checkOut("R-1")
      XCTAssertEqual(try kinds(desk), [.reserved, .checkedIn, .checkedOut])
      let event = try XCTUnwrap(events(desk).last)
      XCTAssertTrue(words(event).contains("dateTo 2026-06-18 > 2026-06-16"), "\(words(event))")
      XCTAssertEqual(event.posting?.action, "checkout")
      XCTAssertEqual(event.posting?.events, [event])
    }
  }

  func testEachCallForAStayIsToldOnce() async throws {
    try await eachStore { desk in
      let site = try desk.pricedSite()
      let dates = try stay("2026-06-15", "2026-06-18")
      let desk15 = desk.reservations
      let calls: [@MainActor () throws -> Void] = [
        { _ = try desk15.draft(Booking(site, for: nil, dates: dates)) },
        { _ = try desk15.hold("R-1") }, { _ = try desk15.prolong("R-1", minutes: 60) },
        { _ = try desk15.reserve("R-1") }, { _ = try desk15.extend("R-1", by: 1) },
        { _ = try desk15.cancel("R-1", reason: "rain") }, { _ = try desk15.reinstate("R-1") },
        { _ = try desk15.checkIn("R-1") }, { _ = try desk15.undoCheckIn("R-1") },
        { _ = try desk15.checkIn("R-1") }, { _ = try desk15.checkOut("R-1") },
        { _ = try desk15.undoCheckOut("R-1") },
      ]
      for (count, call) in calls.enumerated() {
        try call()
        XCTAssertEqual(try events(desk).count, count + 1)
      }
      XCTAssertEqual(
        try kinds(desk),
        [
          .added, .changed, .changed, .reserved, .changed, .canceled, .reinstated, .checkedIn,
          .checkInUndone, .checkedIn, .checkedOut, .checkOutUndone,
        ])
      XCTAssertEqual(
        try events(desk).filter(\.isTakenBack).map(\.kind), [.canceled, .checkedIn, .checkedOut])
      for event in try events(desk) {
        XCTAssertEqual(
          Set(event.changes.map(\.property)).count, event.changes.count, "\(words(event))")
      }
    }
  }

  func testAGroupIsCheckedInWithOneEventForEach() async throws {
    try await eachStore { desk in
      let dates = try stay("2026-06-15", "2026-06-17")
      let sites = try ["1", "2", "3"].map { try desk.pricedSite($0) }
      try desk.reservations.bookGroup("Choir", sites.map { Booking($0, for: nil, dates: dates) })
      try desk.reservations.checkInGroup("Choir")
      for code in ["R-1", "R-2", "R-3"] {
        XCTAssertEqual(try kinds(desk, code), [.reserved, .checkedIn], code)
      }
    }
  }

  func testWhoIsMovedToMakeRoomIsToldOfBothSites() async throws {
    try await eachStore { desk in
      let rv = try desk.siteClass("RV", ["1", "2"], length: 30)
      try desk.sites.edit(desk.sites.find("2"), features: CampSiteFeatures(vehicleLength: 40))
      try desk.reserve(rv, "2026-07-01", "2026-07-04")
      try desk.reservations.assign("R-1", to: desk.sites.find("2"))
      try desk.reserve(rv, "2026-07-02", "2026-07-05", Party(vehicleLength: 38))
      try desk.reservations.lock("R-1")
      try desk.reservations.unlock("R-1")
      XCTAssertEqual(try kinds(desk), [.reserved, .changed, .moved, .locked, .unlocked])
      XCTAssertEqual(
        try events(desk).dropFirst(2).map(words),
        [["campSite 2 > 1"], ["isLocked no > yes"], ["isLocked yes > no"]])
    }
  }

  func testAHoldThatIsOverSaysWhoTookItsNights() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("1")
      let dates = try stay("2026-07-01", "2026-07-03")
      _ = try desk.reservations.hold(Booking(site, for: nil, dates: dates), minutes: 10)
      let later = ReservationService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(TestStoreStack.noon.addingTimeInterval(900)),
        by: Author("Kasey", command: "reserve 1"))
      _ = try later.reserve(Booking(site, for: nil, dates: dates))
      XCTAssertEqual(try kinds(desk), [.added, .expired])
      let event = try XCTUnwrap(events(desk).last)
      XCTAssertEqual([event.who, event.command], ["Kasey", "reserve 1"])
    }
  }

  func testAPadTellsOfEachOfItsCommands() async throws {
    try await eachStore { desk in
      try reserve(desk, "2026-06-17", "2026-06-19")
      let before = try StayPicture(of: "R-1", at: desk)
      let pad = desk.scratchPad(by: "Kasey")
      try pad.perform("checkin R-1 early") {
        _ = try $0.reservations.checkIn("R-1", early: true)
      }
      try pad.perform("checkin R-1 undo") { _ = try $0.reservations.undoCheckIn("R-1") }
      try pad.perform("cancel R-1") { _ = try $0.reservations.cancel("R-1", reason: "rain") }
      _ = try pad.save()
      XCTAssertEqual(try kinds(desk), [.reserved, .checkedIn, .checkInUndone, .canceled])
      XCTAssertEqual(
        try events(desk).dropFirst().map(\.command),
        ["checkin R-1 early", "checkin R-1 undo", "cancel R-1"])
      XCTAssertEqual(try desk.find("R-1").reason, "rain")
      try desk.reservations.reinstate("R-1")
      XCTAssertEqual(try StayPicture(of: "R-1", at: desk), before)
    }
  }

  // MARK: Taking back

  func testTakingBackGivesBackWhatTheEventSaysThatThereWas() async throws {
    try await eachStore { desk in
      try reserve(desk, "2026-06-17", "2026-06-20")
      try desk.reservations.checkIn("R-1", early: true)
      let arrived = try XCTUnwrap(events(desk).last)
      try desk.reservations.undoCheckIn("R-1")
      XCTAssertTrue(arrived.isTakenBack)
      let stay = try desk.find("R-1")
      XCTAssertEqual("\(stay.arrival)", arrived.change(of: "dateFrom")?.before)
      XCTAssertEqual(
        stay.noticeDate.map { "\($0)" },
        arrived.change(of: "noticeDate")?.before)
      let service = try desk.reservations(on: "2026-06-17")
      try service.checkIn("R-1")
      try service.checkOut("R-1")
      let left = try XCTUnwrap(events(desk).last)
      XCTAssertEqual("\(stay.departure)", left.change(of: "dateTo")?.after)
      try service.undoCheckOut("R-1")
      XCTAssertEqual("\(stay.departure)", left.change(of: "dateTo")?.before)
      XCTAssertEqual(stay.status, left.change(of: "status")?.before)
      XCTAssertEqual(
        "\(stay.totalMinor)", left.change(of: "totalMinor")?.before ?? "13840")
    }
  }

  // MARK: Instants

  func testTheInstantsOfAStayAreThoseOfItsEvents() async throws {
    try await eachStore { desk in
      @MainActor func at(_ date: String) throws -> ReservationService {
        try desk.reservations(on: date)
      }
      _ = try at("2026-06-01").draft(
        Booking(desk.pricedSite(), for: nil, dates: stay("2026-06-15", "2026-06-18")))
      let stay = try desk.find("R-1")
      XCTAssertEqual([stay.madeAt, stay.reservedAt], [try noon("2026-06-01"), nil])
      try at("2026-06-02").reserve("R-1")
      XCTAssertEqual(
        [stay.madeAt, stay.reservedAt], [try noon("2026-06-01"), try noon("2026-06-02")])
      try at("2026-06-03").cancel("R-1", reason: "rain")
      XCTAssertEqual([stay.canceledAt], [try noon("2026-06-03")])
      XCTAssertEqual(stay.reason, "rain")
      try at("2026-06-04").reinstate("R-1")
      XCTAssertEqual([stay.canceledAt, stay.reservedAt], [nil, try noon("2026-06-02")])
      XCTAssertNil(stay.reason)
      for hour in [0.0, 1] {
        let service = desk.reservations(
          at: try noon("2026-06-15").addingTimeInterval(hour * 3_600))
        try service.checkIn("R-1")
        XCTAssertEqual(stay.checkedInAt, try noon("2026-06-15").addingTimeInterval(hour * 3_600))
        if hour == 0 { try service.undoCheckIn("R-1") }
        XCTAssertEqual(stay.checkedInAt == nil, hour == 0)
      }
      try at("2026-06-18").checkOut("R-1")
      XCTAssertEqual(stay.checkedOutAt, try noon("2026-06-18"))
      try at("2026-06-18").undoCheckOut("R-1")
      XCTAssertNil(stay.checkedOutAt)
      XCTAssertEqual(stay.checkedInAt, try noon("2026-06-15").addingTimeInterval(3_600))
      XCTAssertEqual(
        [stay.madeAt, stay.reservedAt], [try noon("2026-06-01"), try noon("2026-06-02")])
    }
  }

  func testAnImportedStayIsMadeAndReservedByTheImport() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15", rate: 50)
      let lines = ["2026-06-13,2026-06-15", "2026-06-15,2026-06-17"]
      _ = try ReservationImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock
      ).importReservations(
        from: Data(("site,arrival,departure\n" + lines.map { "15,\($0)\n" }.joined()).utf8),
        options: ImportOptions(createsMissing: true))
      for code in ["R-1", "R-2"] {
        let stay = try desk.find(code)
        XCTAssertEqual(try kinds(desk, code), [.imported], code)
        XCTAssertEqual(
          [stay.madeAt, stay.reservedAt], [TestStoreStack.noon, TestStoreStack.noon], code)
        XCTAssertEqual([stay.checkedInAt, stay.checkedOutAt, stay.canceledAt], [nil, nil, nil])
      }
      try desk.reservations.checkIn("R-2")
      try desk.reservations(on: "2026-06-17").checkOut("R-2")
      XCTAssertEqual(try desk.find("R-2").checkedOutAt, try noon("2026-06-17"))
      // Only the one that was over when it came has no bill of this ledger.
      XCTAssertEqual(try ["R-1", "R-2"].map { try desk.find($0).isSettled }, [false, true])
    }
  }

  func testStaysAreFoundByWhatWasDoneWithThem() async throws {
    try await eachStore { desk in
      try reserve(desk, "2026-06-15", "2026-06-18", on: "1")
      try reserve(desk, "2026-06-15", "2026-06-18", on: "2")
      try desk.reservations.checkIn("R-1")
      try desk.reservations.checkIn("R-2")
      try desk.reservations.undoCheckIn("R-2")
      @MainActor func found(_ format: String) throws -> [String] {
        let request = Reservation.fetchRequest()
        request.predicate = try FetchPredicate(format: format)
        return try desk.stack.mainContext.fetch(request).map(\.code).sorted()
      }
      XCTAssertEqual(try found("ANY events.kind == 'checkedIn'"), ["R-1", "R-2"])
      XCTAssertEqual(
        try found(
          "SUBQUERY(events, $e, $e.kind == 'checkedIn' AND $e.isTakenBack == NO).@count > 0"),
        ["R-1"])
    }
  }

  // MARK: What it costs

  func testManyStaysAreReadWithTheirEventsAtOnce() async throws {
    try await eachStore { desk in
      for site in 1...5 { try reserve(desk, "2026-06-20", "2026-06-22", on: "\(site)") }
      desk.stack.mainContext.reset()
      try assertFaults(atMost: 0, on: desk.stack.persistentStoreCoordinator) {
        let request = Reservation.fetchRequest()
        request.relationshipKeyPathsForPrefetching = Reservation.keyPathsOfFacts
        let instants = try desk.stack.mainContext.fetch(request).map(\.reservedAt)
        XCTAssertEqual(instants, Array(repeating: TestStoreStack.noon, count: 5))
      }
    }
  }

  func testABookingAndACheckInWriteFewRows() async throws {
    try await eachStore { desk in
      let names = ["Event", "EventChange", "StaySegment", "ReservationNight", "OverriddenRule"]
      @MainActor func rows() throws -> [Int] {
        try names.map {
          try desk.stack.mainContext.count(
            for: FetchRequest<ManagedObject>(entityName: $0))
        }
      }
      let site = try desk.sites.add("1", rate: 40)
      let before = try rows()
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      let booked = try rows()
      XCTAssertEqual(zip(booked, before).map { $0 - $1 }, [1, 0, 1, 2, 0])
      try desk.reservations.checkIn("R-1")
      XCTAssertEqual(zip(try rows(), booked).map { $0 - $1 }, [1, 1, 0, 0, 0])
    }
  }
}
