import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class CampsiteImporterTests: XCTestCase {
  private func importer(_ desk: TestDesk) -> CampsiteImporter {
    CampsiteImporter(managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
  }

  func testARowBecomesASiteOfItsCampground() async throws {
    let desk = TestDesk(try TestStoreStack())
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Denver"))
    let summary = try importer(desk).importCampsites(
      from: Data(
        """
        campsite_id,facility_name,site,loop,type,accessible,lat,lon,max_num_of_people,\
        max_num_of_vehicles,max_vehicle_length,driveway_entry,shade,pets_allowed,\
        electricity_hookup,water_hookup,sewer_hookup,tent_pad,rate
        77,Oak Hill,065,"C ",STANDARD ELECTRIC,true,39.5,-121.25,6,2,27,Back-In,Full,Domestic,\
        30 amp,Y,No,,12.50
        78,Oak Hill,B7,,TENT ONLY NONELECTRIC,false,,,,,,N/A,No,,N/A,,,Y,

        """.utf8), options: ImportOptions(timeZone: zone, currency: .eur))
    XCTAssertEqual(summary.rowsRead, 2)
    XCTAssertEqual(summary.imported, 2)
    XCTAssertEqual(summary.newCampgrounds, ["Oak Hill"])
    XCTAssertEqual(summary.rejects, [])

    let campground = try XCTUnwrap(try desk.campgrounds.current())
    XCTAssertEqual(campground.timeZoneIdentifier, "America/Denver")
    let site = try desk.sites.find("065")
    XCTAssertEqual(site.siteNumber, 65)
    XCTAssertEqual(site.loop, "C")
    XCTAssertEqual(site.siteType, .rv)
    XCTAssertEqual(site.typeName, "STANDARD ELECTRIC")
    XCTAssertEqual(site.amperage, 30)
    XCTAssertEqual(site.latitude, 39.5)
    XCTAssertEqual(site.longitude, -121.25)
    XCTAssertEqual(site.maximumPeople, 6)
    XCTAssertEqual(site.maximumVehicles, 2)
    XCTAssertEqual(site.maximumVehicleLength, 27)
    XCTAssertEqual(site.driveway, "Back-In")
    XCTAssertEqual(site.externalIdentifier, "77")
    XCTAssertEqual(site.rate?.description, "12.50 EUR")
    XCTAssertEqual(
      [site.isAccessible, site.hasShade, site.petsAllowed, site.electricity, site.water],
      [true, true, true, true, true])
    XCTAssertEqual([site.sewer, site.hasTentPad], [false, false])

    let tent = try desk.sites.find("B7")
    XCTAssertNil(tent.siteNumber)
    XCTAssertEqual(tent.siteType, .tent)
    XCTAssertNil(tent.driveway)
    XCTAssertNil(tent.maximumPeople)
    XCTAssertNil(tent.rate)
    XCTAssertEqual(
      [tent.hasShade, tent.petsAllowed, tent.electricity, tent.hasTentPad],
      [false, false, false, true])
  }

  func testEveryRejectIsNamedAndNothingIsSaved() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("9")
      let data = Data(
        """
        site,lat,max_num_of_people,accessible,rate
        1,,,,
        ,,,,
        2,91,,,
        3,,many,,
        4,,,perhaps,
        5,,,,-1
        1,,,,
        9,,,,
        S-3,,,,
        6,,

        """.utf8)
      let summary = try importer(desk).importCampsites(from: data)
      XCTAssertEqual(
        summary.rejects.map(\.description),
        [
          "row 3, site: a campsite needs a name",
          "row 4, lat: \"91\" is not a number from -90 to 90",
          "row 5, max_num_of_people: \"many\" is not a whole number from 0 to 32767",
          "row 6, accessible: \"perhaps\" is not true or false",
          "row 7, rate: the price of a night is at least 0, not -1",
          "row 8, site: row 2 is already site 1",
          "row 9, site: Campground already has a site 9",
          "row 10, site: a campsite cannot be called S-3: that is how the code of a sale looks",
          "row 11: 3 fields where the header has 5: too few",
        ])
      XCTAssertEqual(summary.rowsRead, 10)
      XCTAssertEqual(summary.accepted, 1)
      XCTAssertEqual(summary.imported, 0)
      XCTAssertEqual(try desk.count(CampSite.self), 1)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)

      let rest = try importer(desk).importCampsites(
        from: data, options: ImportOptions(skipsRejects: true))
      XCTAssertEqual(rest.imported, 1)
      XCTAssertEqual(try desk.sites.getCampSites().map(\.name), ["1", "9"])
    }
  }

  func testSitesOfOneNameAreToldApartByTheirLoops() async throws {
    let desk = TestDesk(try TestStoreStack())
    let summary = try importer(desk).importCampsites(
      from: Data(
        """
        site,loop
        001,Loop A
        001,Loop B
        002,Loop B

        """.utf8))
    XCTAssertEqual(summary.rejects, [])
    XCTAssertEqual(
      try desk.sites.getCampSites().map(\.name), ["002", "Loop A 001", "Loop B 001"])
    assertBreaks(.ambiguousSite("1", candidates: ["Loop A 001", "Loop B 001"])) {
      try desk.sites.find("1")
    }
  }

  func testADryRunChecksAllAndSavesNothing() async throws {
    let desk = TestDesk(try TestStoreStack())
    let summary = try importer(desk).importCampsites(
      from: Data("site,facility_name\n1,Oak Hill\n".utf8),
      options: ImportOptions(isDryRun: true))
    XCTAssertEqual(summary.accepted, 1)
    XCTAssertEqual(summary.imported, 0)
    XCTAssertEqual(summary.newCampgrounds, ["Oak Hill"])
    XCTAssertFalse(summary.isSaved)
    XCTAssertEqual(try desk.count(CampSite.self), 0)
    XCTAssertEqual(try desk.count(Campground.self), 0)
  }

  func testAFileThatIsNotOneOfCampsitesIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    XCTAssertThrowsError(try importer(desk).importCampsites(from: Data("name\n1\n".utf8))) {
      XCTAssertEqual(
        ($0 as? CSVProblem)?.reason, .missingColumn("site", available: ["name"]))
    }
    let missing = try temporaryFolder().appendingPathComponent("none.csv")
    XCTAssertThrowsError(try InputFile.content(of: missing.path)) {
      XCTAssertTrue($0 is ImportError, "\($0)")
    }
  }

  func testTheRealCampsitesAreAllTaken() async throws {
    let folder = try CampgroundData.folder()
    try await eachStore { desk in
      let file = try Data(contentsOf: folder.appendingPathComponent("campsites.csv"))
      let summary = try importer(desk).importCampsites(from: file)
      XCTAssertEqual(summary.rejects.map(\.description), [])
      XCTAssertEqual(summary.imported, 1_676)
      XCTAssertEqual(summary.newCampgrounds.count, 36)
      XCTAssertEqual(try desk.count(CampSite.self), 1_676)
      XCTAssertEqual(try desk.count(Campground.self), 36)

      let again = try importer(desk).importCampsites(from: file)
      XCTAssertEqual(again.rejects.count, 1_676)
      XCTAssertEqual(again.imported, 0)
      XCTAssertEqual(try desk.count(CampSite.self), 1_676)
    }
  }
}
