import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Calendars of other programs as closures. The clock stands at 2026-06-15.
@MainActor
final class CalendarImportTests: XCTestCase {
  /// A calendar of events, each written `identifier start end`.
  private func calendar(_ events: String...) -> Data {
    var text = "BEGIN:VCALENDAR\n"
    for event in events {
      let parts = event.split(separator: " ").map { $0.replacingOccurrences(of: "-", with: "") }
      text +=
        "BEGIN:VEVENT\nUID:\(parts[0])\nDTSTART:\(parts[1])\nDTEND:\(parts[2])\nEND:VEVENT\n"
    }
    return Data((text + "END:VCALENDAR\n").utf8)
  }

  private func importer(_ desk: TestDesk) -> CalendarImporter {
    CalendarImporter(beside: desk.blocks)
  }

  private func closures(_ desk: TestDesk) throws -> [String] {
    try desk.blocks.blocks().map { block in
      XCTAssertEqual(
        block.nights.map(\.date).sorted(), try XCTUnwrap(block.dates).nights.map { $0 })
      return "\(block.feed ?? "-") \(block.firstDay) \(block.reopening)"
    }
  }

  func testACalendarIsAWholePicture() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      try desk.blocks.block(site, stay("2026-08-01", "2026-08-03"), reason: "gravel")
      let first = try importer(desk).importCalendar(
        from: calendar(
          "a 2026-06-20 2026-06-23", "b 2026-07-01 2026-07-03", "c 2026-05-01 2026-05-03"),
        of: "web", for: site)
      XCTAssertEqual([first.made, first.moved, first.lifted, first.past], [2, 0, 0, 1])
      XCTAssertEqual(
        try closures(desk),
        ["web 2026-06-20 2026-06-23", "web 2026-07-01 2026-07-03", "- 2026-08-01 2026-08-03"])
      // Two events that change places, and a closure of our own, which stays.
      let second = try importer(desk).importCalendar(
        from: calendar("b 2026-06-20 2026-06-23", "a 2026-07-01 2026-07-04"), of: "web", for: site)
      XCTAssertEqual([second.made, second.moved, second.lifted], [0, 2, 0])
      XCTAssertEqual(
        try closures(desk),
        ["web 2026-06-20 2026-06-23", "web 2026-07-01 2026-07-04", "- 2026-08-01 2026-08-03"])
      let other = try importer(desk).importCalendar(
        from: calendar("a 2026-09-01 2026-09-02"), of: "other", for: site)
      XCTAssertEqual(other.made, 1)
      let third = try importer(desk).importCalendar(from: calendar(), of: "web", for: site)
      XCTAssertEqual([third.made, third.moved, third.lifted], [0, 0, 2])
      XCTAssertEqual(
        try closures(desk), ["- 2026-08-01 2026-08-03", "other 2026-09-01 2026-09-02"])
    }
  }

  func testAnEventThatMeetsAStayIsListedAndTheOthersAreMade() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(
        site, for: desk.campers.addCamper("Ada", phoneNumber: nil),
        dates: stay("2026-06-20", "2026-06-23"))
      let summary = try importer(desk).importCalendar(
        from: calendar("a 2026-06-22 2026-06-25", "b 2026-06-23 2026-06-24"), of: "web", for: site)
      XCTAssertEqual(
        summary.conflicts.map { "\($0.line) \($0.start) \($0.end) \($0.reason)" },
        ["2 2026-06-22 2026-06-25 site 15 is taken 2026-06-20 to 2026-06-23 (R-1)"])
      XCTAssertEqual(try closures(desk), ["web 2026-06-23 2026-06-24"])
      // What is closed of an event that moves onto the stay remains closed.
      let moved = try importer(desk).importCalendar(
        from: calendar("b 2026-06-22 2026-06-25"), of: "web", for: site)
      XCTAssertEqual(moved.conflicts.count, 1)
      XCTAssertEqual(try closures(desk), ["web 2026-06-23 2026-06-24"])
    }
  }

  func testPastNightsStayAsTheyAre() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      let importer = self.importer(desk)
      // An event that has begun closes from today on.
      _ = try importer.importCalendar(
        from: calendar("a 2026-06-10 2026-06-17"), of: "web", for: site)
      XCTAssertEqual(try closures(desk), ["web 2026-06-15 2026-06-17"])
      let nextDay = CalendarImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: FixedClock(try noon("2026-06-16")))
      _ = try nextDay.importCalendar(
        from: calendar("a 2026-06-16 2026-06-18"), of: "web", for: site)
      XCTAssertEqual(try closures(desk), ["web 2026-06-15 2026-06-18"])
      let lifted = try nextDay.importCalendar(from: calendar(), of: "web", for: site)
      XCTAssertEqual(lifted.lifted, 1)
      XCTAssertEqual(try closures(desk), ["web 2026-06-15 2026-06-16"])
    }
  }

  func testOurOwnEventsArePassedOver() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(
        site, for: desk.campers.addCamper("Ada", phoneNumber: nil),
        dates: stay("2026-06-20", "2026-06-23"))
      let feeds = FeedService(beside: desk.blocks)
      let text = try feeds.text(of: feeds.add("web", at: "/tmp/web.ics"))
      let summary = try importer(desk).importCalendar(from: Data(text.utf8), of: "web", for: site)
      XCTAssertEqual([summary.own, summary.made, summary.conflicts.count], [1, 0, 0])
    }
  }

  func testADryRunChangesNothing() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      let summary = try importer(desk).importCalendar(
        from: calendar("a 2026-06-20 2026-06-23"), of: "web", for: site, isDryRun: true)
      XCTAssertEqual(summary.made, 1)
      XCTAssertEqual(try closures(desk), [])
    }
  }
}
