import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// How many days of notice there are, and what other dates cost.
@MainActor
final class CancellationTermsTests: XCTestCase {
  private let arrival = CalendarDate(dayNumber: 9_312)  // 2026-07-01
  private let losAngeles = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

  /// 0 or 1 day: everything; 2 to 6 days: a night; 7 days and more: nothing.
  private func standard(cutOffMinute: Int = 0) -> CancellationTerms {
    CancellationTerms(
      steps: [
        .init(NoticeDays(from: 0, through: 1), keeps: .everything),
        .init(NoticeDays(from: 2, through: 6), keeps: .nights(1)),
        .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
      ], currency: .usd, cutOffMinute: cutOffMinute,
      changeFeeMinor: 1_000)
  }

  private func dollars(_ cents: Int64) -> Money { Money(minorUnits: cents, .usd) }

  // MARK: The clock

  /// With a 17:00 cut-off on the day before: 16:59, 17:00, 17:01, also on days of 23 and 25 hours.
  func testACutOffIsTheClockOnTheWall() async throws {
    let terms = standard(cutOffMinute: 17 * 60)
    // 17:00 in Los Angeles is 24:00 UTC in summer time and 01:00 UTC of the next day otherwise.
    let days: [(arrival: String, seventeen: String, hour: Double)] = [
      ("2026-07-01", "2026-07-01", 0), ("2026-03-09", "2026-03-09", 0),
      ("2026-11-02", "2026-11-02", 1), ("2026-03-08", "2026-03-08", 1),
    ]
    for (arrival, date, hour) in days {
      let arrival = try day(arrival)
      let seventeen = try day(date).midnightUTC.addingTimeInterval(hour * 3_600)
      let notice = [-60.0, -1, 0, 60].map {
        terms.noticeDays(
          at: seventeen.addingTimeInterval($0), before: arrival, in: losAngeles)
      }
      XCTAssertEqual(notice, [1, 1, 0, 0], "\(arrival)")
    }
  }

  func testWithoutACutOffTheWholeDayCounts() async throws {
    let terms = standard()
    let midnight = arrival.midnightUTC
    XCTAssertEqual(
      [-86_401.0, -86_400, -1, 0, 86_400 * 3].map {
        terms.noticeDays(at: midnight.addingTimeInterval($0), before: arrival, in: .gmt)
      }, [2, 1, 1, 0, 0])
  }

  // MARK: Changes

  /// Change fee 10 only when no night is shared: Jul 1–4 → 3–6 is free, → 4–7 costs 10.
  func testAChangeCostsWhenNoNightIsShared() async throws {
    let old = try stay("2026-07-01", "2026-07-04")
    XCTAssertEqual(
      standard().changeFee(from: old, to: try stay("2026-07-03", "2026-07-06")), dollars(0))
    XCTAssertEqual(
      standard().changeFee(from: old, to: try stay("2026-07-04", "2026-07-07")), dollars(1_000))
  }
}
