import Campground
import CampgroundDemo
import Foundation
import ObjectGraph
import SQLite
import TestSupport
import XCTest

/// The short demo as it is stored.
@MainActor
final class DemoStoreTests: XCTestCase {
  private var stack: CampgroundStack!
  private var folder: TemporaryFolder!
  private var services: Services!

  override func setUp() async throws {
    folder = try TemporaryFolder("demo")
    stack = try SharedDemo.stack(in: folder.url)
    services = Services(
      managedObjectContext: stack.mainContext, storeStack: stack,
      clock: FixedClock(SharedDemo.morning))
  }

  override func tearDown() async throws {
    try stack.close()
    folder.remove()
  }

  private func count<Object: ManagedObject>(
    _ type: Object.Type, _ format: String? = nil, _ arguments: Any?...
  ) throws -> Int {
    let request = FetchRequest<Object>(entityName: "\(type)")
    request.predicate = try format.map { try FetchPredicate(format: $0, argumentArray: arguments) }
    return try stack.mainContext.count(for: request)
  }

  func testNothingIsWrongWithIt() async throws {
    let check = CheckService(managedObjectContext: stack.mainContext, storeStack: stack)
    XCTAssertEqual(try check.findings().map { "\($0.subject): \($0.problem)" }, [])
  }

  func testEveryStatusIsThere() async throws {
    for status in ReservationStatus.allCases {
      XCTAssertGreaterThan(
        try count(Reservation.self, "status == %@", status.rawValue), 0, status.rawValue)
    }
  }

  func testEverythingThatAnOfficeMeetsIsThere() async throws {
    let day = SharedDemo.day
    let now = SharedDemo.morning
    let conditions: [(String, Int)] = [
      ("a live hold", try count(Reservation.self, "status == 'Hold' AND holdExpiresAt > %@", now)),
      (
        "a hold that has run out",
        try count(Reservation.self, "status == 'Hold' AND holdExpiresAt <= %@", now)
      ),
      (
        "a late arrival",
        try count(
          Reservation.self, "status == 'Reserved' AND dateFrom < %@ AND isGuaranteed == true",
          day.midnightUTC)
      ),
      (
        "an overdue departure",
        try count(Reservation.self, "status == 'CheckedIn' AND dateTo < %@", day.midnightUTC)
      ),
      ("a group of several", try count(ReservationGroup.self, "reservations.@count > 3")),
      ("a series", try count(StaySeries.self)),
      ("a wish", try count(Wish.self)),
      ("an offer", try count(Offer.self)),
      ("a closure", try count(SiteBlock.self, "kind == 'maintenance'")),
      ("a site kept by the office", try count(SiteBlock.self, "kind == 'office'")),
      ("a dirty site", try count(CampSite.self, "readiness == 'dirty'")),
      (
        "a floating stay",
        try count(
          Reservation.self, "status == 'Reserved' AND siteClass != nil AND isLocked == false")
      ),
      ("a voucher that was used", try count(Voucher.self, "redeemedMinor > 0")),
      ("a voucher that was not", try count(Voucher.self, "redeemedMinor == 0")),
      ("a sale over the counter", try count(Sale.self, "reservation == nil")),
      ("a sale on a bill", try count(Sale.self, "reservation != nil")),
      ("an allowance", try count(Allowance.self)),
      ("a meter reading that is charged", try count(MeterReading.self, "entry != nil")),
      ("a stay on two sites", try count(Reservation.self, "segments.@count > 1")),
      ("a closed day", try count(ClosedDay.self)),
      ("a guest who moved", try count(Event.self, "command BEGINSWITH 'move '")),
    ]
    for (what, count) in conditions { XCTAssertGreaterThan(count, 0, what) }
  }

  func testOneOfficeHasOverdueDepositsUnpaidBillsAndOneCallToMake() async throws {
    let due = try services.folios.duePayments(through: SharedDemo.day)
    XCTAssertTrue(due.contains { $0.payment.reason == .deposit })
    XCTAssertFalse(try services.folios.openBills(.departed).isEmpty)
    XCTAssertEqual(try services.waitlist.calls().map(\.offer.entry), ["W-1"])
  }

  func testACancellationCostsSomethingOrNothing() async throws {
    let canceled = try stack.mainContext.fetch(
      { () -> FetchRequest<Reservation> in
        let request = Reservation.fetchRequest()
        request.predicate = try FetchPredicate(format: "status == 'Canceled'")
        return request
      }())
    XCTAssertTrue(canceled.contains { $0.totalMinor > 0 })
    XCTAssertTrue(canceled.contains { $0.totalMinor == 0 })
  }

  func testEachDayOfTheLastTwoWeeksIsClosedWithTheSumsOfItsLines() async throws {
    let days = try services.folios.closedDays().rows
    XCTAssertEqual(days.first?.date, SharedDemo.day.advanced(by: -1))
    let database = try Connection(path: folder.file("demo.sqlite").path, isReadOnly: true)
    for closed in days.prefix(14) {
      let midnight = Int64(closed.date.midnightUTC.timeIntervalSinceReferenceDate)
      let charged = try database.integer(
        """
        SELECT coalesce(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY
        WHERE ZDAY = ? AND ZMETHOD IS NULL
        """, midnight)
      let paid = try database.integer(
        """
        SELECT coalesce(-sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY
        WHERE ZDAY = ? AND ZMETHOD IS NOT NULL
        """, midnight)
      XCTAssertEqual(closed.chargedMinor, charged, "\(closed.date)")
      XCTAssertEqual(closed.paidMinor, paid, "\(closed.date)")
      XCTAssertGreaterThan(closed.nightsSold, 40, "\(closed.date)")
    }
    XCTAssertGreaterThanOrEqual(days.count, 14)
  }

  func testPlainSQLAgreesWithTheBalancesOfGuestsInHouse() async throws {
    let database = try Connection(path: folder.file("demo.sqlite").path, isReadOnly: true)
    let guests = try services.reservations.inHouse(on: SharedDemo.day)
      .filter { $0.folio?.group == nil }
    XCTAssertGreaterThan(guests.count, 40)
    for stay in guests {
      let balance = try services.folios.balance(of: stay)
      let ledger = try database.integer(
        """
        SELECT coalesce(sum(l.ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY l
        JOIN ZRESERVATION r ON r.ZFOLIO = l.ZFOLIO WHERE r.ZNUMBER = ?
        """, stay.number)
      XCTAssertEqual(
        (balance.charged.amount - balance.paid.amount) * 100, Decimal(ledger ?? 0), stay.code)
    }
  }

  func testWhoDidWhatIsRecordedWithTheCommandsOfTheShell() async throws {
    let people = Set(try services.employees.names())
    let events = try services.audit.events(limit: 500).rows
    XCTAssertFalse(events.isEmpty)
    for event in events { XCTAssertTrue(people.contains(event.who ?? ""), event.who ?? "nobody") }
    XCTAssertTrue(events.contains { $0.command?.hasPrefix("checkout R-") == true })
  }
}
