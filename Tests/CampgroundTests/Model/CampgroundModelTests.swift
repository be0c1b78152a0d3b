import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class CampgroundModelTests: XCTestCase {
  func testTheModelAndTheClassesAgree() async throws {
    let stack = try TestStoreStack()
    XCTAssertEqual(stack.managedObjectModel.versionIdentifiers, ["7"])
    XCTAssertEqual(
      stack.managedObjectModel.entities.map(\.name),
      [
        "Allowance", "CalendarFeed", "CampSite", "Camper", "Campground", "CampgroundLogo",
        "CancellationPolicy", "CancellationStep",
        "ChangeFee", "Charge", "ClosedDay", "DepositRule", "Discount", "Employee",
        "EmployeePicture", "Event",
        "EventChange", "EventImage", "Fee",
        "Folio", "FolioEntry", "GivenUpNights", "Item", "LedgerAccount", "Message",
        "MeterRate", "MeterReading", "Offer",
        "OverriddenRule", "Posting", "Rate", "Reservation", "ReservationGroup",
        "ReservationNight", "Sale", "SavedPad", "Season",
        "SiteBlock",
        "SiteClass", "SiteDetail", "StayRule", "StaySegment", "StaySeries", "Tax",
        "Voucher", "WaitlistEntry", "Waiver", "Wish",
      ])
    XCTAssertEqual(stack.mainContext.errors.map(\.message), [])
  }

  func testObjectsMadeByHandCanBeSaved() async throws {
    let stack = try TestStoreStack()
    let camper = Camper(context: stack.mainContext)
    camper.fullName = "Johnny Appleseed"
    camper.phoneNumber = "408-555-1234"
    try stack.saveContext()
    stack.waitForSaves()
    XCTAssertEqual(
      try stack.mainContext.fetch(Camper.fetchRequest()).map(\.fullName), ["Johnny Appleseed"])
  }

  func testTheStoreRefusesASecondRowForASiteAndANight() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      let context = desk.stack.mainContext
      let night = ReservationNight(context: context)
      night.night = try day("2026-07-01").dayNumber
      night.campSite = site
      night.reservation = reservation
      XCTAssertThrowsError(try context.saveThrough()) {
        XCTAssertEqual(
          ($0 as? ObjectGraphError)?.code, .managedObjectConstraintMerge, "\($0)")
      }
      context.rollback()
    }
  }

  func testTheStoreItselfKeepsASiteWhoseNightsAreTaken() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15")
      _ = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-02"))
      let context = desk.stack.mainContext
      context.delete(site)
      XCTAssertThrowsError(try context.saveThrough()) {
        XCTAssertEqual(
          ($0 as? ObjectGraphError)?.code, .validationRelationshipDeniedDelete, "\($0)")
      }
      context.rollback()
    }
  }

  func testTheFileHoldsDatesAsMidnightUTCAndNightsAsDayNumbers() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let site = try desk.sites.add("15", rate: 45)
    let camper = try desk.campers.addCamper("Johnny Appleseed", phoneNumber: nil)
    _ = try desk.reservations.reserve(
      site, for: camper, dates: stay("2026-07-01", "2026-07-04"))
    try desk.stack.close()

    // (date(2026, 7, 1) - date(2001, 1, 1)).days is 9312 in Python; 9312 * 86400 = 804556800.
    let shell = StoreShell(file)
    XCTAssertEqual(
      try shell.rows(
        "SELECT ZNUMBER, CAST(ZDATEFROM AS INTEGER), CAST(ZDATETO AS INTEGER), ZSTATUS, "
          + "ZADULTS, ZTOTALMINOR FROM ZRESERVATION"),
      ["1|804556800|804816000|Reserved|1|13500"])
    XCTAssertEqual(
      try shell.rows(
        "SELECT ZNIGHT, ZCAMPSITE = (SELECT Z_PK FROM ZCAMPSITE), "
          + "ZRESERVATION = (SELECT Z_PK FROM ZRESERVATION) "
          + "FROM ZRESERVATIONNIGHT ORDER BY ZNIGHT"),
      ["9312|1|1", "9313|1|1", "9314|1|1"])
    XCTAssertEqual(try shell.rows("PRAGMA integrity_check"), ["ok"])
  }
}
