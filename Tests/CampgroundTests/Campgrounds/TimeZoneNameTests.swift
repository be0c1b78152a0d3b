import Foundation
import XCTest

@testable import Campground

final class TimeZoneNameTests: XCTestCase {
  func testNamesOfTheDatabaseAreTakenAliasesIncluded() {
    for name in [
      "America/Los_Angeles", "US/Pacific", "Etc/UTC", "Etc/GMT-14", "UTC", "GMT", "Asia/Calcutta",
      "EST5EDT", "Japan", "America/Argentina/Buenos_Aires",
    ] {
      XCTAssertNotNil(TimeZone.named(name), name)
    }
    // East of Greenwich is minus there.
    XCTAssertEqual(TimeZone.named("Etc/GMT-14")?.secondsFromGMT(), 14 * 3600)
  }

  func testCommonNamesAreTakenInAnyCapitals() {
    for name in ["Pacific", "US/Pacific", "PST", "pdt", "Pacific Time", "pacific standard time"] {
      let zone = TimeZone.named(name)
      // With summer time, which a stay in July has.
      let july = CalendarDate(dayNumber: 9_312).midnightUTC
      XCTAssertEqual(zone?.secondsFromGMT(for: july), -7 * 3_600, name)
    }
    for name in TimeZone.commonNames { XCTAssertNotNil(TimeZone.named(name), name) }
  }

  func testOtherAbbreviationsOffsetsAndSlipsAreNot() {
    for name in ["CEST", "GMT+5", "UTC-3", "America/Chicgo", "", "/", "Etc/", "utc"] {
      XCTAssertNil(TimeZone.named(name), name)
    }
  }

  func testWhatACampgroundGetsByItselfCanBeTypedBack() {
    XCTAssertNotNil(TimeZone.named(TimeZone.current.identifier))
  }
}
