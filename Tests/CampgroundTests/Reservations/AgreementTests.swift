import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What was agreed, beside what was posted of it.
@MainActor
final class AgreementTests: XCTestCase {
  private func lines(of reservation: Reservation, _ desk: TestDesk) throws -> [Bill.Line] {
    try XCTUnwrap(desk.folios.bill(of: reservation)).lines
  }

  func testABookingWritesALineANightAndTheirSum() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      let lines = try lines(of: reservation, desk)
      XCTAssertEqual(
        lines.map(\.day), [try day("2026-07-01"), try day("2026-07-02"), try day("2026-07-03")])
      XCTAssertEqual(lines.map(\.kind), [.lodging, .lodging, .lodging])
      XCTAssertEqual(reservation.totalMinor, 12_000)
    }
  }

  func testANightThatWasPostedAndGivenUpHasItsPriceAgainWhenTheStayIsExtended() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      _ = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-16", through: day("2026-06-16"))
      let later = try desk.reservations(on: "2026-06-16")
      XCTAssertEqual(try later.shorten("R-1", by: 1).after.total?.description, "$40.00")
      // 40 posted twice, 40 taken back, and 40 for the night that is there again.
      let change = try later.extend("R-1", by: 1)
      XCTAssertEqual(change.after.total?.description, "$80.00")
      XCTAssertEqual(change.balance.due.description, "$80.00")
    }
  }

  func testWhatAPostedNightCostsMoreOnAnotherSiteStaysWithThatNight() async throws {
    try await eachStore { desk in
      let cheap = try desk.sites.add("1", rate: 40)
      let dear = try desk.sites.add("2", rate: 60)
      _ = try desk.reservations.reserve(
        cheap, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-15", through: day("2026-06-15"))
      // All three nights at 60, of which 40 are posted.
      let moved = try desk.reservations.move("R-1", to: dear)
      XCTAssertEqual(moved.after.total?.description, "$180.00")
      XCTAssertEqual(moved.balance.due.description, "$180.00")
      XCTAssertEqual(
        try desk.reservations.shorten("R-1", by: 1).after.total?.description, "$120.00")
      XCTAssertEqual(
        try desk.reservations.shorten("R-1", by: 1).after.total?.description, "$60.00")
      XCTAssertEqual(
        try desk.reservations.extend("R-1", by: 2).after.total?.description, "$180.00")
    }
  }

  func testWhatWasPostedStaysWhenTheStayIsChanged() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-16")
      let later = try desk.reservations(on: "2026-06-16")
      let change = try later.extend("R-1", by: 1)
      XCTAssertEqual(change.balance.charged, try Money(parsing: "40", .usd))
      XCTAssertEqual(change.balance.toCome, try Money(parsing: "120", .usd))
      let shorter = try later.shorten("R-1", by: 3)
      XCTAssertEqual(shorter.balance.charged, try Money(parsing: "40", .usd))
      XCTAssertEqual(shorter.balance.toCome, try Money(parsing: "0", .usd))
      XCTAssertEqual(reservation.totalMinor, 4_000)
    }
  }

  func testATaxThatIsSpreadAnewAddsUpToTheQuotesTotalBesideWhatWasPosted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: try XCTUnwrap(Decimal(string: "33.33")))
      try desk.rates.addTax(
        "Lodging tax", TaxPlan(percent: try XCTUnwrap(Decimal(string: "12.35"))))
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      // 12.35% of 99.99 is 12.348765.
      XCTAssertEqual(reservation.totalMinor, 9_999 + 1_235)
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-16")
      let later = try desk.reservations(on: "2026-06-16")
      for nights in 1...6 {
        try later.extend("R-1", by: 1)
        // 12.35% of the nights at 33.33, rounded once: 16.47, 20.58, 24.70, 28.81, 32.93, 37.05
        let expected: Int64 = [1_647, 2_058, 2_470, 2_881, 3_293, 3_705][nights - 1]
        let lines = try lines(of: reservation, desk)
        let taxes = lines.filter { $0.kind == .tax }
        XCTAssertEqual(taxes.reduce(0) { $0 + $1.amountMinor }, expected)
        XCTAssertEqual(
          lines.reduce(0) { $0 + $1.amountMinor }, reservation.totalMinor)
      }
    }
  }

  func testAChangeToDatesWithoutACommonNightCostsTheFeeAndOneWithNone() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      try desk.policies.add(
        "House",
        PolicyPlan(
          steps: [PolicyPlan.Step(NoticeDays(from: 0, through: nil), keeps: .nothing)],
          changeFee: 10))
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      XCTAssertEqual(reservation.policy, "House")
      // July 1–4 to 3–6 is free, to 4–7 costs 10.
      let shown = try desk.reservations.preview {
        try $0.changeDates("R-1", to: stay("2026-07-04", "2026-07-07"))
      }
      XCTAssertEqual(shown.fee.description, "$10.00")
      let near = try desk.reservations.changeDates("R-1", to: stay("2026-07-03", "2026-07-06"))
      XCTAssertEqual(near.fee.description, "$0.00")
      XCTAssertEqual(near.balance.due.description, "$120.00")
      let far = try desk.reservations.changeDates("R-1", to: stay("2026-07-06", "2026-07-09"))
      XCTAssertEqual(far.fee.description, "$10.00")
      XCTAssertEqual(far.difference.description, "$10.00")
      XCTAssertEqual(far.balance.charged.description, "$10.00")
      XCTAssertEqual(far.balance.due.description, "$130.00")
      XCTAssertEqual(try desk.count(FolioEntry.self), 1)
      XCTAssertEqual(reservation.totalMinor, 13_000)
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(reservation.totalMinor, 17_000)
    }
  }

  // MARK: Calling off

  /// Five nights at 40 and a booking fee of 8, booked on June 15 for June 25, under a policy that
  /// keeps all with less than 2 days of notice, a night with 2 to 6, and nothing with more.
  private func fiveNights(at desk: TestDesk) throws -> Reservation {
    let context = desk.stack.mainContext
    _ = try desk.campground(in: "UTC")
    let site = try desk.sites.add("15", rate: 40)
    let fee = Fee(context: context)
    fee.name = "Booking fee"
    fee.amountMinor = 800
    fee.basis = .stay
    fee.isRefundable = false
    fee.isActive = true
    fee.campground = site.campground
    let policy = CancellationPolicy(context: context)
    policy.name = "House"
    policy.isDefault = true
    policy.campground = site.campground
    let steps: [(Int16, Int16?, Int16?, Decimal?)] = [
      (0, 1, nil, 100), (2, 6, 1, nil), (7, nil, nil, nil),
    ]
    for (from, through, nights, percent) in steps {
      let step = CancellationStep(context: context)
      step.fromDays = from
      step.throughDays = through
      step.keptNights = nights
      step.keptPercent = percent
      step.policy = policy
    }
    try context.saveThrough()
    return try desk.reservations.reserve(site, for: nil, arrival: day("2026-06-25"), nights: 5)
  }

  func testWhatIsKeptOfACanceledStayDependsOnTheNotice() async throws {
    for (date, kept) in [
      ("2026-06-18", "$8.00"), ("2026-06-19", "$48.00"), ("2026-06-23", "$48.00"),
      ("2026-06-24", "$208.00"), ("2026-06-25", "$208.00"),
    ] {
      try await eachStore { desk in
        let reservation = try fiveNights(at: desk)
        XCTAssertEqual(reservation.total?.description, "$208.00")
        let service = try desk.reservations(on: date)
        let shown = try service.preview { try $0.cancel("R-1") }
        let change = try service.cancel("R-1")
        XCTAssertEqual(shown, change)
        XCTAssertEqual(change.balance.due.description, kept, date)
        XCTAssertEqual(change.balance.charged.description, kept, date)
        XCTAssertEqual(reservation.total?.description, kept, date)
      }
    }
  }

  func testWithinAnHourOfBookingNothingIsKept() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try fiveNights(at: desk)
    let change = try desk.reservations(at: TestStoreStack.noon + 3_600).cancel("R-1")
    XCTAssertEqual(change.balance.due.description, "$0.00")
    XCTAssertEqual(change.newLines, [])
  }

  func testANoShowKeepsAllAndReinstatingBringsTheBillBack() async throws {
    try await eachStore { desk in
      let reservation = try fiveNights(at: desk)
      let service = try desk.reservations(at: evening("2026-06-25"))
      XCTAssertEqual(try service.noShow("R-1").balance.due.description, "$208.00")
      let again = try service.reinstate("R-1")
      XCTAssertEqual(again.balance.due.description, "$208.00")
      XCTAssertEqual(reservation.total?.description, "$208.00")
    }
  }

  func testReinstatingACanceledStayChargesWhatIsMissing() async throws {
    try await eachStore { desk in
      let reservation = try fiveNights(at: desk)
      let service = try desk.reservations(on: "2026-06-20")
      try service.cancel("R-1")
      let change = try service.reinstate("R-1")
      XCTAssertEqual(change.balance.charged.description, "$0.00")
      XCTAssertEqual(change.balance.toCome.description, "$208.00")
      XCTAssertEqual(change.balance.due.description, "$208.00")
      XCTAssertEqual(reservation.nights.count, 5)
      // Once more, and the other way round.
      XCTAssertEqual(try service.cancel("R-1").balance.due.description, "$48.00")
    }
  }

  func testNoticeGoesOnBeingCountedFromTheFirstArrival() async throws {
    let desk = TestDesk(try TestStoreStack())
    _ = try fiveNights(at: desk)
    let service = try desk.reservations(on: "2026-06-23")
    try service.changeDates("R-1", to: stay("2026-06-28", "2026-07-03"))
    // 2 days before the first arrival, 5 before the present one; and on the 24th 1 and 4.
    XCTAssertEqual(
      try desk.reservations(on: "2026-06-24").cancel("R-1").balance.due.description, "$208.00")
  }

  func testLeavingOnTimePostsAllAndLeavingEarlyFollowsThePolicy() async throws {
    try await eachStore { desk in
      _ = try fiveNights(at: desk)
      try desk.reservations(on: "2026-06-25").checkIn("R-1")
      let early = try desk.reservations(on: "2026-06-27").preview { try $0.checkOut("R-1") }
      // With 0 days of notice all is kept, though the nights become free.
      XCTAssertEqual(early.freedNights.count, 3)
      XCTAssertEqual(early.balance.due.description, "$208.00")
      let onTime = try desk.reservations(on: "2026-06-30").checkOut("R-1")
      XCTAssertEqual(onTime.balance.charged.description, "$208.00")
      XCTAssertEqual(onTime.balance.toCome.description, "$0.00")
    }
  }

  func testLeavingEarlyWithoutAPolicyPaysTheNightsThatWereStayed() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      _ = try desk.reservations.reserve(site, for: nil, dates: stay("2026-06-15", "2026-06-20"))
      try desk.reservations.checkIn("R-1")
      let change = try desk.reservations(on: "2026-06-17").checkOut("R-1")
      XCTAssertEqual(change.difference.description, "-$120.00")
      XCTAssertEqual(change.balance.charged.description, "$80.00")
      XCTAssertEqual(change.balance.due.description, "$80.00")
    }
  }

  func testNightsThatAreChargedOnAnotherDayAreNamed() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      try desk.policies.add(
        "All",
        PolicyPlan(steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything)]))
      let stayed = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      try nightly(desk, on: "2026-06-16")
      try desk.reservations(on: "2026-06-16").checkOut("R-1")
      let folio = try XCTUnwrap(stayed.folio)
      XCTAssertEqual(
        try desk.folios.lines(of: folio).map { "\($0.date) \($0.text)" },
        [
          "2026-06-15 Night", "2026-06-16 Unused nights",
        ])
      let folios = try desk.folios(on: "2026-06-17")
      for line in try desk.folios.lines(of: folio) { try folios.reverse(line, reason: "kind") }
      XCTAssertEqual(
        try desk.folios.lines(of: folio).suffix(2).map { "\($0.date) \($0.text)" },
        [
          "2026-06-17 Reversed: Night of 2026-06-15",
          "2026-06-17 Reversed: Unused nights",
        ])
    }
  }
}
