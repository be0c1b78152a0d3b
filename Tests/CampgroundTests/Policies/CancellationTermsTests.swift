import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What is kept, given back and charged when a stay is called off.
@MainActor
final class CancellationTermsTests: XCTestCase {
  private let arrival = CalendarDate(dayNumber: 9_312)  // 2026-07-01
  private let losAngeles = TimeZone(identifier: "America/Los_Angeles") ?? .gmt

  /// 0 or 1 day: everything; 2 to 6 days: a night; 7 days and more: nothing.
  private func standard(cutOffMinute: Int = 0, graceMinutes: Int = 0) -> CancellationTerms {
    CancellationTerms(
      steps: [
        .init(NoticeDays(from: 0, through: 1), keeps: .everything),
        .init(NoticeDays(from: 2, through: 6), keeps: .nights(1)),
        .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
      ], currency: .usd, cutOffMinute: cutOffMinute, graceMinutes: graceMinutes,
      changeFeeMinor: 1_000)
  }

  private func line(
    _ offset: Int, _ kind: ChargeKind, _ cents: Int64, group: String? = "lodging",
    isRefundable: Bool = true
  ) -> QuoteLine {
    QuoteLine(
      day: arrival.advanced(by: offset), kind: kind, text: kind.rawValue, amountMinor: cents,
      currency: .usd, taxGroup: group, isRefundable: isRefundable)
  }

  /// 5 nights of 40 and a booking fee of 8 that is not given back.
  private var fiveNights: [QuoteLine] {
    (0..<5).map { line($0, .lodging, 4_000) }
      + [line(0, .fee, 800, group: nil, isRefundable: false)]
  }

  /// Noon at the campground, so many days before the arrival.
  private func noon(daysBefore days: Int) -> Date {
    arrival.advanced(by: -days).midnightUTC.addingTimeInterval(43_200)
  }

  private func outcome(
    _ terms: CancellationTerms, _ lines: [QuoteLine], daysBefore days: Int, isNoShow: Bool = false
  ) throws -> CancellationOutcome {
    try terms.outcome(
      canceledAt: noon(daysBefore: days), bookedAt: noon(daysBefore: 200), noticeArrival: arrival,
      in: .gmt, lines: lines, isNoShow: isNoShow)
  }

  private func dollars(_ cents: Int64) -> Money { Money(minorUnits: cents, .usd) }

  // MARK: Steps

  /// No-show, 5 × 40 + 8 booking fee: keeps 208. Canceled 2 to 6 days before: keeps one night and
  /// the fee, 48. 0 or 1 day: as a no-show. At least 7 days: refund 200.
  func testWhatIsKeptOfFiveNightsAndABookingFeeByTheNotice() async throws {
    let kept: [Int: Int64] = [0: 20_800, 1: 20_800, 2: 4_800, 6: 4_800, 7: 800, 100: 800]
    for (days, cents) in kept {
      let outcome = try outcome(standard(), fiveNights, daysBefore: days)
      XCTAssertEqual(outcome.noticeDays, days)
      XCTAssertEqual(outcome.kept, dollars(cents), "\(days) days before")
    }
    XCTAssertEqual(
      try outcome(standard(), fiveNights, daysBefore: 7).refund(ofPaid: dollars(20_800)),
      dollars(20_000))
    let noShow = try outcome(standard(), fiveNights, daysBefore: -1, isNoShow: true)
    XCTAssertEqual(noShow.kept, dollars(20_800))
    XCTAssertEqual(noShow.keptLines, fiveNights)
    // Who did not come has no notice, however early that is said.
    XCTAssertEqual(
      try outcome(standard(), fiveNights, daysBefore: 50, isNoShow: true).kept, dollars(20_800))
  }

  func testAFeeForCallingOffComesToWhatIsKept() async throws {
    let nights = fiveNights.filter { $0.kind == .lodging }
    let terms = CancellationTerms(
      steps: standard().steps.map { .init($0.days, keeps: $0.keeps, feeMinor: 800) },
      currency: .usd)
    for (days, cents) in [(0, 20_800), (3, 4_800), (7, 800)] as [(Int, Int64)] {
      let outcome = try outcome(terms, nights, daysBefore: days)
      XCTAssertEqual(outcome.kept, dollars(cents), "\(days) days before")
      XCTAssertEqual(outcome.penalty, dollars(800))
    }
  }

  func testKeptNightsAreTheFirstOnesWithTheirDiscountsAndTaxes() async throws {
    let lines = [
      line(0, .lodging, 4_000), line(0, .discount, -400), line(0, .tax, 360),
      line(1, .lodging, 5_000), line(1, .discount, -500), line(1, .tax, 450),
    ]
    let outcome = try outcome(standard(), lines, daysBefore: 3)
    XCTAssertEqual(outcome.keptLines, Array(lines[0..<3]))
    XCTAssertEqual(outcome.penalty, dollars(0))
  }

