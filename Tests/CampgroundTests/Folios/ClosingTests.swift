import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Nothing of a closed day changes.
@MainActor
final class ClosingTests: XCTestCase {
  func testAClosedDayIsAddedUpAndTakesNoMoreLines() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-14", nights: [4_000, 4_500], isInHouse: true)
      try desk.folios.pay(100, by: .cash, for: stay, on: try day("2026-06-14"))
      try desk.folios.refund(
        10, to: stay, reason: "rain", on: try day("2026-06-14"))
      try desk.folios.runNightly(try day("2026-06-14"))
      let closed = try desk.folios.closeDay(try day("2026-06-14"))
      XCTAssertEqual(closed.date, try day("2026-06-14"))
      // 100 - 85 = 15 to the good, so nothing is taken off the bill by the refund of 10.
      XCTAssertEqual(closed.charged, try usd("40"))
      XCTAssertEqual(closed.paid, try usd("90"))
      XCTAssertEqual(closed.nightsSold, 1)
      assertBreaks("2026-06-14 is closed") {
        try desk.folios.pay(1, by: .cash, for: stay, on: try day("2026-06-14"))
      }
      XCTAssertEqual(try desk.folios.closedDays().rows.map(\.date), [try day("2026-06-14")])
      try desk.folios.pay(1, by: .cash, for: stay)
      XCTAssertEqual(closed.paidMinor, 9_000)
    }
  }

  func testTheClassRefusesALineForAClosedDayWhoeverWritesIt() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-14")
      let stay = try desk.stay(nights: [4_000])
      try desk.folios.pay(1, by: .cash, for: stay)
      _ = try desk.folios.closeDay(try day("2026-06-14"))
      let context = desk.stack.mainContext
      let line = FolioEntry(context: context)
      line.kind = .sale
      line.text = "firewood"
      line.posting = desk.posting()
      line.folio = stay.folio
      line.date = try day("2026-06-14")
      XCTAssertThrowsError(try context.saveThrough()) {
        XCTAssertTrue("\($0)".contains("2026-06-14 is closed at Campground"), "\($0)")
      }
      line.date = try day("2026-06-15")
      try context.saveThrough()
      XCTAssertEqual(line.number, 2)
    }
  }

  func testAClosedDayNeverChangesAndOnlyTheLastOneIsReopened() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-12")
      _ = try desk.stay(nights: [4_000])
      let days = try ["2026-06-12", "2026-06-13", "2026-06-14"].map { try day($0) }
      let closed = try days.map { try desk.folios.closeDay($0) }
      let context = desk.stack.mainContext
      closed[2].paidMinor = 1
      XCTAssertThrowsError(try context.saveThrough())
      context.rollback()
      for day in closed {
        context.delete(day)
        XCTAssertThrowsError(try context.saveThrough())
        context.rollback()
      }
      let campground = try XCTUnwrap(try desk.campgrounds.current())
      // Without the figures of the day, and more than one day back.
      for date in [nil, days[0], days[1]] {
        campground.lastClosedDay = date
        XCTAssertThrowsError(try context.saveThrough()) {
          XCTAssertTrue("\($0)".contains("are closed through 2026-06-14"), "\($0)")
        }
        context.rollback()
      }
      for (date, gone) in [(days[0], closed[1...]), (days[1], closed[1...1])] {
        campground.lastClosedDay = date
        for day in gone { context.delete(day) }
        XCTAssertThrowsError(try context.saveThrough())
        context.rollback()
      }
      XCTAssertEqual(campground.lastClosedDay, days[2])
      XCTAssertEqual(try desk.folios.closedDays().rows.count, 3)
    }
  }

  func testTheLastClosedDayIsReopenedTakesLinesAndIsClosedAgain() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-13")
      let stay = try desk.stay(nights: [4_000])
      let (first, last) = (try day("2026-06-13"), try day("2026-06-14"))
      _ = try desk.folios.closeDay(first)
      try desk.folios.pay(10, by: .cash, for: stay, on: last)
      _ = try desk.folios.closeDay(last)
      assertBreaks("the last closed day is 2026-06-14, and only that one can be reopened") {
        try desk.folios.reopenDay(first)
      }
      assertBreaks("2026-06-15 is not closed") {
        try desk.folios.reopenDay(day("2026-06-15"))
      }
      let former = try desk.folios.reopenDay(last)
      XCTAssertEqual(former.day, last)
      XCTAssertEqual(former.closedThrough, first)
      XCTAssertEqual(former.paid, Money(10, .usd))
      XCTAssertEqual(try desk.folios.closedDays().rows.map(\.date), [first])
      try desk.folios.pay(5, by: .cash, for: stay, on: last)
      XCTAssertEqual(try desk.folios.closeDay().paid, Money(15, .usd))
      // One day after the other, back to none; the first has all before it again.
      try desk.folios.reopenDay(last)
      XCTAssertNil(try desk.folios.reopenDay(first).closedThrough)
      XCTAssertNil(try desk.campgrounds.current()?.lastClosedDay)
      assertBreaks("2026-06-13 is not closed") {
        try desk.folios.reopenDay(first)
      }
      XCTAssertEqual(try desk.folios.closeDay(last).paid, Money(15, .usd))
    }
  }

  func testReopeningIsInTheAuditWithWhoDidIt() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-14")
      let office = Desk(on: desk.stack, clock: desk.stack.clock, by: "Dana")
      let last = try day("2026-06-14")
      _ = try desk.folios.closeDay(last)
      try office.perform("day reopen") { try $0.folios.reopenDay(last) }
      let event = try XCTUnwrap(
        try desk.stack.mainContext.fetch(FetchRequest<Event>(nil, by: ["-number"], limit: 1)).first)
      XCTAssertEqual(event.who, "Dana")
      XCTAssertEqual(event.change(of: "closedThrough")?.before, "2026-06-14")
      XCTAssertNil(event.change(of: "closedThrough")?.after)
    }
  }

  func testADayBeforeAnythingHappenedIsNotTheFirstToClose() async throws {
    try await eachStore { desk in
      // Nothing at all has happened yet.
      for date in ["1900-01-01", "2026-06-14"] {
        assertBreaks("nothing happened before 2026-06-15, so \(date) cannot be closed") {
          try desk.folios.closeDay(day(date))
        }
      }
      try desk.begin(on: "2026-06-12")
      let stay = try desk.stay(nights: [4_000])
      for date in ["1900-01-01", "2025-06-15", "2026-06-11"] {
        assertBreaks("nothing happened before 2026-06-12, so \(date) cannot be closed") {
          try desk.folios.closeDay(day(date))
        }
        assertBreaks("nothing happened before 2026-06-12, so \(date) cannot be closed") {
          try desk.folios.runNightly(day(date), closing: true)
        }
      }
      // Money of a day is something that happened on it.
      try desk.folios.pay(10, by: .cash, for: stay, on: try day("2026-06-10"))
      XCTAssertEqual(try desk.folios.closeDay(try day("2026-06-10")).paid, Money(10, .usd))
    }
  }

  func testTheFirstClosedDayTakesWhatLiesBeforeItAndTheNextOneOnlyItself() async throws {
    try await eachStore { desk in
      // Reserved and not here yet: none of its nights is sold.
      let stay = try desk.stay("2026-06-14", nights: [4_000, 4_000])
      try desk.folios.pay(20, by: .cash, for: stay, on: try day("2026-06-12"))
      try desk.folios.pay(7, by: .cash, for: stay, on: try day("2026-06-13"))
      try desk.folios.pay(10, by: .cash, for: stay, on: try day("2026-06-14"))
      let first = try desk.folios.closeDay(try day("2026-06-13"))
      XCTAssertEqual(first.paid, try usd("27"))
      let next = try desk.folios.closeDay()
      XCTAssertEqual(next.paid, try usd("10"))
      XCTAssertEqual(next.nightsSold, 0)
      XCTAssertEqual(try desk.folios.money(of: first.date).since, try day("2026-06-12"))
      XCTAssertNil(try desk.folios.money(of: next.date).since)
    }
  }

  func testDaysAreClosedInTheirOrderAndNotBeforeTheyBegin() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-10")
      _ = try desk.stay(nights: [4_000])
      assertBreaks(.dayToCome(try day("2026-06-16"), today: try day("2026-06-15"))) {
        try desk.folios.closeDay(try day("2026-06-16"))
      }
      _ = try desk.folios.closeDay(try day("2026-06-10"))
      assertBreaks("days close in order: close 2026-06-11 before 2026-06-12") {
        try desk.folios.closeDay(try day("2026-06-12"))
      }
      assertBreaks(.dayClosedAlready, "2026-06-10 is already closed") {
        try desk.folios.closeDay(try day("2026-06-10"))
      }
      XCTAssertEqual(try desk.folios.closeDay().date, try day("2026-06-11"))
      XCTAssertEqual(
        try desk.folios.closedDays().rows.map(\.date),
        [try day("2026-06-11"), try day("2026-06-10")])
    }
  }

  func testADayWithNightsThatAreNotPostedIsNotClosed() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-06-14")
      _ = try desk.stay("2026-06-14", nights: [4_000], isInHouse: true)
      assertBreaks("the night of 2026-06-14 is not posted for R-1") {
        try desk.folios.closeDay(try day("2026-06-14"))
      }
      XCTAssertNil(try desk.campgrounds.current()?.lastClosedDay)
      XCTAssertTrue(try desk.folios.runNightly(day("2026-06-14"), closing: true).isDayClosed)
      XCTAssertEqual(try desk.campgrounds.current()?.lastClosedDay, try day("2026-06-14"))
    }
  }

  func testUnderAClockThatWasSetBackTheFirstOpenDayIsTheBusinessDay() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    _ = try desk.stay(nights: [4_000])
    _ = try desk.folios.closeDay(try day("2026-06-15"))
    try desk.stack.close()

    let late = try otherDesk(on: file, now: try day("2026-06-10").midnightUTC)
    let stay = try late.reservations.find("R-1")
    XCTAssertThrowsError(
      try late.folios.pay(1, by: .cash, for: stay, on: try day("2026-06-10"))
    ) {
      XCTAssertEqual(
        "\($0)",
        "2026-06-10 is closed, and so is every day through 2026-06-15; "
          + "the clock says 2026-06-10: correct it, or post to 2026-06-16")
    }
    assertBreaks(.dayToCome(try day("2026-06-17"), today: try day("2026-06-10"))) {
      try late.folios.pay(1, by: .cash, for: stay, on: try day("2026-06-17"))
    }
    for wanted in [nil, try day("2026-06-16")] {
      XCTAssertEqual(
        try late.folios.pay(1, by: .cash, for: stay, on: wanted).date, try day("2026-06-16"))
    }
    try late.stack.close()
  }

  func testALineAndTheClosingOfItsDayDoNotPassEachOther() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let mine = try otherDesk(on: file)
    let stay = try mine.stay(nights: [4_000])
    // A line is ready to be saved when somebody else closes its day.
    let other = try otherDesk(on: file)
    let context = other.stack.mainContext
    let folio = Folio(context: context)
    folio.openedAt = other.stack.clock.now
    folio.campground = try other.campgrounds.current()
    XCTAssertNil(folio.campground?.lastClosedDay)
    let line = FolioEntry(context: context)
    line.kind = .sale
    line.text = "firewood"
    line.amountMinor = 1_250
    line.posting = other.posting()
    line.folio = folio
    line.date = try day("2026-06-15")
    _ = try mine.folios.closeDay(try day("2026-06-15"))
    XCTAssertThrowsError(try context.saveThrough()) {
      XCTAssertEqual(($0 as? ObjectGraphError)?.code, .managedObjectMerge, "\($0)")
    }
    context.rollback()
    XCTAssertEqual(try StoreShell(file).rows("SELECT count(*) FROM ZFOLIOENTRY"), ["0"])
    // A service looks again, and writes for the next day.
    let late = try other.folios.pay(1, by: .cash, for: try other.reservations.find(stay.code))
    XCTAssertEqual(late.date, try day("2026-06-16"))
    try mine.stack.close()
    try other.stack.close()
  }

  func testWhatManyPostWhileADayIsClosedIsInItsSumOrInTheNextDays() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    _ = try desk.stay(nights: [4_000])
    let store = PersistentStoreDescription(url: file)
    let stacks = try (0..<5).map { _ in try CampgroundStack(store: store) }
    let today = try day("2026-06-15")
    let paid = try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, stack) in stacks.enumerated() {
        group.addTask {
          try await stack.newDerivedContext().perform { context in
            let clock = FixedClock(TestStoreStack.noon)
            let folios = FolioService(
              managedObjectContext: context, storeStack: stack, clock: clock)
            if index == 0 {
              _ = try folios.closeDay(today)
              return 0
            }
            let stay = try ReservationService(
              managedObjectContext: context, storeStack: stack, clock: clock
            ).find("R-1")
            for _ in 0..<20 { try folios.pay(1, by: .cash, for: stay) }
            return 20
          }
        }
      }
      var paid = 0
      for try await count in group { paid += count }
      return paid
    }
    XCTAssertEqual(paid, 4 * 20)
    for stack in stacks { try stack.close() }
    try desk.stack.close()
    // The days of dates are seconds since 2001; what is not of the closed day is of the next one.
    let rows = try StoreShell(file).rows(
      """
      SELECT
        (SELECT -ifnull(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY e WHERE e.ZDAY = c.ZDAY) - ZPAIDMINOR,
        (SELECT count(*) FROM ZFOLIOENTRY e WHERE e.ZDAY NOT IN (c.ZDAY, c.ZDAY + 86400)),
        (SELECT -ifnull(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY)
      FROM ZCLOSEDDAY c
      """)
    XCTAssertEqual(rows, ["0|0|\(paid * 100)"])
  }
}
