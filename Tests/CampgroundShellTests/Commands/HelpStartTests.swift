import Campground
import Foundation
import TestSupport
import XCTest

@testable import CampgroundShell

/// The first hour, as `help start` prints it, works whenever somebody types it.
@MainActor
final class HelpStartTests: XCTestCase {
  /// The commands of the page, in the order in which a newcomer types them.
  private static let commands = (HelpPages.all["start"] ?? "").split(separator: "\n")
    .filter { $0.hasPrefix("  ") }.map { $0.trimmingCharacters(in: .whitespaces) }

  /// Types the page at a time, and checks what the campground has afterwards.
  private func type(
    at clock: any CampgroundClock, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let stack = try TestStoreStack()
    let shell = TestShell(stack, clock: clock)
    for command in Self.commands {
      do {
        try shell.run(command)
      } catch {
        XCTFail("\(command): \(error)", file: file, line: line)
      }
    }
    XCTAssertEqual(
      try shell.run("fetch Reservation select number, status"),
      "{\"number\":1,\"status\":\"CheckedOut\"}\n", file: file, line: line)
    XCTAssertEqual(
      try shell.run("count Camper; count CampSite"), "{\"count\":1}\n{\"count\":1}\n", file: file,
      line: line)
    try stack.close()
  }

  /// Types the page at an instant, which is written with the offset of Denver, where its campground
  /// is.
  private func type(
    at instant: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let date = try XCTUnwrap(ISO8601DateFormatter().date(from: instant), instant)
    try type(at: FixedClock(date), file: file, line: line)
  }

  func testTheFirstHourWorksNow() async throws { try type(at: SystemClock()) }

  func testTheFirstHourWorksAMinuteBeforeMidnight() async throws {
    try type(at: "2026-07-01T23:59:00-06:00")
  }

  func testTheFirstHourWorksOnALeapDay() async throws { try type(at: "2028-02-29T09:00:00-07:00") }

  func testTheFirstHourWorksOnTheLastDayOfAYear() async throws {
    try type(at: "2026-12-31T09:00:00-07:00")
    try type(at: "2026-12-31T23:59:00-07:00")
  }

  func testTheFirstHourWorksInANightWhoseClocksChange() async throws {
    // Clocks go from 1:59 to 3:00 in March, and twice from 1:00 to 1:59 in November.
    try type(at: "2026-03-07T23:59:00-07:00")
    try type(at: "2026-03-08T01:59:00-07:00")
    try type(at: "2026-03-08T03:00:00-06:00")
    try type(at: "2026-11-01T01:30:00-06:00")
    try type(at: "2026-11-01T01:30:00-07:00")
  }
}
