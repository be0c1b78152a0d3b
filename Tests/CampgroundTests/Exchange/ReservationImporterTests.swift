import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class ReservationImporterTests: XCTestCase {
  private func importer(_ desk: TestDesk) -> ReservationImporter {
    ReservationImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock)
  }

  func testAStayThatIsOverByItsDatesIsHistoryAndNobodyIsANoShowForIt() async throws {
    try await eachStore { desk in
      // The clock stands at 2026-06-15; a stay that ends today is over, one
      // that begins today is not.
      let data = Data(
        """
        site,arrival,departure
        15,2026-06-13,2026-06-15
        15,2026-06-15,2026-06-16

        """.utf8)
      XCTAssertEqual(
        try importer(desk).importReservations(
          from: data, options: ImportOptions(createsMissing: true)
        ).imported, 2)
      XCTAssertEqual(
        try desk.reservations.reservations().map(\.status), ["CheckedOut", "Reserved"])
      XCTAssertEqual(try desk.folios.runNightly().noShows, [])
    }
  }

  func testARowBecomesAStay() async throws {
    try await eachStore { desk in
      let summary = try importer(desk).importReservations(
        from: Data(
          """
          facility,unit,arrival,departure_exclusive
          Oak Hill,15,2023-07-01,2023-07-04
          Oak Hill,15,2023-07-04,2023-07-05

          """.utf8), options: ImportOptions(createsMissing: true))
      XCTAssertEqual(summary.rejects, [])
      XCTAssertEqual(summary.imported, 2)
      XCTAssertEqual(summary.newCampgrounds, ["Oak Hill"])
      XCTAssertEqual(summary.newSites, 1)
      let reservations = try desk.reservations.reservations(status: .checkedOut)
      XCTAssertEqual(reservations.map(\.arrival.description), ["2023-07-01", "2023-07-04"])
      XCTAssertEqual(reservations.map(\.nights.count), [3, 1])
      XCTAssertEqual(reservations.map(\.camper), [nil, nil])
      XCTAssertEqual(Set(reservations.map(\.code)), ["R-1", "R-2"])
      XCTAssertTrue(reservations.first?.campSite === (try desk.sites.find("15")))
    }
  }

  func testARowMayTellWhoComes() async throws {
    try await eachStore { desk in
      let header = "facility,site,arrival,departure,adults,children,vehicles,pets\n"
      let rows = "Oak,1,2026-07-01,2026-07-03,2,3,1,1\nOak,2,2026-07-01,2026-07-03,,,,\n"
      _ = try importer(desk).importReservations(
        from: Data((header + rows).utf8), options: ImportOptions(createsMissing: true))
      let parties = try ["R-1", "R-2"].map { try desk.find($0).party }
      XCTAssertEqual(parties, [Party(adults: 2, children: 3, vehicles: 1, pets: 1), Party()])
      let wrong = header + "Oak,3,2026-07-01,2026-07-03,two,,,\nOak,4,2026-07-01,2026-07-03,0,,,\n"
      let summary = try importer(desk).importReservations(
        from: Data(wrong.utf8), options: ImportOptions(createsMissing: true))
      XCTAssertEqual(
        summary.rejects.map { "\($0)" },
        [
          "row 2, adults: \"two\" is not a whole number from 0 to 32767",
          "row 3, adults: party must be from 1 to 10000, not 0",
        ])
    }
  }

  func testNightsThatAreTakenAreRejectedAndNothingIsSaved() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 20)
      _ = try desk.reservations(on: "2023-06-01").reserve(
        site, for: nil, dates: stay("2023-07-01", "2023-07-04"))
      let data = Data(
        """
        site,arrival,departure
        15,2023-07-03,2023-07-05
        15,2023-07-05,2023-07-07
        15,2023-07-06,2023-07-08
        15,2023-07-09,2023-07-09
        15,soon,2023-07-09
        ,2023-07-09,2023-07-10
        15,2023-07-09,2033-07-09

        """.utf8)
      let summary = try importer(desk).importReservations(
        from: data, options: ImportOptions(createsMissing: true))
      XCTAssertEqual(
        summary.rejects.map(\.description),
        [
          "row 2, arrival: site 15 is taken 2023-07-01 to 2023-07-04 (R-1)",
          "row 4, arrival: site 15 is taken 2023-07-05 to 2023-07-07 (row 3)",
          "row 5, departure: the departure 2023-07-09 must be after the arrival 2023-07-09",
          "row 6, arrival: \"soon\" is not a date, like 2026-07-01 or 7/1/2026",
          "row 7, site: the campsite is missing",
          "row 8, departure: a stay can have at most 1000 nights, not 3653",
        ])
      XCTAssertEqual(summary.imported, 0)
      XCTAssertEqual(try desk.count(Reservation.self), 1)

      let rest = try importer(desk).importReservations(
        from: data, options: ImportOptions(skipsRejects: true, createsMissing: true))
      XCTAssertEqual(rest.imported, 1)
      XCTAssertEqual(try desk.reservations.find("R-2").totalMinor, 4_000)
    }
  }

  func testNamesThatAreNotOneLineAreRejected() async throws {
    let desk = TestDesk(try TestStoreStack())
    let data = Data("unit,arrival,departure\n\"1\n5\",2023-07-01,2023-07-04\n".utf8)
    XCTAssertEqual(
      try importer(desk).importReservations(
        from: data, options: ImportOptions(createsMissing: true)
      ).rejects.map(\.description),
      [
        "row 2, unit: the text of a site must be one line, without line breaks or control characters"
      ])
    XCTAssertEqual(try desk.count(Reservation.self), 0)
  }

  func testADryRunSeesCollisionsAndSavesNothing() async throws {
    let desk = TestDesk(try TestStoreStack())
    let data = Data("unit,arrival,departure\n15,2023-07-01,2023-07-04\n".utf8)
    let dry = try importer(desk).importReservations(
      from: data, options: ImportOptions(isDryRun: true, createsMissing: true))
    XCTAssertEqual(dry.accepted, 1)
    XCTAssertEqual(dry.rejects, [])
    XCTAssertEqual(try desk.count(Reservation.self), 0)
    XCTAssertEqual(
      try importer(desk).importReservations(
        from: data, options: ImportOptions(createsMissing: true)
      ).imported, 1)
    let again = try importer(desk).importReservations(
      from: data, options: ImportOptions(isDryRun: true, createsMissing: true))
    XCTAssertEqual(again.rejects.map(\.row), [2])
  }

  func testTheRealStaysAreAllTakenOnce() async throws {
    let folder = try CampgroundData.folder()
    try await eachStore { desk in
      let file = try Data(contentsOf: folder.appendingPathComponent("stays.csv"))
      let summary = try importer(desk).importReservations(
        from: file, options: ImportOptions(createsMissing: true))
      XCTAssertEqual(summary.rejects.map(\.description), [])
      XCTAssertEqual(summary.imported, 1_700)
      XCTAssertEqual(summary.newCampgrounds.count, 8)
      XCTAssertEqual(summary.newSites, 375)
      // The sum of the column nights_in_window.
      XCTAssertEqual(try desk.count(ReservationNight.self), 5_870)

      let again = try importer(desk).importReservations(
        from: file, options: ImportOptions(createsMissing: true))
      XCTAssertEqual(again.imported, 0)
      XCTAssertEqual(again.rejects.count, 1_700)
      XCTAssertEqual(again.rejects.map(\.row), Array(2...1_701))
      XCTAssertEqual(again.newSites, 0)
      XCTAssertEqual(try desk.count(Reservation.self), 1_700)
      XCTAssertEqual(try desk.count(ReservationNight.self), 5_870)
    }
  }
}
