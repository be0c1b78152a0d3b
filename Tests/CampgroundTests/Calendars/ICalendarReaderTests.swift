import Foundation
import XCTest

@testable import Campground

/// What events of iCalendar files close.
final class ICalendarReaderTests: XCTestCase {
  private func events(_ lines: String...) throws -> [String] {
    let text =
      (["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT", "END:VCALENDAR"])
      .joined(separator: "\r\n")
    return try read(text)
  }

  private func read(_ text: String) throws -> [String] {
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Denver"))
    return try ICalendarReader(timeZone: zone).events(in: Data(text.utf8)).map {
      "\($0.start) \($0.end) \($0.summary ?? "-")"
    }
  }

  private func problem(_ body: () throws -> [String]) -> String {
    do {
      return "no problem: \(try body())"
    } catch {
      return "\(error)"
    }
  }

  func testDatesEndBeforeTheirEnd() throws {
    XCTAssertEqual(
      try events("DTSTART;VALUE=DATE:20260701", "DTEND;VALUE=DATE:20260703"),
      ["2026-07-01 2026-07-03 -"])
    XCTAssertEqual(try events("DTSTART;VALUE=DATE:20260701"), ["2026-07-01 2026-07-02 -"])
    XCTAssertEqual(
      try events("DTSTART;VALUE=DATE:20260701", "DURATION:P1W"), ["2026-07-01 2026-07-08 -"])
    XCTAssertEqual(try events("DTSTART:20260701", "DURATION:P3D"), ["2026-07-01 2026-07-04 -"])
  }

  func testTimesAreNightsOfTheCampground() throws {
    // 21:00 in Denver on June 30 is 03:00 UTC on July 1; 11:00 on July 3 is 17:00 UTC.
    XCTAssertEqual(
      try events("DTSTART:20260701T030000Z", "DTEND:20260703T170000Z"), ["2026-06-30 2026-07-03 -"])
    // 23:30 in Denver is 01:30 in New York on the next day.
    XCTAssertEqual(
      try events(
        "DTSTART;TZID=America/New_York:20260702T013000",
        "DTEND;TZID=America/New_York:20260703T120000"),
      ["2026-07-01 2026-07-03 -"])
    XCTAssertEqual(
      try events("DTSTART:20260701T150000", "DTEND:20260703T110000"), ["2026-07-01 2026-07-03 -"])
    XCTAssertEqual(
      try events("DTSTART:20260701T150000", "DURATION:PT20H"), ["2026-07-01 2026-07-02 -"])
    // A few hours of one day are its night.
    XCTAssertEqual(
      try events("DTSTART:20260701T100000", "DTEND:20260701T120000"), ["2026-07-01 2026-07-02 -"])
  }

  func testFoldsEscapesAlarmsAndUnknownPartsAreRead() throws {
    XCTAssertEqual(
      try events(
        "X-A;B=\"c:d;e\":f", "DTSTART;VALUE=DATE:20260701", "SUMMARY;LANGUAGE=en:Two\\, th",
        " ree\\; fo\\\\ur\\nfive", "BEGIN:VALARM", "SUMMARY:alarm", "END:VALARM"),
      ["2026-07-01 2026-07-02 Two, three; fo\\ur\nfive"])
    XCTAssertEqual(
      try read(
        "\u{FEFF}BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:2\nEND:VTODO\nBEGIN:VTIMEZONE\nBEGIN:STANDARD\n"
          + "RRULE:FREQ=YEARLY\nEND:STANDARD\nEND:VTIMEZONE\nEND:VCALENDAR\n"), [])
  }

  func testCanceledAndTransparentEventsCloseNothing() throws {
    XCTAssertEqual(try events("DTSTART;VALUE=DATE:20260701", "STATUS:CANCELLED"), [])
    XCTAssertEqual(try events("DTSTART;VALUE=DATE:20260701", "TRANSP:TRANSPARENT"), [])
  }

  func testWhatCannotBeReadIsNamedWithItsLine() {
    XCTAssertEqual(
      problem { try read("<html>\n") },
      "line 1: this is no iCalendar file, which begins with BEGIN:VCALENDAR")
    XCTAssertEqual(
      problem { try read("BEGIN:VCALENDAR\nEND\n") },
      "line 2: the line has no colon between a name and a value")
    XCTAssertEqual(
      problem { try read("name: value\n") },
      "line 1: this is no iCalendar file, which begins with BEGIN:VCALENDAR")
    XCTAssertEqual(
      problem { try read("") },
      "line 1: this is no iCalendar file, which begins with BEGIN:VCALENDAR")
    XCTAssertEqual(
      problem { try read("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n") },
      "line 3: the file ends before END:VCALENDAR")
    XCTAssertEqual(
      problem { try read("BEGIN:VCALENDAR\nEND:VEVENT\n") }, "line 2: END:VEVENT ends nothing")
    XCTAssertEqual(
      problem { try events("DTSTART;VALUE=DATE:20260701", "SUMMARY:Pool", "RRULE:FREQ=DAILY") },
      "line 6: the event \"Pool\" recurs, which a closure cannot")
    XCTAssertEqual(
      problem { try events("DTSTART;VALUE=DATE:20260231") },
      "line 4: \"20260231\" is not a date or a time as calendars have it, like 20260701")
    XCTAssertEqual(
      problem { try events("DTSTART:20260701T250000") },
      "line 4: \"20260701T250000\" is not a date or a time as calendars have it, like 20260701")
    XCTAssertEqual(
      problem { try events("DTSTART;TZID=Mars/Base:20260701T150000") },
      "line 4: the time zone \"Mars/Base\" is unknown here")
    XCTAssertEqual(
      problem { try events("DTSTART:20260703", "DTEND:20260701") },
      "line 5: the event ends before it begins")
    XCTAssertEqual(
      problem { try events("DTSTART:20260703", "DURATION:soon") },
      "line 5: \"soon\" is no duration of at most 10 years")
    XCTAssertEqual(problem { try events("SUMMARY:x") }, "line 2: the event \"x\" has no DTSTART")
    XCTAssertEqual(
      problem { try events("DTSTART:20260703", "X:" + String(repeating: "x", count: 70_000)) },
      "line 5: the line has more than 64 kB")
    XCTAssertEqual(
      problem {
        try ICalendarReader(timeZone: .gmt).events(in: Data([0x42, 0xFF])).map(\.identifier)
      }, "line 1: the file is not UTF-8")
  }
}
