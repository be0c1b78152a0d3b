import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What was agreed, beside what was posted of it.
@MainActor
final class AgreementTests: XCTestCase {
  /// Posts what was agreed for a day as the nightly routine does.
  private func post(_ charge: StayCharge, in desk: Desk) throws {
    let context = desk.stack.mainContext
    let reservation = try XCTUnwrap(charge.reservation)
    let folio = reservation.folio ?? Folio(context: context)
    if reservation.folio == nil {
      folio.openedAt = TestStoreStack.noon
      folio.campground = reservation.campground
      reservation.folio = folio
    }
    let entry = FolioEntry(context: context)
    entry.kind = charge.kind
    entry.text = charge.text
    entry.amountMinor = charge.amountMinor
    entry.day = charge.day
    entry.postedAt = TestStoreStack.noon
    entry.folio = folio
    entry.reservation = reservation
    entry.charge = charge
    try context.saveThrough()
  }

  private func charges(of reservation: Reservation) -> [StayCharge] {
    reservation.charges.sorted { $0.position < $1.position }
  }

  func testABookingWritesALineANightAndTheirSum() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      let lines = charges(of: reservation)
      XCTAssertEqual(
        lines.map(\.day),
        [try day("2026-07-01"), try day("2026-07-02"), try day("2026-07-03")].map(\.midnightUTC))
      XCTAssertEqual(lines.map(\.kind), [.lodging, .lodging, .lodging])
      XCTAssertEqual(reservation.totalMinor, 12_000)
    }
  }

  func testWhatWasPostedStaysWhenTheStayIsChanged() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      try desk.reservations.checkIn("R-1")
      let first = try XCTUnwrap(charges(of: reservation).first)
      try post(first, in: desk)
      let later = try desk.reservations(on: "2026-06-16")
      let change = try later.extend("R-1", by: 1)
      XCTAssertEqual(change.balance.charged, try Money(parsing: "40", .usd))
      XCTAssertEqual(change.balance.toCome, try Money(parsing: "120", .usd))
      XCTAssertTrue(charges(of: reservation).first === first)
      try later.shorten("R-1", by: 3)
      XCTAssertEqual(charges(of: reservation), [first])
      XCTAssertEqual(reservation.totalMinor, 4_000)
    }
  }

  func testATaxThatIsSpreadAnewAddsUpToTheQuotesTotalBesideWhatWasPosted() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: try XCTUnwrap(Decimal(string: "33.33")))
      let tax = Tax(context: desk.stack.mainContext)
      tax.name = "Lodging tax"
      tax.group = QuoteLine.lodgingGroup
      tax.percent = try XCTUnwrap(Decimal(string: "12.35"))
      tax.basis = .stay
      tax.isActive = true
      tax.campground = site.campground
      try desk.stack.mainContext.saveThrough()
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-18"))
      // 12.35% of 99.99 is 12.348765.
      XCTAssertEqual(reservation.totalMinor, 9_999 + 1_235)
      try desk.reservations.checkIn("R-1")
      for charge in charges(of: reservation) where charge.day == (try day("2026-06-15")).midnightUTC
      {
        try post(charge, in: desk)
      }
      let later = try desk.reservations(on: "2026-06-16")
      for nights in 1...6 {
        try later.extend("R-1", by: 1)
        // 12.35% of the nights at 33.33, rounded once: 16.47, 20.58, 24.70, 28.81, 32.93, 37.05
        let expected: Int64 = [1_647, 2_058, 2_470, 2_881, 3_293, 3_705][nights - 1]
        let taxes = charges(of: reservation).filter { $0.kind == .tax }
        XCTAssertEqual(taxes.reduce(0) { $0 + $1.amountMinor }, expected)
        XCTAssertEqual(
          charges(of: reservation).reduce(0) { $0 + $1.amountMinor }, reservation.totalMinor)
      }
    }
  }

  func testAChangeToDatesWithoutACommonNightCostsTheFeeAndOneWithNone() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      let policy = CancellationPolicy(context: desk.stack.mainContext)
      policy.name = "House"
      policy.isDefault = true
      policy.changeFeeMinor = 1_000
      policy.campground = site.campground
      let step = CancellationStep(context: desk.stack.mainContext)
      step.fromDays = 0
      step.policy = policy
      try desk.stack.mainContext.saveThrough()
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-04"))
      XCTAssertTrue(reservation.cancellationPolicy === policy)
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
      XCTAssertEqual(far.difference.description, "$0.00")
      XCTAssertEqual(far.balance.due.description, "$130.00")
      XCTAssertEqual(try desk.count(FolioEntry.self), 1)
      // The price of the stay is agreed as before; the fee stands beside it.
      XCTAssertEqual(reservation.totalMinor, 12_000)
      try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(reservation.totalMinor, 16_000)
    }
  }
}
