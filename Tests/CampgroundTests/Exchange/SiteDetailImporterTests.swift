import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class SiteDetailImporterTests: XCTestCase {
  private func importer(_ desk: TestDesk) -> SiteDetailImporter {
    SiteDetailImporter(managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
  }

  private func addSites(_ desk: TestDesk) throws {
    _ = try CampsiteImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack
    ).importCampsites(from: Data("site,campsite_id\n15,1\n16,2\n".utf8))
  }

  func testRowsOfWhateverNamesBecomeDetails() async throws {
    try await eachStore { desk in
      try addSites(desk)
      let summary = try importer(desk).importDetails(
        from: Data(
          """
          campsite_id,category,name,value
          1,amenities,Shade,Full
          1,site_details,Campfire Allowed,Yes
          2,amenities,Shade,
          2,,,Moderate
          2,,,16
          1,,Proximity to Water,"Lake, 20 ft"

          """.utf8))
      XCTAssertEqual(summary.rejects, [])
      XCTAssertEqual(summary.rowsRead, 6)
      XCTAssertEqual(summary.imported, 5)
      let sites = try desk.sites.getCampSites()
      XCTAssertEqual(
        try sites.map { try desk.sites.details(of: $0).map { "\($0.name)=\($0.value)" } },
        [
          ["Proximity to Water=Lake, 20 ft", "Shade=Full", "Campfire Allowed=Yes"],
          ["unnamed=Moderate, 16"],
        ])
    }
  }

  func testAnotherImportBringsTheDetailsUpToDate() async throws {
    try await eachStore { desk in
      try addSites(desk)
      for value in ["Full", "Partial"] {
        let text = "campsite_id,name,value\n1,Shade,\(value)\n"
        _ = try importer(desk).importDetails(from: Data(text.utf8))
      }
      XCTAssertEqual(try desk.count(SiteDetail.self), 1)
      let site = try XCTUnwrap(desk.sites.getCampSites().first)
      XCTAssertEqual(try desk.sites.details(of: site).map(\.value), ["Partial"])
    }
  }

  func testRowsOfUnknownSitesAreRejectedAndNothingIsTaken() async throws {
    try await eachStore { desk in
      try addSites(desk)
      let text = "campsite_id,name,value\n1,Shade,Full\n7,Shade,Full\n,Shade,Full\n"
      let summary = try importer(desk).importDetails(from: Data(text.utf8))
      XCTAssertEqual(
        summary.rejects.map(\.description),
        [
          "row 3, campsite_id: no campsite has the identifier 7",
          "row 4, campsite_id: the campsite identifier is missing",
        ])
      XCTAssertEqual(try desk.count(SiteDetail.self), 0)
      XCTAssertThrowsError(
        try importer(desk).importDetails(from: Data("campsite_id,name\n1,Shade\n".utf8)))
    }
  }

  /// All names and values of the real file, as Python's csv reads them.
  func testTheRealDetailsAreAllKept() async throws {
    let folder = try CampgroundData.folder()
    let file = folder.appendingPathComponent("campsite_attributes.csv")
    let expected = try Self.detailsReadByPython(at: file)
    try await eachStore { desk in
      let sites = try CampsiteImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack
      ).importCampsites(
        from: try Data(contentsOf: folder.appendingPathComponent("campsites.csv")))
      XCTAssertEqual(sites.imported, 1_676)
      XCTAssertEqual(sites.newCampgrounds.count, 36)

      let summary = try importer(desk).importDetails(from: try Data(contentsOf: file))
      XCTAssertEqual(summary.rejects.map(\.description), [])
      XCTAssertEqual(summary.rowsRead, 36_603)
      XCTAssertEqual(summary.imported, 34_193)
      let details = try desk.stack.mainContext.fetch(SiteDetail.fetchRequest())
      // The file has 118 names; one of them is empty and becomes "unnamed".
      XCTAssertEqual(Set(details.map(\.name)).count, 118)
      let found = Set(
        details.map { detail in
          "\(detail.campSite?.externalIdentifier ?? "")|\(detail.category ?? "")|"
            + "\(detail.name)|\(detail.value)"
        })
      XCTAssertEqual(found.count, details.count)
      XCTAssertEqual(found.symmetricDifference(expected).sorted().prefix(5), [])
    }
  }

  private static func detailsReadByPython(at file: URL) throws -> Set<String> {
    let script = """
      import csv, sys
      details = {}
      for row in csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8-sig')):
          value = row['value'].strip()
          if not value: continue
          key = (row['campsite_id'], row['name'] if row['name'].strip() else 'unnamed')
          category, values = details.setdefault(key, (row['category'], []))
          details[key] = (row['category'], values + [value])
      for (site, name), (category, values) in details.items():
          print('|'.join([site, category, name, ', '.join(values)]))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else { throw XCTSkip("python3 is not installed") }
    XCTAssertEqual(process.terminationStatus, 0)
    return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
  }
}
