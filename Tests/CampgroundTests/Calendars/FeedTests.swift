import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// The iCalendar files of what is taken, read back by another program. The clock stands at
/// 2026-06-15.
@MainActor
final class FeedTests: XCTestCase {
  /// What a calendar says, as a reader written from RFC 5545 alone finds it: lines end with CRLF and
  /// have at most 75 bytes; each event as its properties in order.
  private func events(in text: String) throws -> [[String: String]] {
    let script = #"""
      import json, re, sys
      data = sys.stdin.buffer.read()
      assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"")
      assert all(len(line) <= 75 for line in data.split(b"\r\n"))
      for line in data.split(b"\r\n"): line.decode("utf-8")
      lines = data.replace(b"\r\n ", b"").decode("utf-8").split("\r\n")[:-1]
      assert lines[0] == "BEGIN:VCALENDAR" and lines[-1] == "END:VCALENDAR"
      events, event = [], None
      for line in lines:
          name, value = line.split(":", 1)
          if line == "BEGIN:VEVENT": event = {}
          elif line == "END:VEVENT": events.append(event); event = None
          elif event is not None:
              assert name not in event
              event[name] = re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value)
      assert len({e["UID"] for e in events}) == len(events)
      print(json.dumps(events))
      """#
    return try JSONDecoder().decode(
      [[String: String]].self, from: Python.run(script, Data(text.utf8)))
  }

  private func feeds(_ desk: TestDesk) -> FeedService { FeedService(beside: desk.reservations) }

  func testAStayIsAnEventOfItsDatesWithTheSameIdentifierWhateverBecomesOfIt() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "America/Denver")
      let site = try desk.sites.add("15")
      let guest = try desk.campers.addCamper("Ada; \"A\", \\Rivera\n", phoneNumber: "303-555-0100")
      let stay = try desk.reservations.reserve(
        site, for: guest, dates: stay("2026-06-20", "2026-06-23"))
      let feed = try feeds(desk).add("web", at: "/tmp/web.ics")
      let identifier = try XCTUnwrap(
        desk.stack.mainContext.persistentStoreCoordinator?.persistentStores.first?.identifier)
      let expected = [
        "UID": "R-1@\(identifier.lowercased()).campground", "DTSTAMP": "20260615T120000Z",
        "DTSTART;VALUE=DATE": "20260620", "DTEND;VALUE=DATE": "20260623", "STATUS": "CONFIRMED",
        "SUMMARY": "Reserved", "LOCATION": "Site 15",
      ]
      XCTAssertEqual(try events(in: feeds(desk).text(of: feed)), [expected])
      _ = try desk.reservations.extend(stay.code, by: 1)
      var changed = expected
      changed["DTEND;VALUE=DATE"] = "20260624"
      XCTAssertEqual(try events(in: feeds(desk).text(of: feed)), [changed])
      _ = try desk.reservations.cancel(stay.code)
      changed["STATUS"] = "CANCELLED"
      XCTAssertEqual(try events(in: feeds(desk).text(of: feed)), [changed])
    }
  }

  func testNamesAreWrittenOnlyWhereTheyAreAskedForAndWithTheirEscapes() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15")
      let name = "Ada; \"A\", \\Rivera " + String(repeating: "é👩‍👩‍👧", count: 12)
      let guest = try desk.campers.addCamper(name, phoneNumber: "303-555-0100")
      _ = try desk.reservations.reserve(site, for: guest, dates: stay("2026-06-20", "2026-06-23"))
      let open = try feeds(desk).add("web", at: "/tmp/web.ics")
      let own = try feeds(desk).add("office", at: "/tmp/office.ics", showsNames: true)
      let text = try feeds(desk).text(of: open)
      XCTAssertFalse(text.contains("Rivera") || text.contains("303-555"), text)
      let event = try XCTUnwrap(try events(in: feeds(desk).text(of: own)).first)
      XCTAssertEqual(event["SUMMARY"], "\(name) · R-1")
      XCTAssertEqual(event["DESCRIPTION"], "303-555-0100")
    }
  }

  private func told(
    _ desk: TestDesk, _ name: String, _ scope: FeedService.Scope
  ) throws -> [String] {
    let feed = try feeds(desk).add(name, at: "/tmp/\(name).ics", of: scope)
    return try events(in: feeds(desk).text(of: feed)).map {
      "\($0["DTSTART;VALUE=DATE"] ?? "") \($0["SUMMARY"] ?? "") \($0["LOCATION"] ?? "")"
    }
  }

  func testAFeedHasTheStaysAndClosuresOfItsSites() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let (first, second) = (try desk.sites.add("15"), try desk.sites.add("16"))
      let guest = try desk.campers.addCamper("Ada", phoneNumber: nil)
      _ = try desk.reservations.reserve(first, for: guest, dates: stay("2026-06-20", "2026-06-23"))
      _ = try desk.reservations.reserve(second, for: guest, dates: stay("2026-06-20", "2026-06-22"))
      try desk.blocks.block(second, stay("2026-06-25", "2026-06-26"), reason: "gravel")
      // The first ended 32 days before June 15, the second 31 days.
      try desk.blocks.block(first, stay("2026-05-13", "2026-05-14"), reason: "snow")
      try desk.blocks.block(first, stay("2026-05-14", "2026-05-15"), reason: "rain")
      XCTAssertEqual(
        try told(desk, "one", .site(first)),
        ["20260620 Reserved Site 15", "20260514 Not available Site 15"])
      XCTAssertEqual(
        try told(desk, "two", .site(second)),
        ["20260620 Reserved Site 16", "20260625 Not available Site 16"])
      XCTAssertEqual(try told(desk, "all", .all).count, 4)
    }
  }

  func testTwoFeedsHaveNeitherANameNorAFileInCommon() async throws {
    try await eachStore { desk in
      try feeds(desk).add("web", at: "/tmp/web.ics")
      assertBreaks(.nameTaken, "there is already a feed web") {
        try feeds(desk).add("WEB", at: "/tmp/other.ics")
      }
      assertBreaks(.nameTaken, "/tmp/web.ics is the file of feed web") {
        try feeds(desk).add("other", at: "/tmp/web.ics")
      }
      assertBreaks(.unknown, "no feed phone") { try feeds(desk).find("phone") }
    }
  }
}
