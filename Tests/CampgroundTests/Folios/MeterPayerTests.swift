import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Who pays for what a meter counted: who used it, whether here or gone.
@MainActor
final class MeterPayerTests: XCTestCase {
  /// Site 15 at 40 a night, electricity at a dollar.
  private func camp(_ desk: TestDesk) throws -> CampSite {
    try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
    return try desk.sites.add("15", rate: 40)
  }

  /// Reserves a stay and checks it in on its first day.
  private func guest(
    _ arrival: String, _ departure: String, on site: CampSite, at desk: TestDesk
  ) throws -> String {
    let service = try desk.reservations(on: arrival)
    let code = try service.book(Booking(site, for: nil, dates: stay(arrival, departure))).code
    try service.checkIn(code)
    return code
  }

  /// R-1 of two nights with a reading of 1000 on the first day, and R-2 behind it.
  private func twoGuests(_ desk: TestDesk) throws -> CampSite {
    let site = try camp(desk)
    _ = try guest("2026-06-15", "2026-06-17", on: site, at: desk)
    _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
    try desk.reservations(on: "2026-06-17").checkOut("R-1")
    _ = try guest("2026-06-17", "2026-06-20", on: site, at: desk)
    return site
  }

  private func charged(_ reading: MeterReading) -> String? {
    reading.entry.flatMap { line in line.reservation.map { "\($0.code) \(line.amount)" } }
  }

  func testWhatSeveralUsedIsRefusedUntilSomebodySaysWhoPays() async throws {
    try await eachStore { desk in
      let site = try twoGuests(desk)
      let first = try desk.find("R-1")
      try desk.folios.pay(80, by: .card, for: first)
      XCTAssertEqual(try desk.due(first), "$0.00")
      let folios = try desk.folios(on: "2026-06-18")
      assertBreaks(
        "the electricity meter of site 15 was last read on 2026-06-15; "
          + "R-1 (2026-06-15 to 2026-06-17) and R-2 (since 2026-06-17) have used it since: "
          + "name the stay that pays, or first enter the reading from when the guests changed"
      ) { try folios.readMeter(.electricity, of: site, showing: 1_250) }
      let present = [
        MeteredStay(code: "R-1", from: try day("2026-06-15"), until: try day("2026-06-17")),
        MeteredStay(code: "R-2", from: try day("2026-06-17"), until: nil),
      ]
      XCTAssertThrowsError(try folios.readMeter(.electricity, of: site, showing: 1_250)) {
        XCTAssertEqual(reason(of: $0)?.meteredStays, present)
      }
      // Nothing used is nobody's.
      XCTAssertNil(try folios.readMeter(.electricity, of: site, showing: 1_000).entry)
    }
  }

  func testASettledBillIsOpenAgainWhenTheGuestWhoLeftPays() async throws {
    try await eachStore { desk in
      let site = try twoGuests(desk)
      let first = try desk.find("R-1")
      try desk.folios.pay(80, by: .card, for: first)
      let folios = try desk.folios(on: "2026-06-18")
      let reading = try folios.readMeter(
        .electricity, of: site, showing: 1_250, for: first)
      XCTAssertEqual(charged(reading), "R-1 $250.00")
      XCTAssertEqual(reading.since, try day("2026-06-15"))
      XCTAssertEqual(try desk.due(first), "$250.00")
      XCTAssertEqual(
        try desk.folios.openBills(.departed).map { "\($0.code) \($0.balance.due)" },
        ["R-1 $250.00"])
      XCTAssertEqual(
        charged(try folios.readMeter(.electricity, of: site, showing: 1_260)), "R-2 $10.00")
    }
  }

  func testTheReadingForTheDayOfTheChangeIsThatOfWhoLeft() async throws {
    try await eachStore { desk in
      let site = try twoGuests(desk)
      let folios = try desk.folios(on: "2026-06-18")
      let change = try folios.readMeter(
        .electricity, of: site, showing: 1_200, on: try day("2026-06-17"))
      XCTAssertEqual(charged(change), "R-1 $200.00")
      XCTAssertEqual(change.entry?.date, try day("2026-06-17"))
      let next = try folios.readMeter(.electricity, of: site, showing: 1_250)
      XCTAssertEqual(charged(next), "R-2 $50.00")
      XCTAssertEqual(next.since, try day("2026-06-17"))
    }
  }

  func testAClosedDayOfTheChangeIsRefusedAndWhoLeftPaysOnAnOpenOne() async throws {
    try await eachStore { desk in
      let site = try twoGuests(desk)
      let folios = try desk.folios(on: "2026-06-18")
      try folios.runNightly()
      _ = try folios.closeDay()
      let closed = try day("2026-06-17")
      assertBreaks("2026-06-17 is closed") {
        try folios.readMeter(.electricity, of: site, showing: 1_200, on: closed)
      }
      let reading = try folios.readMeter(
        .electricity, of: site, showing: 1_200, for: desk.find("R-1"))
      XCTAssertEqual(charged(reading), "R-1 $200.00")
      XCTAssertEqual(reading.entry?.date, try day("2026-06-18"))
    }
  }

