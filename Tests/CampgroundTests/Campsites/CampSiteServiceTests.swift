import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class CampSiteServiceTests: XCTestCase {
  private var stack: TestStoreStack!
  private var desk: TestDesk!
  private var service: CampSiteService!

  override func setUp() async throws {
    stack = try TestStoreStack()
    desk = TestDesk(stack)
    service = desk.sites
  }

  override func tearDown() async throws {
    service = nil
    desk = nil
    stack = nil
  }

  // MARK: By number

  func testAnAddedSiteHasTheNumberElectricityAndWater() async throws {
    let site = try service.addCampSite(1, electricity: true, water: true)
    XCTAssertEqual(site.siteNumber, 1)
    XCTAssertEqual(site.name, "1")
    XCTAssertTrue(site.electricity)
    XCTAssertTrue(site.water)
    XCTAssertNil(site.amperage)
  }

  func testTheRootContextIsSavedAfterAddingASite() async throws {
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    _ = try service.addCampSite(1, electricity: true, water: true)
    await fulfillment(of: [saved], timeout: 2)
  }

  func testASiteIsFoundByItsNumber() async throws {
    _ = try service.addCampSite(1, electricity: true, water: true)
    XCTAssertEqual(try service.getCampSite(1)?.siteNumber, 1)
    XCTAssertNil(try service.getCampSite(2))
  }

  func testATakenNumberIsRefused() async throws {
    _ = try service.add("015")
    assertBreaks(.nameTaken, "site number 15 is already taken") {
      try service.addCampSite(15, electricity: false, water: false)
    }
    for number: Int16 in [0, -1] {
      assertBreaks(.invalidValue, "a site number is at least 1, not \(Int(number))") {
        try service.addCampSite(number, electricity: false, water: false)
      }
    }
    XCTAssertEqual(try service.getCampSites().map(\.name), ["015"])
  }

  func testSitesAreSortedAsPeopleCount() async throws {
    for name in ["10", "B2", "9", "A1", "009"] { _ = try service.add(name) }
    XCTAssertEqual(
      try service.getCampSites().map(\.name), ["009", "9", "10", "A1", "B2"])
  }

  func testTheNextNumberIsOneMoreThanTheHighest() async throws {
    XCTAssertEqual(try service.getNextCampSiteNumber(), 1)
    _ = try service.add("B1")
    XCTAssertEqual(try service.getNextCampSiteNumber(), 1)
    _ = try service.addCampSite(7, electricity: false, water: false)
    _ = try service.addCampSite(3, electricity: false, water: false)
    XCTAssertEqual(try service.getNextCampSiteNumber(), 8)
    _ = try service.addCampSite(.max, electricity: false, water: false)
    assertBreaks("no site numbers are left; give the site a name") {
      try service.getNextCampSiteNumber()
    }
  }

  // MARK: By word

  func testTheExactNameWinsOverTheNumber() async throws {
    let padded = try service.add("065")
    XCTAssertTrue(try service.find("65") === padded)
    let plain = try service.add("65")
    XCTAssertTrue(try service.find("65") === plain)
    XCTAssertTrue(try service.find("065") === padded)
    assertBreaks(.ambiguousSite("0065", candidates: ["065", "65"])) { try service.find("0065") }
    XCTAssertTrue(try service.getCampSite(65) === plain)
  }

  func testANameIsFoundInOtherCapitalsUnlessSeveralFit() async throws {
    let upper = try service.add("B001")
    XCTAssertTrue(try service.find("b001") === upper)
    assertBreaks(.unknownSite("B002")) { try service.find("B002") }
    _ = try service.add("b001")
    assertBreaks(.unknownSite("b00")) { try service.find("b00") }
    _ = try service.add("BB")
    _ = try service.add("bb")
    assertBreaks(.ambiguousSite("Bb", candidates: ["BB", "bb"])) { try service.find("Bb") }
    XCTAssertTrue(try service.find("B001") === upper)
  }

  // MARK: Features

  func testAmperesSetTheElectricityToo() async throws {
    let site = try service.add(
      "15", features: CampSiteFeatures(type: .rv, electricity: .amperes(50), water: true),
      rate: 45)
    XCTAssertTrue(site.electricity)
    XCTAssertEqual(site.amperage, 50)
    XCTAssertEqual(site.siteType, .rv)
    XCTAssertEqual(site.rateMinor, 4_500)
    try service.edit(site, features: CampSiteFeatures(electricity: .present))
    XCTAssertEqual(site.amperage, 50)
    try service.edit(site, features: CampSiteFeatures(electricity: .absent))
    XCTAssertFalse(site.electricity)
    XCTAssertNil(site.amperage)
    XCTAssertTrue(site.water)
  }

  func testWhatCannotBeIsRefusedAndChangesNothing() async throws {
    let site = try service.add("15", rate: 45)
    assertBreaks(.outOfRange("length", value: 0, allowed: 1...1_000)) {
      try service.edit(site, features: CampSiteFeatures(water: true, vehicleLength: 0))
    }
    assertBreaks(.negativeRate(-1)) { try service.edit(site, rate: -1) }
    let fraction = try XCTUnwrap(Decimal(string: "1.005"))
    assertBreaks(.invalidAmount(.tooPrecise(fraction, .usd))) {
      try service.edit(site, rate: fraction)
    }
    assertBreaks(.emptyName(of: "campsite")) { try service.add(" ") }
    assertBreaks(.nameTaken, "there is already a site 15") { try service.add("15") }
    let other = try service.add("16")
    assertBreaks(.nameTaken, "there is already a site 15") { try service.edit(other, name: "15") }
    XCTAssertFalse(site.water)
    XCTAssertEqual(site.rateMinor, 4_500)
    XCTAssertEqual(other.name, "16")
  }

  func testARenamedSiteHasTheNumberOfItsNewName() async throws {
    let site = try service.add("15")
    try service.edit(site, name: "B1")
    XCTAssertNil(site.siteNumber)
    try service.edit(site, name: "17")
    XCTAssertEqual(site.siteNumber, 17)
  }

  // MARK: Deleting

  func testASiteWithoutReservationsIsDeleted() async throws {
    _ = try service.addCampSite(1, electricity: true, water: true)
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    try service.deleteCampSite(1)
    await fulfillment(of: [saved], timeout: 2)
    XCTAssertNil(try service.getCampSite(1))
    assertBreaks(.unknownSite("1")) { try service.deleteCampSite(1) }
  }

  func testASiteWithAReservationToComeIsKept() async throws {
    try await eachStore { desk in
      let site = try desk.sites.addCampSite(1, electricity: true, water: true)
      let camper = try desk.campers.addCamper("Ana Rivera", phoneNumber: nil)
      // The clock stands at 2026-06-15.
      _ = try desk.reservations(on: "2026-06-01").reserve(
        site, for: camper, dates: try stay("2026-06-14", "2026-06-16"))
      assertBreaks(.siteHasReservations("1", codes: ["R-1"])) {
        try desk.sites.deleteCampSite(1)
      }
      XCTAssertNotNil(try desk.sites.getCampSite(1))
      XCTAssertEqual(try desk.count(ReservationNight.self), 2)
    }
  }

  func testReservationsThatAreOverOutliveTheirSite() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      let camper = try desk.campers.addCamper("Ana Rivera", phoneNumber: nil)
      let past = try desk.reservations(on: "2026-06-01").reserve(
        site, for: camper, dates: try stay("2026-06-13", "2026-06-15"))
      let canceled = try desk.reservations.reserve(
        site, for: camper, dates: try stay("2026-07-01", "2026-07-02"))
      try desk.reservations.cancel(canceled.code)

      try desk.sites.deleteCampSite(15)

      XCTAssertEqual(try desk.sites.getCampSites(), [])
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      XCTAssertEqual(try desk.reservations.reservations(), [past, canceled])
      XCTAssertEqual(past.siteName, "15")
      XCTAssertNil(past.campSite)
      XCTAssertEqual(past.numberOfNights, 2)
      XCTAssertEqual(past.total?.description, "$90.00")
      XCTAssertTrue(past.camper === camper)
      assertBreaks(.gone("site 15")) {
        try desk.reservations.reinstate(canceled.code)
      }
    }
  }

  func testWhatIsKnownOfASiteIsTakenAwayAgain() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add(
        "15",
        features: CampSiteFeatures(
          type: .rv, vehicleLength: 40, people: 6, vehicles: 2, driveway: "back-in",
          location: SiteLocation("37.7456, -119.5936"), note: "by the creek"),
        rate: 45, isFavorite: true)
      XCTAssertEqual(site.location?.latitude, 37.7456)
      XCTAssertEqual(site.location?.longitude, -119.5936)
      XCTAssertEqual([site.driveway, site.note], ["back-in", "by the creek"])
      XCTAssertTrue(site.isFavorite)
      try desk.sites.edit(
        site, features: CampSiteFeatures(driveway: "", note: ""),
        forgetting: Set(CampSiteLimit.allCases))
      XCTAssertNil(site.type)
      XCTAssertNil(site.maximumVehicleLength)
      XCTAssertNil(site.maximumPeople)
      XCTAssertNil(site.maximumVehicles)
      XCTAssertNil(site.location)
      XCTAssertNil(site.rateMinor)
      XCTAssertNil(site.driveway)
      XCTAssertNil(site.note)
    }
  }

  func testPlacesThatAreNotOnTheGlobeAreNoLocations() {
    for text in ["", "37", "91,0", "0,181", "north,west", "1,2,3", "nan,0"] {
      XCTAssertNil(SiteLocation(text), text)
    }
    XCTAssertEqual("\(SiteLocation("-90 ,180").map { "\($0)" } ?? "")", "-90.0, 180.0")
  }

  func testStaysThatASiteNoLongerFitsAreNamed() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add(
        "15", features: CampSiteFeatures(vehicleLength: 40, people: 6, petsAllowed: true))
      let large = try desk.reservations.book(
        Booking(
          site, for: nil, dates: stay("2026-07-04", "2026-07-06"),
          party: Party(adults: 4, vehicleLength: 38, pets: 1)))
      _ = try desk.reservations.book(
        Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-03"), party: Party(adults: 2)))
      XCTAssertEqual(try desk.sites.unfitStays(on: site).count, 0)
      try desk.sites.edit(
        site, features: CampSiteFeatures(vehicleLength: 30, people: 3, petsAllowed: false))
      let unfit = try desk.sites.unfitStays(on: site)
      XCTAssertEqual(unfit.map(\.stay.code), [large.code])
      XCTAssertEqual(
        unfit.first?.lacks, [.length(38, most: 30), .people(4, most: 3), .pets])
      try desk.reservations.cancel(large.code)
      XCTAssertEqual(try desk.sites.unfitStays(on: site).count, 0)
    }
  }
}
