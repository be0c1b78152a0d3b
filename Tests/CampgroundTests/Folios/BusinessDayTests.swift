import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The business day is the later of today and the day after the last closed one.
@MainActor
final class BusinessDayTests: XCTestCase {
  private func folios(_ desk: TestDesk, on date: String) throws -> FolioService {
    FolioService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: FixedClock(try noon(date)), voucherCodes: .seeded(1))
  }

  func testWhatThePeopleAtTheDeskDoAfterTheyClosedTodayIsWrittenForTomorrow() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000, 4_000])
      try desk.folios.setMeterRate(.electricity, price: 1, unit: "kWh")
      _ = try desk.folios.closeDay(try day("2026-06-15"))
      let tomorrow = try day("2026-06-16")
      let campground = try XCTUnwrap(try desk.campgrounds.current())
      XCTAssertEqual(campground.businessDay(at: desk.stack.clock.now), tomorrow)
      let paid = try desk.folios.pay(100, by: .card, for: stay)
      let wood = try desk.folios.charge(12, for: "firewood", to: stay)
      let taken = try desk.folios.reverse(wood, reason: "typed twice")
      let refund = try desk.folios.refund(5, to: stay, reason: "rain")[0]
      let kept = try desk.folios.credit(1, to: stay)
      try desk.reservations.checkIn(stay.code)
      let site = try XCTUnwrap(stay.campSite)
      _ = try desk.folios.readMeter(.electricity, of: site, showing: 10)
      let meter = try desk.folios.readMeter(.electricity, of: site, showing: 12)
      for line in [paid, wood, taken, refund, kept, try XCTUnwrap(meter.entry)] {
        XCTAssertEqual(line.date, tomorrow, line.text)
      }
      // The nights are posted by the next nightly run, on the first open day.
      try folios(desk, on: "2026-06-17").runNightly()
      let nights = try desk.folios.lines(of: XCTUnwrap(stay.folio)).filter { $0.kind == .lodging }
      XCTAssertEqual(nights.map(\.date), [tomorrow, tomorrow])
      XCTAssertEqual(try desk.folios.closedDays().rows.map(\.paidMinor), [0])
    }
  }

  func testADayThatIsNotClosedIsTheBusinessDayOnceItComes() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      _ = try desk.folios.closeDay(try day("2026-06-15"))
      let later = try folios(desk, on: "2026-06-18")
      XCTAssertEqual(try later.pay(1, by: .cash, for: stay).date, try day("2026-06-18"))
      // A day before it is taken while it is open.
      XCTAssertEqual(
        try later.pay(1, by: .cash, for: stay, on: try day("2026-06-16")).date,
        try day("2026-06-16"))
      assertBreaks(.dayToCome(try day("2026-06-19"), today: try day("2026-06-18"))) {
        try later.pay(1, by: .cash, for: stay, on: try day("2026-06-19"))
      }
    }
  }

  func testTheFirstDayToCloseIsNotBeforeAnythingWasRecorded() async throws {
    try await eachStore { desk in
      XCTAssertEqual(try desk.folios.dayToClose(), try day("2026-06-15"), "an empty store")
      _ = try desk.stay(nights: [4_000])
      XCTAssertEqual(try desk.folios.dayToClose(), try day("2026-06-15"))
      let later = try desk.folios(on: "2026-06-17")
      XCTAssertEqual(try later.dayToClose(), try day("2026-06-16"))
    }
  }

  func testTheFirstNightAuditIsNotAboutADayBeforeAnythingWasRecorded() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000, 4_000, 4_000], isInHouse: true)
      let first = try desk.folios.runNightly()
      XCTAssertEqual(first.day, try day("2026-06-15"))
      XCTAssertEqual(first.linesPosted, 1)
      let second = try folios(desk, on: "2026-06-16").runNightly()
      XCTAssertEqual(second.day, try day("2026-06-15"))
      XCTAssertEqual(second.linesPosted, 0)
      let third = try folios(desk, on: "2026-06-17").runNightly(closing: true)
      XCTAssertEqual(third.day, try day("2026-06-16"))
      XCTAssertEqual(third.linesPosted, 1)
    }
  }

  func testADayToComeIsNotClosedNotEvenAfterToday() async throws {
    try await eachStore { desk in
      _ = try desk.stay(nights: [4_000])
      XCTAssertEqual(try desk.folios.dayToClose(), try day("2026-06-15"))
      _ = try desk.folios.closeDay(try day("2026-06-15"))
      XCTAssertEqual(try desk.folios.dayToClose(), try day("2026-06-16"))
      assertBreaks(.dayToCome(try day("2026-06-16"), today: try day("2026-06-15"))) {
        try desk.folios.closeDay()
      }
      XCTAssertEqual(try desk.folios.closedDays().rows.count, 1)
    }
  }

  func testAVoucherOfTheLastDayIsTakenAlthoughTheBusinessDayIsTheNext() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let voucher = try desk.folios.issueVoucher(10, lastDay: try day("2026-06-15"))
      _ = try desk.folios.closeDay(try day("2026-06-15"))
      XCTAssertEqual(
        try desk.folios.redeem(voucher.code, amount: 4, for: stay).date, try day("2026-06-16"))
      assertBreaks("voucher \(voucher.code) was valid through 2026-06-15") {
        try folios(desk, on: "2026-06-16").redeem(voucher.code, amount: 4, for: stay)
      }
    }
  }

  func testAStayThatIsCanceledUnderAClockThatWasSetBackIsSettledOnTheBusinessDay() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-20", nights: [4_000])
      try desk.folios.charge(4, for: "firewood", to: stay)
      _ = try desk.folios.closeDay(try day("2026-06-15"))
      try desk.reservations(on: "2026-06-01").cancel(stay.code)
      XCTAssertEqual(stay.state, .canceled)
      XCTAssertEqual(try desk.due(stay), "$4.00")
    }
  }
}