  func testWhoLeftPaysForAReadingBeforeAnybodyElseComes() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      _ = try guest("2026-06-15", "2026-06-17", on: site, at: desk)
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
      try desk.reservations(on: "2026-06-17").checkOut("R-1")
      XCTAssertEqual(
        charged(
          try desk.folios(on: "2026-06-18").readMeter(.electricity, of: site, showing: 1_030)),
        "R-1 $30.00")
      _ = try guest("2026-06-19", "2026-06-21", on: site, at: desk)
      XCTAssertEqual(
        charged(
          try desk.folios(on: "2026-06-20").readMeter(.electricity, of: site, showing: 1_035)),
        "R-2 $5.00")
      // Two who came and went are two, though nobody is here.
      try desk.reservations(on: "2026-06-21").checkOut("R-2")
      _ = try guest("2026-06-21", "2026-06-22", on: site, at: desk)
      try desk.reservations(on: "2026-06-22").checkOut("R-3")
      let folios = try desk.folios(on: "2026-06-23")
      assertBreaks(
        "the electricity meter of site 15 was last read on 2026-06-20; "
          + "R-2 (2026-06-19 to 2026-06-21) and R-3 (2026-06-21 to 2026-06-22) have used it since: "
          + "name the stay that pays, or first enter the reading from when the guests changed"
      ) { try folios.readMeter(.electricity, of: site, showing: 1_100) }
    }
  }

  func testAReadingOnTheDayOfTheCheckOutSettlesTheGuestWhoLeaves() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      _ = try guest("2026-06-15", "2026-06-17", on: site, at: desk)
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
      let folios = try desk.folios(on: "2026-06-17")
      XCTAssertEqual(
        charged(try folios.readMeter(.electricity, of: site, showing: 1_020)), "R-1 $20.00")
      let service = desk.reservations(at: try noon("2026-06-17").addingTimeInterval(600))
      try service.checkOut("R-1")
      // An hour later the one who left is the only one that can have used it.
      let later = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(try noon("2026-06-17").addingTimeInterval(3_600)))
      XCTAssertEqual(
        charged(try later.readMeter(.electricity, of: site, showing: 1_022)), "R-1 $2.00")
      _ = try guest("2026-06-17", "2026-06-19", on: site, at: desk)
      XCTAssertEqual(
        charged(
          try desk.folios(on: "2026-06-18").readMeter(.electricity, of: site, showing: 1_030)),
        "R-2 $8.00")
    }
  }

  func testAGuestOfADayPaysOnTheDay() async throws {
    try await eachStore { desk in
      try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
      let site = try desk.sites.add("P1", features: CampSiteFeatures(type: .dayUse), rate: 20)
      _ = try guest("2026-06-15", "2026-06-16", on: site, at: desk)
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
      try desk.reservations(at: evening("2026-06-15")).checkOut("R-1")
      let late = FolioService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(try evening("2026-06-15")))
      XCTAssertEqual(
        charged(try late.readMeter(.electricity, of: site, showing: 1_004)), "R-1 $4.00")
    }
  }

  func testALateGuestPaysUpToTheCheckOut() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      _ = try guest("2026-06-15", "2026-06-16", on: site, at: desk)
      _ = try desk.folios(on: "2026-06-17").readMeter(.electricity, of: site, showing: 1_000)
      try desk.reservations(on: "2026-06-19").checkOut("R-1")
      XCTAssertEqual(
        charged(
          try desk.folios(on: "2026-06-20").readMeter(.electricity, of: site, showing: 1_030)),
        "R-1 $30.00")
    }
  }

  func testAMonthlyGuestPaysWithEachReading() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      _ = try guest("2026-06-15", "2026-09-15", on: site, at: desk)
      for (date, value) in [("2026-06-15", 100), ("2026-07-15", 400), ("2026-08-15", 900)] {
        _ = try desk.folios(on: date).readMeter(.electricity, of: site, showing: Decimal(value))
      }
      let readings = try desk.folios.meterReadings(of: site)
      XCTAssertEqual(readings.map { charged($0) }, ["R-1 $500.00", "R-1 $300.00", nil])
      XCTAssertEqual(
        readings.map { $0.since.map { "\($0)" } },
        ["2026-07-15", "2026-06-15", nil])
    }
  }

  func testWhoWasNotThereIsNotCharged() async throws {
    try await eachStore { desk in
      let site = try twoGuests(desk)
      let other = try guest("2026-06-15", "2026-06-20", on: desk.sites.add("16"), at: desk)
      let folios = try desk.folios(on: "2026-06-18")
      assertBreaks(
        "R-3 was not on site 15 since its meter was read on 2026-06-15; "
          + "the guests were R-1 (2026-06-15 to 2026-06-17) and R-2 (since 2026-06-17)"
      ) {
        try folios.readMeter(.electricity, of: site, showing: 1_250, for: desk.find(other))
      }
      assertBreaks("\(other) was not on site 15; the guests were R-2 (since 2026-06-17)") {
        try folios.readMeter(.water, of: site, showing: 1, for: desk.find(other))
      }
    }
  }

  func testAGuestWhoWentToAnotherSitePaysForTheFirstOneToo() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      let other = try desk.sites.add("16", rate: 40)
      _ = try guest("2026-06-15", "2026-06-20", on: site, at: desk)
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
      try desk.reservations(on: "2026-06-17").move("R-1", to: other)
      _ = try guest("2026-06-17", "2026-06-19", on: site, at: desk)
      let folios = try desk.folios(on: "2026-06-18")
      assertBreaks(
        "the electricity meter of site 15 was last read on 2026-06-15; "
          + "R-1 (2026-06-15 to 2026-06-17) and R-2 (since 2026-06-17) have used it since: "
          + "name the stay that pays, or first enter the reading from when the guests changed"
      ) { try folios.readMeter(.electricity, of: site, showing: 1_100) }
      XCTAssertEqual(
        charged(
          try folios.readMeter(
            .electricity, of: site, showing: 1_080, on: try day("2026-06-17"))),
        "R-1 $80.00")
    }
  }

  func testAGuestWhoComesBackToASitePaysForAllOfIt() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      let other = try desk.sites.add("16", rate: 40)
      var booking = Booking(site, for: nil, dates: try stay("2026-06-15", "2026-06-19"))
      booking.siteChanges = [
        SiteChange(on: try day("2026-06-16"), to: other),
        SiteChange(on: try day("2026-06-17"), to: site),
      ]
      try desk.reservations.book(booking)
      try desk.reservations.checkIn("R-1")
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
      XCTAssertEqual(
        charged(
          try desk.folios(on: "2026-06-18").readMeter(.electricity, of: site, showing: 1_030)),
        "R-1 $30.00")
    }
  }

  func testAReadingWhoseLineIsTakenBackCountsNoMore() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      _ = try guest("2026-06-15", "2026-06-17", on: site, at: desk)
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 1_000)
      let wrong = try desk.folios.readMeter(.electricity, of: site, showing: 1_500)
      assertBreaks(
        "the electricity meter of site 15 read 1500 and cannot go back to 1050 unless it was "
          + "replaced"
      ) {
        try desk.folios.readMeter(.electricity, of: site, showing: 1_050)
      }
      try desk.folios.reverse(try XCTUnwrap(wrong.entry), reason: "it was 1050")
      XCTAssertTrue(wrong.isTakenBack)
      let right = try desk.folios.readMeter(.electricity, of: site, showing: 1_050)
      XCTAssertEqual(charged(right), "R-1 $50.00")
      XCTAssertEqual(right.position, 3)
      // Two nights of 40, and 50.
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$130.00")
    }
  }

  // MARK: Leaving

  private func unread(_ change: StayChange) -> [String] {
    change.remarks.unreadMeters.map {
      "\($0.code) \($0.kind.rawValue) of \($0.site) \($0.lastRead)"
    }
  }

  func testACheckOutTellsWhichMetersWereNotReadThatDay() async throws {
    try await eachStore { desk in
      let site = try camp(desk)
      try desk.folios.setMeterRate(.water, price: 2, unit: "gal")
      _ = try guest("2026-06-15", "2026-06-17", on: site, at: desk)
      // Gas has no price, and water was never read.
      for kind in [MeterKind.electricity, .gas] {
        _ = try desk.folios.readMeter(kind, of: site, showing: 1_000)
      }
      let service = try desk.reservations(on: "2026-06-17")
      let shown = try service.preview { try $0.checkOut("R-1") }
      XCTAssertEqual(unread(shown), ["R-1 electricity of 15 2026-06-15"])
      _ = try desk.folios(on: "2026-06-17").readMeter(.electricity, of: site, showing: 1_010)
      XCTAssertEqual(unread(try service.preview { try $0.checkOut("R-1") }), [])
      // What was shown and what is done differ by the 10 only.
      XCTAssertThrowsError(try service.accepting(shown).checkOut("R-1"))
      XCTAssertEqual(unread(try service.checkOut("R-1")), [])
    }
  }

  func testAGroupThatLeavesIsToldOfTheMetersOfEachSite() async throws {
    try await eachStore { desk in
      try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-06-15", "2026-06-16")
      _ = try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: nil, dates: dates) })
      try desk.reservations.checkInGroup("Scouts")
      for site in sites { _ = try desk.folios.readMeter(.electricity, of: site, showing: 5) }
      _ = try desk.folios(on: "2026-06-16").readMeter(.electricity, of: sites[0], showing: 9)
      let changes = try desk.reservations(on: "2026-06-16").checkOutGroup("Scouts")
      XCTAssertEqual(changes.map { unread($0) }, [[], ["R-2 electricity of 2 2026-06-15"]])
      XCTAssertEqual(
        charged(
          try desk.folios(on: "2026-06-16").readMeter(
            .electricity, of: sites[1], showing: 8, for: desk.find("R-2"))), "R-2 $3.00")
      XCTAssertEqual(
        try desk.folios.balance(of: desk.reservations.group("Scouts")).due, try usd("87"))
    }
  }
}
