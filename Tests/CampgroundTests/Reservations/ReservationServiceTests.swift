import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class ReservationServiceTests: XCTestCase {
  private var stack: TestStoreStack!
  private var campers: CamperService!
  private var sites: CampSiteService!
  private var service: ReservationService!

  override func setUp() async throws {
    stack = try TestStoreStack()
    let context = stack.mainContext
    campers = CamperService(managedObjectContext: context, storeStack: stack)
    sites = CampSiteService(managedObjectContext: context, storeStack: stack)
    service = ReservationService(managedObjectContext: context, storeStack: stack)
  }

  override func tearDown() async throws {
    campers = nil
    sites = nil
    service = nil
    stack = nil
  }

  func testReservingWithAPositiveNumberOfNightsGivesAReservedStay() async throws {
    let camper = try campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
    let site = try sites.addCampSite(15, electricity: false, water: false)

    let result = service.reserveCampSite(
      site, camper: camper, date: Date(), numberOfNights: 5)

    XCTAssertNil(result.error)
    let reservation = try XCTUnwrap(result.reservation)
    XCTAssertEqual(reservation.status, "Reserved")
    XCTAssertTrue(reservation.camper === camper)
    XCTAssertTrue(reservation.campSite === site)
    XCTAssertEqual(reservation.numberOfNights, 5)
    XCTAssertEqual(reservation.nights.count, 5)
    XCTAssertEqual(reservation.code, "R-1")
  }

  func testReservingWithNoNightsGivesAnInvalidReservationAndCode5() async throws {
    let camper = try campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
    let site = try sites.addCampSite(15, electricity: false, water: false)

    for nights in [0, -1] {
      let result = service.reserveCampSite(
        site, camper: camper, date: Date(), numberOfNights: nights)

      let reservation = try XCTUnwrap(result.reservation)
      XCTAssertEqual(reservation.status, "Invalid")
      XCTAssertNil(reservation.managedObjectContext)
      let error = try XCTUnwrap(result.error)
      XCTAssertEqual(error.domain, "CampingManager")
      XCTAssertEqual(error.code, 5)
      XCTAssertEqual(error.userInfo["Problem"] as? String, "Invalid number of days")
    }
    XCTAssertEqual(try service.reservations(), [])
    XCTAssertFalse(stack.mainContext.hasChanges)
  }

  func testTheRootContextIsSavedAfterAReservation() async throws {
    let camper = try campers.addCamper("Johnny Appleseed", phoneNumber: "408-555-1234")
    let site = try sites.addCampSite(15, electricity: true, water: true)
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    let result = service.reserveCampSite(site, camper: camper, date: Date(), numberOfNights: 2)
    XCTAssertNotNil(result.reservation)
    await fulfillment(of: [saved], timeout: 2)
  }
}