  func testWhatIsNotGivenBackKeepsItsTax() async throws {
    let lines = [
      line(0, .lodging, 4_000), line(0, .fee, 1_000, isRefundable: false), line(0, .tax, 500),
    ]
    // The fee is a fifth of what is taxed.
    XCTAssertEqual(try outcome(standard(), lines, daysBefore: 30).kept, dollars(1_100))
  }

  /// 50% of 230.87: 115.44 refunded and 115.43 kept.
  func testOfHalfAnOddAmountTheGuestGetsTheLargerPart() async throws {
    let terms = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(50))], currency: .usd)
    let outcome = try outcome(terms, [line(0, .lodging, 23_087)], daysBefore: 3)
    XCTAssertEqual(outcome.kept, dollars(11_543))
    XCTAssertEqual(try outcome.refund(ofPaid: dollars(23_087)), dollars(11_544))
    XCTAssertEqual(outcome.keptLines.map(\.text), ["50% of 1 night"])
  }

  /// Paid 6 + 8 with a 10 cancellation fee and 8 non-refundable: refund 0, never negative.
  func testARefundIsNeverBelowZero() async throws {
    let terms = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing, feeMinor: 1_000)],
      currency: .usd)
    let lines = [line(0, .lodging, 600), line(0, .fee, 800, isRefundable: false)]
    let outcome = try outcome(terms, lines, daysBefore: 3)
    XCTAssertEqual(outcome.kept, dollars(1_800))
    XCTAssertEqual(outcome.penalty, dollars(1_000))
    XCTAssertEqual(try outcome.refund(ofPaid: dollars(1_400)), dollars(0))
    XCTAssertThrowsError(try outcome.refund(ofPaid: Money(14, .eur)))
  }

  /// 904.05 for 21 nights is 43.05 a night; 12 nights unused at 50% plus 5 = 263.30.
  func testWhoLeavesEarlyPaysTheNightsStayedAndAPartOfTheRest() async throws {
    let terms = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .percent(50), feeMinor: 500)],
      currency: .usd)
    let nights = try dollars(90_405).split(into: 21).enumerated().map { index, price in
      line(index, .lodging, try price.minorUnits())
    }
    XCTAssertEqual(Set(nights.map(\.amount)), [dollars(4_305)])
    let outcome = try terms.outcome(leavingOn: arrival.advanced(by: 9), lines: nights)
    XCTAssertEqual(outcome.penalty, dollars(26_330))
    // 9 × 43.05 = 387.45.
    XCTAssertEqual(outcome.kept, dollars(38_745 + 26_330))
    XCTAssertEqual(Array(outcome.keptLines.prefix(9)), Array(nights.prefix(9)))
    XCTAssertEqual(
      outcome.keptLines.suffix(2).map(\.text), ["50% of 12 nights", "Early departure fee"])
  }

  func testWhatBelongsToDaysStayedIsKeptWhenGuestsLeaveEarly() async throws {
    let lines = [
      line(0, .lodging, 4_000), line(0, .fee, 500), line(0, .tax, 450),
      line(1, .lodging, 4_000), line(1, .tax, 400),
    ]
    let free = CancellationTerms.withoutPolicy(.usd)
    let outcome = try free.outcome(leavingOn: arrival.advanced(by: 1), lines: lines)
    XCTAssertEqual(outcome.keptLines, Array(lines[0..<3]))
  }

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

  /// Full refund within an hour of booking.
  func testEverythingIsGivenBackWithinAnHourOfBooking() async throws {
    let terms = standard(graceMinutes: 60)
    let booked = noon(daysBefore: 0)
    func kept(after seconds: Double, isNoShow: Bool = false) throws -> Money {
      try terms.outcome(
        canceledAt: booked.addingTimeInterval(seconds), bookedAt: booked, noticeArrival: arrival,
        in: .gmt, lines: fiveNights, isNoShow: isNoShow
      ).kept
    }
    XCTAssertEqual(try kept(after: 0), dollars(0))
    XCTAssertEqual(try kept(after: 3_600), dollars(0))
    XCTAssertEqual(try kept(after: 3_601), dollars(20_800))
    // The clock was set back: what is before the booking is not within the hour after it.
    XCTAssertEqual(try kept(after: -1), dollars(20_800))
    // Nine days before, the nights are given back, and the booking fee is not.
    XCTAssertEqual(try kept(after: -86_400 * 9), dollars(800))
    XCTAssertEqual(try kept(after: 60, isNoShow: true), dollars(20_800))
    let unknown = try terms.outcome(
      canceledAt: booked, bookedAt: nil, noticeArrival: arrival, in: .gmt, lines: fiveNights)
    XCTAssertEqual(unknown.kept, dollars(20_800))
  }

  /// Notice counts from the original arrival when the stay was moved later.
  func testMovingAStayDoesNotResetTheNotice() async throws {
    let moved = fiveNights.map { line in
      var line = line
      line.day = line.day.advanced(by: 31)
      return line
    }
    let outcome = try standard().outcome(
      canceledAt: noon(daysBefore: 1), bookedAt: nil, noticeArrival: arrival, in: .gmt,
      lines: moved)
    XCTAssertEqual(outcome.kept, dollars(20_800))
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
